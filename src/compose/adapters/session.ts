import { fromCallback, fromPromise } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import type { Remembered } from '../../domain/credentials.ts';
import { loginAddress, safeRedirect } from '../../domain/pageAddress.ts';
import type { Puzzle } from '../../domain/puzzle.ts';
import type { Account, Hospital, HospitalAnswer, Login, RefreshInput, Restored } from '../../domain/session.ts';
import {
  accessTokenOf,
  currentLogin,
  hospitalOf,
  idleLockMsIn,
  isExpiredUnreached,
} from '../../machines/selectors/session.ts';
import type { Session, SessionEvent, SessionSnapshot } from '../../machines/session.ts';
import type { SignInAnswer, SignInTry } from '../../machines/signIn.ts';
import type { SmsAnswer, SmsRequest } from '../../machines/smsCode.ts';
import type { Entrance, SignInMachines } from '../../screens/app/app.ts';
import type { Alarm, createCountdown } from '../../services/alarm.ts';
import { linkWatch } from '../../services/browserParts.ts';
import type { createPuzzles } from '../../services/captcha.ts';
import type { Configuration } from '../../services/config.ts';
import { findHospital } from '../../services/hospitalLookup.ts';
import type { Http } from '../../services/http.ts';
import type { Idle } from '../../services/idle.ts';
import type { Locks } from '../../services/locks.ts';
import type { createLogIn } from '../../services/logIn.ts';
import { createOwnLogin } from '../../services/ownLogin.ts';
import type { PendingLogouts } from '../../services/pendingLogouts.ts';
import type { RenewalService } from '../../services/renewal.ts';
import type { ServerClock } from '../../services/serverClock.ts';
import type { SessionChannel } from '../../services/sessionChannel.ts';
import { soon } from '../../services/soon.ts';
import type { TokenStore } from '../../services/tokenStore.ts';
import { onDemand } from '../../ui/onDemand.ts';

type Needs = {
  readonly window: Window & typeof globalThis;
  readonly config: Configuration;
  readonly http: Http;
  readonly store: TokenStore;
  readonly renewal: RenewalService;
  readonly clock: ServerClock;
  readonly locks: Locks;
  readonly idle: Idle;
  readonly alarm: Alarm;
  readonly peers: SessionChannel;
  readonly logouts: PendingLogouts;
  readonly preservedKeys: readonly string[];
  readonly log: (what: string, detail: unknown) => void;
  readonly session: () => Session;
  readonly api: () => Api;
  readonly loadLists: () => Promise<void>;
};

type Unused = { type: 'unused' };
type At = Pick<SessionSnapshot, 'context'>;

/** Delay in ms before a tab requests the dialog, so that a visible tab and the tab that noticed the expiry come first. */
const waitsMs = { hidden: 300, byPeer: 120, other: 0 };

/** Side effects of the session machine: storage, the platform, clocks and the other tabs. */
export function createSessionActors(needs: Needs) {
  const { window, config, http, store, renewal, clock, locks, idle, alarm, peers, logouts, preservedKeys, log } = needs;
  const { document, location } = window;
  const link = linkWatch(window, document);
  const own = createOwnLogin({ store, idle, peers, logouts });
  const lookUpHospital = findHospital({ http, config, host: location.host });

  async function restore(hospital: Hospital | null, signal: AbortSignal): Promise<Restored> {
    if (!hospital) return { outcome: 'nothing' };
    // This browser marked the activity of a sign-in that it stored itself.
    const isMarked = store.read().login !== null;
    const stored = await store.restore(hospital);
    const login: Login | null = stored.login ?? (await renewal.identify(stored, signal));
    if (!login) return { outcome: 'nothing' };
    if (!stored.login) void store.write(login, hospital.id);
    const isStale = login.renewAt !== null && login.expiresTime <= clock.now();
    const wasLocked = idle.isLocked() || stored.locked;
    // The place that lacks the mark of the lock gets it again.
    if (wasLocked) noteLocked(true);
    const isLocked = wasLocked || idle.isOver(hospital.idleLockMs, isMarked);
    const account = store.account();
    return {
      outcome: isStale ? (isLocked ? 'staleLocked' : 'stale') : isLocked ? 'freshLocked' : 'fresh',
      login,
      account: account?.memberAccountId === login.userId ? account : null,
    };
  }

  async function loadAccount(signal: AbortSignal): Promise<Account> {
    const answer = await needs.api().getDoctorInfo({}, { signal, quiet: true });
    if (!answer.ok) throw new Error(answer.failure.message);
    const { mobile: _, roles, avatar = null, hospitalName = null, ...who } = answer.data;
    const account = { ...who, avatar, hospitalName, isAdministrator: roles?.includes('administrator') };
    store.keepAccount(account);
    return account;
  }

  /** Requests the lock for the expiry dialog, so that only one tab shows it. */
  function takeDialogTurn(byPeer: boolean, send: (event: SessionEvent) => void): () => void {
    const given = new AbortController();
    const isOurs = async () => location.pathname !== '/login' && (await locks.hold('session-dialog', given.signal));
    const ask = async () => {
      const granted = await isOurs();
      if (!given.signal.aborted) send({ type: granted ? 'dialog.granted' : 'dialog.denied' });
    };
    const timer = setTimeout(() => void ask(), waitsMs[document.hidden ? 'hidden' : byPeer ? 'byPeer' : 'other']);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }

  /** In this order: clears local storage and the stored session, reloads as the sign-in page, clears session storage. */
  async function startOver() {
    const snapshot = needs.session().getSnapshot();
    const login = currentLogin(snapshot);
    // The platform was unreachable, so the dropped sign-in may still be valid there.
    if (login && isExpiredUnreached(snapshot))
      await soon(logouts.end(login.accessToken, store.hospitalId()), undefined);
    await store.emptyStorage(preservedKeys);
    const { pathname, search, hash } = location;
    window.history.replaceState(null, '', loginAddress(`${pathname}${search}${hash}`, 'expired'));
    location.reload();
    store.emptySession();
  }

  function noteLocked(locked: boolean) {
    idle.setLocked(locked);
    void store.setLocked(locked);
  }

  function mark(locked: boolean) {
    noteLocked(locked);
    peers.post({ kind: locked ? 'locked' : 'unlocked' });
  }

  const actors = {
    configure: fromPromise<void, void>(() => config.load()),
    findHospital: fromPromise<HospitalAnswer, void>(({ signal }) => lookUpHospital(signal)),
    restore: fromPromise<Restored, Hospital | null>(({ input, signal }) => restore(input, signal)),
    refresh: fromPromise(({ input, signal }: { input: RefreshInput; signal: AbortSignal }) =>
      renewal.refresh(input, signal),
    ),
    loadAccount: fromPromise<Account, void>(({ signal }) => loadAccount(signal)),
    loadInitialData: fromPromise<void, void>(needs.loadLists),
    startOver: fromPromise<void, void>(startOver),
    reopen: fromPromise<void, void>(async () => {
      location.assign(safeRedirect(new URLSearchParams(location.search).get('redirect')) ?? '/');
    }),
    peers: fromCallback<Unused, void>(({ sendBack }) =>
      peers.listen(
        () => accessTokenOf(needs.session().getSnapshot()),
        (event) => {
          own.compare(event);
          sendBack(event);
        },
      ),
    ),
    tokenClock: fromCallback<Unused, number | null>(({ input, sendBack }) =>
      input === null
        ? undefined
        : alarm(input, () => (store.read().refresh === null ? undefined : sendBack({ type: 'token.aged' }))),
    ),
    idleWatch: fromCallback<Unused, void>(({ sendBack }) =>
      idle.watch(() => idleLockMsIn(needs.session().getSnapshot()), {
        near: () => sendBack({ type: 'idle.near' }),
        resumed: () => sendBack({ type: 'idle.resumed' }),
        reached: () => sendBack({ type: 'idle.reached' }),
      }),
    ),
    dialogTurn: fromCallback<Unused, { byPeer: boolean }>(({ input, sendBack }) =>
      takeDialogTurn(input.byPeer, sendBack),
    ),
    linkWatch: fromCallback<Unused, void>(({ sendBack }) => link(() => sendBack({ type: 'link.restored' }))),
  };
  const actions = {
    storeLogin(_: unknown, login: Login) {
      const hospital = hospitalOf(needs.session().getSnapshot());
      if (hospital) own.keep(login, hospital.id);
    },
    endLogin: ({ context }: At) => own.end(context.login),
    announceExpired: ({ context: { login } }: At) => {
      if (login) peers.post({ kind: 'expired', access: login.accessToken });
    },
    markLocked: () => mark(true),
    markUnlocked: () => mark(false),
    noteLocked: (_: unknown, locked: boolean) => noteLocked(locked),
    logMissingData: () => log('initial data', 'not loaded'),
  };
  /** Reads the settings of this site's hospital again; a failure leaves them as they are. */
  async function refreshHospital() {
    const found = await lookUpHospital(new AbortController().signal).catch(() => null);
    if (found?.outcome === 'found') needs.session().send({ type: 'hospital.changed', hospital: found.hospital });
  }
  return { actors, actions, refreshHospital };
}

type SignInNeeds = Parameters<typeof createLogIn>[0] & {
  readonly api: Parameters<typeof createPuzzles>[0];
  readonly now: () => number;
  readonly countdown: ReturnType<typeof createCountdown>;
};

/** Connects the sign-in machines to the platform. Services load on first use. */
export function createSignInMachines(needs: SignInNeeds) {
  const { api, now, clock, countdown, form, hospitalId } = needs;
  const logIn = onDemand(async () => (await import('../../services/logIn.ts')).createLogIn(needs));
  const puzzles = onDemand(async () => (await import('../../services/captcha.ts')).createPuzzles(api, now));

  /** Counts down to a time of the platform's clock, then sends the event. */
  const platformClock = (type: 'resend.allowed' | 'retry.allowed') =>
    fromCallback<Unused, number>(({ input, sendBack }) =>
      countdown(now() + input - clock.now(), {
        passed: (secondsLeft) => sendBack({ type: 'second.passed', secondsLeft }),
        finished: () => sendBack({ type }),
      }),
    );

  return (written: SignInMachines): ReturnType<Entrance['machines']> => {
    const puzzle = written.puzzle.provide({
      actors: {
        load: fromPromise<Puzzle | null, void>(async ({ signal }) => (await puzzles.load()).load(signal)),
        solve: fromPromise<string | null, { puzzle: Puzzle | null; x: number }>(async ({ input, signal }) =>
          input.puzzle ? (await puzzles.load()).solve(input.puzzle, input.x, signal) : null,
        ),
      },
    });
    const signIn = written.signIn.provide({
      actors: {
        puzzle,
        recall: fromPromise<Remembered | null, void>(() => form.recall(hospitalId())),
        logIn: fromPromise<SignInAnswer, SignInTry>(async ({ input, signal }) =>
          (await logIn.load()).logIn(input, signal),
        ),
        retryClock: platformClock('retry.allowed'),
      },
    });
    const smsCode = written.smsCode.provide({
      actors: {
        puzzle,
        send: fromPromise<SmsAnswer, SmsRequest>(async ({ input, signal }) =>
          (await logIn.load()).sendCode(input, signal),
        ),
        resendClock: platformClock('resend.allowed'),
      },
    });
    /** Unlocking requires typing, so remembered credentials are not read. */
    const unlock = signIn.provide({ actors: { recall: fromPromise<Remembered | null, void>(async () => null) } });
    return { signIn, unlock, smsCode };
  };
}

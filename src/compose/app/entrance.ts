import type { AxiosAdapter } from 'axios';
import { BehaviorSubject } from 'rxjs';
import { createActor, waitFor } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import { signInCalls } from '../../../contract/entrance.ts';
import type { Notice } from '../../domain/answers.ts';
import { type Enumerations, noEnumerations } from '../../domain/enumerations.ts';
import { chosenLanguage, onLanguage, t } from '../../locales/i18n.ts';
import type { Inspection } from '../../machines/actors.ts';
import { type Session, sessionMachine } from '../../machines/session.ts';
import type { Entrance } from '../../screens/app/app.ts';
import { createAlarm, createCountdown } from '../../services/alarm.ts';
import { createCalls, type FailedCall } from '../../services/api.ts';
import { browserParts, linkWatch } from '../../services/browserParts.ts';
import { createConfiguration } from '../../services/config.ts';
import { createTabChannel } from '../../services/crossTab.ts';
import { importFormRecord } from '../../services/formRecordImport.ts';
import { createHttp } from '../../services/http.ts';
import { createIdle } from '../../services/idle.ts';
import { createLocks } from '../../services/locks.ts';
import { createLoginMirror } from '../../services/loginMirror.ts';
import { createPendingLogouts } from '../../services/pendingLogouts.ts';
import { createRememberedForm } from '../../services/rememberedForm.ts';
import { createRenewal } from '../../services/renewal.ts';
import { createSafeStorage, deviceSecret, type NamedValues } from '../../services/safeStorage.ts';
import { createServerClock } from '../../services/serverClock.ts';
import { createSessionChannel, SessionMessage } from '../../services/sessionChannel.ts';
import { createTokenStore } from '../../services/tokenStore.ts';
import { onDemand, whenIdle } from '../../ui/onDemand.ts';
import { createSessionActors, createSignInMachines } from '../adapters/session.ts';

type Needs = {
  readonly inspection?: Inspection;
  readonly window: Window & typeof globalThis;
  readonly local: NamedValues;
  readonly toast: (failed: FailedCall) => void;
  readonly log: (what: string, detail: unknown) => void;
  /** Prefixes of the local storage keys that survive a logout. */
  readonly preservedKeys: readonly string[];
  /** Axios adapter for requests; the browser's own if absent. */
  readonly transport?: AxiosAdapter;
};

/** The text of a failure in a toast, which the specification gives, or beside what failed. */
function textOf(notice: Notice, isBeside: boolean): string {
  if ('text' in notice) return notice.text;
  const { key } = notice;
  if (key === 'status') return t(isBeside ? 'errors.beside.status' : 'errors.status', { status: notice.status });
  if (key === 'brokenText') return t('errors.brokenText', { field: notice.field });
  if (isBeside && (key === 'network' || key === 'timeout')) return t(`errors.beside.${key}`);
  return isBeside && key === 'code.500' ? t('errors.beside.server') : t(`errors.${key}`);
}

/** Builds the session, the API calls bound to it, and the services of the sign-in screens. */
export function openSignIn({ inspection, window, local, toast, log, preservedKeys, transport }: Needs) {
  const { document, location } = window;
  const now = () => Date.now();
  const store = createTokenStore({
    local,
    session: createSafeStorage(() => window.sessionStorage),
    mirror: createLoginMirror(),
    now,
  });
  const config = createConfiguration({ origin: location.origin, fetch: window.fetch.bind(window) });
  const clock = createServerClock(now);
  const http = createHttp({
    config,
    hospitalId: store.hospitalId,
    language: chosenLanguage,
    clock,
    ...(transport ? { adapter: transport } : {}),
  });
  const parts = browserParts(window);
  const locks = createLocks(parts.locks);
  const alarm = createAlarm({ now, page: document });
  const countdown = createCountdown({ now, alarm });
  const idle = createIdle({ local, now, page: window });
  const tabs = { BroadcastChannel: parts.BroadcastChannel, storage: local, events: window };
  const peers = createSessionChannel({
    channel: createTabChannel('cloudroom-session', SessionMessage, tabs),
    store,
    window,
    page: document,
  });
  const announceRenewed = (login: Parameters<typeof store.write>[0]) => peers.post({ kind: 'renewed', login });
  const renewal = createRenewal({ http, store, locks, clock, now, announceRenewed });

  const logoutNotes = onDemand(async () => {
    const { createLogoutNotes } = await import('../../services/logoutNotes.ts');
    return createLogoutNotes({ crypto: window.crypto, indexedDB: parts.indexedDB, now, log });
  });
  const logouts = createPendingLogouts({
    http,
    notes: () => logoutNotes.load().then(logoutNotes.at, () => null),
    link: linkWatch(window, document),
  });

  const { refreshHospital, ...provided } = createSessionActors({
    window,
    config,
    http,
    store,
    renewal,
    clock,
    locks,
    idle,
    alarm,
    peers,
    logouts,
    preservedKeys,
    log,
    session: () => session,
    api: () => api,
    async loadLists() {
      await enumerations.load();
      await Promise.all([enumerations.at()?.load(), enumerations.at()?.loadIcons()]);
    },
  });
  const session: Session = createActor(sessionMachine.provide(provided), inspection);
  const calls = createCalls({ http, session, textOf, toast, log });
  // The cast is safe: other calls are made only after they were added.
  const api = calls(signInCalls) as Api;
  /** Part of what loads with it, which tries again if it fails. */
  const loadWorkCalls = async () => {
    const { workCalls } = await import('../../../contract/workCalls.ts');
    Object.assign(api, calls(workCalls));
  };
  const loadAllCalls = async () => {
    const { catalogue } = await import('../../../contract/catalogue.ts');
    Object.assign(api, calls(catalogue));
  };
  const lists$ = new BehaviorSubject<Enumerations>(noEnumerations);
  const enumerations = onDemand(async () => {
    const { createEnumerations } = await import('../../services/enumerations.ts');
    return createEnumerations({ api, local, hospitalId: store.hospitalId, language: chosenLanguage, lists$ });
  });

  const formRecord = onDemand(importFormRecord);
  const remembered = createRememberedForm({
    crypto: window.crypto,
    indexedDB: parts.indexedDB,
    time: clock,
    load: formRecord.load,
  });
  const device = () => deviceSecret(local);
  const provideSignIn = createSignInMachines({
    api,
    form: remembered,
    hospitalId: store.hospitalId,
    clock,
    now,
    countdown,
    device,
    noteAccount: store.noteAccount,
    accept(tokens) {
      const accepted = { type: 'login.accepted', login: renewal.timed(tokens) } as const;
      const isWanted = session.getSnapshot().can(accepted);
      if (isWanted) session.send(accepted);
      return isWanted;
    },
    end: ({ accessToken }) => void logouts.end(accessToken, store.hospitalId()),
  });
  let machines: ReturnType<Entrance['machines']> | null = null;
  const entrance: Entrance = {
    machines(written) {
      machines ??= provideSignIn(written);
      return machines;
    },
    remembered,
    lastAccount: store.lastAccount,
    device,
    logoutState$: logouts.state$,
  };

  return {
    session,
    api,
    loadWorkCalls,
    loadAllCalls,
    http,
    config,
    clock,
    locks,
    lists$,
    refreshLists: () => void enumerations.at()?.refresh(),
    refreshHospital: () => void refreshHospital(),
    entrance,
    /** Boots the session and, except on the sign-in page, loads the dictionaries. */
    start() {
      session.start();
      // Pending logouts of earlier pages resume only after the first paint.
      void waitFor(session, (s) => !s.matches('booting')).then(() => whenIdle(() => void logouts.resume()));
      onLanguage(() => void enumerations.at()?.translate());
      if (location.pathname !== '/login')
        enumerations.load().then(
          () => enumerations.at()?.load(),
          (cause: unknown) => log('the dictionaries could not be loaded', cause),
        );
    },
  };
}

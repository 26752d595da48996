import {
  type BehaviorSubject,
  distinctUntilChanged,
  filter,
  from,
  fromEvent,
  map,
  merge,
  type Observable,
  ReplaySubject,
  Subscription,
  share,
  skip,
  startWith,
} from 'rxjs';
import { waitFor } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import { limits } from '../../../contract/limits.ts';
import type { Owner } from '../../domain/owner.ts';
import type { Connection } from '../../domain/session.ts';
import type { Inspection } from '../../machines/actors.ts';
import { accessTokenOf, isUsable, serviceHoursIn } from '../../machines/selectors/session.ts';
import type { Session } from '../../machines/session.ts';
import type { AlertServices, AppearanceStore, DoctorServices } from '../../screens/app/app.ts';
import type { ReviewerServices } from '../../screens/app/reviewerServices.ts';
import { createAlarm } from '../../services/alarm.ts';
import type { Configuration } from '../../services/config.ts';
import type { DraftStorage } from '../../services/draftBook.ts';
import type { PersonSettings } from '../../services/personSettings.ts';
import type { ServerClock } from '../../services/serverClock.ts';
import { clock$ } from '../../streams/clock.ts';
import { createConnection } from '../../streams/connectivity.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { wakeOnAnswer } from '../../streams/wakeOnAnswer.ts';
import { type OnDemand, whenIdle } from '../../ui/onDemand.ts';
import { followChanges } from '../adapters/changesElsewhere.ts';
import { type Link, openLink } from '../adapters/link.ts';
import type { openAlerts } from './alerts.ts';
import type { openDoctorServices } from './doctorServices.ts';
import { openStorage } from './personalStorage.ts';
import type { openReviewerServices } from './reviewerServices.ts';

/** Opens the services of the person's role; administrators have no patients and need none. */
export type RoleServices =
  | { readonly role: 'reviewer'; readonly open: typeof openReviewerServices }
  | { readonly role: 'doctor'; readonly open: typeof openDoctorServices }
  | { readonly role: 'administrator' };

type Needs = {
  readonly inspection: Inspection;
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly services: RoleServices;
  readonly api: Api;
  readonly alertCode: OnDemand<{ readonly openAlerts: typeof openAlerts }>;
  readonly session: Session;
  readonly config: Configuration;
  readonly clock: ServerClock;
  readonly settings: PersonSettings;
  /** Loads the dictionaries again. */
  readonly refreshLists: () => void;
  /** Reads the settings of the hospital again that every page has. */
  readonly refreshHospital: () => void;
  readonly appearance: AppearanceStore;
  readonly log: (what: string, detail: unknown) => void;
  readonly connection$: BehaviorSubject<Connection>;
  readonly now$: BehaviorSubject<number>;
  readonly work$: BehaviorSubject<DoctorServices | null>;
  readonly review$: BehaviorSubject<ReviewerServices | null>;
  readonly alerts$: BehaviorSubject<AlertServices | null>;
  /** Takes the storage of what is typed in forms. */
  readonly formStorageOpened: (drafts: DraftStorage) => void;
  readonly zone: string;
};

const offlineAfterMs = 2_000;

/** Opens the link and the services of the signed-in person. The returned function closes both. */
export function openPersonal(needs: Needs): () => void {
  const { inspection, window, owner, services, api, session, config, clock, settings, log } = needs;
  // Leases and announced endings are given in the platform's time.
  const alarm = createAlarm({ now: clock.now, page: window.document });
  const scope = new Subscription();
  const visible$ = visibleOf(window);
  const socket = openSessionLink({ inspection, window, session, config, hospitalId: () => owner.hospitalId, log });
  scope.add(() => socket.close());
  scope.add(clock$({ now: clock.now, visible$ }).subscribe((at) => needs.now$.next(at)));
  scope.add(
    createConnection({
      linked$: socket.linked$,
      network$: networkOf(window),
      now: () => Date.now(),
      offlineAfterMs,
    }).subscribe((connection) => needs.connection$.next(connection)),
  );
  const ask = () =>
    fromAbortable(async (signal) => {
      const answer = await api.getDoctorInfo({}, { signal, quiet: true });
      if (!answer.ok) throw new Error(answer.failure.message);
    });
  wakeOnAnswer({ linked$: socket.linked$, visible$, ask, wake: socket.wake }, scope);
  const { refreshLists, refreshHospital } = needs;
  scope.add(followChanges({ socket, settings, session, refreshLists, refreshHospital, random: Math.random }));
  const storage = openStorage({ window, owner, log });
  needs.formStorageOpened(storage.drafts);
  if (services.role === 'reviewer') {
    const { now } = clock;
    const { services: opened, close } = services.open({
      ...needs,
      alarm,
      now,
      hours: () => serviceHoursIn(session.getSnapshot()),
      socket,
      visible$,
      storage,
    });
    needs.review$.next(opened);
    scope.add(() => {
      needs.review$.next(null);
      close();
    });
  } else if (services.role === 'doctor') {
    const opened = services.open({ ...needs, socket, alarm, visible$, storage, now: clock.now });
    needs.work$.next(opened.work);
    scope.add(() => {
      needs.work$.next(null);
      opened.close();
    });
  }
  scope.add(() => storage.close());
  scope.add(
    whenIdle(() => {
      void openAlertServices();
      needs.alertCode.load().catch((cause: unknown) => log('alerts could not be opened', cause));
    }),
  );
  return () => scope.unsubscribe();

  async function openAlertServices() {
    const code = await needs.alertCode.whenLoaded();
    if (scope.closed) return;
    const { services, close } = code.openAlerts({
      ...needs,
      socket,
      drafts: storage.drafts,
      visible$,
      now: clock.now,
      work: needs.work$.value,
      review: needs.review$.value,
    });
    needs.alerts$.next(services);
    scope.add(() => {
      needs.alerts$.next(null);
      close();
    });
  }
}

type LinkNeeds = {
  readonly inspection: Inspection;
  readonly window: Window & typeof globalThis;
  readonly session: Session;
  readonly config: Configuration;
  readonly hospitalId: () => string;
  readonly log: (what: string, detail: unknown) => void;
};

const ackTimeoutMs = 10_000;

/** The live link of the signed-in person. It uses their current token and renews it through the session. */
function openSessionLink({ inspection, window, session, config, hospitalId, log }: LinkNeeds): Link {
  const tokenNow = () => accessTokenOf(session.getSnapshot());
  const socket = openLink({
    inspection,
    window,
    log,
    url: config.current.socketHost,
    path: config.current.socketPath,
    ackTimeoutMs,
    silenceMs: limits.pingIntervalMs + limits.pongTimeoutMs,
    credentials: () => {
      const token = tokenNow();
      return token === null ? null : { token, hospitalId: hospitalId() };
    },
    async renew(token) {
      if (token === tokenNow()) session.send({ type: 'token.refused', access: token });
      const settled = await waitFor(session, (s) => !s.hasTag('settling')).catch(() => null);
      return settled !== null && isUsable(settled) && accessTokenOf(settled) !== null;
    },
    revoked: (token) => {
      if (token === tokenNow()) session.send({ type: 'session.revoked' });
    },
  });
  const tokens$ = from(session).pipe(map(accessTokenOf), startWith(tokenNow()), distinctUntilChanged(), skip(1));
  const subscription = tokens$.pipe(filter((token) => token !== null)).subscribe(() => socket.wake());
  const close = () => {
    subscription.unsubscribe();
    socket.close();
  };
  return { ...socket, close };
}

/** Whether the page is visible. */
const visibleOf = ({ document }: Window): Observable<boolean> =>
  fromEvent(document, 'visibilitychange').pipe(
    startWith(null),
    map(() => document.visibilityState === 'visible'),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );

/** Whether the machine has a network connection. */
const networkOf = (window: Window): Observable<boolean> =>
  merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
    startWith(null),
    map(() => window.navigator.onLine),
  );

import { fromEvent, map, merge, type Observable, ReplaySubject, type Subscription, share, startWith } from 'rxjs';
import { waitFor } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import type { AccountId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Session } from '../../machines/session.ts';
import type { Configuration } from '../../services/config.ts';
import { type ImSocket, openImSocket } from '../../services/imSocket.ts';
import { awaitingList } from '../../streams/awaiting.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import { subscriptionReady } from '../../streams/subscriptionReady.ts';

type AwaitingNeeds = {
  readonly api: Pick<Api, 'awaitList'>;
  readonly socket: Pick<ImSocket, 'linked$' | 'request' | 'events'>;
  readonly visible$: Observable<boolean>;
  readonly me: AccountId;
  readonly now: () => number;
};

const pace = { everyMs: 45_000, maxPauseMs: 60_000 };
const watchAgainMs = 2_000;

/** Connects the list of waiting patients to the live link and the API. */
export function openAwaiting({ api, socket, visible$, me, now }: AwaitingNeeds, scope: Subscription) {
  const linked$ = subscriptionReady({
    linked$: socket.linked$,
    ask: async () => (await socket.request('awaiting:watch', {})) !== null,
    againMs: watchAgainMs,
  });
  const load = () => fromAnswer(() => api.awaitList({}, { quiet: true }));
  const hints$ = socket.events('awaiting:changed');
  return awaitingList({ ...pace, linked$, visible$, load, hints$, me, now }, scope);
}

type Needs = {
  readonly window: Window & typeof globalThis;
  readonly session: Session;
  readonly config: Configuration;
  readonly tenantId: () => string;
  readonly log: (what: string, detail: unknown) => void;
};

const ackTimeoutMs = 10_000;

/** The live link of the signed-in person. It uses their current token and renews it through the session. */
export function openLink({ window, session, config, tenantId, log }: Needs): ImSocket {
  const tokenNow = () => session.getSnapshot().context.login?.accessToken ?? null;
  const socket = openImSocket({
    window,
    log,
    url: config.current.socketHost,
    path: config.current.socketPath,
    ackTimeoutMs,
    silenceMs: limits.pingIntervalMs + limits.pongTimeoutMs,
    credentials: () => {
      const token = tokenNow();
      return token === null ? null : { token, tenantId: tenantId() };
    },
    async renew(token) {
      if (token === tokenNow()) session.send({ type: 'token.refused', access: token });
      const settled = await waitFor(session, (s) => !s.hasTag('settling')).catch(() => null);
      return settled?.hasTag('usable') === true && settled.context.login !== null;
    },
    revoked: (token) => {
      if (token === tokenNow()) session.send({ type: 'session.revoked' });
    },
  });
  let known = tokenNow();
  const watching = session.subscribe(() => {
    const token = tokenNow();
    if (token !== known && token !== null) socket.wake();
    known = token;
  });
  const close = () => {
    watching.unsubscribe();
    socket.close();
  };
  return { ...socket, close };
}

/** Whether the page is visible. */
export const visibleOf = ({ document }: Window): Observable<boolean> =>
  fromEvent(document, 'visibilitychange').pipe(
    startWith(null),
    map(() => document.visibilityState === 'visible'),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );

/** Whether the machine has a network connection. */
export const networkOf = (window: Window): Observable<boolean> =>
  merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
    startWith(null),
    map(() => window.navigator.onLine),
  );

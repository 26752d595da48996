import {
  combineLatest,
  distinctUntilChanged,
  map,
  type Observable,
  of,
  ReplaySubject,
  scan,
  share,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import type { Connection } from '../domain/session.ts';

type Needs = {
  /** Whether the socket is connected and signed in. */
  readonly linked$: Observable<boolean>;
  /** Whether this machine has a network. */
  readonly network$: Observable<boolean>;
  readonly now: () => number;
  /** Time after which a lost link is shown as offline. */
  readonly offlineAfterMs: number;
};

/**
 * The link as the doctor sees it: `reconnecting` at once, `offline` after `offlineAfterMs`, or at once if the machine has
 * no network. `since` is when the link was lost or came back.
 */
export const createConnection = ({ linked$, network$, now, offlineAfterMs }: Needs): Observable<Connection> =>
  combineLatest([linked$, network$]).pipe(
    map(([linked, network]) => ({ linked: linked && network, network })),
    distinctUntilChanged((a, b) => a.linked === b.linked && a.network === b.network),
    scan(
      (before, { linked, network }) => ({ linked, network, since: before?.linked === linked ? before.since : now() }),
      null as { linked: boolean; network: boolean; since: number } | null,
    ),
    switchMap((at): Observable<Connection> => {
      if (at === null || at.linked) return of({ state: 'online', since: at?.since ?? now() });
      const offline: Connection = { state: 'offline', since: at.since };
      if (!at.network) return of(offline);
      return timer(offlineAfterMs).pipe(
        map(() => offline),
        startWith<Connection>({ state: 'reconnecting', since: at.since }),
      );
    }),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
  );

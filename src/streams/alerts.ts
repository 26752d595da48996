import {
  BehaviorSubject,
  concatMap,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  pairwise,
  Subject,
  type Subscription,
  share,
  startWith,
  tap,
  timer,
} from 'rxjs';
import type { AlertSettings } from '../domain/alertSettings.ts';
import { type Alert, alertKey, type PendingAlerts, withAlert, withoutResolved } from '../domain/alerts.ts';
import type { Live } from './live.ts';

/** All alerts the person has not seen, the same in every tab. */
export type Alerts = {
  readonly pending: Live<PendingAlerts>;
  /** Emits an alert that was raised, with its count. */
  readonly fresh$: Observable<Alert>;
  /** Removes an alert that the person has handled from its notification. */
  dismiss(key: string): void;
};

type Needs = {
  readonly raised$: Observable<Alert>;
  /** Seen, answered, accepted, or visible right now. */
  readonly isResolved: (alert: Alert) => boolean;
  /** Emits when the result of `isResolved` may have changed. */
  readonly moved$: Observable<unknown>;
};

/** Collects alerts until they are resolved. An alert that is resolved from the start is not raised. */
export function collectAlerts({ raised$, isResolved, moved$ }: Needs, scope: Subscription): Alerts {
  const pending = new BehaviorSubject<PendingAlerts>(new Map());
  const fresh$ = new Subject<Alert>();
  const keep = (next: PendingAlerts) => {
    if (next !== pending.value) pending.next(next);
  };
  scope.add(moved$.subscribe(() => keep(withoutResolved(pending.value, isResolved))));
  scope.add(
    raised$.subscribe((alert) => {
      if (isResolved(alert)) return;
      keep(withAlert(pending.value, alert));
      const kept = pending.value.get(alertKey(alert));
      if (kept) fresh$.next(kept);
    }),
  );
  return {
    pending,
    fresh$: fresh$.asObservable(),
    dismiss: (key) => keep(withoutResolved(pending.value, (alert) => alertKey(alert) === key)),
  };
}

/** Alerts already made by any tab. */
export type AlertDedup = { has(alert: Alert): boolean; add(alert: Alert): void };

type NewAlertsNeeds = Pick<Alerts, 'pending' | 'fresh$'> & {
  /** Whether this tab alerts for all tabs of the person. */
  readonly leads: Live<boolean>;
  readonly dedup: AlertDedup;
};

/**
 * New alerts for this tab: each is made once among all tabs. A tab that becomes leader catches up on alerts that no tab
 * made.
 */
export const newAlerts = ({ pending, fresh$, leads, dedup }: NewAlertsNeeds): Observable<Alert> =>
  merge(
    fresh$.pipe(filter(() => leads.value)),
    leads.pipe(
      distinctUntilChanged(),
      filter(Boolean),
      concatMap(() => from([...pending.value.values()])),
    ),
  ).pipe(
    filter((alert) => !dedup.has(alert)),
    tap((alert) => dedup.add(alert)),
    share(),
  );

/** Shows a desktop notification, replacing its predecessor, or closes one. */
type NoticeStep = { readonly show: Alert } | { readonly close: string };

type AlertNoticesNeeds = Pick<Alerts, 'pending'> & {
  readonly newAlerts$: Observable<Alert>;
  readonly settings: Live<AlertSettings>;
  readonly leads: Live<boolean>;
  readonly isQuiet: () => boolean;
};

/**
 * Long enough for a message that is visible in another pane or tab to be marked as read, so that it needs no
 * notification.
 */
const readWithinMs = 700;

/** Which notifications to show and to close. Only the leading tab shows them; each tab closes its own. */
export function alertNotices({
  pending,
  newAlerts$,
  settings,
  leads,
  isQuiet,
}: AlertNoticesNeeds): Observable<NoticeStep> {
  const mayShow = ({ kind }: Alert) =>
    leads.value && settings.value.notices && settings.value.kinds[kind] && !isQuiet();
  const shown$ = newAlerts$.pipe(
    mergeMap((alert) => timer(readWithinMs).pipe(map(() => alert))),
    concatMap((alert) => {
      const latest = pending.value.get(alertKey(alert));
      return latest?.count === alert.count && mayShow(latest) ? of({ show: latest }) : EMPTY;
    }),
  );
  const closed$ = pending.pipe(
    startWith(new Map<string, Alert>()),
    pairwise(),
    concatMap(([before, now]) => from([...before.keys()].filter((key) => !now.has(key)))),
    map((close) => ({ close })),
  );
  return merge(shown$, closed$);
}

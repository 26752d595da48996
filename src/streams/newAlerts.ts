import { concatMap, distinctUntilChanged, filter, from, merge, type Observable, share, tap } from 'rxjs';
import type { Alert } from '../domain/alerts.ts';
import type { Alerts } from './alerts.ts';
import type { Live } from './live.ts';

/** Alerts already made by any tab. */
export type SeenAlerts = { has(alert: Alert): boolean; add(alert: Alert): void };

type Needs = Pick<Alerts, 'pending' | 'fresh$'> & {
  /** Whether this tab alerts for all tabs of the person. */
  readonly leads: Live<boolean>;
  readonly called: SeenAlerts;
};

/**
 * New alerts for this tab: each is made once among all tabs. A tab that becomes leader catches up on alerts that no tab
 * made.
 */
export const newAlerts = ({ pending, fresh$, leads, called }: Needs): Observable<Alert> =>
  merge(
    fresh$.pipe(filter(() => leads.value)),
    leads.pipe(
      distinctUntilChanged(),
      filter(Boolean),
      concatMap(() => from([...pending.value.values()])),
    ),
  ).pipe(
    filter((alert) => !called.has(alert)),
    tap((alert) => called.add(alert)),
    share(),
  );

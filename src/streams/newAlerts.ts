import { concatMap, distinctUntilChanged, filter, from, merge, type Observable, share, tap } from 'rxjs';
import type { Alert } from '../domain/alerts.ts';
import type { Alerts } from './alerts.ts';
import type { Live } from './live.ts';

/** Which calls have been made, by whichever tab. */
export type SeenAlerts = { has(alert: Alert): boolean; add(alert: Alert): void };

type Needs = Pick<Alerts, 'pending' | 'fresh$'> & {
  /** Whether this tab is the one that speaks for all tabs of the person. */
  readonly leads: Live<boolean>;
  readonly called: SeenAlerts;
};

/**
 * The calls that this tab has to make: each is made once by the tabs together. A tab that takes over makes up for what
 * came while nobody spoke.
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

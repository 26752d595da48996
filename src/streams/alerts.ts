import { BehaviorSubject, type Observable, Subject, type Subscription } from 'rxjs';
import { type Alert, alertKey, type PendingAlerts, withAlert, withoutOver } from '../domain/alerts.ts';
import type { Live } from './live.ts';

/** Everything that somebody should look at, in every tab alike. */
export type Alerts = {
  readonly pending: Live<PendingAlerts>;
  /** Something has just been raised, with its count. */
  readonly fresh$: Observable<Alert>;
  /** The person has dealt with it, by its notification. */
  dismiss(key: string): void;
};

type Needs = {
  readonly raised$: Observable<Alert>;
  /** Seen, answered, taken, or being looked at right now. */
  readonly isOver: (alert: Alert) => boolean;
  /** `isOver` may have changed. */
  readonly moved$: Observable<unknown>;
};

/** Collects what is raised until it is over. What is over from the start calls nobody. */
export function collectAlerts({ raised$, isOver, moved$ }: Needs, scope: Subscription): Alerts {
  const pending = new BehaviorSubject<PendingAlerts>(new Map());
  const fresh$ = new Subject<Alert>();
  const keep = (next: PendingAlerts) => {
    if (next !== pending.value) pending.next(next);
  };
  scope.add(moved$.subscribe(() => keep(withoutOver(pending.value, isOver))));
  scope.add(
    raised$.subscribe((alert) => {
      if (isOver(alert)) return;
      keep(withAlert(pending.value, alert));
      const kept = pending.value.get(alertKey(alert));
      if (kept) fresh$.next(kept);
    }),
  );
  return {
    pending,
    fresh$: fresh$.asObservable(),
    dismiss: (key) => keep(withoutOver(pending.value, (alert) => alertKey(alert) === key)),
  };
}

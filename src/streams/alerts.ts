import { BehaviorSubject, type Observable, Subject, type Subscription } from 'rxjs';
import { type Alert, alertKey, type PendingAlerts, withAlert, withoutOver } from '../domain/alerts.ts';
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
  readonly isOver: (alert: Alert) => boolean;
  /** Emits when the result of `isOver` may have changed. */
  readonly moved$: Observable<unknown>;
};

/** Collects alerts until they are over. An alert that is over from the start is not raised. */
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

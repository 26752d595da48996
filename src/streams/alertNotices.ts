import { concatMap, EMPTY, from, map, merge, mergeMap, type Observable, of, pairwise, startWith, timer } from 'rxjs';
import type { AlertSettings } from '../domain/alertSettings.ts';
import { type Alert, alertKey } from '../domain/alerts.ts';
import type { Alerts } from './alerts.ts';
import type { Live } from './live.ts';

/** Shows a desktop notification, replacing its predecessor, or closes one. */
export type NoticeStep = { readonly show: Alert } | { readonly close: string };

type Needs = Pick<Alerts, 'pending'> & {
  readonly calls$: Observable<Alert>;
  readonly settings: Live<AlertSettings>;
  readonly leads: Live<boolean>;
  readonly isQuiet: () => boolean;
};

/**
 * Long enough for a message that is visible in another pane or tab to be marked as read, so that it needs no
 * notification.
 */
const settleMs = 700;

/** Which notifications to show and to close. Only the leading tab shows them; each tab closes its own. */
export function alertNotices({ pending, calls$, settings, leads, isQuiet }: Needs): Observable<NoticeStep> {
  const mayShow = ({ kind }: Alert) =>
    leads.value && settings.value.notices && settings.value.kinds[kind] && !isQuiet();
  const shown$ = calls$.pipe(
    mergeMap((alert) => timer(settleMs).pipe(map(() => alert))),
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

import * as z from 'zod/mini';
import { type Alert, callName } from '../domain/alerts.ts';
import type { TabChannel } from './crossTab.ts';

/** A tab announces that it has alerted the person to this event. */
export const Called = z.object({ called: z.string() });
export type Called = z.infer<typeof Called>;

const remembered = 200;

/** Alerts already made by any tab of the same person, so that each is made once. */
export function createAlertDedup(channel: TabChannel<Called>) {
  const names = new Set<string>();
  function keep(name: string) {
    names.add(name);
    const [oldest] = names;
    if (names.size > remembered && oldest !== undefined) names.delete(oldest);
  }
  const unsubscribe = channel.listen(({ called }) => keep(called));
  return {
    has: (alert: Alert) => names.has(callName(alert)),
    add(alert: Alert) {
      keep(callName(alert));
      channel.post({ called: callName(alert) });
    },
    close: unsubscribe,
  };
}

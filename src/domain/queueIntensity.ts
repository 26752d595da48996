import type { ServiceHours } from '../../clinical/lifecycle/serviceTime.ts';
import type { AuditItem } from '../../contract/extension/audit.ts';
import { reviewWait } from './reviewQueue.ts';
import { type LongestWaits, longestWaits, usedPartOf } from './wait.ts';

/** The part of its limit that a wait has used: 2 is twice as long as allowed. */
export function usedPart(item: AuditItem, hours: ServiceHours, now: number): number {
  const { since, limitAt, pausedAt } = reviewWait(item, hours);
  return usedPartOf({ since, limitAt }, hours, Math.min(now, pausedAt ?? now));
}

/** How the waits of a queue compare at one moment. */
export type Intensity = LongestWaits & { readonly at: number };

/** Compares all waits, so that a queue in which everything is overdue still shows where to begin. */
export const intensityOf = (items: Iterable<AuditItem>, hours: ServiceHours, at: number): Intensity => ({
  at,
  ...longestWaits(Array.from(items, (item) => usedPart(item, hours, at))),
});

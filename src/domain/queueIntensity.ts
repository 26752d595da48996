import type { AuditItem } from '../../contract/extension/audit.ts';
import { reviewWait } from './reviewQueue.ts';
import { type LongestWaits, longestWaits, usedPartOf } from './wait.ts';

/** The part of its limit that a wait has used: 2 is twice as long as allowed. */
export function usedPart(item: AuditItem, now: number): number {
  const { since, limitAt, pausedAt } = reviewWait(item);
  return usedPartOf({ since, limitAt }, Math.min(now, pausedAt ?? now));
}

/** How the waits of a queue compare at one moment. */
export type Intensity = LongestWaits & { readonly at: number };

/** Compares all waits, so that a queue in which everything is overdue still shows where to begin. */
export const intensityOf = (items: Iterable<AuditItem>, at: number): Intensity => ({
  at,
  ...longestWaits(Array.from(items, (item) => usedPart(item, at))),
});

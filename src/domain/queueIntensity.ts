import type { AuditItem } from '../../contract/extension/audit.ts';
import { reviewWait } from './reviewQueue.ts';
import { type Longest, longestOf, usedOf } from './wait.ts';

/** The part of its limit that a wait has used: 2 is twice as long as allowed. */
export function usedPart(item: AuditItem, now: number): number {
  const { since, limitAt, pausedAt } = reviewWait(item);
  return usedOf({ since, limitAt }, Math.min(now, pausedAt ?? now));
}

/** How the waits of a queue compare at one moment. */
export type Intensity = Longest & { readonly at: number };

/** Compares all waits, so that a queue in which everything is overdue still shows where to begin. */
export const intensityOf = (items: Iterable<AuditItem>, at: number): Intensity => ({
  at,
  ...longestOf(Array.from(items, (item) => usedPart(item, at))),
});

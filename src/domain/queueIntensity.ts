import type { AuditItem } from '../../contract/extension/audit.ts';
import { reviewWait } from './reviewQueue.ts';

/** The part of its limit that a wait has used: 2 is twice as long as allowed. */
export function usedPart(item: AuditItem, now: number): number {
  const { since, limitAt, pausedAt } = reviewWait(item);
  return Math.max(0, Math.min(now, pausedAt ?? now) - since) / (limitAt - since);
}

/** How the waits of a queue compare at one moment: from `most` on a wait is among the longest, and `longest` is the longest. */
export type Intensity = { readonly at: number; readonly most: number; readonly longest: number };

/** A queue of this size or smaller is no wall: every overdue wait in it is marked. */
const fewRows = 3;
const longestShare = 0.1;
/** A marked wait is longer than the one in the middle by this factor, so that equal waits are not all marked. */
const aboveMiddle = 1.05;

/** Compares all waits, so that a queue in which everything is overdue still shows where to begin. */
export function intensityOf(items: Iterable<AuditItem>, at: number): Intensity {
  const parts = Float64Array.from(items, (item) => usedPart(item, at)).sort();
  const longest = parts.at(-1) ?? 0;
  if (parts.length <= fewRows) return { at, most: 1, longest };
  const middle = parts[Math.floor(parts.length / 2)] ?? 0;
  const first = parts[parts.length - Math.max(1, Math.round(parts.length * longestShare))] ?? 0;
  return { at, most: Math.max(1, first, middle * aboveMiddle), longest };
}

import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';

/** Urgency of a wait, shown by words and icon as well as by colour. */
export type Urgency = 'calm' | 'soon' | 'late' | 'overdue';

export type Wait = {
  readonly waitedMs: number;
  readonly urgency: Urgency;
  /** Time past the limit; 0 before it. */
  readonly overdueMs: number;
};

type Waiting = {
  readonly since: number;
  readonly limitAt: number | null;
  /** When the clock stopped; null while it runs. */
  readonly pausedAt?: number | null;
};

/** How a wait is shown: neutral below half of the limit, amber to four fifths, red after, overdue past the limit. */
export function waitAt({ since, limitAt, pausedAt }: Waiting, time: number): Wait {
  const now = Math.min(time, pausedAt ?? time);
  const waitedMs = Math.max(0, now - since);
  if (limitAt === null) return { waitedMs, urgency: 'calm', overdueMs: 0 };
  if (now >= limitAt) return { waitedMs, urgency: 'overdue', overdueMs: now - limitAt };
  const part = waitedMs / Math.max(1, limitAt - since);
  return { waitedMs, urgency: part > 0.8 ? 'late' : part >= 0.5 ? 'soon' : 'calm', overdueMs: 0 };
}

type Waiter = {
  readonly createTime: number;
  readonly payTime?: number | null | undefined;
  readonly overdueTime?: number | null | undefined;
};

/** A waiting patient's clock: it starts at the payment, and the hospital sets when it is overdue. */
export const patientWait = ({ createTime, payTime, overdueTime }: Waiter, now: number): Wait =>
  waitAt({ since: payTime ?? createTime, limitAt: overdueTime ?? null }, now);

/** A patient waits from the payment on. */
export const waitsSince = ({ payTime, createTime }: ConsultOrder) => payTime ?? createTime;

/** Higher priority first, then the longer wait. */
const byPriority = (a: ConsultOrder, b: ConsultOrder): number =>
  (b.priority ?? 0) - (a.priority ?? 0) || waitsSince(a) - waitsSince(b) || a.id.localeCompare(b.id);

/** Splits the platform's list into waiting patients and this doctor's running consultations. */
export const apart = (orders: readonly ConsultOrder[]) => ({
  waiting: orders.filter(({ status }) => status === OrderStatus.awaiting).sort(byPriority),
  running: orders.filter(({ status }) => status === OrderStatus.active),
});

/** The part of its limit that a wait has used: 2 is twice as long as allowed. */
export const usedPartOf = ({ since, limitAt }: { since: number; limitAt: number }, now: number): number =>
  Math.max(0, now - since) / (limitAt - since);

/** As parts of their limits: the longest wait of a list, and the threshold from which a wait is among the longest. */
export type LongestWaits = { readonly threshold: number; readonly longest: number };

/** In a list of this size or smaller every overdue wait is marked. */
const fewRows = 3;
const longestShare = 0.1;
/** A marked wait is longer than the one in the middle by this factor, so that equal waits are not all marked. */
const aboveMiddle = 1.05;

/** Compares waits by the parts of their limits that they have used. */
export function longestWaits(used: readonly number[]): LongestWaits {
  const parts = Float64Array.from(used).sort();
  const longest = parts.at(-1) ?? 0;
  if (parts.length <= fewRows) return { threshold: 1, longest };
  const middle = parts[Math.floor(parts.length / 2)] ?? 0;
  const first = parts[parts.length - Math.max(1, Math.round(parts.length * longestShare))] ?? 0;
  return { threshold: Math.max(1, first, middle * aboveMiddle), longest };
}

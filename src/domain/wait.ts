import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { type ServiceHours, serviceMsBetween } from '../../clinical/lifecycle/serviceTime.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';

/** Services may not import clinical code, so they take this from here. */
export { serviceHoursOf } from '../../clinical/lifecycle/serviceTime.ts';

/** Urgency of a wait, shown by words and icon as well as by colour. */
export type Urgency = 'calm' | 'soon' | 'late' | 'overdue';

export type Wait = {
  readonly waitedMs: number;
  readonly urgency: Urgency;
  /** Service time past the limit; 0 before it. */
  readonly overdueMs: number;
};

export type Limited = { readonly since: number; readonly limitAt: number };

export type Waiting = {
  /** From when it counts towards the limit. */
  readonly since: number;
  /** The beginning of the shown wait, where pauses make it another. */
  readonly startedAt?: number;
  readonly limitAt: number | null;
  /** Limits count only this time; the wait itself counts all. */
  readonly hours: ServiceHours;
  /** When the clock stopped; null while it runs. */
  readonly pausedAt?: number | null;
};

/** The whole time of a wait, in and outside the service hours. */
export const waitedMsAt = (since: number, now: number): number => Math.max(0, now - since);

/** How a wait is shown: neutral below half of the limit, amber to four fifths, red after, overdue past the limit. */
export function waitAt({ since, startedAt = since, limitAt, hours, pausedAt }: Waiting, time: number): Wait {
  const now = Math.min(time, pausedAt ?? time);
  const waitedMs = waitedMsAt(startedAt, now);
  if (limitAt === null) return { waitedMs, urgency: 'calm', overdueMs: 0 };
  if (now >= limitAt) return { waitedMs, urgency: 'overdue', overdueMs: serviceMsBetween(hours, limitAt, now) };
  const part = usedPartOf({ since, limitAt }, hours, now);
  return { waitedMs, urgency: part > 0.8 ? 'late' : part >= 0.5 ? 'soon' : 'calm', overdueMs: 0 };
}

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
export const usedPartOf = ({ since, limitAt }: Limited, hours: ServiceHours, now: number): number =>
  serviceMsBetween(hours, since, now) / Math.max(1, serviceMsBetween(hours, since, limitAt));

/** As parts of their limits: the longest wait of a list, and the threshold from which a wait is among the longest. */
export type LongestWaits = { readonly threshold: number; readonly longest: number };

/** In a list of this size or smaller, and where most waits are within their limits, every overdue wait is marked. */
const fewRows = 3;
const longestShare = 0.1;
/** A marked wait is longer than the one in the middle by this factor, so that equal waits are not all marked. */
const aboveMiddle = 1.05;

/** Compares waits by the parts of their limits that they have used. */
export function longestWaits(used: readonly number[]): LongestWaits {
  const parts = Float64Array.from(used).sort();
  const longest = parts.at(-1) ?? 0;
  const middle = parts[Math.floor(parts.length / 2)] ?? 0;
  if (parts.length <= fewRows || middle < 1) return { threshold: 1, longest };
  const first = parts[parts.length - Math.max(1, Math.round(parts.length * longestShare))] ?? 0;
  return { threshold: Math.max(1, first, middle * aboveMiddle), longest };
}

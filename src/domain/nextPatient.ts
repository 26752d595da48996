import type { ConsultConfig, ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';

/** The limits of the doctor that decide who can be accepted, one entry a kind of consultation. */
export type AcceptLimits = readonly Pick<
  ConsultConfig,
  'consultType' | 'enabled' | 'maxConcurrent' | 'placesToday' | 'maxActive'
>[];

/** Why the doctor cannot accept a patient: a limit of all kinds, of one kind, or of the day, or what the platform said to an attempt. */
export type Obstacle =
  | { readonly kind: 'all'; readonly limit: number }
  | { readonly kind: 'ofKind'; readonly consultType: number; readonly limit: number }
  | { readonly kind: 'day'; readonly consultType: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** What the platform said to attempts to accept, by order. */
export type Refusals = ReadonlyMap<OrderId, string>;

export type Skipped = { readonly order: ConsultOrder; readonly obstacle: Obstacle };

/** The hospital's limit of consultations at once; null if the platform states none. */
const maxActiveOf = (limits: AcceptLimits): number | null => {
  const stated = limits.flatMap(({ maxActive }) => maxActive ?? []);
  return stated.length === 0 ? null : Math.min(...stated);
};

/** Maximum number of concurrent consultations over all service types offered; null if there is none. */
export function mostConsultations(limits: AcceptLimits): number | null {
  const places = limits.filter(({ enabled }) => enabled).map(({ maxConcurrent }) => maxConcurrent ?? null);
  const isLimited = places.length > 0 && !places.includes(null);
  const sum = isLimited ? places.reduce<number>((total, count) => total + (count ?? 0), 0) : null;
  const most = [sum, maxActiveOf(limits)].flatMap((count) => count ?? []);
  return most.length === 0 ? null : Math.min(...most);
}

/** Why the platform would refuse that the doctor accepts this patient beside the running ones; null if it would not. */
export function obstacleTo(
  { consultType, isForChosen }: ConsultOrder,
  running: readonly ConsultOrder[],
  limits: AcceptLimits,
): Obstacle | null {
  const maxActive = maxActiveOf(limits);
  if (maxActive !== null && running.length >= maxActive) return { kind: 'all', limit: maxActive };
  const { maxConcurrent = null, placesToday = null } = limits.find((one) => one.consultType === consultType) ?? {};
  const ofKind = running.filter((one) => one.consultType === consultType).length;
  if (maxConcurrent !== null && ofKind >= maxConcurrent) return { kind: 'ofKind', consultType, limit: maxConcurrent };
  return placesToday !== null && placesToday <= 0 && !isForChosen ? { kind: 'day', consultType } : null;
}

/**
 * The first waiting patient whom the doctor can accept, and those before with the reason why they are skipped. A patient
 * whom the platform has refused to this doctor comes next only if nobody else does, because that may have changed.
 */
export function nextPatient(
  waiting: readonly ConsultOrder[],
  running: readonly ConsultOrder[],
  limits: AcceptLimits,
  refusals: Refusals = new Map(),
): { readonly next: ConsultOrder | null; readonly skipped: readonly Skipped[] } {
  const refusalOf = ({ id }: ConsultOrder): Obstacle | null => {
    const reason = refusals.get(id);
    return reason === undefined ? null : { kind: 'refused', reason };
  };
  const all = waiting.map((order) => ({ order, obstacle: obstacleTo(order, running, limits) ?? refusalOf(order) }));
  const free = all.findIndex(({ obstacle }) => obstacle === null);
  const at = free >= 0 ? free : all.findIndex(({ obstacle }) => obstacle?.kind === 'refused');
  const before = at >= 0 ? all.slice(0, at) : all;
  const skipped = before.flatMap(({ order, obstacle }) => (obstacle ? [{ order, obstacle }] : []));
  return { next: all[at]?.order ?? null, skipped };
}

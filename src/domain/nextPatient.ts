import type { ConsultConfig, ConsultOrder } from '../../contract/http/consult.ts';

/** The limits of the doctor that decide who can be accepted, one entry a kind of consultation. */
export type AcceptLimits = readonly Pick<
  ConsultConfig,
  'consultType' | 'enabled' | 'maxConcurrent' | 'placesToday' | 'maxActive'
>[];

/** Why the doctor cannot accept a patient: a limit of all kinds, of one kind, or of the day. */
export type Obstacle =
  | { readonly kind: 'all'; readonly limit: number }
  | { readonly kind: 'ofKind'; readonly consultType: number; readonly limit: number }
  | { readonly kind: 'day'; readonly consultType: number };

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

/** The first waiting patient whom the doctor can accept, and those before with the reason why they are skipped. */
export function nextPatient(
  waiting: readonly ConsultOrder[],
  running: readonly ConsultOrder[],
  limits: AcceptLimits,
): { readonly next: ConsultOrder | null; readonly skipped: readonly Skipped[] } {
  const skipped: Skipped[] = [];
  for (const order of waiting) {
    const obstacle = obstacleTo(order, running, limits);
    if (obstacle === null) return { next: order, skipped };
    skipped.push({ order, obstacle });
  }
  return { next: null, skipped };
}

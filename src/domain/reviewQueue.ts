import * as z from 'zod/mini';
import { emergencyType, isUrgent, reviewPriority } from '../../clinical/lifecycle/review.ts';
import { afterServiceMs, type ServiceHours } from '../../clinical/lifecycle/serviceTime.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import { type AuditItem, rejectReasonCodes, verificationCodes } from '../../contract/extension/audit.ts';
import type { Rx, RxLine } from '../../contract/http/prescription.ts';
import { type AccountId, type LeaseId, PrescriptionId } from '../../contract/ids.ts';
import type { AuditChanged } from '../../contract/staffEvents.ts';

/** Reasons for rejecting a prescription, in the order of display. */
export { rejectReasonCodes as rejectReasons } from '../../contract/extension/audit.ts';

export type VerificationCode = (typeof verificationCodes)[number];

/** The ten verifications, true if the reviewer has ticked them. */
export type Checklist = Readonly<Record<VerificationCode, boolean>>;

export const emptyChecklist = Object.fromEntries(verificationCodes.map((code) => [code, false])) as Checklist;

/** The four checks (四查) and the verifications that belong to each (十对), in the order of the regulation. */
export const fourChecks = [
  { check: 'prescription', codes: ['department', 'patientName', 'patientAge'] },
  { check: 'medicine', codes: ['drugName', 'dosageForm', 'specification', 'quantity'] },
  { check: 'compatibility', codes: ['drugProperties', 'usageAndDosage'] },
  { check: 'rationality', codes: ['clinicalDiagnosis'] },
] as const satisfies readonly { check: string; codes: readonly VerificationCode[] }[];

export const isChecklistComplete = (checklist: Checklist): boolean =>
  verificationCodes.every((code) => checklist[code]);

const isReadable = ({ unreadable }: RxLine) => !unreadable;

/**
 * Verifications that the platform's data proves and that are ticked in advance: the patient's identity, and that medicine,
 * form and strength come from the medicine table. A quantity is proven if it was computed, not typed.
 */
export const provenBy = ({ patient, lines }: Rx): readonly VerificationCode[] => [
  ...(!isBlank(patient.name) ? (['patientName'] as const) : []),
  ...(patient.birthday ? (['patientAge'] as const) : []),
  ...(lines.length > 0 && lines.every(isReadable) ? (['drugName', 'specification'] as const) : []),
  ...(lines.length > 0 && lines.every((line) => isReadable(line) && line.dosageForm) ? (['dosageForm'] as const) : []),
  ...(lines.length > 0 && lines.every((line) => isReadable(line) && !line.quantityManual)
    ? (['quantity'] as const)
    : []),
];

/** Verifications whose evidence the prescription shows; the others must be looked up and ticked one by one. */
export const evidentIn = ({ rx, drugs }: Shown): readonly VerificationCode[] => {
  const { dept, patient, lines, diagnosisList } = rx;
  const isMissing: Partial<Record<VerificationCode, boolean>> = {
    department: !dept,
    patientName: patient.name === '',
    dosageForm: lines.some(({ dosageForm }) => !dosageForm),
    drugProperties: lines.some(({ drugId }) => !drugs?.some((medicine) => medicine.drugId === drugId)),
    clinicalDiagnosis: diagnosisList.length === 0,
  };
  return verificationCodes.filter((code) => !isMissing[code]);
};

type Shown = { readonly rx: Rx; readonly drugs?: readonly { readonly drugId: string }[] | null | undefined };

/** A reviewer's unsent comment, reasons and marked lines. */
export const ReviewDraft = z.object({
  comment: z.string(),
  reasonCodes: z.array(z.enum(rejectReasonCodes)),
  markedLines: z._default(z.array(z.int()), []),
  /** The version whose lines are marked. */
  version: z.optional(z.int()),
});
export type ReviewDraft = z.infer<typeof ReviewDraft>;

/** A stored comment with its prescription, so that it can be shown when that has left the queue. */
export const LeftReview = z.object({ id: PrescriptionId, prescriptionNo: z.string(), comment: z.string() });
export type LeftReview = z.infer<typeof LeftReview>;

/** A comment, a reason or a marked line exists. */
export const isBegun = ({
  comment,
  reasonCodes,
  markedLines,
}: {
  readonly comment: string;
  readonly reasonCodes: readonly unknown[];
  readonly markedLines?: readonly number[] | null | undefined;
}): boolean => comment !== '' || reasonCodes.length + (markedLines?.length ?? 0) > 0;

/** The exclusive right to decide a prescription; it expires at `until` (epoch ms of the platform) unless renewed. */
export type Lease = { readonly id: LeaseId; readonly until: number };

/** A prescription as the reviewer saw it. */
export type ReviewInput = { readonly id: PrescriptionId; readonly version: number };

/** A prescription that this reviewer has claimed. */
export type LeasedReview = ReviewInput & { readonly lease: Lease };

/** The platform's answer to a claim. */
export type ClaimOutcome =
  | { readonly outcome: 'leased'; readonly lease: Lease; readonly version: number }
  | { readonly outcome: 'leasedByAnother'; readonly name: string }
  | { readonly outcome: 'gone'; readonly message: string };

/** Why a lease ended without being released, and who holds the prescription now, if known. */
export type Loss = { readonly message: string; readonly holderName: string | null };

/** Events of a lease; the last two end it. */
export type LeaseEvent =
  | { readonly type: 'lease.renewed'; readonly lease: Lease }
  | ({ readonly type: 'lease.lost' } & Loss)
  | { readonly type: 'prescription.cancelled'; readonly message: string };

/** A pushed removal from the queue, with the reason. */
type PushedRemoval = Extract<AuditChanged, { change: 'removed' }>;

type Queue = { readonly items: ReadonlyMap<PrescriptionId, AuditItem>; readonly removed: readonly PushedRemoval[] };

/** The time that a review waited for the doctor's answers does not count as its wait. */
const startedAt = ({ submitTime, createTime, pausedMs }: AuditItem) => (submitTime ?? createTime) + (pausedMs ?? 0);
/** From when the wait counts towards its limit: the same for clocks, order and alarms. */
const since = (item: AuditItem) => item.countedSince ?? startedAt(item);
export const isAsked = ({ askedTime }: AuditItem): boolean => (askedTime ?? null) !== null;
const priorityOf = ({ urgent, rxType, child, blockCount, warnCount }: AuditItem) =>
  reviewPriority({ urgent: urgent ?? isUrgent(rxType, 0), child, findings: blockCount + warnCount > 0 });

type Compare = (a: AuditItem, b: AuditItem) => number;

/** By the platform's priority; then what waits for no answer of the doctor, then the longest wait. */
export const byUrgency: Compare = (a, b) =>
  priorityOf(b) - priorityOf(a) ||
  Number(isAsked(a)) - Number(isAsked(b)) ||
  since(a) - since(b) ||
  (a.id < b.id ? -1 : 1);

/** Sorts the queue, by default by urgency. `before` is the previous order, because nearly sorted input sorts fast. */
export function inOrder(
  { items }: Pick<Queue, 'items'>,
  before: readonly AuditItem[] = [],
  compare = byUrgency,
): readonly AuditItem[] {
  const known = new Set<PrescriptionId>();
  const rows: AuditItem[] = [];
  for (const { id } of before) {
    const item = items.get(id);
    if (item === undefined) continue;
    known.add(id);
    rows.push(item);
  }
  if (rows.length < items.size) for (const item of items.values()) if (!known.has(item.id)) rows.push(item);
  return rows.sort(compare);
}

/** Whether nobody reviews it and nobody has decided it; `now` is the platform's time. */
export const isFree = ({ holder, decided }: AuditItem, now: number): boolean =>
  !decided && (!holder || holder.leaseUntil <= now);

/** Whether this reviewer has claimed it and has not decided it. */
export const isLeasedBy = ({ holder, decided }: AuditItem, me: AccountId, now: number): boolean =>
  !decided && holder?.id === me && holder.leaseUntil > now;

type Seeking = { readonly after: PrescriptionId | null; readonly me: AccountId; readonly now: number };

/** The next prescription in this order that waits only for a reviewer: one that this one has claimed, else a free one. */
export function nextFree(ordered: readonly AuditItem[], { after, me, now }: Seeking): AuditItem | null {
  const others = ordered.filter((item) => item.id !== after && !isAsked(item));
  return others.find((item) => isLeasedBy(item, me, now)) ?? others.find((item) => isFree(item, now)) ?? null;
}

/** Minutes of service time within which a review is decided. */
const reviewWithinMin = { emergency: 5, other: 20 };

/** Start and limit of a review's wait. The clock stops while the doctor answers a question. */
export const reviewWait = (item: AuditItem, hours: ServiceHours) => ({
  since: since(item),
  startedAt: startedAt(item),
  limitAt: afterServiceMs(
    hours,
    since(item),
    reviewWithinMin[item.rxType === emergencyType ? 'emergency' : 'other'] * 60_000,
  ),
  pausedAt: item.askedTime ?? null,
  hours,
});

/** Why a row left the queue, and by whom if known. */
export type Removal = {
  readonly why: PushedRemoval['reason'] | 'gone';
  readonly by: NonNullable<PushedRemoval['by']> | null;
  readonly at: number | null;
};

/** A table row; one that left while it was shown stays in place with its reason. */
export type ShownRow = { readonly item: AuditItem; readonly left: Removal | null };

/** Whether the row can be opened: it is in the queue, and nobody has decided it. */
export const isReviewable = ({ item, left }: ShownRow): boolean => left === null && !item.decided;

/** Looks up why a prescription left. */
export const removalOf = (id: PrescriptionId, removed: readonly PushedRemoval[]): Removal => {
  const word = removed.findLast((one) => one.id === id);
  return word ? { why: word.reason, by: word.by ?? null, at: word.updateTime } : { why: 'gone', by: null, at: null };
};

/**
 * Shown rows keep their place. New rows that sort below them are appended; the others are only counted in `waiting`.
 */
export function steadyRows(
  shown: readonly AuditItem[],
  ordered: readonly AuditItem[],
  queue: Queue,
): { readonly rows: readonly ShownRow[]; readonly waiting: number } {
  const known = new Set(shown.map(({ id }) => id));
  const lastKnown = ordered.findLastIndex(({ id }) => known.has(id));
  const kept = shown.map((item): ShownRow => {
    const now = queue.items.get(item.id);
    return now ? { item: now, left: null } : { item, left: removalOf(item.id, queue.removed) };
  });
  const below = ordered.slice(lastKnown + 1).map((item): ShownRow => ({ item, left: null }));
  const waiting = ordered.slice(0, lastKnown + 1).filter(({ id }) => !known.has(id)).length;
  return { rows: [...kept, ...below], waiting };
}

/**
 * The row to open after `id`: the next reviewable one in `order`, else the nearest before it, else the first. Null if
 * none is reviewable.
 */
export function rowAfter(
  id: PrescriptionId,
  order: readonly PrescriptionId[],
  rows: readonly ShownRow[],
): PrescriptionId | null {
  const reviewable = rows.filter((row) => isReviewable(row) && row.item.id !== id).map(({ item }) => item.id);
  const at = order.indexOf(id);
  const near = at < 0 ? [] : [...order.slice(at + 1), ...order.slice(0, at).reverse()];
  return [...near, ...reviewable].find((one) => reviewable.includes(one)) ?? null;
}

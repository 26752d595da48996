import { contradicts, endsFact, type FactValue, isSameSubject } from '../../clinical/facts/patientFacts.ts';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { GrowthCurve } from '../../clinical/measures/growth.ts';
import { Code } from '../../contract/envelope.ts';
import type { Staff } from '../accounts/caller.ts';
import { done, type Outcome, type Refused, refused } from '../db/outcome.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import type { patient, patientFact } from '../db/schema/patients.ts';
import { kidneyDoubt, kidneyDoubtText } from '../patients/kidneyDoubt.ts';
import { doubtText, measureDoubt } from '../patients/measureDoubt.ts';

export type FactRow = typeof patientFact.$inferSelect;
export type PatientRow = typeof patient.$inferSelect;
export type OrderRow = typeof consultOrder.$inferSelect;

/** The codes that statements may name, and the growth curves that measures are compared with. */
export type KnownNames = {
  isCode: (code: string) => boolean;
  isGeneric: (code: string) => boolean;
  growth: readonly GrowthCurve[];
};

/** Only the doctor of a running consultation changes the patient's statements. */
export function refusalOfDoctor(by: Staff, order: OrderRow): Refused | null {
  if (order.doctorId !== by.id) return refused(Code.notFound);
  return order.status === OrderStatus.active ? null : refused(Code.orderStatusRefused, { status: order.status });
}

/** Whether a statement names a code that the tables do not have. */
export const hasUnknownCode = (value: FactValue, { isCode, isGeneric }: KnownNames): boolean =>
  (value.kind === 'allergy' && value.code !== null && !isCode(value.code)) ||
  (value.kind === 'medicine' && value.genericCode !== null && !isGeneric(value.genericCode));

/** The statement with its code; null if the code is of another kind. */
export function withCode(value: FactValue, code: string, { isCode, isGeneric }: KnownNames): FactValue | null {
  if (value.kind === 'allergy' && isCode(code)) return { ...value, code };
  return value.kind === 'medicine' && isGeneric(code) ? { ...value, genericCode: code } : null;
}

/** After this time the same answer is one to a new question, not a repeated request. */
const sameAnswerMs = 60_000;

/** Kinds whose statements do not grow old, so that an equal one adds nothing. */
const lasting: ReadonlySet<FactValue['kind']> = new Set(['allergy', 'noKnownAllergy', 'medicine']);

/** Whether an equal answer is today's, and no repeated request. */
export const isAskedAgain = ({ value: { kind }, createTime, confirmTime }: FactRow, at: number): boolean =>
  !lasting.has(kind) && at - (confirmTime ?? createTime) >= sameAnswerMs;

/** A statement of a patient that a doctor decided not to take over. */
export const isOverruled = (kept: FactValue, { confirmed, value }: FactRow): boolean =>
  !confirmed && (isSameSubject(kept, value) || endsFact(kept, value) || contradicts(kept, value));

type Measure = Extract<FactValue, { kind: 'weight' | 'height' | 'kidney' }>;

const isMeasure = (value: FactValue): value is Measure =>
  value.kind === 'weight' || value.kind === 'height' || value.kind === 'kidney';

/** A measure without a mark that the caller set. */
function unmarked(value: Measure): Measure {
  const { implausible: _, ...plain } = value;
  return plain;
}

type Measured = { who: PatientRow; current: readonly FactRow[]; growth: readonly GrowthCurve[]; at: number };

/** Why a measure is doubted, with the question in words; null for a plausible one. */
function questionAbout(value: Measure, { who, current, growth, at }: Measured) {
  if (value.kind === 'kidney') {
    const doubt = kidneyDoubt(value, who, current, at);
    return doubt && { ...doubt, text: kidneyDoubtText(doubt, who, at) };
  }
  const doubt = measureDoubt(value, who, current, at, growth);
  return doubt && { ...doubt, text: doubtText(doubt, who, at) };
}

/** The value as it is stored: marked if it is implausible and the doctor said that it is right, else refused. */
export function judgeMeasure(value: FactValue, measured: Measured, isConfirmed: boolean): Outcome<FactValue> {
  if (!isMeasure(value)) return done(value);
  const question = questionAbout(value, measured);
  if (!question) return done(unmarked(value));
  if (!isConfirmed) return refused(Code.implausibleMeasure, question);
  return done({ ...value, implausible: true });
}

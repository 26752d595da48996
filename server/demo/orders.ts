import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { ageInMonths } from '../../clinical/patient/age.ts';
import type { LocalText } from '../../clinical/words/localText.ts';
import { conversationOf, recordOf, type SeedMessage, type SeedRecord, wording } from './conversations.ts';
import type { SeedPatient } from './patients.ts';
import { type Pharmacy, type Prescribed, prescribe } from './prescriptions.ts';
import type { Random } from './random.ts';
import type { Scenario } from './tableSchemas.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A prescription with its review. */
export type SeedPrescription = Prescribed & {
  status: PrescriptionStatus;
  auditStatus: AuditStatus;
  advice: string;
  createTime: number;
  submitTime: number | null;
  expireTime: number;
  auditor: string | null;
  auditTime: number | null;
  auditRemark: string | null;
  auditReasonCodes: string[];
  cancelReason: string | null;
};

/** A consultation of the demonstration, with its messages, record and prescription. */
export type SeedOrder = {
  key: string;
  hospitalId: string;
  orderNo: string;
  patient: string;
  /** The doctor's user name; null while nobody has accepted. */
  doctor: string | null;
  scenario: string;
  department: number;
  consultType: number;
  status: OrderStatus;
  chiefComplaint: string;
  symptoms: string;
  duration: string;
  visitedBefore: boolean;
  guardianPresent: boolean;
  payAmount: number;
  createTime: number;
  payTime: number | null;
  acceptTime: number | null;
  endTime: number | null;
  expireTime: number | null;
  refuseReasonCode: string | null;
  refuseRemark: string | null;
  cancelReason: string | null;
  summary: string | null;
  rating: number | null;
  messages: SeedMessage[];
  record: SeedRecord | null;
  prescription: SeedPrescription | null;
};

/** The final status of an order and its prescription. */
export type Plan = { status: OrderStatus; prescription?: PrescriptionStatus };

export type OrderSetting = {
  hospitalId: string;
  now: number;
  today: string;
  doctorFor: (department: number) => string;
  /** Title of the doctor of a department, by the dictionary member_doctor_title. */
  titleFor: (department: number) => number | null;
  auditors: readonly string[];
  scenarios: readonly Scenario[];
  pharmacy: Pharmacy;
};

const isAccepted = (status: OrderStatus) =>
  status === OrderStatus.active || status === OrderStatus.finished || status === OrderStatus.refunding;

/** How long ago an order of this status was opened. A prescription that is valid or in review is from today. */
function ageMs({ status, prescription }: Plan, random: Random): number {
  if (status === OrderStatus.awaiting) return random.between(2, 25) * minute;
  if (status === OrderStatus.awaitingPayment) return random.between(1, 10) * minute;
  if (status === OrderStatus.active) return random.between(30, 70) * minute;
  if (prescription === PrescriptionStatus.approved || prescription === PrescriptionStatus.pending)
    return random.between(90, 600) * minute;
  return random.between(2, 60) * day + random.between(0, 600) * minute;
}

const reviewOf: Record<PrescriptionStatus, AuditStatus> = {
  [PrescriptionStatus.draft]: AuditStatus.waiting,
  [PrescriptionStatus.pending]: AuditStatus.waiting,
  [PrescriptionStatus.rejected]: AuditStatus.rejected,
  [PrescriptionStatus.approved]: AuditStatus.approved,
  [PrescriptionStatus.dispensed]: AuditStatus.approved,
  [PrescriptionStatus.cancelled]: AuditStatus.cancelled,
  [PrescriptionStatus.expired]: AuditStatus.approved,
};

function withReview(
  prescribed: Prescribed,
  status: PrescriptionStatus,
  at: number,
  { advice, translate, auditor: reviewer }: { advice: string; translate: (text: LocalText) => string; auditor: string },
): SeedPrescription {
  const auditStatus = reviewOf[status];
  const isDecided = auditStatus === AuditStatus.approved || auditStatus === AuditStatus.rejected;
  const isRejected = auditStatus === AuditStatus.rejected;
  return {
    ...prescribed,
    status,
    auditStatus,
    advice,
    createTime: at,
    submitTime: status === PrescriptionStatus.draft ? null : at + minute,
    expireTime: at + day,
    auditor: isDecided ? reviewer : null,
    auditTime: isDecided ? at + 4 * minute : null,
    auditRemark: isRejected ? translate(wording.rejected) : null,
    auditReasonCodes: isRejected ? ['dosage', 'duration'] : [],
    cancelReason: status === PrescriptionStatus.cancelled ? translate(wording.prescriptionCancelled) : null,
  };
}

/** Generates one consultation from its plan, the same for the same seed. */
export function makeOrder(
  plan: Plan,
  { patient, scenario, number }: { patient: SeedPatient; scenario: Scenario; number: number },
  setting: OrderSetting,
  random: Random,
): SeedOrder {
  const { status, prescription } = plan;
  const { now, today, hospitalId } = setting;
  const translate = (text: LocalText) => (patient.language === 'en' ? text.en : text.zh);
  const createTime = now - ageMs(plan, random);
  const acceptTime = isAccepted(status) ? createTime + random.between(1, 12) * minute : null;
  const isOver =
    status !== OrderStatus.awaitingPayment && status !== OrderStatus.awaiting && status !== OrderStatus.active;
  const endTime = isOver ? (acceptTime ?? createTime) + random.between(15, 50) * minute : null;
  const isFinished = status === OrderStatus.finished;
  const prescribed =
    prescription === undefined
      ? null
      : prescribe(scenario, patient, { today, title: setting.titleFor(scenario.department) }, setting.pharmacy);
  const writtenAt = (acceptTime ?? createTime) + 8 * minute;
  return {
    key: `o${hospitalId}-${number}`,
    hospitalId,
    orderNo: `C${today.replaceAll('-', '')}${hospitalId}${String(number).padStart(4, '0')}`,
    patient: patient.key,
    doctor: acceptTime !== null || status === OrderStatus.refused ? setting.doctorFor(scenario.department) : null,
    scenario: scenario.code,
    department: scenario.department,
    consultType: random.chance(0.85) ? 1 : 2,
    status,
    chiefComplaint: translate(scenario.complaint),
    symptoms: translate(scenario.symptoms),
    duration: translate(scenario.duration),
    visitedBefore: scenario.chronic || random.chance(0.4),
    guardianPresent: (ageInMonths(patient.birthday, today) ?? 0) < 18 * 12,
    payAmount: 2_000,
    createTime,
    payTime: status === OrderStatus.awaitingPayment ? null : createTime + 30_000,
    acceptTime,
    endTime,
    expireTime: acceptTime === null ? createTime + 24 * hour : acceptTime + 48 * hour,
    refuseReasonCode: status === OrderStatus.refused ? 'needsExamination' : null,
    refuseRemark: status === OrderStatus.refused ? translate(wording.refused) : null,
    cancelReason: status === OrderStatus.cancelled ? translate(wording.cancelled) : null,
    summary: isFinished ? translate(scenario.advice) : null,
    rating: isFinished && random.chance(0.7) ? random.between(4, 5) : null,
    messages: acceptTime === null ? [] : conversationOf(scenario, isFinished, acceptTime, translate),
    record: acceptTime === null ? null : recordOf(scenario, patient, translate, isFinished ? endTime : null, writtenAt),
    prescription:
      prescribed && prescription !== undefined
        ? withReview(prescribed, prescription, writtenAt, {
            advice: translate(scenario.advice),
            translate,
            auditor: random.pick(setting.auditors),
          })
        : null,
  };
}

import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { FactEntry } from '../factValue.ts';
import {
  AccountId,
  CaseId,
  DoctorId,
  DrugId,
  InventoryId,
  OrderId,
  PatientId,
  PrescriptionId,
  RequestId,
  WarehouseId,
} from '../ids.ts';
import { textLengths } from '../limits.ts';
import { lineBounds, mostEntries } from '../settingBounds.ts';
import { Diagnosis, longPage, PatientBrief } from '../shared.ts';
import { Cents, Int, Int4, intBetween, Ms, PageQuery, page, reasonText, someText, text } from '../values.ts';

const positive = z.number().check(z.positive(), z.maximum(lineBounds.dose));

const days = intBetween(lineBounds.days);
const hours = Int.check(z.minimum(1), z.maximum(24));

/** A dose at a time of day, in the unit of the line's dose. */
export const DayDose = z.object({
  moment: z.enum(['morning', 'noon', 'afternoon', 'evening', 'bedtime']),
  dose: positive,
});
export type DayDose = z.infer<typeof DayDose>;
export type DayMoment = DayDose['moment'];

const dayDoses = z.nullish(z.array(DayDose).check(z.maxLength(5)));

/**
 * A step of a taper after the first; its doses are in the unit of the line's dose. Doses by time of day mean the same as
 * those of a line: `dose` is the largest of them, and `frequency` has as many doses a day.
 */
export const RxStep = z.object({ dose: positive, frequency: someText(20), days, dayDoses });
export type RxStep = z.infer<typeof RxStep>;

/**
 * One medicine on a prescription. Dose, base and pack units are three different things. Of a taper, dose, frequency and days
 * are the first step.
 */
export const RxLine = z.object({
  drugId: DrugId,
  inventoryId: z.nullish(InventoryId),
  drugName: text(200),
  tradeName: z.nullish(text(200)),
  specification: text(200),
  dosageForm: z.nullish(text(60)),
  manufacturer: z.nullish(text(200)),
  onceDose: positive,
  onceDoseUnit: someText(20),
  frequency: someText(20),
  timesPerDay: z.nullish(z.number()),
  route: someText(40),
  days,
  quantity: intBetween(lineBounds.packs),
  packUnit: someText(20),
  minUnit: z.nullish(text(20)),
  packFactor: z.nullish(z.number()),
  price: z.nullish(Cents),
  remark: z.nullish(text(200)),
  quantityManual: z.nullish(z.boolean()),
  /**
   * Of several packs that do not divide into doses: the whole doses in a pack, and the base units left for the next one.
   * Computed by the platform.
   */
  packRest: z.nullish(z.object({ doses: Int.check(z.minimum(0)), rest: text(20) })),
  /** The loading dose, in the unit of the dose; absent if the first dose is like the others. */
  firstDose: z.nullish(positive),
  /** The steps of a taper after the first. */
  steps: z.nullish(z.array(RxStep).check(z.maxLength(lineBounds.steps))),
  /** Taken as needed: most doses in 24 hours. */
  maxTimes: z.nullish(hours),
  /** Taken as needed: least hours between two doses. */
  minHours: z.nullish(hours),
  /**
   * Doses that differ by time of day, each time once. `onceDose` is then the largest of them and `frequency` has as many
   * doses a day, so that a reader without this field gives no larger dose and no more doses; `quantity` is for their sum.
   */
  dayDoses,
  /** Only in answers: the platform cannot read what it stored. The other fields are what remains; none may be relied on. */
  unreadable: z.nullish(z.boolean()),
});
export type RxLine = z.infer<typeof RxLine>;

/** A doctor's written reason for continuing despite a warning. */
export const Override = z.object({
  ruleCode: text(60),
  severity: text(20),
  lineIndex: z.nullish(Int),
  /**
   * The subject of the finding: the check that could not run, and the quoted text. Without it the reason covers all
   * findings of the rule on this line.
   */
  about: z.nullish(text(600)),
  reason: someText(500),
  /** Of a change of medicine: whether this replaces what the patient takes. Absent in older prescriptions. */
  change: z.nullish(z.enum(['replaces', 'bothContinue'])),
});
export type Override = z.infer<typeof Override>;

/** One finding of the safety checks; `params` fill the screen's text for `ruleCode`. */
export const RuleHit = z.object({
  ruleCode: z.string(),
  level: z.enum(['info', 'warn', 'block']),
  lineIndex: z.nullish(Int),
  params: z.nullish(z.record(z.string(), z.union([z.string(), z.number()]))),
  title: z.nullish(z.string()),
  detail: z.nullish(z.string()),
  source: z.nullish(z.string()),
  needReason: z.boolean(),
  /** Found since the submission; only in reviews. */
  isNew: z.nullish(z.boolean()),
});
export type RuleHit = z.infer<typeof RuleHit>;

/** Data of a refused prescription: errors by line, and the checks' findings. */
export const RxRefusal = z.object({
  lineErrors: z.array(z.object({ index: Int, field: z.string(), msg: z.string() })),
  ruleHits: z.array(RuleHit),
});

const content = {
  caseId: z.nullish(CaseId),
  warehouseId: WarehouseId,
  rxType: z._default(Int.check(z.minimum(0), z.maximum(3)), 0),
  diagnosisList: z.array(Diagnosis).check(z.maxLength(mostEntries)),
  lines: z.array(RxLine).check(z.maxLength(mostEntries)),
  advice: z.nullish(text(textLengths.advice)),
  overDaysReason: z.nullish(text(textLengths.overDaysReason)),
  overrides: z.nullish(z.array(Override).check(z.maxLength(60))),
  guardianConfirmed: z.nullish(z.boolean()),
};

const head = {
  id: PrescriptionId,
  prescriptionNo: z.string(),
  orderId: OrderId,
  orderNo: z.nullish(z.string()),
  patient: PatientBrief,
  rxType: Int,
  status: Int,
  auditStatus: Int,
  auditRemark: z.nullish(z.string()),
  auditReasonCodes: z.nullish(z.array(z.string())),
  doctorName: z.nullish(z.string()),
  /** The prescribing doctor's department when the prescription was written. */
  dept: z.nullish(z.string()),
  diagnosisList: z.array(Diagnosis),
  lineCount: Int,
  amount: z.nullish(Cents),
  createTime: Ms,
  submitTime: z.nullish(Ms),
  expireTime: z.nullish(Ms),
  /** Since when its review waits for the doctor's answer; absent if it does not. */
  askedTime: z.nullish(Ms),
  /** How long its review has waited for earlier answers; the clock was stopped then. */
  pausedMs: z.nullish(Int),
  /** From when the wait counts towards its limit; a pause moves it by service time. Without it, submission and `pausedMs`. */
  countedSince: z.nullish(Ms),
  version: Int,
  /** The row's last change, which is later than that of its version when a review of it began or findings changed. */
  updateTime: z.nullish(Ms),
};

/** A reviewer's decision that can still be undone, and when it takes effect. */
export const HeldDecision = z.object({
  action: z.enum(['approve', 'reject']),
  by: z.object({ id: AccountId, name: z.string() }),
  effectiveAt: Ms,
  /** The reasons of a rejection. */
  remark: z.nullish(z.string()),
  reasonCodes: z.nullish(z.array(z.string())),
});

/** A prescription as a list row. */
export const RxBrief = z.object(head);
export type RxBrief = z.infer<typeof RxBrief>;

/** Who signed or decided, as they were called then; `signUrl` is a picture that belongs to a valid signature. */
const signer = {
  name: z.string(),
  title: z.nullish(z.string()),
  dept: z.nullish(z.string()),
  signUrl: z.nullish(z.string()),
};

/** A whole prescription with its history. */
export const Rx = z.object({
  ...head,
  category: z.nullish(Int),
  warehouseId: WarehouseId,
  caseId: z.nullish(CaseId),
  lines: z.array(RxLine),
  advice: z.nullish(z.string()),
  overDaysReason: z.nullish(z.string()),
  overrides: z.nullish(z.array(Override)),
  guardianConfirmed: z.nullish(z.boolean()),
  /** What is known about the patient now, while the prescription is open; `patient.facts` is what was signed. */
  facts: z.nullish(z.array(FactEntry)),
  /** Warnings and refusals that the submission did not have, while the prescription waits for review. */
  newFindings: z.nullish(z.array(RuleHit)),
  doubleSign: z.nullish(z.boolean()),
  /** Indexes of the lines that the reviewer marked; absent unless it is rejected. */
  markedLines: z.nullish(z.array(Int)),
  cancelReason: z.nullish(z.string()),
  /** Code in the public address that says whether it is in force as signed; absent if it was never signed. */
  verifyCode: z.nullish(z.string()),
  /** Ed25519 signatures, checked against the stored content when it was read. */
  signatures: z.nullish(
    z.array(
      z.object({
        role: z.enum(['doctor', 'auditor']),
        /** Name, title and department of the signer when they signed; the signature covers them. */
        name: z.string(),
        title: z.nullish(z.string()),
        dept: z.nullish(z.string()),
        time: Ms,
        state: z.enum(['valid', 'broken']),
      }),
    ),
  ),
  auditor: z.nullish(z.object({ id: AccountId, ...signer })),
  auditTime: z.nullish(Ms),
  doctor: z.object({ id: DoctorId, ...signer }),
  decided: z.nullish(HeldDecision),
  /** The reviewer who holds it now. */
  holder: z.nullish(z.object({ id: AccountId, name: z.string(), leaseUntil: Ms })),
  logs: z.nullish(
    z.array(z.object({ time: Ms, operator: z.string(), action: z.string(), remark: z.nullish(z.string()) })),
  ),
});
export type Rx = z.infer<typeof Rx>;

/** Line errors and blocking findings answer `prescriptionLinesRefused` with an RxRefusal. */
export const createPrescription = operation({
  method: 'POST',
  path: '/prescription/doctor/create',
  source: 'ours',
  access: 'doctor',
  body: z.object({ orderId: OrderId, ...content, submit: z.boolean(), clientRequestId: RequestId }),
  reply: z.object({ id: PrescriptionId, prescriptionNo: z.string(), status: Int, auditStatus: Int, version: Int }),
});

export const editPrescription = operation({
  method: 'POST',
  path: '/prescription/doctor/edit',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    id: PrescriptionId,
    version: Int4,
    ...content,
    submit: z.boolean(),
    clientRequestId: RequestId,
    doubleSign: z.optional(z.boolean()),
  }),
  reply: z.object({ version: Int, status: Int, auditStatus: Int }),
});

export const cancelPrescription = operation({
  method: 'POST',
  path: '/prescription/doctor/cancel',
  source: 'ours',
  access: 'doctor',
  body: z.object({ id: PrescriptionId, version: Int4, reason: reasonText(500) }),
  reply: z.literal(true),
});

export const listPrescriptions = operation({
  method: 'GET',
  path: '/prescription/doctor/list',
  source: 'ours',
  access: 'doctor',
  query: z.extend(PageQuery, {
    status: z.optional(Int4),
    auditStatus: z.optional(Int4),
    orderId: z.optional(OrderId),
    keyword: z.optional(text(100)),
    createTimeFrom: z.optional(Int),
    createTimeTo: z.optional(Int),
  }),
  reply: longPage(RxBrief),
});

export const getPrescription = operation({
  method: 'GET',
  path: '/prescription/doctor/info',
  source: 'ours',
  access: 'clinician',
  query: z.object({ id: PrescriptionId }),
  reply: Rx,
});

export const prescriptionHistory = operation({
  method: 'GET',
  path: '/prescription/doctor/history',
  source: 'ours',
  access: 'clinician',
  query: z.extend(PageQuery, { patientId: PatientId }),
  reply: page(z.extend(RxBrief, { lines: z.array(RxLine) })),
});

export const getPrescriptionNum = operation({
  method: 'GET',
  path: '/prescription/doctor/getPrescriptionNum',
  source: 'ours',
  access: 'doctor',
  reply: z.object({ pending: Int, passed: Int, rejected: Int, cancelled: Int, expired: z.nullish(Int) }),
});

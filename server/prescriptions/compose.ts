import type * as z from 'zod/mini';
import { besidesStock, obstaclesOf } from '../../clinical/checks/obstacles.ts';
import { entryOf } from '../../clinical/facts/summaryShape.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { isUrgent, reviewPriority } from '../../clinical/lifecycle/review.ts';
import { ageInMonths } from '../../clinical/patient/age.ts';
import { type ClinicalSettings, countsAsChild } from '../../clinical/settings/settings.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import { Code } from '../../contract/envelope.ts';
import type { createPrescription } from '../../contract/http/prescription.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { done, type Outcome, type Refused, refused } from '../db/outcome.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import type { patient } from '../db/schema/patients.ts';
import { patientBrief } from '../patients/wire.ts';
import type { ClinicalReader } from './clinicalQueries.ts';
import type { Check, LineProblem, LineRefusal, RxFacts } from './facts.ts';
import { knownOf } from './knownToday.ts';
import { blanksIn } from './lineProblems.ts';
import { readDiagnoses, readLines } from './readLines.ts';
import { readRunning } from './readRunning.ts';
import { type Finding, type PrescriptionRow, type Present, packsOf } from './storedPrescription.ts';

type Order = typeof consultOrder.$inferSelect;
type Patient = typeof patient.$inferSelect;

/** The content that a doctor sends, for a new or an edited prescription. */
export type Content = Omit<z.output<(typeof createPrescription)['body']>, 'orderId' | 'clientRequestId' | 'submit'>;

export type ComposeNeeds = { check: Check };

/** The order and patient of a prescription, and the stored prescription that it replaces. */
export type Composition = {
  order: Order;
  patient: Patient;
  replaces: PrescriptionRow | null;
  context: { by: Pick<StaffContext['by'], 'id' | 'language'>; at: number };
  /** When it was submitted, for one that is checked again; absent for one that is being written. */
  prescribedAt?: number | null;
};

/** Whether a patient counts as a child, who goes first in the review queue; one of unknown age does. */
export function isChild(
  birthday: string | null | undefined,
  at: number,
  settings: Pick<ClinicalSettings, 'childBelowMonths'>,
): boolean {
  return countsAsChild(birthday ? ageInMonths(birthday, hospitalDay(at)) : null, settings);
}

export const refuseLines = (problems: LineProblem[], ruleHits: Finding[] = []): Refused =>
  refused(Code.prescriptionLinesRefused, { problems, ruleHits } satisfies LineRefusal);

/** The place in the review queue before the findings count. */
export const priorityOf = (order: Pick<Order, 'priority'>, rxType: number, child: boolean): number =>
  reviewPriority({ urgent: isUrgent(rxType, order.priority), child, findings: false });
/** Findings raise the place, but for information. */
export const withFindings = (priority: number, findings: readonly Pick<Finding, 'level'>[]): number => {
  const some = findings.some(({ level }) => level !== 'info');
  return priority + reviewPriority({ urgent: false, child: false, findings: some });
};

/** The packs that the replaced prescription has reserved, which its successor may use. */
function reservedPacks(replaces: PrescriptionRow | null, warehouseId: string, drugId: string): number {
  if (replaces?.status !== PrescriptionStatus.pending || replaces.warehouseId !== warehouseId) return 0;
  const replaced = packsOf(replaces).filter((packs) => packs.drugId === drugId);
  return replaced.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Builds the stored prescription from the doctor's content. Names, make-up and prices come from the hospital's lists. With
 * problems it can be checked, but not stored.
 */
export async function compose(reader: ClinicalReader, content: Content, composition: Composition) {
  const { order, patient, replaces } = composition;
  const { at, by } = composition.context;
  const { language } = by;
  const { warehouseId, rxType, overDaysReason = null, guardianConfirmed } = content;
  const record = await reader.record(order.id);
  if (content.caseId && content.caseId !== record?.id) return refused(Code.badRequest, { field: 'caseId' });
  const diagnoses = await readDiagnoses(reader, content.diagnosisList);
  const isOpen = (await reader.warehouse(warehouseId)) !== null;
  const listed = await readLines(reader, isOpen ? warehouseId : null, content.lines);
  const problems = [...listed.problems, ...diagnoses.problems];
  const place = { index: 0, field: 'warehouseId', why: 'unknownWarehouse' } as const;
  const unstorable = isOpen || content.lines.length > 0 ? problems : [place, ...problems];
  const lines = listed.lines.map(({ line }) => line);
  const summary = await knownOf(reader, patient, order);
  const brief = patientBrief(patient, summary, at, language);
  const settings = await reader.settings();
  const doctor = await reader.person(by.id);
  const prescriber = replaces ? await reader.person(replaces.doctorId) : doctor;
  const composed = {
    warehouseId,
    rxType,
    lines,
    overDaysReason,
    deptName: doctor?.deptName ?? '',
    deptNameEn: doctor?.deptNameEn ?? '',
    caseId: record?.id ?? null,
    diagnosisList: diagnoses.known,
    patient: { ...brief, guardianConfirmed: guardianConfirmed ?? false },
    overrides: (content.overrides ?? []).filter(({ reason }) => !isBlank(reason)),
    advice: content.advice ?? null,
    amount: lines.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0),
    priority: priorityOf(order, rxType, isChild(patient.birthday, at, settings)),
    findings: [] as Finding[],
    present: null as Present | null,
    countedTime: null as number | null,
  };
  const facts = async (): Promise<RxFacts> => ({
    at,
    patient,
    summary,
    rxType,
    prescribedAt: composition.prescribedAt ?? at,
    prescriberTitle: prescriber?.titleCode ?? null,
    diagnoses: diagnoses.known,
    guardianConfirmed: composed.patient.guardianConfirmed,
    lines: listed.lines.map(({ line, medicine, item }) => ({
      line,
      medicine,
      stock: item && item.stock + reservedPacks(replaces, warehouseId, item.drugId),
    })),
    problems,
    ...(await readRunning(reader, order.patientId, replaces?.id ?? null)),
    settings,
  });
  return done({ composed, facts, problems: unstorable });
}

export type Composed = Extract<Awaited<ReturnType<typeof compose>>, { ok: true }>['data'];

/** A draft may have any finding, but only lines and diagnoses that the hospital has. */
export const withoutProblems = ({ composed, problems }: Composed): Outcome<Composed['composed']> =>
  problems.length > 0 ? refuseLines(problems) : done(composed);

/** Without checks nothing is known to be safe, so this blocks the submission. */
export const notChecked: Finding = { ruleCode: 'checksUnavailable', level: 'block', needReason: false };

/** The rules that refused a submission, for the trail. */
export function refusingRules({ code, data }: Refused) {
  if (code !== Code.prescriptionLinesRefused) return {};
  // Refusals with this code always carry a LineRefusal.
  const { ruleHits } = data as LineRefusal;
  return { rules: ruleHits.map(({ ruleCode, level }) => ({ ruleCode, level })) };
}

/** Runs the checks that a submission must pass: nothing blocked, and a written reason for each warning that needs one. */
export async function checkSubmission(
  { check }: ComposeNeeds,
  { composed, facts, problems }: Composed,
): Promise<Outcome<Composed['composed']>> {
  if (composed.caseId === null) return refused(Code.recordMissing);
  if (composed.lines.length === 0) return refuseLines([{ index: 0, field: 'lines', why: 'noLines' }]);
  const known = await facts();
  const unsigned = [...problems, ...blanksIn(composed)];
  const { available, hits } = check(known);
  const { judged, blocking, unanswered } = obstaclesOf(hits, composed.overrides);
  const obstacles = new Set([...blocking, ...unanswered]);
  const open = available ? besidesStock(judged.filter((hit) => obstacles.has(hit))) : [notChecked];
  if (open.length + unsigned.length > 0) return refuseLines(unsigned, open);
  const present = { findings: judged, allergies: entryOf(known.summary, 'allergies') };
  const priority = withFindings(composed.priority, hits);
  return done({ ...composed, findings: hits, priority, present, countedTime: known.at });
}

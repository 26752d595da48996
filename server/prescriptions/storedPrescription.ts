import type { InferSelectModel } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { FactEntry } from '../../clinical/facts/summaryShape.ts';
import { RuleHit as FindingOnWire, Override as OverrideOnWire, RxLine } from '../../contract/http/prescription.ts';
import { PatientBrief } from '../../contract/shared.ts';
import type { prescription, prescriptionLog } from '../db/schema/prescriptions.ts';

/** A prescription as it is stored. */
export type PrescriptionRow = InferSelectModel<typeof prescription>;

export type Override = z.infer<typeof OverrideOnWire>;

const LocalText = z.object({ en: z.string(), zh: z.string() });

/** A finding of the checks, with names and the rule table's text in both languages. */
export const Finding = z.extend(FindingOnWire, {
  params: z.nullish(z.record(z.string(), z.union([z.string(), z.number(), LocalText]))),
  text: z.nullish(LocalText),
});
export type Finding = z.infer<typeof Finding>;

const english = z._default(z.string(), '');

/** What the checks find in a prescription under review, and the allergies of its patient, both as they are now. */
export type Present = { readonly findings: Finding[]; readonly allergies: FactEntry };

/** A line with its names in both languages, as the medicine list had them at the time. */
export const StoredLine = z.extend(RxLine, {
  drugNameEn: english,
  tradeNameEn: english,
  specificationEn: english,
  manufacturerEn: english,
});
export type StoredLine = z.infer<typeof StoredLine>;

/** A diagnosis with its name in both languages. */
export const StoredDiagnosis = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: english,
  main: z.boolean(),
});
export type StoredDiagnosis = z.infer<typeof StoredDiagnosis>;

/** The patient's data at the time of the prescription. */
export const StoredPatient = z.extend(PatientBrief, { guardianConfirmed: z._default(z.boolean(), false) });
export type StoredPatient = z.infer<typeof StoredPatient>;

/** The lines one by one, for a list or a comparison that one bad line must not stop; null for one that cannot be read. */
export const linesOneByOne = ({ lines }: Pick<PrescriptionRow, 'lines'>): (StoredLine | null)[] =>
  (Array.isArray(lines) ? lines : [null]).map((line) => StoredLine.safeParse(line).data ?? null);

export const readableLinesOf = (row: Pick<PrescriptionRow, 'lines'>): StoredLine[] =>
  linesOneByOne(row).flatMap((line) => line ?? []);
/** What a line has whose stored value cannot be read: a name by its place, and values that name nothing. */
const blankLine = (index: number): z.input<typeof StoredLine> => ({
  drugId: '0',
  drugName: `第${index + 1}行`,
  drugNameEn: `Line ${index + 1}`,
  specification: '',
  onceDose: 1,
  onceDoseUnit: '?',
  frequency: '?',
  route: '?',
  days: 1,
  quantity: 1,
  packUnit: '?',
});

const Raw = z.record(z.string(), z.unknown());

/** What remains of an unreadable line: each field that can be read on its own. */
function remainsOf(raw: unknown, index: number): StoredLine {
  const stored = Raw.safeParse(raw).data ?? {};
  const readable = Object.entries(StoredLine.shape).flatMap(([name, field]) => {
    const { data } = field.safeParse(stored[name]);
    return name in stored && data !== undefined ? [[name, data]] : [];
  });
  return StoredLine.parse({ ...blankLine(index), ...Object.fromEntries(readable), unreadable: true });
}

/** All lines in their places; one that cannot be read is marked, so that it stops nothing that is done with the others. */
export const linesOf = (row: Pick<PrescriptionRow, 'lines'>): StoredLine[] =>
  linesOneByOne(row).map((line, index) => line ?? remainsOf(Array.isArray(row.lines) ? row.lines[index] : null, index));

/** The marked lines that the prescription has, each once. */
export const linesIn = (row: Pick<PrescriptionRow, 'lines'>, marked: readonly number[]) =>
  [...new Set(marked)].filter((index) => index < linesOf(row).length).toSorted((a, b) => a - b);
export const diagnosesOf = (row: Pick<PrescriptionRow, 'diagnosisList'>): StoredDiagnosis[] =>
  z.array(StoredDiagnosis).parse(row.diagnosisList);
export const patientOf = (row: Pick<PrescriptionRow, 'patient'>): StoredPatient => StoredPatient.parse(row.patient);
export const overridesOf = (row: Pick<PrescriptionRow, 'overrides'>): Override[] =>
  z.array(OverrideOnWire).parse(row.overrides);
export const findingsOf = (row: Pick<PrescriptionRow, 'findings'>): Finding[] => z.array(Finding).parse(row.findings);

/** A reviewer's grounds in the log of a rejection; a log row without them marks no line. */
const Rejection = z.object({
  auditReasonCodes: z._default(z.array(z.string()), []),
  markedLines: z._default(z.array(z.int()), []),
});

export const rejectionOf = ({ data }: Pick<InferSelectModel<typeof prescriptionLog>, 'data'>) =>
  Rejection.parse(data ?? {});

const Packs = z.pick(RxLine, { drugId: true, quantity: true });

/** The packs that a prescription takes from its warehouse; of an unreadable line, if these two fields can be read. */
export const packsOf = ({ lines, warehouseId }: Pick<PrescriptionRow, 'lines' | 'warehouseId'>) =>
  (Array.isArray(lines) ? lines : []).flatMap((line) => {
    const { data } = Packs.safeParse(line);
    return data ? [{ warehouseId, ...data }] : [];
  });

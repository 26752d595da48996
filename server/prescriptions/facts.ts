import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import { type Packing, unitFits } from '../../clinical/dose.ts';
import { frequencyOf } from '../../clinical/frequency.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { quantityOf } from '../../clinical/quantity.ts';
import { isRoute } from '../../clinical/route.ts';
import { supplyOf } from '../../clinical/supply.ts';
import type { RxLine } from '../../contract/http/prescription.ts';
import type { Diagnosis } from '../../contract/shared.ts';
import { diagnosis, drug, drugInventory } from '../db/schema/drugs.ts';
import { patient } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { onSale } from '../drugs/stock.ts';
import { type Finding, linesOf, type StoredDiagnosis, StoredLine } from './storedPrescription.ts';

type Drug = typeof drug.$inferSelect;
type Item = typeof drugInventory.$inferSelect;

/** Why one field of one line is not accepted. */
export type LineProblem = {
  index: number;
  field: string;
  why:
    | 'unknownDrug'
    | 'wrongUnit'
    | 'unknownFrequency'
    | 'unknownRoute'
    | 'unknownDiagnosis'
    | 'noLines'
    | 'notOnSale'
    | 'stockShort';
  stock?: number;
};

/** A line with its product, as the warehouse lists it. */
export type ListedLine = { line: StoredLine; drug: Drug; item: Item };

/** The input of the safety checks. */
export type RxFacts = {
  at: number;
  patient: typeof patient.$inferSelect;
  diagnoses: StoredDiagnosis[];
  lines: { line: StoredLine; drug: Drug; stock: number }[];
  /** What the patient already takes: lines whose packs are not used up; the drug is null when it is no longer listed. */
  running: { line: StoredLine; drug: Drug | null }[];
  rxType: number;
  guardianConfirmed: boolean;
  /** Free text of the record and of the patient; '' where there is none. */
  histories: { allergy: string; other: string[]; complaints: string[] };
};

/** Runs the safety checks; `available` is false when they could not run. */
export type Check = (store: Tenanted, facts: RxFacts) => Promise<{ available: boolean; hits: Finding[] }>;

const packingOf = ({ minUnit, strength, strengthUnit, packUnit, packFactor }: Drug): Packing => ({
  minUnit,
  packUnit,
  packFactor,
  strength: strength === null || strengthUnit === null ? null : { value: strength, unit: strengthUnit },
});

const courseOf = ({ onceDose, onceDoseUnit, frequency, days, quantity }: RxLine) => ({
  dose: { value: onceDose, unit: onceDoseUnit },
  frequency,
  days,
  quantity,
});

/** The line as it is stored: names, make-up and price come from the hospital's lists, never from the client. */
function storedLine(line: RxLine, drug: Drug, item: Item): StoredLine {
  const often = frequencyOf(line.frequency);
  const { name, tradeName, specification, dosageForm, manufacturer, packUnit, minUnit, packFactor } = drug;
  const quantity = quantityOf([courseOf(line)], packingOf(drug));
  return StoredLine.parse({
    ...line,
    tradeName,
    specification,
    dosageForm,
    manufacturer,
    packUnit,
    minUnit,
    packFactor,
    drugName: name,
    specificationEn: drug.specificationEn,
    manufacturerEn: drug.manufacturerEn,
    drugNameEn: drug.nameEn,
    tradeNameEn: drug.tradeNameEn ?? '',
    inventoryId: item.id,
    price: item.price,
    timesPerDay: often?.kind === 'regular' ? Number(often.timesPerDay.n) / Number(often.timesPerDay.d) : null,
    quantityManual: !quantity.ok || quantity.packs !== line.quantity,
  });
}

/** Loads the products of the lines; each unknown product, unit, frequency or route is a problem. */
export async function readLines(store: Tenanted, warehouseId: string, lines: readonly RxLine[]) {
  const drugIds = [...new Set(lines.map(({ drugId }) => drugId))];
  const found =
    drugIds.length === 0
      ? []
      : await store.db
          .select({ drug, item: drugInventory })
          .from(drugInventory)
          .innerJoin(drug, and(eq(drug.id, drugInventory.drugId), eq(drug.tenantId, drugInventory.tenantId)))
          .where(
            store.own(
              drugInventory,
              eq(drugInventory.warehouseId, warehouseId),
              inArray(drugInventory.drugId, drugIds),
              eq(drug.disabled, false),
            ),
          );
  const byDrug = new Map(found.map((row) => [row.drug.id, row]));
  const problems: LineProblem[] = [];
  const known: ListedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const product = byDrug.get(line.drugId);
    if (!product) problems.push({ index, field: 'drugId', why: 'unknownDrug' });
    else known.push({ line: storedLine(line, product.drug, product.item), ...product });
    if (product && product.item.status !== onSale) problems.push({ index, field: 'drugId', why: 'notOnSale' });
    if (!frequencyOf(line.frequency)) problems.push({ index, field: 'frequency', why: 'unknownFrequency' });
    if (product && !unitFits(line.onceDoseUnit, packingOf(product.drug)))
      problems.push({ index, field: 'onceDoseUnit', why: 'wrongUnit' });
    if (!isRoute(line.route)) problems.push({ index, field: 'route', why: 'unknownRoute' });
  }
  return { known, problems };
}

/** Loads the diagnoses from the hospital's list, in the doctor's order and with the doctor's main diagnosis. */
export async function readDiagnoses(store: Tenanted, given: readonly Diagnosis[]) {
  const ids = given.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await store.rows(diagnosis, inArray(diagnosis.id, ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  const problems: LineProblem[] = [];
  const known: StoredDiagnosis[] = [];
  for (const [index, { id, main }] of given.entries()) {
    const row = byId.get(id);
    if (row) known.push({ id, code: row.code, name: row.name, nameEn: row.nameEn, main });
    else problems.push({ index, field: 'diagnosisList', why: 'unknownDiagnosis' });
  }
  return { known, problems };
}

const inUse = [PrescriptionStatus.pending, PrescriptionStatus.approved, PrescriptionStatus.dispensed];
const dayMs = 86_400_000;
const longestCourseMs = 366 * dayMs;

/** The days for which a line lasts: those of its course, or more when its packs last longer. */
const daysOf = (line: StoredLine, product: Drug | null): number =>
  Math.max(line.days, (product && supplyOf(courseOf(line), packingOf(product), null)?.lastsDays) ?? 0);

/** The lines that the patient still takes from other prescriptions of this hospital. */
export async function readRunning(store: Tenanted, patientId: string, exceptId: string | null, at: number) {
  const rows = await store.rows(
    prescription,
    eq(prescription.patientId, patientId),
    inArray(prescription.status, inUse),
    gt(prescription.submitTime, at - longestCourseMs),
    exceptId === null ? undefined : ne(prescription.id, exceptId),
  );
  const lines = rows.flatMap((row) => linesOf(row).map((line) => ({ line, submitTime: row.submitTime ?? 0 })));
  const drugIds = [...new Set(lines.map(({ line }) => line.drugId))];
  const drugs = drugIds.length === 0 ? [] : await store.rows(drug, inArray(drug.id, drugIds));
  const byId = new Map(drugs.map((row) => [row.id, row]));
  return lines
    .map(({ line, submitTime }) => ({ line, submitTime, drug: byId.get(line.drugId) ?? null }))
    .filter(({ line, submitTime, drug: product }) => submitTime + daysOf(line, product) * dayMs > at)
    .map(({ line, drug: product }) => ({ line, drug: product }));
}

export const readPatient = (store: Tenanted, id: string) => store.first(patient, eq(patient.id, id));

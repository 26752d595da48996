import { and, eq, inArray } from 'drizzle-orm';
import { type Packing, unitFits } from '../../clinical/dose.ts';
import { frequencyOf, timesPerDayOf } from '../../clinical/frequency.ts';
import { quantityOf } from '../../clinical/quantity.ts';
import { coursesOf, inOrderOfDay, regimenProblems } from '../../clinical/regimen.ts';
import { isRoute } from '../../clinical/route.ts';
import type { RxLine } from '../../contract/http/prescription.ts';
import type { Diagnosis } from '../../contract/shared.ts';
import { diagnosis, drug, drugInventory } from '../db/schema/drugs.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { onSale } from '../drugs/stock.ts';
import type { LineProblem } from './facts.ts';
import { type StoredDiagnosis, StoredLine } from './storedPrescription.ts';

type Drug = typeof drug.$inferSelect;
type Item = typeof drugInventory.$inferSelect;

/** A line with its product, as the warehouse lists it, and its place among the lines that were sent. */
type ListedLine = { index: number; line: StoredLine; drug: Drug; item: Item };

/** The packing of a product. */
export const packingOf = ({ minUnit, strength, strengthUnit, packUnit, packFactor }: Drug): Packing => ({
  minUnit,
  packUnit,
  packFactor,
  strength: strength === null || strengthUnit === null ? null : { value: strength, unit: strengthUnit },
});

/** How a line is taken, and its packs. */
export const courseOf = ({ onceDose, onceDoseUnit, ...line }: RxLine) => {
  const { frequency, days, quantity, firstDose, steps, maxTimes, minHours, dayDoses } = line;
  const dose = { value: onceDose, unit: onceDoseUnit };
  return { dose, frequency, days, quantity, firstDose, steps, maxTimes, minHours, dayDoses };
};

/** The line as it is stored: names, make-up and price come from the hospital's lists, never from the client. */
function storedLine(line: RxLine, drug: Drug, item: Item): StoredLine {
  const often = frequencyOf(line.frequency);
  const { name, tradeName, specification, dosageForm, manufacturer, packUnit, minUnit, packFactor } = drug;
  const quantity = quantityOf(coursesOf(courseOf(line)), packingOf(drug));
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
    timesPerDay: timesPerDayOf(line.frequency),
    quantityManual: !quantity.ok || quantity.packs !== line.quantity,
    firstDose: line.firstDose ?? null,
    steps: line.steps && line.steps.length > 0 ? line.steps : null,
    maxTimes: often?.kind === 'asNeeded' ? (line.maxTimes ?? null) : null,
    minHours: often?.kind === 'asNeeded' ? (line.minHours ?? null) : null,
    dayDoses: line.dayDoses && line.dayDoses.length > 0 ? inOrderOfDay(line.dayDoses) : null,
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
    else known.push({ index, line: storedLine(line, product.drug, product.item), ...product });
    if (product && product.item.status !== onSale) problems.push({ index, field: 'drugId', why: 'notOnSale' });
    problems.push(...regimenProblems(courseOf(line)).map((problem) => ({ index, ...problem })));
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

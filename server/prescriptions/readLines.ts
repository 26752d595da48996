import { type Packing, unitFits } from '../../clinical/doses/dose.ts';
import { frequencyOf, timesPerDayOf } from '../../clinical/doses/frequency.ts';
import { quantityOf } from '../../clinical/doses/quantity.ts';
import { coursesOf, inOrderOfDay, regimenProblems } from '../../clinical/doses/regimen.ts';
import { isRoute } from '../../clinical/doses/route.ts';
import type { RxLine } from '../../contract/http/prescription.ts';
import type { Diagnosis } from '../../contract/shared.ts';
import type { drug, drugInventory } from '../db/schema/drugs.ts';
import { onSale } from '../medicines/stock.ts';
import { type ClinicalReader, foundFor } from './clinicalQueries.ts';
import type { LineProblem } from './facts.ts';
import { type StoredDiagnosis, StoredLine } from './storedPrescription.ts';

type Medicine = typeof drug.$inferSelect;
type Item = typeof drugInventory.$inferSelect;

/** A line with its product and what the warehouse has of it; null where the hospital's list or the warehouse has none. */
export type ListedLine = { line: StoredLine; medicine: Medicine | null; item: Item | null };

/** The packing of a product. */
export const packingOf = ({ minUnit, strength, strengthUnit, packUnit, packFactor }: Medicine): Packing => ({
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

const withOrderedDay = <T extends Pick<RxLine, 'dayDoses'>>(taken: T): T => ({
  ...taken,
  dayDoses: taken.dayDoses && taken.dayDoses.length > 0 ? inOrderOfDay(taken.dayDoses) : null,
});

/**
 * The line as it is stored: names, make-up and price come from the hospital's lists, never from the client. Null if the
 * list has something about the medicine that no line can carry.
 */
function storedLine(line: RxLine, medicine: Medicine, item: Item | null): StoredLine | null {
  const often = frequencyOf(line.frequency);
  const { name, tradeName, specification, dosageForm, manufacturer, packUnit, minUnit, packFactor } = medicine;
  const quantity = quantityOf(coursesOf(courseOf(line)), packingOf(medicine));
  const stored = StoredLine.safeParse({
    ...line,
    tradeName,
    specification,
    dosageForm,
    manufacturer,
    packUnit,
    minUnit,
    packFactor,
    drugName: name,
    specificationEn: medicine.specificationEn,
    manufacturerEn: medicine.manufacturerEn,
    drugNameEn: medicine.nameEn,
    tradeNameEn: medicine.tradeNameEn ?? '',
    inventoryId: item?.id ?? null,
    price: item?.price ?? null,
    timesPerDay: timesPerDayOf(line.frequency),
    quantityManual: !quantity.ok || quantity.packs !== line.quantity,
    packRest: quantity.ok ? quantity.packRest : null,
    firstDose: line.firstDose ?? null,
    steps: line.steps && line.steps.length > 0 ? line.steps.map(withOrderedDay) : null,
    maxTimes: often?.kind === 'asNeeded' ? (line.maxTimes ?? null) : null,
    minHours: often?.kind === 'asNeeded' ? (line.minHours ?? null) : null,
    dayDoses: withOrderedDay(line).dayDoses,
  });
  return stored.data ?? null;
}

async function productsOf(reader: ClinicalReader, warehouseId: string | null, lines: readonly RxLine[]) {
  const drugIds = lines.map(({ drugId }) => drugId);
  const itemOf = async (drugId: string) =>
    (await reader.items(drugId)).find((item) => item.warehouseId === warehouseId) ?? null;
  return { drugs: await foundFor(reader.drug, drugIds), items: await foundFor(itemOf, drugIds) };
}

type Why = Pick<LineProblem, 'field' | 'why'>;

type Product = Pick<ListedLine, 'medicine' | 'item'> & { isFaulty: boolean };

/** What prevents the product from being dispensed; null if nothing does. */
function productProblem({ medicine, item, isFaulty }: Product, hasWarehouse: boolean): LineProblem['why'] | null {
  if (!medicine) return 'unknownDrug';
  if (isFaulty) return 'faultyDrug';
  if (medicine.disabled) return 'retiredDrug';
  if (!hasWarehouse) return null;
  if (!item) return 'unknownDrug';
  return item.status === onSale ? null : 'notOnSale';
}

function problemsOf(line: RxLine, product: Product, hasWarehouse: boolean): Why[] {
  if (line.unreadable) return [{ field: 'lines', why: 'unreadable' }];
  const about = productProblem(product, hasWarehouse);
  const unit = product.medicine && !unitFits(line.onceDoseUnit, packingOf(product.medicine));
  return [
    ...(hasWarehouse ? [] : [{ field: 'warehouseId', why: 'unknownWarehouse' } as const]),
    ...(about ? [{ field: 'drugId', why: about }] : []),
    ...regimenProblems(courseOf(line)),
    ...(unit ? [{ field: 'onceDoseUnit', why: 'wrongUnit' } as const] : []),
    ...(isRoute(line.route) ? [] : [{ field: 'route', why: 'unknownRoute' } as const]),
  ];
}

/**
 * Loads the products of the lines. A line with a problem keeps its place, so that everything that is known of it can
 * still be checked. The warehouse is null for one that the hospital does not have.
 */
export async function readLines(reader: ClinicalReader, warehouseId: string | null, given: readonly RxLine[]) {
  const { drugs: medicines, items } = await productsOf(reader, warehouseId, given);
  const problems: LineProblem[] = [];
  const lines = given.map((line, index): ListedLine => {
    // Nothing that remains of an unreadable line is checked, because nothing of it can be relied on.
    const medicine = line.unreadable ? null : (medicines.get(line.drugId) ?? null);
    const item = line.unreadable ? null : (items.get(line.drugId) ?? null);
    const made = medicine && storedLine(line, medicine, item);
    const stored = made ?? StoredLine.parse(line);
    const name = { zh: stored.drugName, en: stored.drugNameEn || stored.drugName };
    const product = { medicine, item, isFaulty: medicine !== null && made === null };
    const found = problemsOf(line, product, warehouseId !== null);
    problems.push(...found.map((problem) => ({ index, name, ...problem })));
    return { line: stored, medicine, item };
  });
  return { lines, problems };
}

/** Loads the diagnoses from the hospital's list, in the doctor's order and with the doctor's main diagnosis. */
export async function readDiagnoses(reader: ClinicalReader, given: readonly Diagnosis[]) {
  const byId = await foundFor(
    reader.diagnosis,
    given.map(({ id }) => id),
  );
  const problems: LineProblem[] = [];
  const known: StoredDiagnosis[] = [];
  for (const [index, { id, name, main }] of given.entries()) {
    const row = byId.get(id);
    if (row) known.push({ id, code: row.code, name: row.name, nameEn: row.nameEn, main });
    else problems.push({ index, field: 'diagnosisList', why: 'unknownDiagnosis', name: { zh: name, en: name } });
  }
  return { known, problems };
}

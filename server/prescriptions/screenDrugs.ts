import { and, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { routesOf } from '../../clinical/route.ts';
import { Code } from '../../contract/envelope.ts';
import type { screenDrugs as operation } from '../../contract/extension/check.ts';
import { RxLine } from '../../contract/http/prescription.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { drug } from '../db/schema/drugs.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { compose } from './compose.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { mayChangePrescription, mayPrescribe } from './prescriptionPolicy.ts';
import { readLines } from './readLines.ts';
import { readPatient } from './readRunning.ts';
import type { Finding } from './storedPrescription.ts';
import { findingFor } from './view.ts';

type Request = z.output<(typeof operation)['body']>;
type Drug = typeof drug.$inferSelect;

/** Findings that depend on the medicine and the patient, not on the dose and the quantity that are still to be chosen. */
const aboutMedicine: ReadonlySet<string> = new Set([
  ...['onlineBan', 'minimumAge', 'pregnancy', 'lactation', 'liver', 'kidney', 'allergy'],
  ...['repeatedLine', 'duplicateIngredient', 'duplicateClass', 'interaction'],
]);

/** A line with the medicine's usual dose, for a check before it is chosen. */
const usualLine = (product: Drug): RxLine =>
  RxLine.parse({
    drugId: product.id,
    drugName: product.name,
    specification: product.specification,
    onceDose: product.defaultDose ?? 1,
    onceDoseUnit: product.defaultDoseUnit ?? product.minUnit,
    frequency: product.defaultFrequency ?? 'qd',
    route: product.defaultRoute ?? routesOf(product.dosageForm)?.[0] ?? 'po',
    days: 1,
    quantity: 1,
    packUnit: product.packUnit,
  });

/** The lines without a problem; one that is still being written must not hide what is known about the medicines. */
async function checkable(store: Tenanted, warehouseId: string, lines: readonly RxLine[]) {
  const { known, problems } = await readLines(store, warehouseId, lines);
  const wrong = new Set(problems.map(({ index }) => index));
  return known.flatMap(({ index, line }) => (wrong.has(index) ? [] : [line]));
}

const isGrave = ({ level, ruleCode }: Finding) => level !== 'info' && aboutMedicine.has(ruleCode);

/** What each of these medicines would find beside the lines that are already written, one medicine at a time. */
export async function screenDrugs(needs: PrescriptionNeeds, context: StaffContext, request: Request) {
  const { by } = context;
  const store = needs.uow.read(by.tenantId);
  const order = await store.first(consultOrder, eq(consultOrder.id, request.orderId));
  const patient = order && mayPrescribe(by, order) ? await readPatient(store, order.patientId) : null;
  if (!order || !patient) return refused(Code.notFound);
  const earlier = request.id ? await store.first(prescription, eq(prescription.id, request.id)) : null;
  const replaces = earlier && mayChangePrescription(by, earlier) ? earlier : null;
  const { warehouseId } = request;
  const products = await store.rows(drug, and(inArray(drug.id, request.drugIds), eq(drug.disabled, false)));
  const written = await checkable(store, warehouseId, request.lines);
  const asked = await checkable(store, warehouseId, products.map(usualLine));
  const content = { warehouseId, rxType: 0, diagnosisList: [], lines: [...written, ...asked] };
  const composed = await compose(store, content, { order, patient, replaces, context });
  if (!composed.ok) return composed;
  const facts = await composed.data.facts();
  const before = facts.lines.slice(0, written.length);
  const screened = await Promise.all(
    facts.lines.slice(written.length).map(async (one) => {
      const { available, hits } = await needs.check(store, { ...facts, lines: [...before, one] });
      const own = hits.filter((hit) => hit.lineIndex === before.length && isGrave(hit));
      return { drugId: one.line.drugId, available, hits: own.map((hit) => findingFor(hit, by.language)) };
    }),
  );
  return done(screened.flatMap(({ available, ...found }) => (available ? [found] : [])));
}

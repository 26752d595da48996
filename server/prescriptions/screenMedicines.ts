import type * as z from 'zod/mini';
import { rulesLeftOut } from '../../clinical/checks/reported.ts';
import { routesOf } from '../../clinical/doses/route.ts';
import { Code } from '../../contract/envelope.ts';
import type { screenDrugs as operation } from '../../contract/extension/check.ts';
import { RxLine } from '../../contract/http/prescription.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import type { drug } from '../db/schema/drugs.ts';
import { checkedOrder } from './checkedOrder.ts';
import { createClinicalReader } from './clinicalQueries.ts';
import { compose } from './compose.ts';
import type { LineProblem } from './facts.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { medicinesWithIds } from './queries.ts';
import type { Finding } from './storedPrescription.ts';
import { findingFor } from './wire.ts';

type Request = z.output<(typeof operation)['body']>;
type Medicine = typeof drug.$inferSelect;

/** Findings that depend on the medicine and the patient, not on the dose and the quantity that are still to be chosen. */
const aboutMedicine: ReadonlySet<string> = new Set([
  ...['onlineBan', 'minimumAge', 'pregnancy', 'lactation', 'liver', 'kidney', 'allergy'],
  ...['repeatedLine', 'duplicateIngredient', 'duplicateClass', 'interaction'],
  ...['antibacterialLevel', 'sexMismatch', 'pregnancyPrevention', 'indication'],
]);

/** A line with the medicine's usual dose, for a check before it is chosen; null if the list has no such dose. */
const usualLine = (product: Medicine): RxLine | null =>
  RxLine.safeParse({
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
  }).data ?? null;

/** Reasons for which a medicine as a whole was not checked. */
const wholly: ReadonlySet<unknown> = new Set(['drugUnknown', 'ruleFailed']);

/** A gap in the knowledge of the medicine and the patient, whatever dose is chosen. */
const isGap = ({ params }: Finding) =>
  params?.why === 'noChildDose' ||
  (wholly.has(params?.why) && rulesLeftOut(params ?? {}).some((rule) => aboutMedicine.has(rule)));

const isGrave = (finding: Finding) =>
  finding.ruleCode === 'notChecked' ? isGap(finding) : finding.level !== 'info' && aboutMedicine.has(finding.ruleCode);

/** Medicines that the pharmacy does not give out now, which a search does not offer. */
const notOffered: ReadonlySet<LineProblem['why']> = new Set([
  ...(['unknownWarehouse', 'unknownDrug', 'faultyDrug', 'retiredDrug', 'notOnSale'] as const),
]);

/** What each of these medicines would find beside the lines that are already written, one medicine at a time. */
export const screenMedicines = (needs: PrescriptionNeeds) => async (request: Request, context: CallContext) => {
  const { at, store, language } = context;
  const checked = await checkedOrder(context, request);
  if (!checked) return refused(Code.notFound);
  const { warehouseId } = request;
  const products = await medicinesWithIds(store, request.drugIds);
  const inUse = products.filter(({ disabled }) => !disabled);
  const asked = inUse.flatMap((product) => usualLine(product) ?? []);
  const content = {
    warehouseId,
    rxType: 0,
    diagnosisList: request.diagnosisList ?? [],
    lines: [...request.lines, ...asked],
  };
  const composed = await compose(createClinicalReader(needs, store, at), content, { ...checked, context });
  if (!composed.ok) return composed;
  const facts = await composed.data.facts();
  const written = facts.lines.slice(0, request.lines.length);
  const absent = new Set(facts.problems.flatMap(({ index, why }) => (notOffered.has(why) ? [index] : [])));
  const offered = facts.lines.filter((_, index) => index >= written.length && !absent.has(index));
  const screened = offered.map((one) => {
    const { available, hits } = needs.check({ ...facts, problems: [], lines: [...written, one] });
    const own = hits.filter((hit) => hit.lineIndex === written.length && isGrave(hit));
    return { drugId: one.line.drugId, available, hits: own.map((hit) => findingFor(hit, language)) };
  });
  return done(screened.flatMap(({ available, ...found }) => (available ? [found] : [])));
};

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { screenDrugs } from '../../../contract/extension/check.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { drugInventory } from '../../../server/db/schema/drugs.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

test.each([
  ['a unit that does not fit', { onceDoseUnit: 'spoon' }],
  ['an unknown frequency', { frequency: 'often' }],
  ['an unknown route', { route: 'ear' }],
])('a written line with %s does not hide the marks of the search results', async (_, wrong) => {
  const { orderId, drugId } = await prescribing();
  const value = { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: '', severity: 'unknown' };
  await hospital.call(savePatientFacts, doctor, { orderId, changes: [{ op: 'add', origin: 'patient', value }] });
  const other = await hospital.here.stock('ibuprofen', 5);
  const asks = { orderId, warehouseId: hospital.warehouseId, lines: [lineOf(other, wrong)], drugIds: [drugId] };
  expect(await hospital.call(screenDrugs, doctor, asks)).toMatchObject({
    code: 200,
    data: [{ drugId, hits: [{ ruleCode: 'allergy', level: 'block' }] }],
  });
});

test('a medicine that is not on sale is absent, and the others are still marked', async () => {
  const { orderId, drugId } = await prescribing();
  const gone = await hospital.here.stock('ibuprofen', 5);
  await hospital.store.change(drugInventory, { status: 0 }, eq(drugInventory.drugId, gone));
  const asks = { orderId, warehouseId: hospital.warehouseId, lines: [], drugIds: [gone, drugId] };
  expect(await hospital.call(screenDrugs, doctor, asks)).toMatchObject({ code: 200, data: [{ drugId, hits: [] }] });
});

test('medicines are screened for the patient before they are chosen: allergy and interaction alone', async () => {
  const { orderId, drugId } = await prescribing();
  const ibuprofen = await hospital.here.stock('ibuprofen', 0);
  await hospital.call(savePatientFacts, doctor, {
    orderId,
    changes: [
      {
        op: 'add',
        origin: 'patient',
        value: { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: '', severity: 'unknown' },
      },
    ],
  });
  const asks = { orderId, warehouseId: hospital.warehouseId, lines: [], drugIds: [drugId, ibuprofen] };
  const { data } = await hospital.call(screenDrugs, doctor, asks);
  const found = new Map(
    (data as { drugId: string; hits: { ruleCode: string }[] }[]).map((one) => [one.drugId, one.hits]),
  );
  expect(found.get(drugId)).toMatchObject([{ ruleCode: 'allergy', level: 'block' }]);
  expect(found.get(ibuprofen)).toEqual([]);
  const stranger = await hospital.hire(false);
  expect(await hospital.call(screenDrugs, stranger, asks)).toMatchObject({ code: Code.notFound });
});

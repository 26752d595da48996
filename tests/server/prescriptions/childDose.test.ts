import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { checkPrescription, screenDrugs } from '../../../contract/extension/check.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

/** The hospital's medicines have maxima from three months; this child is five weeks old. */
const newborn = { of: { patient: { birthday: '2026-04-01', weightKg: 24 } } };
const unknown = {
  ruleCode: 'notChecked',
  level: 'warn',
  lineIndex: 0,
  needReason: true,
  params: { rule: 'childDailyDose', why: 'noChildDose' },
};
const guardianConfirmed = true;

test('a medicine without a dose for a child of this age is submitted only with a written reason', async () => {
  const { create, content, orderId } = await prescribing(newborn);
  const checked = await hospital.call(checkPrescription, doctor, { orderId, ...content, guardianConfirmed });
  expect(checked).toMatchObject({
    data: {
      hits: expect.arrayContaining([
        expect.objectContaining({ ...unknown, params: expect.objectContaining(unknown.params) }),
      ]),
    },
  });
  const refused = await create({ guardianConfirmed });
  expect(refused).toMatchObject({ code: Code.prescriptionLinesRefused });
  const { ruleHits } = refused.data as { ruleHits: { ruleCode: string; level: string; needReason: boolean }[] };
  const reasons = ruleHits
    .filter(({ needReason }) => needReason)
    .map(({ ruleCode }) => ({ ruleCode, severity: 'warn', lineIndex: 0, reason: 'Dose of the ward for newborns' }));
  const others = reasons.filter(({ ruleCode }) => ruleCode !== 'notChecked');
  expect(await create({ guardianConfirmed, overrides: others })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { ruleHits: [{ params: { why: 'noChildDose' } }] },
  });
  expect(await create({ guardianConfirmed, overrides: reasons })).toMatchObject({ code: 200 });
});

test('the search for medicines says that no dose is known for the child', async () => {
  const { orderId, drugId } = await prescribing(newborn);
  const asks = { orderId, warehouseId: hospital.warehouseId, lines: [], drugIds: [drugId] };
  expect(await hospital.call(screenDrugs, doctor, asks)).toMatchObject({
    data: [{ drugId, hits: [{ ruleCode: 'notChecked', params: { why: 'noChildDose' } }] }],
  });
  const grown = await prescribing();
  expect(await hospital.call(screenDrugs, doctor, { ...asks, orderId: grown.orderId })).toMatchObject({
    data: [{ drugId, hits: [] }],
  });
});

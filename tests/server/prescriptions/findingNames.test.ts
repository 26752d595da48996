import { expect, test } from 'vitest';
import { auditContext } from '../../../contract/extension/audit.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { dataOf, prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

test('a finding names a long-term medicine in the reader’s language, whatever language it was written in', async () => {
  const { orderId, content } = await prescribing();
  const drugId = await hospital.here.stock('ibuprofen', 5);
  const value = { kind: 'medicine', genericCode: 'ibuprofen', name: '芬必得', dose: '' };
  await hospital.call(savePatientFacts, doctor, { orderId, changes: [{ op: 'add', origin: 'patient', value }] });
  const lines = [lineOf(drugId, { onceDose: 250, quantity: 1 })];
  const otherIn = async (language: string) => {
    const asked = { orderId, ...content, lines };
    const { data } = await hospital.call(checkPrescription, doctor, asked, { 'accept-language': language });
    const { hits } = data as { hits: { ruleCode: string; params: Record<string, string> }[] };
    return hits.find(({ ruleCode }) => ruleCode === 'duplicateIngredient')?.params.other;
  };
  expect([await otherIn('en'), await otherIn('zh-CN')]).toEqual(['Ibuprofen', '布洛芬']);
});

test("a finding names its medicines in the reader's language, whatever the doctor's is", async () => {
  const { create, drugId } = await prescribing();
  const overrides = [{ ruleCode: 'maxSingleDose', severity: 'warn', lineIndex: 0, reason: 'Endocarditis' }];
  const { id } = dataOf(
    await create({ lines: [lineOf(drugId, { onceDose: 1_250, days: 3, quantity: 2 })], overrides }),
  );
  const reviewer = await hospital.hire(true);
  const names = async (language: string) => {
    const { data } = await hospital.call(auditContext, reviewer, { id }, { 'accept-language': language });
    const { rx, ruleHits } = data as {
      rx: { lines: { drugName: string }[] };
      ruleHits: { params: { drug: string } }[];
    };
    return [rx.lines[0]?.drugName, ruleHits[0]?.params.drug];
  };
  expect(await names('en')).toEqual(['amoxicillin', 'amoxicillin']);
  expect(await names('zh-CN')).toEqual(['药品amoxicillin', '药品amoxicillin']);
});

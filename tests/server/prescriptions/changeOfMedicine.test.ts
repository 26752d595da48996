import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

/** A patient with a running prescription of warfarin, who is to get apixaban. */
async function onWarfarin() {
  const made = await prescribing();
  const [warfarin, apixaban] = [await hospital.here.stock('warfarin', 9), await hospital.here.stock('apixaban', 9)];
  expect(await made.create({ lines: [lineOf(warfarin)] })).toMatchObject({ code: 200 });
  const lines = [lineOf(apixaban)];
  const { orderId, content, create } = made;
  const found = async (all = lines) => {
    const { data } = await hospital.call(checkPrescription, doctor, { orderId, ...content, lines: all });
    return (data as { hits: RuleHit[] }).hits.filter(({ ruleCode }) => ruleCode === 'interaction');
  };
  return { create, lines, found, together: [lineOf(warfarin), lineOf(apixaban)] };
}

const answer = (hit: RuleHit, more: object) => ({
  ...{ ruleCode: hit.ruleCode, severity: hit.level, lineIndex: hit.lineIndex, reason: 'INR 1.8 today' },
  ...more,
});

test('a change from warfarin to apixaban warns with how to change, and is submitted once it is answered', async () => {
  const { create, lines, found } = await onWarfarin();
  const [hit, ...others] = await found();
  expect(others).toEqual([]);
  expect(hit).toMatchObject({ level: 'warn', needReason: true, params: { together: 'block' } });
  expect(hit?.detail).toMatch(/begin below an INR of 2/);
  if (!hit) throw new Error('no interaction');
  expect(await create({ lines })).toMatchObject({ code: Code.prescriptionLinesRefused });
  expect(await create({ lines, overrides: [answer(hit, {})] })).toMatchObject({ code: Code.prescriptionLinesRefused });
  const both = answer(hit, { change: 'bothContinue' });
  expect(await create({ lines, overrides: [both] })).toMatchObject({ code: Code.prescriptionLinesRefused });
  const replaces = answer(hit, { change: 'replaces' });
  expect(await create({ lines, overrides: [replaces] })).toMatchObject({ code: 200 });
});

test('warfarin and apixaban on one prescription are refused', async () => {
  const { found, together } = await onWarfarin();
  expect((await found(together)).some(({ level }) => level === 'block')).toBe(true);
});

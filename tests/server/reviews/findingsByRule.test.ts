import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { alertsByRule } from '../../../contract/extension/findingsByRule.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { type Hospital, lineOf, type Member, morning } from '../../support/hospital.ts';
import { submitted } from '../../support/prescribing.ts';
import { minutes, reviewSuite } from '../../support/reviewSuite.ts';

let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
const { clock, submit, leased, reject } = reviewSuite((suite) => {
  ({ hospital, doctor, auditor: reviewer } = suite);
});

const dayMs = 86_400_000;
const read = async (days = 1) => (await hospital.call(alertsByRule, reviewer, { days })).data;

test('alerts are counted by rule: continued with a reason, refused, rejected in review', async () => {
  clock.now = morning + 10 * dayMs;
  expect(await read(), 'no alert without prescriptions').toMatchObject({ prescriptions: 0, rules: [] });
  await submit();
  const long = { quantity: 4, days: 14 };
  const reason = { ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: 'Travels abroad' };
  const drugId = await hospital.here.stock('amoxicillin', 50);
  const lines = [lineOf(drugId, long)];
  await expect(submitted(hospital, doctor, { lines })).rejects.toThrow('not submitted');
  const first = await submit({ lines, overrides: [reason] });
  await submit({ lines, overrides: [reason] });
  expect((await reject(first, (await leased(first)).leaseId)).code).toBe(200);
  expect(await read()).toMatchObject({
    prescriptions: 3,
    rules: expect.arrayContaining([
      {
        ruleCode: 'supplyDays',
        level: 'warn',
        findings: 2,
        prescriptions: 2,
        overridden: 2,
        refused: 1,
        rejected: 1,
      },
    ]),
  });
  clock.now += dayMs + minutes;
  expect(await read(), 'the last 24 hours only').toMatchObject({ prescriptions: 0, rules: [] });
  expect(await read(7)).toMatchObject({ prescriptions: 3 });
});

test('the table shows the settings of this hospital, and nothing of another', async () => {
  expect(await read()).toMatchObject({ settings: { sparePacks: 1, rules: [] } });
  await hospital.store.db.update(tenant).set({ settings: { clinical: { sparePacks: 0, rules: { elder: 'off' } } } });
  expect(await read(30)).toMatchObject({ settings: { sparePacks: 0, rules: [{ ruleCode: 'elder', level: 'off' }] } });
  await hospital.store.db.update(tenant).set({ settings: {} });
  const foreigner = await hospital.hire(true, true, hospital.elsewhere);
  expect(await hospital.call(alertsByRule, foreigner, { days: 30 })).toMatchObject({
    data: { prescriptions: 0, rules: [] },
  });
});

test('only reviewers see the alerts', async () => {
  expect(await hospital.call(alertsByRule, doctor, {})).toMatchObject({ code: Code.forbidden });
  expect(await hospital.call(alertsByRule, null, {})).toMatchObject({ code: Code.unauthorised });
});

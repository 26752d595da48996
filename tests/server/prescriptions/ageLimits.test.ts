import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { entryOf, type SummaryKind } from '../../../clinical/facts/summaryShape.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { pageAudit } from '../../../contract/extension/audit.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import { getPatientFacts } from '../../../contract/extension/facts.ts';
import { orderDetail } from '../../../contract/http/consult.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { clinicalSettings } from '../../../server/hospitals/clinicalSettings.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});
const decide = (clinical: object) =>
  hospital.store.db.update(tenant).set({ settings: { clinical } }).where(eq(tenant.id, hospital.here.hospitalId));
beforeEach(() => decide({}));

/** A girl or woman of this age today, without any statement. */
const aged = (years: number) => ({ of: { patient: { birthday: `${2026 - years}-01-01`, gender: 2 } } });

test('with the guardian’s age at 18 one of 15 needs a guardian and one of 19 none; both are submitted', async () => {
  await decide({ guardianBelowMonths: 216 });
  for (const [years, asks] of [
    [15, true],
    [19, false],
  ] as const) {
    const { create, content, orderId } = await prescribing(aged(years));
    const check = await hospital.call(checkPrescription, doctor, { orderId, ...content });
    const { hits } = check.data as { hits: { ruleCode: string; needReason: boolean; lineIndex: number | null }[] };
    expect(hits.filter(({ ruleCode }) => ruleCode === 'guardianMissing')).toHaveLength(asks ? 1 : 0);
    const overrides = hits
      .filter(({ needReason }) => needReason)
      .map(({ ruleCode, lineIndex }) => ({ ruleCode, severity: 'warn', lineIndex, reason: 'Asked in the chat' }));
    expect(await create({ guardianConfirmed: asks, overrides })).toMatchObject({ code: 200 });
  }
});

test.each([
  ['weight', 15, {}, true],
  ['weight', 15, { childBelowMonths: 168 }, false],
  ['weight', 18, {}, false],
  ['pregnancy', 11, {}, false],
  ['pregnancy', 11, { childbearingYears: { from: 10, to: 55 } }, true],
  ['lactation', 56, {}, false],
  ['lactation', 56, { childbearingYears: { from: 12, to: 60 } }, true],
] as const)(
  'whether %s is asked for at %i years follows the hospital’s limits %j',
  async (kind, years, limits, needed) => {
    await decide(limits);
    const { orderId } = await prescribing(aged(years));
    for (const operation of [getPatientFacts, orderDetail]) {
      const { data } = await hospital.call(operation, doctor, { orderId, id: orderId });
      const { facts } = (data as { patient: { facts: Parameters<typeof entryOf>[0] } }).patient;
      const entry = entryOf(facts, kind satisfies SummaryKind);
      expect([entry.standing, entry.needed ?? false]).toEqual(['unknown', needed]);
    }
  },
);

test('children go first in the review queue by the hospital’s own limit of age', async () => {
  const reviewer = await hospital.hire(true);
  const submitAged = async (years: number) => {
    const { create } = await prescribing(aged(years));
    const overrides = ['notChecked', 'pregnancy'].map((ruleCode) => ({
      ...{ ruleCode, severity: 'warn', lineIndex: 0, reason: 'Asked in the chat' },
    }));
    const created = await create({ guardianConfirmed: true, overrides });
    expect(created).toMatchObject({ code: 200 });
    return (created.data as { id: string }).id;
  };
  const queue = async (ids: readonly string[]) => {
    const { data } = await hospital.call(pageAudit, reviewer, { pageSize: 100 });
    const { list } = data as { list: { id: string; child: boolean }[] };
    return list.flatMap(({ id, child }) => (ids.includes(id) ? [[ids.indexOf(id), child]] : []));
  };
  const first = [await submitAged(30), await submitAged(16)];
  expect(await queue(first)).toEqual([
    [1, true],
    [0, false],
  ]);
  await decide({ childBelowMonths: 168 });
  const second = [await submitAged(30), await submitAged(16)];
  expect(await queue(second)).toEqual([
    [0, false],
    [1, false],
  ]);
});

test('a stored setting outside its bounds does not count, and the others do', async () => {
  await decide({ maxDrugs: 30, guardianBelowMonths: 0, supplyDays: { ordinary: 366, chronic: 60 }, sparePacks: 2 });
  expect(await clinicalSettings(hospital.store)).toEqual({
    ...defaultSettings,
    sparePacks: 2,
    supplyDays: { ...defaultSettings.supplyDays, chronic: 60 },
  });
});

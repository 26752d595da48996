import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  arrangeDictionary,
  type Dictionary,
  listDictionaries,
  retireDictEntry,
  saveDictEntry,
} from '../../../contract/extension/dictionaries.ts';
import {
  getRuleSettings,
  putRuleSettings,
  type RuleSettings,
  ruleSettingHistory,
} from '../../../contract/extension/ruleSettings.ts';
import { getDictByType } from '../../../contract/http/tenant.ts';
import { dictData, tenant } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { clinicalSettings } from '../../../server/hospitals/clinicalSettings.ts';
import { readDictionary } from '../../../server/hospitals/dictionaries.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let doctor: Member;
let admin: Member;
hospitalSuite(async (suite) => {
  ({ hospital, doctor } = suite);
  admin = await hospital.administrator();
});
beforeEach(async () => {
  await hospital.store.db.update(tenant).set({ settings: {} }).where(eq(tenant.id, hospital.here.hospitalId));
  await hospital.store.remove(dictData);
  const label = { label: '副主任医师', labelEn: 'Associate chief' };
  await hospital.store.addAll(dictData, [
    { dictType: 'member_doctor_title', value: '1', label: '主任医师', labelEn: 'Chief', sort: 1 },
    { dictType: 'member_doctor_title', value: '2', ...label, sort: 2 },
    { dictType: 'prescription_status', value: '0', label: '草稿', labelEn: 'Draft', sort: 1 },
  ]);
});

const titles = async () => {
  const all = (await hospital.call(listDictionaries, admin)).data as Dictionary[];
  return all.find(({ dictType }) => dictType === 'member_doctor_title')?.entries ?? [];
};

test('an entry gets other labels, and a new one the next value', async () => {
  const [first] = await titles();
  const dictType = 'member_doctor_title';
  await hospital.call(saveDictEntry, admin, { dictType, id: first?.id, label: '首席医师', labelEn: 'Head physician' });
  await hospital.call(saveDictEntry, admin, { dictType, id: null, label: '医士', labelEn: 'Assistant' });
  expect((await titles()).map(({ value, labelEn }) => [value, labelEn])).toEqual([
    ['1', 'Head physician'],
    ['2', 'Associate chief'],
    ['3', 'Assistant'],
  ]);
});

test('entries are put in order all together, or not at all', async () => {
  const ids = (await titles()).map(({ id }) => id).reverse();
  const dictType = 'member_doctor_title';
  expect(await hospital.call(arrangeDictionary, admin, { dictType, ids: ids.slice(1) })).toMatchObject({
    code: Code.duplicateRequest,
  });
  expect(await hospital.call(arrangeDictionary, admin, { dictType, ids })).toMatchObject({ data: true });
  expect((await titles()).map(({ value }) => value)).toEqual(['2', '1']);
});

test('a retired entry is marked for clients, which still name what has its value', async () => {
  const [first] = await titles();
  await hospital.call(retireDictEntry, admin, { id: first?.id, retired: true });
  const shown = await readDictionary(hospital.store, 'member_doctor_title', 'en');
  expect(getDictByType.reply.parse(shown).map(({ label, retired }) => [label, retired])).toEqual([
    ['Chief', true],
    ['Associate chief', false],
  ]);
});

test('dictionaries whose values the platform acts on are shown and not changed', async () => {
  const all = (await hospital.call(listDictionaries, admin)).data as Dictionary[];
  const status = all.find(({ dictType }) => dictType === 'prescription_status');
  expect(status).toMatchObject({ fixed: 'lifeCycle', entries: [{ labelEn: 'Draft' }] });
  const [draft] = status?.entries ?? [];
  const change = { dictType: 'prescription_status', id: draft?.id, label: '在用', labelEn: 'In force' };
  for (const refused of [
    await hospital.call(saveDictEntry, admin, change),
    await hospital.call(retireDictEntry, admin, { id: draft?.id, retired: true }),
    await hospital.call(arrangeDictionary, admin, { dictType: 'prescription_status', ids: [draft?.id] }),
  ])
    expect(refused).toMatchObject({
      code: Code.forbidden,
      msg: 'The platform decides about this dictionary; a hospital cannot change it',
    });
});

const current = async () =>
  (await hospital.call(getRuleSettings, admin)).data as { version: number; settings: RuleSettings };
const put = async (change: Partial<RuleSettings>, of?: { version: number; settings: RuleSettings }) => {
  const { version, settings } = of ?? (await current());
  return hospital.call(putRuleSettings, admin, {
    version,
    settings: { ...settings, ...change },
    reason: 'Board of May',
  });
};

test('settings hold at once, and their history says who changed what from what to what', async () => {
  const before = await current();
  expect(await put({ maxDrugs: 4, rules: { elder: 'warn' } })).toMatchObject({ code: 200 });
  expect(await clinicalSettings(hospital.store)).toMatchObject({ maxDrugs: 4, rules: { elder: 'warn' } });
  const [last] = (await hospital.call(ruleSettingHistory, admin)).data as { changes: unknown }[];
  expect(last).toMatchObject({
    version: before.version + 1,
    reason: 'Board of May',
    by: expect.stringContaining('Dr'),
  });
  expect(last?.changes).toEqual([
    { setting: 'maxDrugs', before: 5, after: 4 },
    { setting: 'rules.elder', before: null, after: 'warn' },
  ]);
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.entity, 'ruleSettings'));
  expect(rows.at(-1)).toMatchObject({ outcome: 'ok', detail: { settings: ['maxDrugs', 'rules.elder'] } });
});

test('titles get levels up to the national ones, and the history says who changed which', async () => {
  const given = (await hospital.call(getRuleSettings, admin)).data as { titles: unknown };
  expect(given.titles).toEqual([
    { code: '1', name: 'Chief', most: 3 },
    { code: '2', name: 'Associate chief', most: 3 },
  ]);
  const { settings } = await current();
  const levels = { ...settings.antibacterialLevels, 1: 2 };
  expect(await put({ antibacterialLevels: levels })).toMatchObject({ code: 200 });
  const [last] = (await hospital.call(ruleSettingHistory, admin)).data as { changes: unknown }[];
  expect(last?.changes).toEqual([{ setting: 'antibacterialLevels.1', before: 3, after: 2 }]);
  expect(await put({ antibacterialLevels: { ...levels, 4: 3 } })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'antibacterialLevels.4' },
  });
});

test('diagnoses are added to a medicine and taken from it; what is no medicine or no group is refused', async () => {
  const change = { added: 'I10', removed: 'J20-J22' };
  expect(await put({ indications: { amoxicillin: change } })).toMatchObject({ code: 200 });
  expect((await clinicalSettings(hospital.store)).indications).toEqual({ amoxicillin: change });
  const [last] = (await hospital.call(ruleSettingHistory, admin)).data as { changes: unknown }[];
  expect(last?.changes).toEqual([
    { setting: 'indications.amoxicillin.added', before: null, after: 'I10' },
    { setting: 'indications.amoxicillin.removed', before: null, after: 'J20-J22' },
  ]);
  for (const wrong of [{ sugar: change }, { amoxicillin: { added: 'gout', removed: '' } }])
    expect(await put({ indications: wrong })).toMatchObject({ code: Code.badRequest });
});

test('settings of a form that knows less stay as they are', async () => {
  await put({ indications: { amoxicillin: { added: 'I10', removed: '' } }, childbearingYears: { from: 10, to: 60 } });
  expect(await put({ maxDrugs: 3, indications: undefined, childbearingYears: undefined })).toMatchObject({ code: 200 });
  expect(await clinicalSettings(hospital.store)).toMatchObject({
    indications: { amoxicillin: { added: 'I10' } },
    childbearingYears: { from: 10, to: 60 },
  });
});

test('of two changes of one version the second is refused', async () => {
  const seen = await current();
  expect(await put({ maxDrugs: 3 }, seen)).toMatchObject({ code: 200 });
  expect(await put({ sparePacks: 2 }, seen)).toMatchObject({ code: Code.duplicateRequest });
  expect((await current()).settings).toMatchObject({ maxDrugs: 3, sparePacks: 1 });
});

test.each(['off', 'info', 'warn'] as const)('the check of allergies cannot be set to %s', async (level) => {
  expect(await put({ rules: { allergy: level } })).toMatchObject({
    code: Code.badRequest,
    msg: 'This check protects patients; its level cannot be lowered',
    data: { field: 'rules.allergy' },
  });
});

test('a level below what is allowed does not count even if it is in the database', async () => {
  const settings = {
    clinical: { rules: { allergy: 'off', interaction: 'info', pregnancyPrevention: 'warn', elder: 'off' } },
  };
  await hospital.store.db.update(tenant).set({ settings }).where(eq(tenant.id, hospital.here.hospitalId));
  expect((await clinicalSettings(hospital.store)).rules).toEqual({ elder: 'off' });
});

test.each([
  ['maxDrugs', { maxDrugs: 6 }],
  ['validityDays', { validityDays: 4 }],
  ['guardianBelowMonths', { guardianBelowMonths: 12 }],
])('%s beyond its bound is refused', async (field, change) => {
  expect(await put(change)).toMatchObject({ code: Code.badRequest, data: { field: expect.stringContaining(field) } });
});

test('a hospital adds ingredients that are not for online; a client without the field keeps them', async () => {
  const code = 'amoxicillin';
  expect(await put({ alsoBanned: [code, code] })).toMatchObject({ code: 200 });
  expect(await clinicalSettings(hospital.store)).toMatchObject({ alsoBanned: [code] });
  const [last] = (await hospital.call(ruleSettingHistory, admin)).data as { changes: unknown }[];
  expect(last?.changes).toEqual([{ setting: `alsoBanned.${code}`, before: null, after: true }]);
  const { version, settings } = await current();
  const { alsoBanned: _, ...older } = settings;
  await hospital.call(putRuleSettings, admin, { version, settings: { ...older, maxDrugs: 3 }, reason: 'Older client' });
  expect(await clinicalSettings(hospital.store)).toMatchObject({ alsoBanned: [code], maxDrugs: 3 });
});

test('only ingredients of the clinical tables can be added to the list', async () => {
  expect(await put({ alsoBanned: ['no-such-ingredient'] })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'alsoBanned' },
  });
});

test('a type of prescription has no more days than the longest supply', async () => {
  const { settings } = await current();
  expect(await put({ supplyDays: { ...settings.supplyDays, longest: 10 } })).toMatchObject({
    data: { field: 'supplyDays.chronic' },
    msg: 'More than the longest supply of 10 days',
  });
});

test('other settings of the hospital stay', async () => {
  await hospital.store.db
    .update(tenant)
    .set({ settings: { idleLockMin: 20, clinical: { diagnosisRequired: false } } })
    .where(eq(tenant.id, hospital.here.hospitalId));
  await put({ maxDrugs: 2 });
  const [row] = await hospital.store.db.select().from(tenant).where(eq(tenant.id, hospital.here.hospitalId));
  expect(row?.settings).toMatchObject({ idleLockMin: 20, clinical: { diagnosisRequired: false, maxDrugs: 2 } });
});

test('the history can only be added to', async () => {
  await put({ maxDrugs: 1 });
  const change = hospital.store.db.execute(sql`update rule_setting_version set reason = ''`);
  await expect(change).rejects.toThrow();
});

test('doctors neither see nor change the settings', async () => {
  for (const operation of [getRuleSettings, ruleSettingHistory, listDictionaries])
    expect(await hospital.call(operation, doctor)).toMatchObject({ code: Code.forbidden });
});

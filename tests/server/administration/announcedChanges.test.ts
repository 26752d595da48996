import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  pageStaff,
  type StaffMember,
  setStaffDisabled,
  updateStaff,
} from '../../../contract/extension/administration.ts';
import { saveDiagnosis } from '../../../contract/extension/diagnoses.ts';
import { type Dictionary, listDictionaries, saveDictEntry } from '../../../contract/extension/dictionaries.ts';
import {
  addHospitalHost,
  createDepartment,
  getHospital,
  removeHospitalHost,
  updateHospital,
} from '../../../contract/extension/hospital.ts';
import { decideIdentity, listIdentityRequests, requestIdentity } from '../../../contract/extension/identity.ts';
import { getRuleSettings, putRuleSettings } from '../../../contract/extension/ruleSettings.ts';
import { putUiSetting } from '../../../contract/extension/settings.ts';
import { updateInfo } from '../../../contract/http/account.ts';
import type { Operation } from '../../../contract/operation.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { domainEvent } from '../../../server/db/schema/trail.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

let platform: ServedPlatform;
let [administrator, ann] = ['', ''];
beforeAll(async () => {
  platform = await openServedPlatform();
  const { db, people } = platform;
  const { passwordHash } = people.ann;
  const boss = { username: 'boss', mobile: '13800000009', name: '院长', isAdministrator: true };
  await db.insert(staff).values({ tenantId: '1', ...boss, passwordHash, createTime: 1 });
  administrator = (await platform.signIn('boss')).accessToken;
  ann = (await platform.signIn('ann')).accessToken;
}, 60_000);
afterAll(() => platform?.close());
beforeEach(() => platform.db.delete(domainEvent));

async function call<T>(operation: Operation, token: string, input: object = {}): Promise<T> {
  const answer = await platform.call<T>(operation, { ...input }, { token });
  expect([operation.path, answer.code]).toEqual([operation.path, 200]);
  return answer.data;
}

/** What was announced since the test began. */
async function announced() {
  const rows = await platform.db.select().from(domainEvent).orderBy(asc(domainEvent.id));
  return rows.map(({ type, payload }) => ({ type, ...(payload as object) }));
}

test('a person who changes their settings or profile is told on all devices', async () => {
  const userId = platform.people.ann.id;
  await call(putUiSetting, ann, { setting: { colour: 'blue' }, merge: true });
  await call(updateInfo, ann, { goodAt: 'Cough' });
  expect(await announced()).toEqual([
    { type: 'person.changed', userId, part: 'settings' },
    { type: 'person.changed', userId, part: 'account' },
  ]);
});

test('settings that are refused announce nothing', async () => {
  const colour = 'x'.repeat(65_536);
  expect((await platform.call(putUiSetting, { setting: { colour } }, { token: ann })).code).toBe(400);
  expect(await announced()).toEqual([]);
});

test('a person whose account an administrator changes is told', async () => {
  const { list } = await call<{ list: StaffMember[] }>(pageStaff, administrator, { pageSize: 200 });
  const bob = list.find(({ username }) => username === 'bob');
  await call(setStaffDisabled, administrator, { id: bob?.id, version: bob?.version, disabled: true });
  expect(await announced()).toContainEqual({ type: 'person.changed', userId: bob?.id, part: 'account' });
  await platform.db
    .update(staff)
    .set({ disabled: false })
    .where(eq(staff.id, bob?.id ?? ''));
});

test('a doctor who moves to another department loads its templates; with another change they do not', async () => {
  const department = { name: '转入科', nameEn: '', clientRequestId: randomUUID() };
  const { id: deptId } = await call<{ id: number }>(createDepartment, administrator, department);
  const { list } = await call<{ list: StaffMember[] }>(pageStaff, administrator, { pageSize: 200 });
  const bob = list.find(({ username }) => username === 'bob');
  if (!bob) throw new Error('no such doctor');
  const { id, version, name, nameEn, titleCode } = bob;
  const person = { role: 'doctor', name, nameEn, titleCode, mobile: '13700009999' };
  const rights = { headsDept: false, reviewsCertificates: false };
  const change = { id, ...person, ...rights, deptId };
  const templates = { type: 'own.changed', staffIds: [id], part: 'templates' };
  await call(updateStaff, administrator, { ...change, version });
  expect(await announced()).toContainEqual(templates);
  await platform.db.delete(domainEvent);
  await call(updateStaff, administrator, { ...change, version: version + 1, name: '另名' });
  expect(await announced()).toContainEqual({ type: 'person.changed', userId: id, part: 'account' });
  expect(await announced()).not.toContainEqual(templates);
});

test('each change of accounts, catalogues and waiting requests is announced to the administrators', async () => {
  const [boss] = await platform.db.select().from(staff).where(eq(staff.username, 'boss'));
  const parts = async (change: () => Promise<unknown>) => {
    await platform.db.delete(domainEvent);
    await change();
    return (await announced()).flatMap((event) => {
      const { type, part, staffIds } = event as { type: string; part?: string; staffIds?: string[] };
      return type === 'own.changed' && staffIds?.includes(boss?.id ?? '') ? [part] : [];
    });
  };
  const { list } = await call<{ list: StaffMember[] }>(pageStaff, administrator, { pageSize: 200 });
  const { id, version } = list.find(({ username }) => username === 'bob') ?? { id: '', version: 0 };
  const disable = (disabled: boolean, of: number) => () =>
    call(setStaffDisabled, administrator, { id, version: of, disabled });
  expect(await parts(disable(true, version))).toEqual(['people']);
  expect(await parts(disable(false, version + 1))).toEqual(['people']);
  const diagnosis = { code: 'Z99.9', name: '新诊断', nameEn: 'New', words: [] };
  expect(await parts(() => call(saveDiagnosis, administrator, { id: null, revision: null, ...diagnosis }))).toEqual([
    'catalogue',
  ]);
  const identity = { name: '新名', nameEn: 'New', titleCode: null, deptId: null };
  expect(await parts(() => call(requestIdentity, ann, identity))).toEqual(['requests']);
  const [request] = await call<{ id: string }[]>(listIdentityRequests, administrator);
  expect(await parts(() => call(decideIdentity, administrator, { id: request?.id, approve: true }))).toEqual([
    'requests',
    'people',
  ]);
});

test('a sign-in is announced on the other devices of its person', async () => {
  await platform.signIn('ann');
  const staffIds = [platform.people.ann.id];
  expect(await announced()).toContainEqual({ type: 'own.changed', staffIds, part: 'sessions' });
});

test('a dictionary, a department and a setting of the hospital that changed are announced to its staff', async () => {
  const [first] = (await call<Dictionary[]>(listDictionaries, administrator)).filter(({ fixed }) => fixed === null);
  await call(saveDictEntry, administrator, { dictType: first?.dictType, id: null, label: '新', labelEn: 'New' });
  await call(createDepartment, administrator, { name: '新科', nameEn: 'New', clientRequestId: randomUUID() });
  const { version, name, nameEn, contact, logo } = await call<Record<string, unknown>>(getHospital, administrator);
  await call(updateHospital, administrator, { version, name, nameEn, contact, logo });
  expect(await announced()).toEqual([
    { type: 'hospital.changed', part: 'dictionaries' },
    { type: 'hospital.changed', part: 'dictionaries' },
    { type: 'hospital.changed', part: 'settings' },
  ]);
});

test('an address that a hospital gets or loses is announced to its staff', async () => {
  await call(addHospitalHost, administrator, { host: 'fourth.example' });
  await call(removeHospitalHost, administrator, { host: 'fourth.example', website: 'first.example' });
  const change = { type: 'hospital.changed', part: 'settings' };
  expect(await announced()).toEqual([change, change]);
});

test('changed settings of the checks are announced to its staff, unchanged ones are not', async () => {
  const { version, settings } = await call<{ version: number; settings: { maxDrugs: number } }>(
    getRuleSettings,
    administrator,
  );
  const reason = 'Agreed by the pharmacists';
  await call(putRuleSettings, administrator, { version, settings, reason });
  expect(await announced()).toEqual([]);
  await call(putRuleSettings, administrator, { version, settings: { ...settings, maxDrugs: 4 }, reason });
  expect(await announced()).toEqual([{ type: 'hospital.changed', part: 'checks' }]);
});

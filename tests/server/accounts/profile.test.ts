import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  decideIdentity,
  type IdentityRequest,
  listIdentityRequests,
  type OwnIdentity,
  requestIdentity,
} from '../../../contract/extension/identity.ts';
import { getInfo, updateInfo } from '../../../contract/http/account.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: ServedPlatform;
let token: string;
let boss: string;
beforeAll(async () => {
  platform = await openServedPlatform({});
  token = (await platform.signIn()).accessToken;
  await platform.db.update(staff).set({ isAdministrator: true }).where(eq(staff.id, platform.people.bob.id));
  boss = (await platform.signIn('bob')).accessToken;
}, 120_000);
afterAll(() => platform?.close());

type Info = { name: string; goodAt: string; identity: OwnIdentity };
const infoIn = async (language: string) => (await platform.call<Info>(getInfo, {}, { token, language })).data;
const namesNow = async () => [(await infoIn('en')).name, (await infoIn('zh-CN')).name];
const waiting = async () => (await platform.call<IdentityRequest[]>(listIdentityRequests, {}, { token: boss })).data;
const decide = (decision: object) => platform.call(decideIdentity, { ...decision }, { token: boss });
const trail = async () => {
  const ofStaff = and(eq(auditTrail.entity, 'staff'), eq(auditTrail.entityId, platform.people.ann.id));
  const rows = await platform.db.select().from(auditTrail).where(ofStaff).orderBy(auditTrail.id);
  return rows.map(({ action, detail, userId }) => ({ action, detail, userId }));
};

test('a name is requested in the language of the call, and the other fields change at once', async () => {
  const before = await namesNow();
  const answer = await platform.call(updateInfo, { name: 'Dr Anne Li', goodAt: 'Asthma' }, { token, language: 'en' });
  expect(answer).toMatchObject({
    code: 200,
    data: true,
    identity: {
      state: 'requested',
      text: { en: expect.stringContaining('An administrator'), zh: expect.stringContaining('管理员') },
    },
  });
  expect(await namesNow()).toEqual(before);
  expect(await infoIn('en')).toMatchObject({
    goodAt: 'Asthma',
    identity: { waiting: { name: null, nameEn: 'Dr Anne Li', titleCode: null, deptId: null } },
  });
  expect((await trail()).at(-1)).toMatchObject({ action: 'update', detail: { requested: ['nameEn'] } });
});

test('a name with characters that nobody sees is the name without them', async () => {
  const { name } = await infoIn('zh-CN');
  for (const sign of ['\u200b', '\u202e', '\ufeff', '\u2066']) {
    const same = `${name.slice(0, 1)}${sign}${name.slice(1)}`;
    const answer = await platform.call(updateInfo, { name: same }, { token, language: 'zh-CN' });
    expect(answer, JSON.stringify(sign)).toMatchObject({ code: 200, identity: { state: 'requested' } });
  }
  const { identity } = (await infoIn('zh-CN')) as { identity: { waiting: object } };
  expect(identity.waiting).toMatchObject({ name: null, nameEn: 'Dr Anne Li' });
});

test('an approved request changes the person and leaves a row of its own', async () => {
  await platform.call(updateInfo, { name: '李安' }, { token, language: 'zh-CN' });
  const [request] = await waiting();
  expect(request).toMatchObject({ wanted: { name: '李安', nameEn: 'Dr Anne Li' }, present: { name: '医生ann' } });
  expect(await decide({ id: request?.id, approve: true })).toMatchObject({ code: 200 });
  expect(await namesNow()).toEqual(['Dr Anne Li', '李安']);
  expect(await waiting()).toEqual([]);
  expect((await trail()).at(-1)).toMatchObject({
    action: 'approve',
    userId: platform.people.bob.id,
    detail: { changed: ['name', 'nameEn'] },
  });
  expect(await decide({ id: request?.id, approve: true })).toMatchObject({ code: 900 });
});

test('a rejected request leaves the person unchanged, who reads the reason', async () => {
  const before = await namesNow();
  const wanted = { name: '李安', nameEn: 'Dr Anne Li', titleCode: 2, deptId: 3 };
  expect(await platform.call(requestIdentity, wanted, { token })).toMatchObject({ data: { state: 'requested' } });
  const [request] = await waiting();
  expect(request).toMatchObject({ wanted: { titleCode: 2, deptId: 3, deptName: 'Medicine', name: null } });
  expect(await decide({ id: request?.id, approve: false })).toMatchObject({ code: 400 });
  await decide({ id: request?.id, approve: false, reason: 'No certificate of the title' });
  expect(await infoIn('en')).toMatchObject({
    identity: { waiting: null, titleCode: null, rejected: { titleCode: 2, reason: 'No certificate of the title' } },
  });
  expect(await namesNow()).toEqual(before);
  expect((await trail()).at(-1)).toMatchObject({ action: 'reject' });
});

test('a title and a department change together, and the present values withdraw a request', async () => {
  const [, name] = await namesNow();
  const present = { name, nameEn: 'Dr Anne Li', titleCode: null, deptId: null };
  await platform.call(requestIdentity, { ...present, titleCode: 1 }, { token });
  expect(await platform.call(requestIdentity, present, { token })).toMatchObject({ data: { state: 'withdrawn' } });
  expect(await platform.call(requestIdentity, present, { token })).toMatchObject({ data: { state: 'unchanged' } });
  expect(await waiting()).toEqual([]);
  for (const wrong of [{ titleCode: 99 }, { deptId: 99 }])
    expect(await platform.call(requestIdentity, { ...present, ...wrong }, { token })).toMatchObject({ code: 400 });
  await platform.call(requestIdentity, { ...present, titleCode: 1, deptId: 3 }, { token });
  await decide({ id: (await waiting())[0]?.id, approve: true });
  expect(await platform.staffRow(platform.people.ann.id)).toMatchObject({
    titleCode: 1,
    deptId: '3',
    deptName: '内科',
    deptNameEn: 'Medicine',
  });
});

test('nobody decides on their own request, and only administrators decide', async () => {
  await platform.call(updateInfo, { name: 'Dr Boss' }, { token: boss, language: 'en' });
  const [request] = await waiting();
  expect(await decide({ id: request?.id, approve: true })).toMatchObject({
    code: 403,
    msg: expect.stringContaining('another administrator'),
  });
  expect(await platform.call(decideIdentity, { id: request?.id, approve: true }, { token })).toMatchObject({
    code: 403,
  });
  expect((await platform.staffRow(platform.people.bob.id))?.nameEn).toBe('Dr bob');
});

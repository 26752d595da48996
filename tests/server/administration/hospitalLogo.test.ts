import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getHospital, type HospitalProfile, updateHospital } from '../../../contract/extension/hospital.ts';
import { getTenantByWebsite } from '../../../contract/http/tenant.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { filesSuite, pdf, png } from '../../support/filesSuite.ts';
import type { ServedPlatform } from '../../support/servedPlatform.ts';

let platform: ServedPlatform;
let token: string;
const { upload, open } = filesSuite((opened) => {
  platform = opened;
});
beforeAll(async () => {
  const { db, people } = platform;
  await db.update(staff).set({ isAdministrator: true }).where(eq(staff.id, people.bob.id));
  token = (await platform.signIn('bob')).accessToken;
}, 60_000);

const profile = async () => (await platform.call<HospitalProfile>(getHospital, {}, { token })).data;
const shownLogo = async () =>
  (await platform.call<{ logo: string | null }>(getTenantByWebsite, { website: 'first.example' })).data.logo;
async function saveLogo(logo: string | null) {
  const { name, nameEn, contact, version } = await profile();
  return platform.call(updateHospital, { name, nameEn, contact, version, logo }, { token });
}
async function newLogo() {
  const { data } = await upload(png(40, 30), '标志.png', token);
  expect((await saveLogo(data.url)).code).toBe(Code.ok);
  return data.url;
}

test('the logo is shown to everybody, before a session and for longer than an hour', async () => {
  await newLogo();
  const logo = (await shownLogo()) ?? '';
  expect(logo).toBe((await profile()).logo);
  platform.clock.now += 3 * 3_600_000;
  const reply = await open(logo);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
  expect(reply.headers['cache-control']).toBe('public, max-age=3600');
  platform.clock.now -= 3 * 3_600_000;
});

test('a logo that is seen leaves nothing in the trail, and one that is changed leaves a row', async () => {
  const url = await newLogo();
  await open((await shownLogo()) ?? '');
  const [, key = ''] = /\/files\/([^/]+)/.exec(url) ?? [];
  const [file] = await platform.db.select().from(fileObject).where(eq(fileObject.key, key));
  const rows = await platform.db.select().from(auditTrail);
  const ofFile = rows.filter(({ entity, entityId }) => entity === 'file' && entityId === file?.id);
  expect(ofFile.map(({ action }) => action)).toEqual(['create']);
  expect(rows.filter(({ entity }) => entity === 'hospital').at(-1)).toMatchObject({ action: 'update', outcome: 'ok' });
});

test('a picture that is not the logo any more is closed again', async () => {
  await newLogo();
  const old = (await shownLogo()) ?? '';
  await newLogo();
  expect((await open(old)).statusCode).toBe(403);
  const present = (await shownLogo()) ?? '';
  expect((await saveLogo(null)).code).toBe(Code.ok);
  expect(await shownLogo()).toBeNull();
  expect((await open(present)).statusCode).toBe(403);
});

test('a change of the name keeps the logo', async () => {
  await newLogo();
  const { hosts: _, expireTime: __, ...seen } = await profile();
  const answer = await platform.call(updateHospital, { ...seen, name: '新名医院' }, { token });
  expect(answer.code).toBe(Code.ok);
  expect((await profile()).logo).toBe(seen.logo);
});

test('only a small picture that the administrator has uploaded becomes the logo', async () => {
  const before = await shownLogo();
  const refused = { code: Code.badRequest, data: { field: 'logo' } };
  expect(await saveLogo('https://elsewhere.example/logo.png')).toMatchObject(refused);
  expect(await saveLogo((await upload(pdf, 'logo.pdf', token)).data.url)).toMatchObject(refused);
  const { accessToken } = await platform.signIn('ann');
  expect(await saveLogo((await upload(png(9, 9), 'logo.png', accessToken)).data.url)).toMatchObject(refused);
  const wide = await saveLogo((await upload(png(1_025, 4), 'logo.png', token)).data.url);
  expect(wide).toMatchObject({ code: Code.administrationRefused, data: { field: 'logo' } });
  expect(wide.msg).toBe('A logo has at most 1024 × 1024 pixels and 512 KiB');
  expect(await shownLogo()).toBe(before);
});

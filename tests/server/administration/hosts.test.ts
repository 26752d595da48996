import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  addHospitalHost,
  getHospital,
  type HospitalProfile,
  removeHospitalHost,
} from '../../../contract/extension/hospital.ts';
import { getTenantByWebsite } from '../../../contract/http/tenant.ts';
import { hostsOfHospital } from '../../../contract/limits.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { tenantHost } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { createHospitals } from '../../../server/hospitals/hospitals.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

let platform: ServedPlatform;
let token: string;
let elsewhere: string;
beforeAll(async () => {
  platform = await openServedPlatform();
  const { db, people } = platform;
  for (const { id } of [people.bob, people.zoe])
    await db.update(staff).set({ isAdministrator: true }).where(eq(staff.id, id));
  token = (await platform.signIn('bob')).accessToken;
  elsewhere = (await platform.signIn('ann', '2')).accessToken;
}, 60_000);
afterAll(() => platform?.close());
beforeEach(async () => {
  await platform.db.delete(tenantHost);
  await platform.db.insert(tenantHost).values([
    { host: 'first.example', tenantId: '1' },
    { host: 'clinic.example:8443', tenantId: '1' },
    { host: 'second.example:8443', tenantId: '2' },
    { host: 'third.example', tenantId: '3' },
  ]);
});

type Change = { host: string; added?: boolean; removed?: boolean; field?: string };
const add = (host: string, language = 'en') =>
  platform.call<Change>(addHospitalHost, { host }, { token, language } as object);
const remove = (host: string, website = 'first.example') =>
  platform.call<Change>(removeHospitalHost, { host, website }, { token });
const profile = async (input: Record<string, unknown> = {}) =>
  (await platform.call<HospitalProfile>(getHospital, input, { token })).data;
const hosts = async () => (await profile()).hosts;
const foundAt = async (website: string) =>
  (await platform.call<{ systemTenantId: string } | null>(getTenantByWebsite, { website })).data?.systemTenantId ??
  null;

/** The rows of the hospital's trail that a call leaves about the hospital. */
async function rowsOf(work: () => Promise<unknown>) {
  const before = await platform.db.$count(auditTrail);
  await work();
  const rows = await platform.db.select().from(auditTrail).orderBy(auditTrail.id).offset(before);
  return rows.map(({ action, entity, entityId, outcome, detail }) => ({ action, entity, entityId, outcome, detail }));
}
const row = (outcome: 'ok' | 'refused', detail: object) => [
  { action: 'update', entity: 'hospital', entityId: '1', outcome, detail },
];

describe('an added address', () => {
  test('leads to the hospital at once, in this process and in others', async () => {
    const other = createHospitals(platform.db, () => platform.clock.now);
    expect([await foundAt('new.example'), await other.byHost('new.example')]).toEqual([null, null]);
    expect(await add('new.example')).toMatchObject({ code: Code.ok, data: { host: 'new.example', added: true } });
    expect([await foundAt('new.example:8080'), (await other.byHost('new.example'))?.id]).toEqual(['1', '1']);
    expect(await hosts()).toEqual(['clinic.example:8443', 'first.example', 'new.example']);
  });

  test('leaves a row, and one that was there already is no error and changes nothing', async () => {
    expect(await rowsOf(() => add('new.example'))).toEqual(row('ok', { addedHost: 'new.example' }));
    expect(await add('New.Example')).toMatchObject({ code: Code.ok, data: { host: 'new.example', added: false } });
    expect((await hosts()).length).toBe(3);
  });

  test.each([
    [' Clinic.EXAMPLE ', 'clinic.example'],
    ['clinic.example:80', 'clinic.example'],
    ['clinic.example:443', 'clinic.example'],
    ['clinic.example:9443', 'clinic.example:9443'],
    ['ｃｌｉｎｉｃ。example', 'clinic.example'],
    ['医院.example', 'xn--ekrs67m.example'],
  ])('%j is stored as browsers write it: %s', async (typed, host) => {
    await platform.db.delete(tenantHost).where(eq(tenantHost.host, 'clinic.example:8443'));
    expect((await add(typed)).data).toEqual({ host, added: true });
    expect(await hosts()).toContain(host);
  });

  test.each([
    '',
    'https://clinic.example',
    'clinic.example/login',
    'a b.example',
    'a..example',
    '-a.example',
    'a:99999',
  ])('%j is refused with an example, and the trail has no word of it', async (typed) => {
    const rows = await rowsOf(async () => {
      expect(await add(typed)).toMatchObject({
        code: Code.badRequest,
        data: { field: 'host' },
        msg: expect.stringContaining('such as clinic.example'),
      });
    });
    expect(rows).toEqual(row('refused', { code: Code.badRequest, rule: 'hostInvalid' }));
  });

  test('is none that another hospital has, under whatever port, and the refusal does not say whose', async () => {
    for (const typed of ['second.example:8443', 'second.example', 'second.example:1', 'third.example:8443']) {
      const rows = await rowsOf(async () => {
        const answer = await add(typed);
        expect(answer).toMatchObject({ code: Code.administrationRefused, data: { field: 'host', host: typed } });
        expect(answer.msg).toBe(
          `${typed} is in use elsewhere on this platform and was not added. Choose another address, or ask the operator of the platform`,
        );
      });
      expect(rows).toEqual(row('refused', { code: Code.administrationRefused, rule: 'hostTaken' }));
    }
    expect(await foundAt('second.example:8443')).toBe('2');
    expect(await hosts()).toEqual(['clinic.example:8443', 'first.example']);
  });

  test('that two hospitals add at the same moment leads to one of them', async () => {
    const answers = await Promise.all(
      [token, elsewhere].map((by, n) =>
        platform.call(addHospitalHost, { host: 'both.example' }, { token: by, hospitalId: String(n + 1) }),
      ),
    );
    expect(answers.map(({ code }) => code === Code.ok).sort()).toEqual([false, true]);
    expect(await platform.db.$count(tenantHost, eq(tenantHost.host, 'both.example'))).toBe(1);
  });

  test('that two administrators add at the same moment is added once', async () => {
    const answers = await Promise.all([add('twice.example'), add('twice.example')]);
    expect(answers.map(({ data }) => data.added).sort()).toEqual([false, true]);
  });

  test('is refused beyond the limit', async () => {
    const many = Array.from({ length: hostsOfHospital - 2 }, (_, n) => ({ host: `more${n}.example`, tenantId: '1' }));
    await platform.db.insert(tenantHost).values(many);
    expect(await add('one-too-many.example')).toMatchObject({ code: Code.administrationRefused });
    expect(await add('first.example')).toMatchObject({ data: { added: false } });
  });
});

describe('a removed address', () => {
  test('leads nowhere at once, leaves a row, and is removed once', async () => {
    expect(await rowsOf(() => remove('clinic.example:8443'))).toEqual(
      row('ok', { removedHost: 'clinic.example:8443' }),
    );
    expect(await foundAt('clinic.example:8443')).toBeNull();
    expect(await remove('clinic.example:8443')).toMatchObject({ code: Code.ok, data: { removed: false } });
  });

  test('is not the one over which the administrator works, with or without its port', async () => {
    for (const [host, website] of [
      ['first.example', 'first.example'],
      ['first.example', 'FIRST.example:8080'],
      ['clinic.example:8443', 'clinic.example:8443'],
    ] as const) {
      expect((await profile({ website })).currentHost).toBe(host);
      const rows = await rowsOf(async () => {
        const answer = await remove(host, website);
        expect([answer.code, answer.msg]).toEqual([
          Code.administrationRefused,
          `You are working over ${host}, so it cannot be removed. Open the hospital under another of its addresses and remove it there`,
        ]);
      });
      expect(rows).toEqual(row('refused', { code: Code.administrationRefused, rule: 'hostInUse' }));
    }
    expect((await profile({ website: 'clinic.example' })).currentHost).toBeNull();
    expect((await remove('first.example', 'clinic.example:8443')).code).toBe(Code.ok);
  });

  test('is not the test hospital’s where the page is open on a test network', async () => {
    await platform.db.insert(tenantHost).values({ host: 'localhost', tenantId: '1' });
    expect((await profile({ website: '192.168.1.5:8080' })).currentHost).toBe('localhost');
    expect((await remove('localhost', '192.168.1.5:8080')).code).toBe(Code.administrationRefused);
  });

  test('is the page’s own on a test network of the hospital, and none that the page needs can be removed', async () => {
    await platform.db.insert(tenantHost).values([
      { host: 'localhost', tenantId: '1' },
      { host: '127.0.0.1', tenantId: '1' },
    ]);
    expect((await profile({ website: '127.0.0.1:8080' })).currentHost).toBe('127.0.0.1');
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await remove(host, '127.0.0.1:8080')).code).toBe(Code.administrationRefused);
  });

  test('is not the last one, however two administrators try', async () => {
    const answers = await Promise.all([
      remove('first.example', 'elsewhere.example'),
      remove('clinic.example:8443', 'elsewhere.example'),
    ]);
    expect(answers.map(({ code }) => code === Code.ok).sort()).toEqual([false, true]);
    expect((await hosts()).length).toBe(1);
    const [last = ''] = await hosts();
    const rows = await rowsOf(() => remove(last, 'elsewhere.example'));
    expect(rows).toEqual(row('refused', { code: Code.administrationRefused, rule: 'hostLast' }));
  });

  test('is never one of another hospital', async () => {
    expect((await remove('second.example:8443')).data).toEqual({ host: 'second.example:8443', removed: false });
    expect(await foundAt('second.example:8443')).toBe('2');
  });
});

test('the answers are in the reader’s language', async () => {
  expect((await add('third.example', 'zh-CN')).msg).toBe(
    'third.example 在本平台上已被使用，未添加。请换一个地址，或联系平台运营方',
  );
});

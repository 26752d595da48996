import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { pageHospitals } from '../../../contract/extension/operator.ts';
import { patientLogin } from '../../../contract/extension/patient.ts';
import { getInfo } from '../../../contract/http/account.ts';
import type { Operation } from '../../../contract/operation.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { type OperatorWorld, openOperatorWorld } from '../../support/operatorWorld.ts';
import { password } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: OperatorWorld;
beforeAll(async () => {
  world = await openOperatorWorld();
}, 60_000);
afterAll(() => world?.close());

const calls = Object.entries<Operation>(catalogue).filter(([, { access }]) => access === 'operator');

describe('the right', () => {
  const others: [string, string, () => Promise<string>][] = [
    ['a doctor', '1', () => world.tokenOf('ann')],
    ['a reviewer', '1', () => world.tokenOf('eve')],
    ['an ordinary administrator', '1', () => world.tokenOf('bob')],
    ['an administrator of another hospital', '2', () => world.tokenOf('ann', '2')],
    [
      'a patient',
      '1',
      async () => {
        const { data } = await world.call<{ accessToken: string }>(patientLogin, { mobile: '13900000001', password });
        return data.accessToken;
      },
    ],
  ];
  test.each(others)('is none of %s, who is refused every call', async (_, hospitalId, tokenOf) => {
    const as = await tokenOf();
    const answers = [];
    for (const [name, operation] of calls)
      answers.push([name, (await world.call(operation, { id: '2' }, as, hospitalId)).code]);
    expect(answers).toEqual(calls.map(([name]) => [name, Code.forbidden]));
    expect(calls).toHaveLength(8);
  });

  test('ends at once when it is taken, also for a token that is still remembered', async () => {
    const { id } = await world.created();
    const { olga, db } = world;
    await world.call(pageHospitals);
    await db.update(staff).set({ operatesPlatform: false }).where(eq(staff.id, olga.id));
    const refused = await world.disable(id);
    await db.update(staff).set({ operatesPlatform: true }).where(eq(staff.id, olga.id));
    expect(refused.code).toBe(Code.forbidden);
    expect((await world.detail(id)).state).toBe('open');
  });

  test('is part of what the page knows of the person', async () => {
    expect((await world.call(getInfo)).data).toMatchObject({ operatesPlatform: true });
    expect((await world.call(getInfo, {}, await world.tokenOf('bob'))).data).toMatchObject({ operatesPlatform: false });
  });

  test('belongs to administrators with an enabled account, which the database enforces', async () => {
    const change = (to: object) => world.db.update(staff).set(to).where(eq(staff.id, world.people.ann.id));
    await expect(change({ operatesPlatform: true })).rejects.toMatchObject({ cause: { code: '23514' } });
    const ofOlga = world.db.update(staff).set({ disabled: true }).where(eq(staff.id, world.olga.id));
    await expect(ofOlga).rejects.toMatchObject({ cause: { code: '23514' } });
  });
});

describe('the list', () => {
  const found = async (input: object) =>
    (await world.call<{ list: { id: string }[]; total: number }>(pageHospitals, { pageSize: 200, ...input })).data;

  test.each([
    ['id', '2'],
    ['name', '乙医'],
    ['pinyin', 'yiyiy'],
    ['English name', 'SECOND'],
    ['address', 'second.example:84'],
  ])('finds a hospital by its %s', async (_, keyword) => {
    expect((await found({ keyword })).list.map(({ id }) => id)).toEqual(['2']);
  });

  test('has state, licence, addresses and numbers of enabled accounts, and pages', async () => {
    const { list, total } = await found({ pageSize: 2 });
    expect([list.length, total > 2]).toEqual([2, true]);
    expect(list[0]).toMatchObject({
      ...{ id: '1', name: '甲医院', state: 'open', expireTime: null, hosts: ['first.example'], own: true },
      staff: { doctors: 1, auditors: 1, administrators: 2 },
    });
    expect((await found({ state: 'disabled', keyword: '3' })).list).toMatchObject([{ id: '3', state: 'disabled' }]);
    expect((await found({ keyword: 'no such hospital' })).total).toBe(0);
  });

  test('shows one hospital with its administrators, and nothing of one that does not exist', async () => {
    expect(await world.detail('2')).toMatchObject({
      hosts: ['second.example:8443'],
      administrators: [{ username: 'ann', disabled: false, operatesPlatform: false }],
    });
    expect((await world.call(catalogue.getPlatformHospital, { id: '99999' })).code).toBe(Code.notFound);
  });
});

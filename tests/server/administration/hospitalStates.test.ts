import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { createHospitalAdministrator, setHospitalDisabled } from '../../../contract/extension/operator.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { type OperatorWorld, openOperatorWorld } from '../../support/operatorWorld.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: OperatorWorld;
beforeAll(async () => {
  world = await openOperatorWorld();
}, 60_000);
afterAll(() => world?.close());

describe('state and licence', () => {
  test('a disabled hospital logs everybody out within seconds in every process, and opens again', async () => {
    const beside = await world.openBeside({});
    const token = await world.tokenOf('ann', '2');
    const infoFrom = async (app: typeof beside.app) => {
      const headers = { 'tenant-id': '2', authorization: `Bearer ${token}` };
      return (await app.inject({ url: `/api${getInfo.path}`, headers })).json().code;
    };
    expect([await infoFrom(world.app), await infoFrom(beside.app)]).toEqual([Code.ok, Code.ok]);
    const { data } = await world.disable('2');
    world.clock.now += 3_001;
    expect([await infoFrom(world.app), await infoFrom(beside.app)]).toEqual([
      Code.hospitalDisabled,
      Code.hospitalDisabled,
    ]);
    expect((await world.disable('2', { disabled: false, version: data.version, reason: 'Paid' })).code).toBe(Code.ok);
    world.clock.now += 3_001;
    expect(await infoFrom(beside.app)).toBe(Code.ok);
    await beside.app.close();
  });

  test('an outdated version is refused', async () => {
    const { id } = await world.created();
    expect((await world.licence(id, '2030-12-31')).data).toEqual({ version: 1 });
    expect((await world.licence(id, null)).code).toBe(Code.administrationChanged);
    expect((await world.disable(id)).code).toBe(Code.administrationChanged);
    expect(await world.detail(id)).toMatchObject({ expireTime: Date.parse('2030-12-31T23:59:59.999+08:00') });
    expect((await world.licence(id, null, 1)).data).toEqual({ version: 2 });
    expect(await world.detail(id)).toMatchObject({ expireTime: null });
  });

  test('a licence ends with a day that exists, and closes a hospital whose last day has passed', async () => {
    const { id } = await world.created();
    expect((await world.licence(id, '2030-02-31')).data).toMatchObject({ field: 'lastDay' });
    expect((await world.licence(id, '2026-05-05')).code).toBe(Code.ok);
    expect((await world.detail(id)).state).toBe('expired');
  });

  test('the operator’s own hospital is neither disabled nor expired', async () => {
    const refused = [await world.disable('1'), await world.licence('1', '2026-05-05')];
    expect(refused.map(({ code }) => code)).toEqual([Code.administrationRefused, Code.administrationRefused]);
    expect(refused[0]?.msg).toMatch(/^You are signed in at this hospital, so you cannot disable it/);
    expect((await world.detail('1')).state).toBe('open');
    expect((await world.licence('1', '2026-05-06')).code).toBe(Code.ok);
    expect((await world.licence('1', null, 1)).code).toBe(Code.ok);
  });

  test.each(['01', '001', '0'])('the own hospital has no other id, such as %s', async (id) => {
    const answers = [
      await world.disable(id),
      await world.licence(id, '2026-05-05'),
      await world.addHost(id, 'first.example:8443'),
      await world.removeHost(id, 'first.example'),
    ];
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => Code.badRequest));
    const elsewhere = await world.call(
      setHospitalDisabled,
      { id: '1', version: 0, disabled: true, reason: 'Unpaid' },
      world.token,
      id,
    );
    expect(elsewhere.code).not.toBe(Code.ok);
    expect(await world.detail('1')).toMatchObject({ state: 'open', hosts: ['first.example'] });
  });

  test('a change of no hospital is refused', async () => {
    const answers = [
      await world.disable('99999'),
      await world.licence('99999', null),
      await world.addHost('99999', 'nowhere.example'),
    ];
    expect(answers.map(({ code }) => code)).toEqual([Code.notFound, Code.notFound, Code.notFound]);
    const input = { clientRequestId: randomUUID(), username: 'nowhere', name: '甲', nameEn: '', mobile: '13610008888' };
    expect((await world.call(createHospitalAdministrator, { id: '99999', ...input })).code).toBe(Code.notFound);
    expect((await world.removeHost('99999', 'second.example:8443')).code).toBe(Code.notFound);
    expect(await world.leadsTo('second.example:8443')).toBe('2');
  });

  test('disabling needs a reason', async () => {
    expect((await world.disable('2', { reason: ' ' })).code).toBe(Code.badRequest);
  });
});

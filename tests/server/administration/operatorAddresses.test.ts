import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  addHostOfHospital,
  createHospital,
  createHospitalAdministrator,
} from '../../../contract/extension/operator.ts';
import { type OperatorWorld, openOperatorWorld } from '../../support/operatorWorld.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: OperatorWorld;
beforeAll(async () => {
  world = await openOperatorWorld();
}, 60_000);
afterAll(() => world?.close());

describe('addresses', () => {
  test('lead to any hospital at once, until they are removed', async () => {
    const { id, host } = await world.created();
    expect((await world.addHost(id, ' Clinic.EXAMPLE ')).data).toEqual({
      host: 'clinic.example',
      added: true,
      sameNames: [],
    });
    expect((await world.addHost(id, 'clinic.example')).data).toMatchObject({ added: false });
    expect(await world.leadsTo('clinic.example')).toBe(id);
    for (const one of ['clinic.example', host])
      expect((await world.removeHost(id, one)).data).toMatchObject({ removed: true });
    expect((await world.removeHost(id, host)).data).toMatchObject({ removed: false });
    expect(await world.detail(id)).toMatchObject({ hosts: [] });
  });

  test('may share a name by port; the operator learns with which hospital', async () => {
    const { id } = await world.created();
    const sameNames = [{ host: 'second.example:8443', hospitalId: '2', name: 'Second Hospital' }];
    expect((await world.addHost(id, 'second.example')).data).toMatchObject({ added: true, sameNames });
    expect(await world.detail(id)).toMatchObject({ sameNames });
    await world.removeHost(id, 'second.example');
  });

  test('of another hospital are refused with its name', async () => {
    const { id } = await world.created();
    expect(await world.addHost(id, 'third.example')).toMatchObject({
      code: Code.administrationRefused,
      data: { field: 'host', hospitalId: '3' },
    });
  });

  test('the one over which the operator works stays, and goes to nobody else', async () => {
    expect(await world.removeHost('1', 'first.example')).toMatchObject({ code: Code.administrationRefused });
    expect(await world.leadsTo('first.example')).toBe('1');
    const { id } = await world.created();
    const page = { website: 'first.example:8443' };
    const taking = { id, host: 'first.example:8443', ...page };
    expect((await world.call(addHostOfHospital, taking)).data).toMatchObject({ field: 'host' });
    const creating = world.newHospital({ hosts: ['first.example:8443'], ...page });
    expect((await world.call(createHospital, creating)).data).toMatchObject({ field: 'hosts' });
    expect(await world.leadsTo('first.example:8443')).toBe('1');
  });
});

describe('the trail', () => {
  test('every change leaves a row in the operator’s hospital and one in the changed hospital', async () => {
    const { id, host } = await world.created();
    await world.disable(id);
    await world.licence(id, '2030-12-31', 1);
    await world.addHost(id, `more-${host}`);
    await world.removeHost(id, host);
    const by = `staff ${world.olga.id} of hospital 1`;
    const rowsThere = await world.trailOf(id, id);
    expect(rowsThere.map(({ userId, action, detail }) => ({ userId, action, detail }))).toEqual(
      [
        { action: 'create', detail: { created: true, by } },
        { action: 'update', detail: { disabled: true, reason: 'Unpaid', by } },
        { action: 'update', detail: { expireTime: Date.parse('2030-12-31T23:59:59.999+08:00'), by } },
        { action: 'update', detail: { addedHost: `more-${host}`, by } },
        { action: 'update', detail: { removedHost: host, by } },
      ].map((row) => ({ userId: null, ...row })),
    );
    expect(rowsThere.map(({ ip, device }) => [ip, device])).toEqual(rowsThere.map(() => [null, null]));
    expect(JSON.stringify(rowsThere)).not.toContain('olga');
    const rowsHere = await world.trailOf('1', id);
    expect(rowsHere.map(({ ip }) => ip)).toEqual(rowsHere.map(() => '10.0.0.1'));
    expect(rowsHere.map(({ userId, entity, outcome }) => [userId, entity, outcome])).toEqual(
      rowsThere.map(() => [world.olga.id, 'hospital', 'ok']),
    );
    expect(rowsHere.map(({ requestId }) => requestId)).toEqual(rowsThere.map(({ requestId }) => requestId));
  });

  test('a first administrator leaves one in both as well', async () => {
    const { id } = await world.created();
    const input = { clientRequestId: randomUUID(), username: 'trailed', name: '甲', nameEn: '', mobile: '13610009999' };
    const { data } = await world.call<{ id: string }>(createHospitalAdministrator, { id, ...input });
    expect(await world.trailOf(id, data.id)).toMatchObject([
      {
        ...{ entity: 'staff', action: 'create', userId: null, ip: null, device: null },
        detail: { role: 'administrator', by: `staff ${world.olga.id} of hospital 1` },
      },
    ]);
    expect(await world.trailOf('1', id)).toMatchObject([{ action: 'create' }, { action: 'update' }]);
  });

  test('a refused change leaves a row in the operator’s hospital alone', async () => {
    const before = (await world.trailOf('1', '1')).length;
    await world.disable('1');
    expect((await world.trailOf('1', '1')).slice(before)).toMatchObject([
      { outcome: 'refused', userId: world.olga.id, detail: { code: Code.administrationRefused } },
    ]);
  });
});

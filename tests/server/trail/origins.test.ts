import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { deviceNameOf } from '../../../server/trail/device.ts';
import { openTrailWorld, type TrailWorld } from '../../support/trailWorld.ts';

let world: TrailWorld;
beforeAll(async () => {
  world = await openTrailWorld();
}, 120_000);
afterAll(() => world?.platform.close());
beforeEach(() => {
  world.clock.now += 86_400_000;
});

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const from = { 'user-agent': chrome };

describe('rows say where a request came from', () => {
  test('in a list, a read and a write: session, call, address and device', async () => {
    const { doctor, orderId } = await world.waiting();
    const { rows } = await world.rowsOf(async () => {
      await world.call('awaitList', doctor, {}, world.hospitalId, from);
      await world.call('orderDetail', doctor, { id: orderId }, world.hospitalId, from);
      await world.call('acceptOrder', doctor, { id: orderId }, world.hospitalId, from);
    });
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({
        userId: doctor.id,
        sessionId: expect.stringMatching(/^\d+$/),
        call: expect.stringMatching(/^\/consult\//),
        ip: '127.0.0.1',
        device: expect.stringMatching(/^Chrome 126 on Windows #[0-9a-f]{8}$/),
        outcome: 'ok',
      });
  });

  test('in a refusal of a person without a token', async () => {
    const { rows } = await world.rowsOf(() => world.call('orderDetail', null, { id: '1' }, world.hospitalId, from));
    expect(rows).toMatchObject([
      { outcome: 'refused', userId: null, device: deviceNameOf(chrome), call: '/consult/consult-order/detail' },
    ]);
  });
});

describe('the waiting list', () => {
  test('leaves a row that names each patient, the first time on a day that it shows them', async () => {
    const { doctor, patient } = await world.waiting();
    const first = await world.rowsOf(() => world.call('awaitList', doctor));
    expect(first.rows).toMatchObject([{ action: 'list', entity: 'order', userId: doctor.id }]);
    expect(first.rows[0]?.patientIds).toContain(patient.id);
    const again = await world.rowsOf(() => world.call('awaitList', doctor));
    expect(again.rows).toEqual([]);
    const later = await world.waiting();
    const { rows } = await world.rowsOf(() => world.call('awaitList', doctor));
    expect(rows).toMatchObject([{ userId: doctor.id, patientIds: [later.patient.id] }]);
  });
});

test.each(['pageAudit', 'pullAudit'] as const)('%s names the patients whom it shows', async (name) => {
  const { patient, auditor: reviewer } = await world.review();
  const input = name === 'pageAudit' ? { pageNo: 1, pageSize: 100 } : { updateTime: 0, lastId: 0, limit: 100 };
  const { rows } = await world.rowsOf(() => world.call(name, reviewer, input));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.patientIds).toContain(patient.id);
});

test('the loser of an order has a row with the code of the conflict', async () => {
  const { doctor, orderId, patient } = await world.waiting();
  const loser = await world.person.doctor();
  await world.call('acceptOrder', doctor, { id: orderId });
  const { result, rows } = await world.rowsOf(() => world.call('acceptOrder', loser, { id: orderId }));
  expect(result).toMatchObject({ code: Code.orderTaken });
  expect(rows).toMatchObject([
    {
      outcome: 'refused',
      userId: loser.id,
      entityId: orderId,
      patientId: patient.id,
      detail: { code: Code.orderTaken },
    },
  ]);
});

test('a refused read has the code of its answer', async () => {
  const { orderId } = await world.running();
  const stranger = await world.person.doctor();
  const { result, rows } = await world.rowsOf(() => world.call('orderDetail', stranger, { id: orderId }));
  expect(result).toMatchObject({ code: Code.notFound });
  expect(rows).toMatchObject([{ outcome: 'refused', entityId: orderId, detail: { code: Code.notFound } }]);
});

describe('a refused sign-in', () => {
  test('names the account by its id, never by what was typed', async () => {
    const doctor = await world.person.doctor();
    const { rows } = await world.rowsOf(async () => {
      await world.call('smsLogin', null, { mobile: doctor.mobile, code: '482913' });
      await world.call('login', null, { username: 'my password, typed in the wrong field', password: 'x' });
    });
    expect(rows).toMatchObject([
      { entity: 'session', outcome: 'refused', detail: { accountId: doctor.id } },
      { entity: 'session', outcome: 'refused', detail: { accountId: null } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/wrong field|482913/);
    expect(JSON.stringify(rows)).not.toContain(doctor.mobile);
  });

  test('by an unknown refresh token leaves one row a day and address', async () => {
    const { rows } = await world.rowsOf(async () => {
      for (const token of ['a'.repeat(43), 'b'.repeat(43)])
        await world.call('refreshToken', null, { refreshToken: token });
    });
    expect(rows).toMatchObject([{ entity: 'session', outcome: 'refused', detail: { code: Code.badRequest } }]);
  });
});

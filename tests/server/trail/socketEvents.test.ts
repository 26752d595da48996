import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { clientEvents } from '../../../contract/socket.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { eventRules, type TrailRule } from '../../../server/trail/rules.ts';
import type { Consultations } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newMessageId } from '../../support/messageId.ts';

type Rules = typeof eventRules;
/** The events whose rule leaves a row. */
type Noted = { [Name in keyof Rules]: Rules[Name] extends { action: string } ? Name : never }[keyof Rules];
type Running = Awaited<ReturnType<Consultations['running']>>;

const dayMs = 86_400_000;

let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ platform, clock } = suite);
});

const rowsBy = (userId: string) =>
  platform.hospital.store.db
    .select()
    .from(auditTrail)
    .where(platform.hospital.store.own(auditTrail, eq(auditTrail.userId, userId)))
    .orderBy(asc(auditTrail.id));

const hello = (conversationId: string) => ({
  clientMessageId: newMessageId(),
  conversationId,
  type: 101,
  content: '{"content":"hello"}',
});

/** The events about a consultation that its doctor or a reviewer sends. */
const samples: Record<Noted, (order: Running) => Promise<object> | object> = {
  'conversation:join': ({ conversationId }) => ({ conversationIds: [conversationId] }),
  'message:send': ({ conversationId }) => hello(conversationId),
  'message:recall': async ({ conversationId, doctor }) => {
    const { ask, link } = await platform.connected(doctor);
    const sent = await ask('message:send', hello(conversationId));
    link.disconnect();
    return { conversationId, messageId: (sent as { id: string }).id };
  },
  'message:read': ({ conversationId }) => ({ conversationId, readUpTo: 1 }),
  'message:delivered': ({ conversationId }) => ({ conversationId, deliveredUpTo: 1 }),
  'awaiting:watch': () => ({}),
  'audit:watch': () => ({}),
};

const noted = Object.entries<TrailRule>(eventRules).flatMap(([name, rule]) =>
  rule.leaves === 'nothing' ? [] : [{ name: name as Noted, rule }],
);

test('every event of the contract has a rule', () => {
  expect(Object.keys(eventRules).sort()).toEqual(Object.keys(clientEvents).sort());
});

describe.each(noted)('$name', ({ name, rule }) => {
  const place = rule.entity === 'conversation';

  test('leaves its row, and no more than one a day when it is repeated', async () => {
    const order = await platform.running();
    const input = await samples[name](order);
    const by = name === 'audit:watch' ? await platform.doctor({ isAuditor: true }) : order.doctor;
    const { ask } = await platform.connected(by);
    const before = (await rowsBy(by.id)).length;
    for (let n = 0; n < 3; n++)
      expect(await ask(name, name === 'message:send' ? hello(order.conversationId) : input)).toMatchObject({
        ok: true,
      });
    const rows = (await rowsBy(by.id)).slice(before);
    const times = rule.leaves === 'daily' ? 1 : 3;
    await expect.poll(async () => (await rowsBy(by.id)).slice(before)).toHaveLength(times);
    expect(rows[0]).toMatchObject({ entity: rule.entity, action: rule.action, outcome: 'ok', userId: by.id });
    if (place) expect(rows[0]).toMatchObject({ entityId: order.conversationId, patientId: order.patient.id });
  });

  test('leaves a row when it is refused', async () => {
    const order = await platform.running();
    const input = await samples[name](order);
    const stranger = await platform.doctor({ isAuditor: name === 'awaiting:watch' });
    const { ask } = await platform.connected(stranger);
    await ask(name, input);
    await expect.poll(() => rowsBy(stranger.id)).toHaveLength(1);
    expect(await rowsBy(stranger.id)).toMatchObject([
      {
        entity: rule.entity,
        action: rule.action,
        outcome: 'refused',
        userType: 2,
        ...(place ? { entityId: order.conversationId, patientId: order.patient.id } : {}),
      },
    ]);
  });
});

test('a person who stays in a conversation leaves a row on each day with an event', async () => {
  const { conversationId, doctor, here, there } = await platform.together();
  const read = async () =>
    (await rowsBy(doctor.id)).filter(({ entity, action }) => entity === 'conversation' && action === 'read').length;
  expect(await read()).toBe(1);
  await there.say(conversationId, 'the same day');
  await expect.poll(() => here.events('conversation:event')).toHaveLength(1);
  expect(await read()).toBe(1);
  clock.now += dayMs;
  await there.say(conversationId, 'the next day');
  await expect.poll(read).toBe(2);
  clock.now -= dayMs;
});

describe('a refused handshake', () => {
  const refused = async (auth: object) => {
    const link = await platform.socket(auth);
    return new Promise((resolve) => {
      link.once('connect', () => resolve('connected'));
      link.once('connect_error', (cause) => resolve((cause as { data?: unknown }).data ?? 'no answer'));
    });
  };
  const rows = (userId: string | null) =>
    platform.hospital.store
      .rows(auditTrail, eq(auditTrail.purpose, 'socket'))
      .then((all) => all.filter((row) => row.userId === userId));

  test('with an unknown token leaves one row a day and address on the trail of the named hospital', async () => {
    const { hospitalId } = await platform.doctor();
    for (let n = 0; n < 2; n++)
      expect(await refused({ token: 'x'.repeat(43), tenantId: hospitalId })).toEqual({ code: Code.unauthorised });
    expect(await rows(null)).toMatchObject([
      { entity: 'session', outcome: 'refused', detail: { code: Code.unauthorised }, ip: expect.any(String) },
    ]);
  });

  test('of a person in another hospital leaves a row on the trail of their own hospital', async () => {
    const { token, id } = await platform.doctor();
    expect(await refused({ token, tenantId: '999' })).toEqual({ code: Code.forbidden });
    expect(await rows(id)).toMatchObject([{ entity: 'session', outcome: 'refused', detail: { code: Code.forbidden } }]);
  });
});

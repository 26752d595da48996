import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { acceptOrder, finishOrder, refuseOrder } from '../../../contract/extension/consult.ts';
import { readMessages, sendMessage } from '../../../contract/extension/im.ts';
import { orderDetail, pushMessage } from '../../../contract/http/consult.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import type { Operation } from '../../../contract/operation.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import type { Consultations } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';

let platform: Consultations;
consultSuite(openTestDatabase, (suite) => {
  ({ platform } = suite);
});

/** No object has this id. */
const missing = '999999999';
const card = (orderId: string) => JSON.stringify({ orderId, summary: 'x' });
const text = JSON.stringify({ content: 'x' });

type Target = { order: string; conversation: string };
const nothing: Target = { order: missing, conversation: missing };

const calls: readonly (readonly [string, Operation, (at: Target) => Record<string, unknown>])[] = [
  ['finish', finishOrder, ({ order }) => ({ id: order })],
  ['finish as of a version', finishOrder, ({ order }) => ({ id: order, version: 1, summary: 'x' })],
  ['decline', refuseOrder, ({ order }) => ({ id: order, reasonCode: 'other' })],
  ['remind', pushMessage, ({ order }) => ({ orderId: order })],
  ['look at', orderDetail, ({ order }) => ({ id: order })],
  ['read the messages of', queryImMessages, ({ conversation }) => ({ conversationId: conversation })],
  ['raise the read mark of', readMessages, ({ conversation }) => ({ conversationId: conversation, readUpTo: 5 })],
  [
    'write into',
    sendMessage,
    ({ conversation }) => ({ clientMessageId: randomUUID(), conversationId: conversation, type: 101, content: text }),
  ],
  [
    'send a card into',
    sendMessage,
    ({ conversation }) => ({
      clientMessageId: randomUUID(),
      conversationId: conversation,
      type: 9003,
      content: card('1'),
    }),
  ],
];

describe.each([OrderStatus.active, OrderStatus.finished, OrderStatus.refunding])(
  "another doctor's consultation in status %i",
  (status) => {
    test.each(calls)('looks nonexistent to a doctor who tries to %s it', async (_, operation, input) => {
      const owner = await platform.doctor();
      const order = await platform.hospital.order(status, { doctor: owner });
      const stranger = await platform.doctor();
      const answer = await platform.call(
        operation,
        stranger,
        input({ order: order.id, conversation: order.conversationId }),
      );
      expect(answer).toEqual(await platform.call(operation, stranger, input(nothing)));
    });
  },
);

test('only a refused acceptance names the colleague who was faster', async () => {
  const owner = await platform.doctor();
  const { id } = await platform.hospital.order(OrderStatus.active, { doctor: owner });
  expect(await platform.call(acceptOrder, await platform.doctor(), { id })).toMatchObject({
    code: Code.orderTaken,
    data: { doctorName: owner.name },
  });
});

test('an order that was never offered to doctors does not exist for them', async () => {
  const { id } = await platform.hospital.order(OrderStatus.awaitingPayment);
  const doctor = await platform.doctor();
  for (const operation of [acceptOrder, finishOrder])
    expect(await platform.call(operation, doctor, { id })).toEqual(
      await platform.call(operation, doctor, { id: missing }),
    );
});

test.each([
  ['message:send', (id: string) => ({ conversationId: id, type: 101, content: text })],
  ['message:send', (id: string) => ({ conversationId: id, type: 9003, content: card('1') })],
  ['message:recall', (id: string) => ({ conversationId: id, messageId: '1' })],
  ['message:read', (id: string) => ({ conversationId: id, readUpTo: 1 })],
  ['message:delivered', (id: string) => ({ conversationId: id, deliveredUpTo: 1 })],
  ['typing', (id: string) => ({ conversationId: id })],
  ['conversation:leave', (id: string) => ({ conversationIds: [id] })],
] as const)(
  "the event %s on another doctor's conversation is answered as for one that does not exist",
  async (name, of) => {
    const { conversationId } = await platform.running();
    const { ask } = await platform.connected(await platform.doctor());
    const clientMessageId = randomUUID();
    const sent = (id: string) => (name === 'message:send' ? { ...of(id), clientMessageId } : of(id));
    expect(await ask(name, sent(conversationId))).toEqual(await ask(name, sent(missing)));
  },
);

test('leaving a conversation of others changes nothing for its patient', async () => {
  const { conversationId, doctor, patient } = await platform.running();
  const there = await platform.connected(patient);
  await there.ask('conversation:join', { conversationIds: [conversationId] });
  await expect.poll(() => there.events('presence')).toHaveLength(1);
  const stranger = await platform.connected(await platform.doctor());
  await stranger.ask('conversation:leave', { conversationIds: [conversationId] });
  // Events are handled in order, so the doctor's presence follows any effect of the stranger's leave.
  const here = await platform.connected(doctor);
  await here.ask('conversation:join', { conversationIds: [conversationId] });
  await expect.poll(() => there.events('presence').at(-1)).toMatchObject({ online: true });
  expect(there.events('presence')).toMatchObject([{ online: false }, { online: true }]);
});

test("an attempt on another doctor's order leaves a refused row on the trail", async () => {
  const { id } = await platform.running();
  const stranger = await platform.doctor();
  await platform.call(finishOrder, stranger, { id });
  const rows = await platform.hospital.store.rows(auditTrail, and(eq(auditTrail.userId, stranger.id)));
  expect(rows.map(({ action, entity, entityId, outcome }) => [action, entity, entityId, outcome])).toEqual([
    ['update', 'order', id, 'refused'],
  ]);
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { acceptOrder } from '../../../contract/extension/consult.ts';
import { pullMessages, readMessages, sendMessage } from '../../../contract/extension/im.ts';
import { getImConfig, queryImMessages } from '../../../contract/http/im.ts';
import { ConversationEvent } from '../../../contract/im.ts';
import { AuditChanged, AwaitingChanged, clientEvents } from '../../../contract/socket.ts';
import { imEvent } from '../../../server/store/schema/im.ts';
import { accessToken } from '../../../server/store/schema/session.ts';
import { staff } from '../../../server/store/schema/staff.ts';
import type { Consultations, Member } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';

let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ platform, clock } = suite);
});

/** A running consultation with both sides connected and in the room. */
async function together() {
  const doctor = await platform.doctor();
  const order = await platform.hospital.order(OrderStatus.active, { doctor });
  const patient = await platform.signedIn('patient', order.patient);
  const [there, here] = [await platform.connected(patient), await platform.connected(doctor)];
  for (const { ask } of [there, here]) await ask('conversation:join', { conversationIds: [order.conversationId] });
  return { ...order, doctor, patient, there, here };
}

const refusedAs = (link: Socket) =>
  new Promise((resolve) => {
    link.once('connect', () => resolve('connected'));
    link.once('connect_error', (cause) => resolve((cause as { data?: unknown }).data ?? 'no answer'));
  });

const gone = (link: Socket) => new Promise<string>((resolve) => link.once('disconnect', resolve));

describe('who may connect', () => {
  test.each([
    ['nothing', {}, Code.badRequest],
    ['a token that is an object', { token: {}, tenantId: '1' }, Code.badRequest],
    ['an unknown token', { token: 'x'.repeat(43), tenantId: '1' }, Code.unauthorised],
  ])('%s is refused', async (_, auth, code) => {
    expect(await refusedAs(await platform.socket(auth))).toEqual({ code });
  });

  test('a token of another hospital, and one that has run out, are refused', async () => {
    const { token, tenantId } = await platform.doctor();
    expect(await refusedAs(await platform.socket({ token, tenantId: '999' }))).toEqual({ code: Code.forbidden });
    clock.now += 31 * 60_000;
    expect(await refusedAs(await platform.socket({ token, tenantId }))).toEqual({ code: Code.unauthorised });
  });

  test('a page of a foreign address is not let in; our own, a listed one and a program are', async () => {
    const { token, tenantId } = await platform.doctor();
    const from = async (origin?: string) =>
      refusedAs(await platform.socket({ token, tenantId }, origin ? { extraHeaders: { origin } } : {}));
    expect(await from('https://evil.example')).toBe('no answer');
    expect(await from('null')).toBe('no answer');
    expect(await from(await platform.listen())).toBe('connected');
    expect(await from('https://listed.example')).toBe('connected');
    expect(await from()).toBe('connected');
  });

  test('nothing but a WebSocket is spoken', async () => {
    const { token, tenantId } = await platform.doctor();
    expect(await refusedAs(await platform.socket({ token, tenantId }, { transports: ['polling'] }))).toBe('no answer');
  });
});

describe('conversations', () => {
  test('joining tells where each conversation stands, and refuses those of others', async () => {
    const { conversationId, there } = await together();
    await there.say(conversationId, 'a');
    const stranger = await together();
    expect(
      await there.ask('conversation:join', {
        conversationIds: [conversationId, stranger.conversationId, '424242', 'x'],
      }),
    ).toEqual({ ok: true, heads: { [conversationId]: 1 }, refused: [stranger.conversationId, '424242', 'x'] });
  });

  test('a message is acknowledged to its sender before both sides hear it, and nobody else does', async () => {
    const { conversationId, there, here } = await together();
    const stranger = await together();
    const order: string[] = [];
    there.link.on('conversation:event', () => order.push('event'));
    // A callback, not a promise: both may come in one read, and a promise is a turn late.
    const message = { clientMessageId: randomUUID(), conversationId, type: 101, content: '{"content":"hello"}' };
    const ack = await new Promise<{ seq: number }>((resolve) =>
      there.link.emit('message:send', message, (answer: { seq: number }) => {
        order.push('ack');
        resolve(answer);
      }),
    );
    await expect.poll(() => here.events('conversation:event')).toHaveLength(1);
    await expect.poll(() => order).toEqual(['ack', 'event']);
    expect(ConversationEvent.parse(here.events('conversation:event')[0])).toMatchObject({
      ...{ kind: 'message', seq: ack.seq, message: { content: '{"content":"hello"}', senderType: 1 } },
    });
    expect(stranger.here.events('conversation:event')).toEqual([]);
  });

  test('60 messages sent at once arrive at the other side in order, without a gap', async () => {
    const { conversationId, there, here } = await together();
    const acks = await Promise.all(Array.from({ length: 60 }, (_, n) => there.say(conversationId, String(n))));
    expect(acks.every((ack) => (ack as { ok: boolean }).ok)).toBe(true);
    await expect.poll(() => here.events('conversation:event')).toHaveLength(60);
    const heard = here.events('conversation:event').map((event) => ConversationEvent.parse(event));
    expect(heard.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(heard.map((event) => event.kind === 'message' && JSON.parse(event.message.content).content)).toEqual(
      Array.from({ length: 60 }, (_, n) => String(n)),
    );
  });

  test('whoever joins in the middle of a burst misses nothing: what is not live is behind the head', async () => {
    const { conversationId, doctor, there } = await together();
    const late = await platform.connected(doctor);
    const sending = Promise.all(Array.from({ length: 50 }, (_, n) => there.say(conversationId, String(n))));
    const joined = (await late.ask('conversation:join', { conversationIds: [conversationId] })) as {
      heads: Record<string, number>;
    };
    await sending;
    const head = joined.heads[conversationId] ?? 0;
    await expect
      .poll(() =>
        late
          .events('conversation:event')
          .map((event) => ConversationEvent.parse(event).seq)
          .filter((seq) => seq > head),
      )
      .toEqual(Array.from({ length: 50 - head }, (_, n) => head + n + 1));
  });

  test('recall, read and delivered reach the other side as events with their own numbers', async () => {
    const { conversationId, there, here } = await together();
    const sent = (await there.say(conversationId, 'oops')) as { id: string };
    expect(await here.ask('message:delivered', { conversationId, deliveredUpTo: 1 })).toEqual({ ok: true });
    expect(await here.ask('message:read', { conversationId, readUpTo: 1 })).toEqual({ ok: true });
    expect(await there.ask('message:recall', { conversationId, messageId: sent.id })).toEqual({ ok: true });
    await expect.poll(() => there.events('conversation:event')).toHaveLength(4);
    expect(there.events('conversation:event').slice(1)).toMatchObject([
      { kind: 'read', seq: 2, reader: 2, readUpTo: 0, deliveredUpTo: 1 },
      { kind: 'read', seq: 3, reader: 2, readUpTo: 1, deliveredUpTo: 1 },
      { kind: 'recall', seq: 4, messageSeq: 1, by: 1 },
    ]);
  });

  test('typing is passed on and kept nowhere; presence tells who is there', async () => {
    const { conversationId, there, here } = await together();
    expect(await there.ask('typing', { conversationId })).toEqual({ ok: true });
    await expect.poll(() => here.events('typing')).toEqual([{ conversationId, senderType: 1 }]);
    await expect
      .poll(() => there.events('presence').at(-1))
      .toMatchObject({ conversationId, senderType: 2, online: true });
    here.link.disconnect();
    await expect.poll(() => there.events('presence').at(-1)).toMatchObject({ senderType: 2, online: false });
    expect(await platform.hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId))).toEqual([]);
  });

  test('in a conversation of others nothing can be said, read, recalled or typed', async () => {
    const { conversationId, there } = await together();
    const sent = (await there.say(conversationId, 'private')) as { id: string };
    const { here: stranger } = await together();
    for (const [name, more] of [
      ['message:send', { clientMessageId: randomUUID(), type: 101, content: '{"content":"x"}' }],
      ['message:recall', { messageId: sent.id }],
      ['message:read', { readUpTo: 1 }],
      ['message:delivered', { deliveredUpTo: 1 }],
      ['typing', {}],
    ] as const)
      expect(await stranger.ask(name, { conversationId, ...more })).toMatchObject({ ok: false, why: 'forbidden' });
    await platform.doctor();
    expect(await platform.hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId))).toHaveLength(1);
  });

  test('whoever left a conversation hears no more of it', async () => {
    const { conversationId, there, here } = await together();
    await here.ask('conversation:leave', { conversationIds: [conversationId] });
    await there.say(conversationId, 'are you there?');
    await there.ask('typing', { conversationId });
    await expect.poll(() => there.events('conversation:event')).toHaveLength(1);
    expect(here.events('conversation:event')).toEqual([]);
  });
});

describe('lists', () => {
  test('doctors who watch learn of new and of taken patients; the doctor who took one is named', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const [mine, theirs] = [await platform.connected(me), await platform.connected(other)];
    for (const { ask } of [mine, theirs]) expect(await ask('awaiting:watch')).toEqual({ ok: true });
    const order = await platform.hospital.order(OrderStatus.awaiting);
    await platform.data(acceptOrder, me, { id: order.id });
    await expect.poll(() => theirs.events('awaiting:changed')).toHaveLength(1);
    expect(AwaitingChanged.parse(theirs.events('awaiting:changed')[0])).toEqual({
      ...{
        orderId: order.id,
        change: 'taken',
        by: { id: me.id, name: me.name, nameEn: me.name },
      },
      time: clock.now,
    });
    expect(mine.events('awaiting:changed')).toHaveLength(1);
  });

  test('auditors watch the review queue, doctors the waiting patients, patients neither', async () => {
    const [doctor, auditor, patient] = [
      await platform.doctor(),
      await platform.doctor({ isAuditor: true }),
      await platform.patient(),
    ];
    const may = async (who: Member) => {
      const { ask } = await platform.connected(who);
      const answers = [await ask('awaiting:watch', {}), await ask('audit:watch', {})];
      return answers.map((answer) => (answer as { ok: boolean }).ok);
    };
    expect(await may(doctor)).toEqual([true, false]);
    expect(await may(auditor)).toEqual([false, true]);
    expect(await may(patient)).toEqual([false, false]);
  });

  test('changes of prescriptions reach their doctor, and of the queue its auditors, of one hospital only', async () => {
    const [doctor, other] = [await platform.doctor(), await platform.doctor()];
    const auditor = await platform.doctor({ isAuditor: true });
    const [mine, theirs, reviewing] = await Promise.all([doctor, other, auditor].map(platform.connected));
    if (!mine || !theirs || !reviewing) throw new Error('not connected');
    await reviewing.ask('audit:watch');
    const change = { prescriptionId: '7', orderId: '8', status: 20, auditStatus: 2, version: 3, remark: null };
    const by = { id: auditor.id, name: auditor.name, nameEn: auditor.name };
    const removal = { reason: 'approved', by } as const;
    const { tenantId } = platform.hospital;
    for (const tenant of [tenantId, '999'])
      await platform.uow.run(tenant, async (tx) => {
        tx.announce({ type: 'prescription.changed', doctorId: doctor.id, ...change });
        tx.announce({ type: 'review.changed', prescriptionId: '7', updateTime: 5, removal });
        tx.announce({ type: 'review.changed', prescriptionId: '9', updateTime: 6, removal: null });
      });
    await expect.poll(() => reviewing.events('audit:changed')).toHaveLength(2);
    expect(reviewing.events('audit:changed').map((event) => AuditChanged.parse(event))).toEqual([
      { change: 'removed', id: '7', reason: 'approved', by, updateTime: 5 },
      { change: 'upsert', id: '9', updateTime: 6 },
    ]);
    const { prescriptionId: id, ...rest } = change;
    expect(mine.events('prescription:changed')).toEqual([{ id, ...rest }]);
    expect(theirs.events('prescription:changed')).toEqual([]);
  });
});

describe('what is malformed', () => {
  const junk = [undefined, null, 0, 'text', [], [[]], true, {}, { conversationId: {} }, { conversationIds: 'all' }];

  test.each(Object.keys(clientEvents))('%s with anything wrong is refused, and the socket lives on', async (name) => {
    const { link, ask } = await platform.connected(await platform.doctor());
    for (const sent of junk) {
      const answer = await ask(name, sent);
      const isFine = name.endsWith(':watch') && (sent === undefined || sent === null || typeof sent === 'object');
      if (!isFine) expect({ sent, answer }).toMatchObject({ answer: { ok: false, why: 'validation' } });
    }
    link.emit(name);
    link.emit(name, { a: 1 }, 'not a function');
    expect(await ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('an unknown event is counted and ignored', async () => {
    const { link, ask } = await platform.connected(await platform.doctor());
    const before = platform.gateway.ignored();
    link.emit('no:such', { a: 1 });
    link.emit('toString');
    link.emit('__proto__', {});
    expect(await ask('awaiting:watch')).toEqual({ ok: true });
    expect(platform.gateway.ignored()).toBe(before + 3);
  });

  test('a frame of 2 MB ends its own socket and no other', async () => {
    const [one, two] = [
      await platform.connected(await platform.doctor()),
      await platform.connected(await platform.doctor()),
    ];
    const ended = gone(one.link);
    one.link.emit('message:send', { content: 'x'.repeat(2_000_000) });
    expect(await ended).toMatch(/transport/);
    expect(await two.ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('a flood is slowed down, with the time to wait', async () => {
    const { ask } = await platform.connected(await platform.doctor());
    const answers = await Promise.all(Array.from({ length: 250 }, () => ask('awaiting:watch')));
    expect(answers.filter((answer) => (answer as { ok: boolean }).ok)).toHaveLength(200);
    expect(answers.at(-1)).toMatchObject({ ok: false, why: 'rateLimited', retryAfterMs: expect.any(Number) });
  });

  test('one person has at most thirty sockets', async () => {
    const me = await platform.doctor();
    for (let n = 0; n < 30; n += 1) await platform.connected(me);
    const { token, tenantId } = me;
    expect(await refusedAs(await platform.socket({ token, tenantId }))).toEqual({ code: Code.tooManyRequests });
  });
});

describe('endings', () => {
  test('the end of a login reaches its sockets at once, and only its own', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const [mine, theirs] = [await platform.connected(me), await platform.connected(other)];
    const ended = gone(mine.link);
    await platform.signOut(me);
    expect(await ended).toBe('io server disconnect');
    expect(mine.heard).toEqual([{ name: 'session:revoked', event: { reason: 'signed out' } }]);
    expect(await theirs.ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('an account that is closed in the database is disconnected within five seconds', async () => {
    const me = await platform.doctor();
    const mine = await platform.connected(me);
    const ended = gone(mine.link);
    await platform.hospital.store.change(staff, { disabled: true }, eq(staff.id, me.id));
    const since = performance.now();
    expect(await ended).toBe('io server disconnect');
    expect(performance.now() - since).toBeLessThan(5_000);
    expect(mine.events('session:revoked')).toHaveLength(1);
  }, 10_000);

  test('a socket stays as long as its token, says that it has run out, and closes', async () => {
    const me = await platform.doctor();
    await platform.hospital.store.change(
      accessToken,
      { expireTime: clock.now + 300 },
      eq(accessToken.tenantId, me.tenantId),
    );
    const mine = await platform.connected(me);
    expect(await gone(mine.link)).toBe('io server disconnect');
    expect(mine.heard).toEqual([{ name: 'session:expired', event: {} }]);
  });
});

describe('without a socket', () => {
  test('the same message by socket and by call is one message', async () => {
    const { conversationId, patient, there } = await together();
    const id = randomUUID();
    const ack = await there.say(conversationId, 'once', id);
    const message = { clientMessageId: id, conversationId, type: 101, content: '{"content":"twice"}' };
    expect(await platform.data(sendMessage, patient, message)).toEqual(ack);
    const past = await platform.data<{ list: object[]; total: number }>(queryImMessages, patient, { conversationId });
    expect(past.total).toBe(1);
  });

  test('sending, reading and pulling work by calls alone; refusals keep their reason', async () => {
    const { conversationId, patient, doctor } = await together();
    const message = { clientMessageId: randomUUID(), conversationId, type: 101, content: '{"content":"hi"}' };
    await platform.data(sendMessage, patient, message);
    expect(await platform.data(readMessages, doctor, { conversationId, readUpTo: 1 })).toBe(true);
    expect(await platform.data(pullMessages, doctor, { cursors: { [conversationId]: 0 } })).toMatchObject({
      ...{
        events: [
          { kind: 'message', seq: 1 },
          { kind: 'read', seq: 2 },
        ],
        coveredTo: { [conversationId]: 2 },
      },
    });
    const wrong = { ...message, clientMessageId: randomUUID(), content: '{"content":""}' };
    expect(await platform.call(sendMessage, patient, wrong)).toMatchObject({
      ...{ code: Code.badRequest, data: { why: 'validation', field: 'content' } },
    });
    const other = await platform.doctor();
    const foreign = { ...message, clientMessageId: randomUUID() };
    expect(await platform.call(sendMessage, other, foreign)).toMatchObject({ code: Code.notFound });
    expect(await platform.call(queryImMessages, other, { conversationId })).toMatchObject({ code: Code.notFound });
  });

  test('where to connect is announced', async () => {
    expect(await platform.data(getImConfig, await platform.patient())).toEqual({
      ...{ url: '', path: '/infra/im', transports: ['websocket'], pingIntervalMs: 10_000, pongTimeoutMs: 8_000 },
      ...{ recallMinutes: 5, maxTextLength: 2_000, maxFileMb: 16 },
    });
  });
});

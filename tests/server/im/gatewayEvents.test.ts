import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { acceptOrder } from '../../../contract/extension/consult.ts';
import { ConversationEvent } from '../../../contract/im.ts';
import { AwaitingChanged } from '../../../contract/socket.ts';
import { AuditChanged, AuditorPresence, OwnChanged } from '../../../contract/staffEvents.ts';
import { changeDuty } from '../../../server/accounts/duty.ts';
import { imEvent } from '../../../server/db/schema/messages.ts';
import type { Consultations, Member } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newMessageId } from '../../support/messageId.ts';

let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ platform, clock } = suite);
});

describe('conversations', () => {
  test('joining returns the head of each conversation, and refuses those of others', async () => {
    const { conversationId, there } = await platform.together();
    await there.say(conversationId, 'a');
    const stranger = await platform.together();
    expect(
      await there.ask('conversation:join', {
        conversationIds: [conversationId, stranger.conversationId, '424242', 'x'],
      }),
    ).toEqual({ ok: true, heads: { [conversationId]: 1 }, refused: [stranger.conversationId, '424242', 'x'] });
  });

  test('a message is acknowledged before its event, which reaches both parties and nobody else', async () => {
    const { conversationId, there, here } = await platform.together();
    const stranger = await platform.together();
    const order: string[] = [];
    there.link.on('conversation:event', () => order.push('event'));
    // Acknowledgement and event may arrive in one read; a promise would run after both.
    const message = { clientMessageId: newMessageId(), conversationId, type: 101, content: '{"content":"hello"}' };
    const ack = await new Promise<{ seq: number }>((resolve) =>
      there.link.emit('message:send', message, (answer: { seq: number }) => {
        order.push('ack');
        resolve(answer);
      }),
    );
    await expect.poll(() => here.events('conversation:event')).toHaveLength(1);
    await expect.poll(() => order).toEqual(['ack', 'event']);
    expect(ConversationEvent.parse(here.events('conversation:event')[0])).toMatchObject({
      kind: 'message',
      seq: ack.seq,
      message: { content: '{"content":"hello"}', senderType: 1 },
    });
    expect(stranger.here.events('conversation:event')).toEqual([]);
  });

  test('60 messages sent at once arrive at the other party in order and without gaps', async () => {
    const { conversationId, there, here } = await platform.together();
    const acks = await Promise.all(Array.from({ length: 60 }, (_, n) => there.say(conversationId, String(n))));
    expect(acks.every((ack) => (ack as { ok: boolean }).ok)).toBe(true);
    await expect.poll(() => here.events('conversation:event')).toHaveLength(60);
    const heard = here.events('conversation:event').map((event) => ConversationEvent.parse(event));
    expect(heard.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(heard.map((event) => event.kind === 'message' && JSON.parse(event.message.content).content)).toEqual(
      Array.from({ length: 60 }, (_, n) => String(n)),
    );
  });

  test('a party that joins during a burst misses nothing: what is not live is at or before the head', async () => {
    const { conversationId, doctor, there } = await platform.together();
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

  test('recalls and positions reach the other party as events with their own numbers', async () => {
    const { conversationId, there, here } = await platform.together();
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

  test('typing is forwarded and not stored; presence says who is connected', async () => {
    const { conversationId, there, here } = await platform.together();
    expect(await there.ask('typing', { conversationId })).toEqual({ ok: true });
    await expect.poll(() => here.events('typing')).toEqual([{ conversationId, senderType: 1 }]);
    await expect
      .poll(() => there.events('presence').at(-1))
      .toMatchObject({ conversationId, senderType: 2, online: true });
    here.link.disconnect();
    await expect.poll(() => there.events('presence').at(-1)).toMatchObject({ senderType: 2, online: false });
    expect(await platform.hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId))).toEqual([]);
  });

  test('in a conversation of others every event is refused', async () => {
    const { conversationId, there } = await platform.together();
    const sent = (await there.say(conversationId, 'private')) as { id: string };
    const { here: stranger } = await platform.together();
    for (const [name, more] of [
      ['message:send', { clientMessageId: newMessageId(), type: 101, content: '{"content":"x"}' }],
      ['message:recall', { messageId: sent.id }],
      ['message:read', { readUpTo: 1 }],
      ['message:delivered', { deliveredUpTo: 1 }],
      ['typing', {}],
    ] as const)
      expect(await stranger.ask(name, { conversationId, ...more })).toMatchObject({ ok: false, why: 'forbidden' });
    await platform.doctor();
    expect(await platform.hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId))).toHaveLength(1);
  });

  test('a party that left a conversation gets no more of its events', async () => {
    const { conversationId, there, here } = await platform.together();
    await here.ask('conversation:leave', { conversationIds: [conversationId] });
    await there.say(conversationId, 'are you there?');
    await there.ask('typing', { conversationId });
    await expect.poll(() => there.events('conversation:event')).toHaveLength(1);
    expect(here.events('conversation:event')).toEqual([]);
  });
});

describe('lists', () => {
  test('watching doctors get events about new and accepted patients, with the name of the accepting doctor', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const [mine, theirs] = [await platform.connected(me), await platform.connected(other)];
    for (const { ask } of [mine, theirs]) expect(await ask('awaiting:watch')).toEqual({ ok: true });
    const order = await platform.hospital.order(OrderStatus.awaiting);
    await platform.data(acceptOrder, me, { id: order.id });
    await expect.poll(() => theirs.events('awaiting:changed')).toHaveLength(1);
    expect(AwaitingChanged.parse(theirs.events('awaiting:changed')[0])).toEqual({
      orderId: order.id,
      change: 'taken',
      by: { id: me.id, name: me.name, nameEn: me.name },
      time: clock.now,
    });
    expect(mine.events('awaiting:changed')).toHaveLength(1);
  });

  test('a doctor’s duty state reaches all their own windows and nobody else', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const [first, second, theirs] = [
      await platform.connected(me),
      await platform.connected(me),
      await platform.connected(other),
    ];
    const own = { state: 'busy', message: 'In surgery', source: 'person' } as const;
    await platform.uow.run(me.hospitalId, async (tx) => {
      await changeDuty(tx, me.id, own, clock.now);
      await changeDuty(tx, other.id, { state: 'online', source: 'schedule' }, clock.now);
    });
    await expect.poll(() => theirs.events('duty:changed')).toHaveLength(1);
    for (const mine of [first, second]) expect(mine.events('duty:changed')).toEqual([{ ...own, time: clock.now }]);
  });

  test('a changed account reaches all windows of its person, a change of the hospital all its staff', async () => {
    const [me, other, patient] = [
      await platform.doctor(),
      await platform.doctor({ isAuditor: true }),
      await platform.patient(),
    ];
    const [mine, theirs, outside] = [
      await platform.connected(me),
      await platform.connected(other),
      await platform.connected(patient),
    ];
    await platform.uow.run(me.hospitalId, async (tx) => {
      tx.announce({ type: 'person.changed', userId: me.id, part: 'settings' });
      tx.announce({ type: 'person.changed', userId: me.id, part: 'account' });
      tx.announce({ type: 'hospital.changed', part: 'dictionaries' });
    });
    await expect.poll(() => theirs.events('hospital:changed')).toEqual([{ part: 'dictionaries', time: clock.now }]);
    expect(mine.events('hospital:changed')).toHaveLength(1);
    expect(mine.events('account:changed')).toEqual([
      { part: 'settings', time: clock.now },
      { part: 'account', time: clock.now },
    ]);
    expect(theirs.events('account:changed')).toEqual([]);
    expect(outside.events('hospital:changed')).toEqual([]);
  });

  test('what doctors work with reaches all windows of those who work with it, and nobody else', async () => {
    const [me, colleague, other] = [await platform.doctor(), await platform.doctor(), await platform.doctor()];
    const [first, second, theirs, outside] = [
      await platform.connected(me),
      await platform.connected(me),
      await platform.connected(colleague),
      await platform.connected(other),
    ];
    const part = 'templates' as const;
    await platform.uow.run(me.hospitalId, async (tx) => {
      tx.announce({ type: 'own.changed', staffIds: [me.id, colleague.id], part });
      tx.announce({ type: 'own.changed', staffIds: [other.id], part: 'replies' });
    });
    await expect.poll(() => outside.events('own:changed')).toEqual([{ part: 'replies', time: clock.now }]);
    for (const { events } of [first, second, theirs])
      expect(events('own:changed').map((event) => OwnChanged.parse(event))).toEqual([{ part, time: clock.now }]);
  });

  test('reviewers may watch the review queue, doctors the waiting patients, patients neither', async () => {
    const [doctor, reviewer, patient] = [
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
    expect(await may(reviewer)).toEqual([false, true]);
    expect(await may(patient)).toEqual([false, false]);
  });

  test('reviewers see which of them are connected and what each has open, and nobody else does', async () => {
    const [one, two] = [await platform.doctor({ isAuditor: true }), await platform.doctor({ isAuditor: true })];
    const doctor = await platform.connected(await platform.doctor());
    const [here, there] = [await platform.connected(one), await platform.connected(two)];
    await here.ask('audit:watch', {});
    await there.ask('audit:watch', {});
    await there.ask('audit:reviewing', { prescriptionId: '7' });
    const seen = () => {
      const last = here.events('audit:presence').at(-1);
      const reviewers = last === undefined ? [] : AuditorPresence.parse(last).auditors;
      return reviewers
        .filter(({ by }) => [one.id, two.id].includes(by.id))
        .map(({ by, reviewing }) => [by.id, ...reviewing]);
    };
    await expect.poll(seen).toEqual(expect.arrayContaining([[one.id], [two.id, '7']]));
    there.link.disconnect();
    await expect.poll(seen).toEqual([[one.id]]);
    expect(await doctor.ask('audit:reviewing', { prescriptionId: '7' })).toMatchObject({ ok: false });
    expect(doctor.events('audit:presence')).toEqual([]);
  });

  test('changes of prescriptions reach their doctor, changes of the queue the reviewers, in one hospital', async () => {
    const [doctor, other] = [await platform.doctor(), await platform.doctor()];
    const reviewer = await platform.doctor({ isAuditor: true });
    const [mine, theirs, reviewing] = await Promise.all([doctor, other, reviewer].map(platform.connected));
    if (!mine || !theirs || !reviewing) throw new Error('not connected');
    await reviewing.ask('audit:watch');
    const change = {
      prescriptionId: '7',
      orderId: '8',
      status: 20,
      auditStatus: 2,
      version: 3,
      remark: null,
      updateTime: 5,
    };
    const by = { id: reviewer.id, name: reviewer.name, nameEn: reviewer.name };
    const removal = { reason: 'approved', by } as const;
    const { hospitalId } = platform.hospital;
    for (const hospital of [hospitalId, '999'])
      await platform.uow.run(hospital, async (tx) => {
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

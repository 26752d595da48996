import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ClientMessageId, ConversationId } from '../../../contract/ids.ts';
import { MessageType } from '../../../contract/im.ts';
import { imConversation } from '../../../server/db/schema/messages.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { appendEvent } from '../../../server/messages/appendEvent.ts';
import type { Party } from '../../../server/messages/party.ts';
import { type Hospital, insertHospital } from '../../support/consultations.ts';
import { around } from '../../support/database.ts';
import type { Opened } from '../../support/engines.ts';
import { newMessageId } from '../../support/messageId.ts';
import { image, type MessageSuite } from '../../support/messageSuite.ts';

/** Sending messages. */
export function sending() {
  let store: Opened;
  let hospital: Hospital;
  let times: MessageSuite['times'];
  let setUp: MessageSuite['setUp'];

  test('a message is stored once with the next number, and published after its acknowledgement', async () => {
    const { say, rows, published } = setUp();
    const { patient, conversationId, orderId } = await hospital.consultation();
    const id = newMessageId();
    const ack = await say(patient, conversationId, 'I have had a headache since Monday', id);
    expect(published).toEqual([]);
    const [row] = await rows(conversationId);
    expect(ack).toEqual({ ok: true, clientMessageId: id, id: row?.id, seq: 1, sendTime: times.now });
    await expect.poll(() => published).toHaveLength(1);
    expect(published).toEqual([
      {
        type: 'conversation.advanced',
        hospitalId: hospital.hospitalId,
        conversationId,
        seq: 1,
        eventId: `im:${row?.id}`,
        at: times.now,
        event: {
          kind: 'message',
          conversationId,
          seq: 1,
          message: {
            id: row?.id,
            seq: 1,
            clientMessageId: id,
            conversationId,
            orderId,
            senderId: patient.id,
            senderType: 1,
            type: 101,
            content: '{"content":"I have had a headache since Monday"}',
            status: 0,
            sendTime: times.now,
          },
        },
      },
    ]);
  });

  test('a repeat gets the first answer, whatever its content and conversation', async () => {
    const { say, rows, history } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const id = newMessageId();
    const first = await say(patient, conversationId, 'first', id);
    times.now += 5_000;
    expect(await say(patient, conversationId, 'second', id)).toEqual(first);
    expect(await say(patient, conversationId, ' ', id)).toEqual(first);
    expect(await say(patient, '999999', 'elsewhere', id)).toEqual(first);
    times.waitMs = 100;
    expect(await say(patient, conversationId, 'too fast', id)).toEqual(first);
    times.waitMs = 0;
    await hospital.store.change(imConversation, { open: false }, eq(imConversation.id, conversationId));
    expect(await say(patient, conversationId, 'after the end', id)).toEqual(first);
    expect((await rows(conversationId)).map(({ content }) => content)).toEqual(['{"content":"first"}']);
    expect(await history(patient, { conversationId: ConversationId.parse(conversationId) })).toMatchObject({
      data: { total: 1 },
    });
  });

  test('a message that is twice in one batch is stored and published once', async () => {
    const { say, rows, events } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const id = newMessageId();
    const acks = await Promise.all([1, 2, 3].map(() => say(patient, conversationId, 'once', id)));
    expect(new Set(acks.map((ack) => JSON.stringify(ack))).size).toBe(1);
    expect(await rows(conversationId)).toHaveLength(1);
    await expect.poll(events).toHaveLength(1);
  });

  test('two people may use the same message id', async () => {
    const { say, rows } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const id = newMessageId();
    await Promise.all([say(patient, conversationId, 'mine', id), say(doctor, conversationId, 'yours', id)]);
    expect((await rows(conversationId)).map(({ senderType }) => senderType).sort()).toEqual([1, 2]);
  });

  test("200 messages at once get the numbers 1 to 200, each party's in the order sent", async () => {
    const { say, rows, events } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const acks = await Promise.all(
      Array.from({ length: 200 }, (_, n) => say(n % 2 ? patient : doctor, conversationId, String(n))),
    );
    const seqs = acks.map((ack) => (ack.ok ? Number(ack.seq) : 0));
    expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    for (const side of [0, 1]) {
      const own = seqs.filter((_, n) => n % 2 === side);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    expect(await rows(conversationId)).toHaveLength(200);
    await expect.poll(() => events().map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  });

  test('conversations that share a batch do not affect each other', async () => {
    const { say } = setUp();
    const places = await Promise.all([1, 2, 3].map(() => hospital.consultation()));
    const acks = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const place = places[n % 3];
        return place ? say(place.patient, place.conversationId, String(n)) : null;
      }),
    );
    expect(acks.map((ack) => (ack?.ok ? Number(ack.seq) : 0))).toEqual(
      Array.from({ length: 30 }, (_, n) => Math.floor(n / 3) + 1),
    );
  });

  test('two processes that write into the same conversations cause no deadlock, duplicate or gap', async () => {
    const [one, two] = [setUp(), setUp()];
    const places = await Promise.all([1, 2, 3].map(() => hospital.consultation()));
    const ids = Array.from({ length: 60 }, () => newMessageId());
    const acks = await Promise.all(
      ids.flatMap((id, n) => {
        const place = places[n % 3];
        return place ? [one, two].map(({ say }) => say(place.patient, place.conversationId, String(n), id)) : [];
      }),
    );
    for (const [n] of ids.entries()) expect(acks[2 * n]).toEqual(acks[2 * n + 1]);
    for (const { conversationId } of places) expect(await one.rows(conversationId)).toHaveLength(20);
  });

  test('nothing is stored after the end of a consultation, however close in time', async () => {
    const { say, rows } = setUp();
    const { uow } = around(store.db, () => times.now);
    for (let round = 0; round < 5; round += 1) {
      const { patient, conversationId } = await hospital.consultation();
      const sending = Promise.all(Array.from({ length: 30 }, (_, n) => say(patient, conversationId, String(n))));
      await uow.run(hospital.hospitalId, async (tx) => {
        await tx.change(imConversation, { open: false }, eq(imConversation.id, conversationId));
        await appendEvent(
          tx,
          conversationId,
          { kind: 'order', senderType: 2, senderId: '1', payload: { status: 30 } },
          times.now,
        );
      });
      const late = Promise.all(Array.from({ length: 5 }, () => say(patient, conversationId, 'late')));
      const acks = [...(await sending), ...(await late)];
      const stored = await rows(conversationId);
      expect(stored.at(-1)?.kind).toBe('order');
      expect(acks.filter(({ ok }) => ok)).toHaveLength(stored.length - 1);
      expect(new Set(acks.map((ack) => (ack.ok ? 'stored' : ack.why)))).toContain('conversationClosed');
    }
  });

  test.each([
    ['nothing but spaces', 101, '{"content":"  "}', 'content'],
    ['2,001 characters', 101, JSON.stringify({ content: '🙂'.repeat(2_001) }), 'content'],
    ['no JSON', 101, 'hello', 'content'],
    ['an array', 101, '["hello"]', 'content'],
    ['a NUL character', 101, '{"content":"a\\u0000b"}', 'content.content'],
    ['a picture without a size', 102, '{"url":"x","width":1,"height":1}', 'content.size'],
    ['a picture that nobody uploaded', 102, JSON.stringify(image), 'url'],
    ['a kind that only the platform sends', 9004, '{"code":"x","text":"x"}', 'type'],
    ['a record card from a patient', 9003, '{"orderId":"1","summary":"x"}', 'type'],
    ['an unknown kind', 7, '{}', 'type'],
  ])('%s is refused with its field', async (_, type, content, field) => {
    const { messages, rows } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const answer = await messages.send(
      {
        clientMessageId: ClientMessageId.parse(newMessageId()),
        conversationId: ConversationId.parse(conversationId),
        type,
        content,
      },
      { by: patient, actor: null },
    );
    expect(answer).toMatchObject({ ok: false, why: 'validation', field });
    expect(await rows(conversationId)).toEqual([]);
  });

  test('2,000 characters are counted as code points, and all of them are stored', async () => {
    const { say, history } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const words = `${'👩‍⚕️'.repeat(400)}\u202e"\\\r\n`;
    expect([...words].length).toBeLessThanOrEqual(2_000 + 10);
    expect(await say(patient, conversationId, words)).toMatchObject({ ok: true });
    const past = await history(patient, { conversationId: ConversationId.parse(conversationId) });
    const [message] = past.ok ? past.data.list : [];
    expect(JSON.parse(message?.content ?? '{}')).toEqual({ content: words });
  });

  test('half an emoji is refused, and nothing is stored', async () => {
    const { say, rows } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const refusal = { ok: false, why: 'validation', field: 'content.content' };
    expect(await say(patient, conversationId, 'half \ud83d')).toMatchObject(refusal);
    expect(await rows(conversationId)).toEqual([]);
  });

  test('only its uploader sends a picture, into one conversation, in its own size, without unknown fields', async () => {
    const { messages, rows } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    await hospital.store.add(fileObject, {
      key: 'pic1.png',
      name: 'a.png',
      contentType: 'image/png',
      size: 1,
      width: 30,
      height: 40,
      sha256: '',
      createTime: 0,
      ownerType: 1,
      ownerId: patient.id,
    });
    const send = (from: Party, to: string) =>
      messages.send(
        {
          clientMessageId: ClientMessageId.parse(newMessageId()),
          conversationId: ConversationId.parse(to),
          type: 102,
          content: JSON.stringify({ ...image, hidden: 1 }),
        },
        { by: from, actor: null },
      );
    expect(await send(doctor, conversationId)).toMatchObject({ ok: false, why: 'validation' });
    expect(await send(patient, conversationId)).toMatchObject({ ok: true });
    expect((await rows(conversationId)).map(({ content }) => JSON.parse(content ?? ''))).toEqual([
      { ...image, width: 30, height: 40 },
    ]);
    const other = await hospital.consultation({ patient: { ...patient, name: '' } });
    expect(await send(patient, other.conversationId)).toMatchObject({ ok: false, why: 'validation' });
  });

  test('nobody writes into a conversation that is not their own, closed, nonexistent, or of another hospital', async () => {
    const { say, rows } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const stranger = await hospital.consultation();
    const elsewhere = await insertHospital(store.db);
    const foreign: Party = { ...patient, hospitalId: elsewhere.hospitalId };
    for (const [from, to] of [
      [stranger.doctor, conversationId],
      [stranger.patient, conversationId],
      [{ ...patient, type: 2 as const }, conversationId],
      [foreign, conversationId],
      [patient, '123456789'],
      [patient, "1';drop/**/table/**/im_event"],
    ] as const)
      expect(await say(from, to, 'let me in')).toMatchObject({ ok: false, why: 'forbidden' });
    await hospital.store.change(imConversation, { open: false }, eq(imConversation.id, conversationId));
    expect(await say(patient, conversationId, 'still there?')).toMatchObject({ ok: false, why: 'conversationClosed' });
    expect(await rows(conversationId)).toEqual([]);
  });

  test('a sender who is too fast gets the time to wait', async () => {
    const { say } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    times.waitMs = 700;
    expect(await say(patient, conversationId, 'x')).toMatchObject({ ok: false, why: 'rateLimited', retryAfterMs: 700 });
  });

  test('a message contains only files of its type', async () => {
    const { messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const key = `${randomUUID()}.pdf`;
    await hospital.store.add(fileObject, {
      key,
      name: 'a.pdf',
      contentType: 'application/pdf',
      size: 1,
      sha256: '',
      createTime: 0,
      ownerType: 1,
      ownerId: patient.id,
    });
    const send = (type: number, content: object) =>
      messages.send(
        {
          clientMessageId: ClientMessageId.parse(newMessageId()),
          conversationId: ConversationId.parse(conversationId),
          type,
          content: JSON.stringify({ url: `/files/${key}`, size: 1, ...content }),
        },
        { by: patient, actor: null },
      );
    expect(await send(MessageType.image, { width: 1, height: 1 })).toMatchObject({ ok: false, why: 'validation' });
    expect(await send(MessageType.voice, { duration: 1 })).toMatchObject({ ok: false, why: 'validation' });
    expect(await send(MessageType.file, { name: 'a.pdf', type: 'application/pdf' })).toMatchObject({ ok: true });
  });

  return (suite: MessageSuite) => {
    ({ store, hospital, times, setUp } = suite);
  };
}

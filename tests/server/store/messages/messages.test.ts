import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClientMessageId, ConversationId, MessageId } from '../../../../contract/ids.ts';
import { ConversationEvent, MessageType } from '../../../../contract/im.ts';
import { append } from '../../../../server/store/conversation.ts';
import type { Party } from '../../../../server/store/messages/party.ts';
import { createMessages } from '../../../../server/store/messages.ts';
import { imConversation, imEvent } from '../../../../server/store/schema/im.ts';
import { fileObject } from '../../../../server/store/schema/tenant.ts';
import { aHospital, type Hospital } from '../../../support/consultations.ts';
import { around } from '../../../support/database.ts';
import { engines } from '../../../support/engines.ts';

const keyOf = (url: string) => url.split('/files/')[1] ?? null;
const reading = (party: Party) => ({ ...party, seesWaiting: party.type === 2 });

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let hospital: Hospital;
  let now = 1_000_000;
  let waitMs = 0;

  beforeAll(async () => {
    store = await open();
    hospital = await aHospital(store.db);
  }, 60_000);
  afterAll(() => store?.end());

  function setUp() {
    now = 1_000_000;
    waitMs = 0;
    const { uow, bus, published } = around(store.db, () => now);
    const messages = createMessages({ db: store.db, uow, bus, now: () => now, waitFor: () => waitMs, keyOf });
    const say = (from: Party, conversationId: string, words: string, id: string = randomUUID()) =>
      messages.send(from, {
        clientMessageId: ClientMessageId.parse(id),
        conversationId: ConversationId.parse(conversationId),
        type: MessageType.text,
        content: JSON.stringify({ content: words }),
      });
    const rows = (conversationId: string) =>
      hospital.store.db.select().from(imEvent).where(eq(imEvent.conversationId, conversationId)).orderBy(imEvent.seq);
    const events = () =>
      published.flatMap((event) =>
        event.type === 'conversation.advanced' ? [ConversationEvent.parse(event.event)] : [],
      );
    return { messages, say, rows, events, published };
  }

  test('a message is stored once with the next number, and told after its acknowledgement', async () => {
    const { say, rows, published } = setUp();
    const { patient, conversationId, orderId } = await hospital.consultation();
    const id = randomUUID();
    const ack = await say(patient, conversationId, 'I have had a headache since Monday', id);
    expect(published).toEqual([]);
    const [row] = await rows(conversationId);
    expect(ack).toEqual({ ok: true, clientMessageId: id, id: row?.id, seq: 1, sendTime: now });
    await expect.poll(() => published).toHaveLength(1);
    expect(published).toEqual([
      {
        ...{ type: 'conversation.advanced', tenantId: hospital.tenantId, conversationId, seq: 1 },
        ...{ eventId: `im:${row?.id}`, at: now },
        event: {
          ...{ kind: 'message', conversationId, seq: 1 },
          message: {
            ...{
              id: row?.id,
              seq: 1,
              clientMessageId: id,
              conversationId,
              orderId,
              senderId: patient.id,
              senderType: 1,
            },
            ...{ type: 101, content: '{"content":"I have had a headache since Monday"}', status: 0, sendTime: now },
          },
        },
      },
    ]);
  });

  test('a repeat is answered with the first result, whatever it says now and wherever it goes', async () => {
    const { say, rows, messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const id = randomUUID();
    const first = await say(patient, conversationId, 'first', id);
    now += 5_000;
    expect(await say(patient, conversationId, 'second', id)).toEqual(first);
    expect(await say(patient, conversationId, ' ', id)).toEqual(first);
    expect(await say(patient, '999999', 'elsewhere', id)).toEqual(first);
    waitMs = 100;
    expect(await say(patient, conversationId, 'too fast', id)).toEqual(first);
    waitMs = 0;
    await hospital.store.change(imConversation, { open: false }, eq(imConversation.id, conversationId));
    expect(await say(patient, conversationId, 'after the end', id)).toEqual(first);
    expect((await rows(conversationId)).map(({ content }) => content)).toEqual(['{"content":"first"}']);
    expect(
      await messages.past(reading(patient), { conversationId: ConversationId.parse(conversationId) }),
    ).toMatchObject({
      data: { total: 1 },
    });
  });

  test('the same message twice in one batch is stored and told once', async () => {
    const { say, rows, events } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const id = randomUUID();
    const acks = await Promise.all([1, 2, 3].map(() => say(patient, conversationId, 'once', id)));
    expect(new Set(acks.map((ack) => JSON.stringify(ack))).size).toBe(1);
    expect(await rows(conversationId)).toHaveLength(1);
    await expect.poll(events).toHaveLength(1);
  });

  test('two people may happen to use one message id', async () => {
    const { say, rows } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const id = randomUUID();
    await Promise.all([say(patient, conversationId, 'mine', id), say(doctor, conversationId, 'yours', id)]);
    expect((await rows(conversationId)).map(({ senderType }) => senderType).sort()).toEqual([1, 2]);
  });

  test('200 messages at once get the numbers 1 to 200, each side in the order of its sending', async () => {
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

  test('conversations that are written to together do not disturb each other', async () => {
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

  test('two processes that write into the same conversations neither deadlock nor double nor skip', async () => {
    const [one, two] = [setUp(), setUp()];
    const places = await Promise.all([1, 2, 3].map(() => hospital.consultation()));
    const ids = Array.from({ length: 60 }, () => randomUUID());
    const acks = await Promise.all(
      ids.flatMap((id, n) => {
        const place = places[n % 3];
        return place ? [one, two].map(({ say }) => say(place.patient, place.conversationId, String(n), id)) : [];
      }),
    );
    for (const [n] of ids.entries()) expect(acks[2 * n]).toEqual(acks[2 * n + 1]);
    for (const { conversationId } of places) expect(await one.rows(conversationId)).toHaveLength(20);
  });

  test('nothing is stored behind the end of a consultation, however close it comes', async () => {
    const { say, rows } = setUp();
    const { uow } = around(store.db, () => now);
    for (let round = 0; round < 5; round += 1) {
      const { patient, conversationId } = await hospital.consultation();
      const sending = Promise.all(Array.from({ length: 30 }, (_, n) => say(patient, conversationId, String(n))));
      await uow.run(hospital.tenantId, async (tx) => {
        await tx.change(imConversation, { open: false }, eq(imConversation.id, conversationId));
        await append(tx, conversationId, { kind: 'order', senderType: 2, senderId: '1', payload: { status: 30 } }, now);
      });
      const late = Promise.all(Array.from({ length: 5 }, () => say(patient, conversationId, 'late')));
      const acks = [...(await sending), ...(await late)];
      const stored = await rows(conversationId);
      expect(stored.at(-1)?.kind).toBe('order');
      expect(acks.filter(({ ok }) => ok)).toHaveLength(stored.length - 1);
      expect(new Set(acks.map((ack) => (ack.ok ? 'stored' : ack.why)))).toContain('conversationClosed');
    }
  });

  const image = { url: '/files/pic1.png', width: 10, height: 10, size: 100 };
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
    const answer = await messages.send(patient, {
      clientMessageId: ClientMessageId.parse(randomUUID()),
      conversationId: ConversationId.parse(conversationId),
      ...{ type, content },
    });
    expect(answer).toMatchObject({ ok: false, why: 'validation', field });
    expect(await rows(conversationId)).toEqual([]);
  });

  test('2,000 characters are counted as people count them, and every one comes back', async () => {
    const { say, messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const words = `${'👩‍⚕️'.repeat(400)}\u202e"\\\r\n\ud800`;
    expect([...words].length).toBeLessThanOrEqual(2_000 + 10);
    expect(await say(patient, conversationId, words)).toMatchObject({ ok: true });
    const past = await messages.past(reading(patient), { conversationId: ConversationId.parse(conversationId) });
    const [message] = past.ok ? past.data.list : [];
    expect(JSON.parse(message?.content ?? '{}')).toEqual({ content: words });
  });

  test('a picture is sent by whoever uploaded it, into one conversation, and its unknown fields are dropped', async () => {
    const { messages, rows } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    await hospital.store.add(fileObject, {
      ...{ key: 'pic1.png', name: 'a.png', contentType: 'image/png', size: 1, sha256: '', createTime: 0 },
      ...{ ownerType: 1, ownerId: patient.id },
    });
    const send = (from: Party, to: string) =>
      messages.send(from, {
        clientMessageId: ClientMessageId.parse(randomUUID()),
        conversationId: ConversationId.parse(to),
        type: 102,
        content: JSON.stringify({ ...image, hidden: 1 }),
      });
    expect(await send(doctor, conversationId)).toMatchObject({ ok: false, why: 'validation' });
    expect(await send(patient, conversationId)).toMatchObject({ ok: true });
    expect((await rows(conversationId)).map(({ content }) => JSON.parse(content ?? ''))).toEqual([image]);
    const other = await hospital.consultation({ patient: { ...patient, name: '' } });
    expect(await send(patient, other.conversationId)).toMatchObject({ ok: false, why: 'validation' });
  });

  test('nobody writes into a conversation that is not theirs, not open, not there, or of another hospital', async () => {
    const { say, rows } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const stranger = await hospital.consultation();
    const elsewhere = await aHospital(store.db);
    const foreign = { ...patient, tenantId: elsewhere.tenantId };
    for (const [from, to] of [
      [stranger.doctor, conversationId],
      [stranger.patient, conversationId],
      [{ ...patient, type: 2 as const }, conversationId],
      [foreign, conversationId],
      [patient, '123456789'],
      [patient, "1'; drop table im_event"],
    ] as const)
      expect(await say(from, to, 'let me in')).toMatchObject({ ok: false, why: 'forbidden' });
    await hospital.store.change(imConversation, { open: false }, eq(imConversation.id, conversationId));
    expect(await say(patient, conversationId, 'still there?')).toMatchObject({ ok: false, why: 'conversationClosed' });
    expect(await rows(conversationId)).toEqual([]);
  });

  test('who writes too fast is told how long to wait', async () => {
    const { say } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    waitMs = 700;
    expect(await say(patient, conversationId, 'x')).toMatchObject({ ok: false, why: 'rateLimited', retryAfterMs: 700 });
  });

  test('what follows a cursor is complete up to the number that the answer names, burnt numbers included', async () => {
    const { say, messages } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const burnt = randomUUID();
    await say(patient, conversationId, 'one', burnt);
    await say(patient, conversationId, 'one again', burnt);
    for (const words of ['three', 'four', 'five']) await say(patient, conversationId, words);
    const following = async (afterSeq: number, limit: number) => {
      const query = { conversationId: ConversationId.parse(conversationId), afterSeq, limit };
      const answer = await messages.past(reading(doctor), query);
      if (!answer.ok) throw new Error('refused');
      const { events, coveredTo, headSeq } = answer.data;
      return { seqs: events?.map(({ seq }) => seq), coveredTo, headSeq };
    };
    expect(await following(0, 200)).toEqual({ seqs: [1, 3, 4, 5], coveredTo: 5, headSeq: 5 });
    expect(await following(0, 2)).toEqual({ seqs: [1, 3], coveredTo: 3, headSeq: 5 });
    expect(await following(5, 200)).toEqual({ seqs: [], coveredTo: 5, headSeq: 5 });
    await say(patient, conversationId, 'once more', burnt);
    expect(await following(5, 200)).toEqual({ seqs: [], coveredTo: 6, headSeq: 6 });
  });

  test('the past is read backwards in pages, oldest first in each', async () => {
    const { say, messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    for (let n = 1; n <= 7; n += 1) await say(patient, conversationId, String(n));
    const seqs = async (query: object) => {
      const answer = await messages.past(reading(patient), {
        conversationId: ConversationId.parse(conversationId),
        ...query,
      });
      return answer.ok ? answer.data.list.map(({ seq }) => seq) : [];
    };
    expect(await seqs({ limit: 3 })).toEqual([5, 6, 7]);
    expect(await seqs({ beforeSeq: 5, limit: 3 })).toEqual([2, 3, 4]);
    expect(await seqs({ pageNo: 3, pageSize: 3 })).toEqual([1]);
  });

  test('one pull answers for many conversations, and only for one’s own', async () => {
    const { say, messages } = setUp();
    const doctor = await hospital.doctor();
    const [one, two, foreign] = [
      await hospital.consultation({ doctor }),
      await hospital.consultation({ doctor }),
      await hospital.consultation(),
    ];
    for (const place of [one, two, foreign])
      for (const words of ['a', 'b', 'c']) await say(place.patient, place.conversationId, words);
    const [a, b, c] = [one, two, foreign].map(({ conversationId }) => conversationId) as [string, string, string];
    const pull = await messages.pull(one.doctor, { cursors: { [a]: 1, [b]: 0, [c]: 0 }, size: 4 });
    expect(pull.events.map(({ conversationId, seq }) => [conversationId, seq])).toEqual([
      [a, 2],
      [a, 3],
      [b, 1],
      [b, 2],
    ]);
    expect(pull).toMatchObject({ coveredTo: { [a]: 3, [b]: 2 }, heads: { [a]: 3, [b]: 3 } });
    expect(pull.heads).not.toHaveProperty(c);
  });

  test('positions only rise, each rise is one event, and reading about reading is none', async () => {
    const { say, messages, events } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    for (const words of ['a', 'b', 'c']) await say(patient, conversationId, words);
    const raise = (mark: 'read' | 'delivered', upTo: number) => messages.raise(doctor, { conversationId, mark, upTo });
    await raise('delivered', 3);
    await raise('read', 2);
    await raise('read', 2);
    await raise('read', 1);
    await raise('delivered', 2);
    await raise('read', 1_000);
    await raise('read', 2_000);
    await messages.raise(patient, { conversationId, mark: 'read', upTo: 1_000 });
    await expect.poll(() => events().filter(({ kind }) => kind === 'message')).toHaveLength(3);
    expect(events().filter(({ kind }) => kind === 'read')).toEqual([
      { conversationId, kind: 'read', seq: 4, reader: 2, readUpTo: 0, deliveredUpTo: 3 },
      { conversationId, kind: 'read', seq: 5, reader: 2, readUpTo: 2, deliveredUpTo: 3 },
      { conversationId, kind: 'read', seq: 6, reader: 2, readUpTo: 3, deliveredUpTo: 3 },
    ]);
    const row = await hospital.store.first(imConversation, eq(imConversation.id, conversationId));
    expect(row).toMatchObject({ lastSeq: 6, doctorReadUpTo: 3, doctorDeliveredUpTo: 3, patientReadUpTo: 0 });
  });

  test('nobody marks a conversation that is not theirs', async () => {
    const { say, messages, rows } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const stranger = await hospital.consultation();
    await say(patient, conversationId, 'a');
    await messages.raise(stranger.doctor, { conversationId, mark: 'read', upTo: 1 });
    await messages.raise({ ...patient, id: '999999999' }, { conversationId, mark: 'read', upTo: 1 });
    expect(await rows(conversationId)).toHaveLength(1);
  });

  test('a recall within five minutes leaves a tombstone in its place; the words stay in the files', async () => {
    const { say, messages, events, rows } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const sent = await say(patient, conversationId, 'wrong window');
    if (!sent.ok) throw new Error('refused');
    const messageId = String(sent.id);
    now += 5 * 60_000;
    expect(await messages.recall(doctor, conversationId, messageId)).toMatchObject({ ok: false, why: 'forbidden' });
    expect(await messages.recall(patient, conversationId, messageId)).toEqual({ ok: true });
    expect(await messages.recall(patient, conversationId, messageId)).toEqual({ ok: true });
    await expect.poll(() => events().length).toBe(2);
    expect(events().find(({ kind }) => kind === 'recall')).toEqual({
      conversationId,
      kind: 'recall',
      seq: 2,
      messageId: MessageId.parse(messageId),
      messageSeq: 1,
      by: 1,
      time: now,
    });
    const past = await messages.past(reading(doctor), { conversationId: ConversationId.parse(conversationId) });
    expect(past.ok && past.data.list).toMatchObject([{ seq: 1, status: 2, content: '' }]);
    expect((await rows(conversationId))[0]?.content).toBe('{"content":"wrong window"}');
  });

  test('the picture of a message that is taken back is closed, once no other message shows it', async () => {
    const { messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const key = `${randomUUID()}.png`;
    const file = await hospital.store.add(fileObject, {
      ...{ key, name: 'a.png', contentType: 'image/png', size: 1, sha256: '', createTime: 0 },
      ...{ ownerType: 1, ownerId: patient.id },
    });
    const withdrawn = async () => (await hospital.store.first(fileObject, eq(fileObject.id, file.id)))?.withdrawnTime;
    const show = async () => {
      const sent = await messages.send(patient, {
        clientMessageId: ClientMessageId.parse(randomUUID()),
        conversationId: ConversationId.parse(conversationId),
        type: MessageType.image,
        content: JSON.stringify({ ...image, url: `/files/${key}` }),
      });
      return sent.ok ? String(sent.id) : '';
    };
    const [first, second] = [await show(), await show()];
    await messages.recall(patient, conversationId, first);
    expect(await withdrawn()).toBeNull();
    await messages.recall(patient, conversationId, second);
    expect(await withdrawn()).toBe(now);
  });

  test('a message shows only files of its kind', async () => {
    const { messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const key = `${randomUUID()}.pdf`;
    await hospital.store.add(fileObject, {
      ...{ key, name: 'a.pdf', contentType: 'application/pdf', size: 1, sha256: '', createTime: 0 },
      ...{ ownerType: 1, ownerId: patient.id },
    });
    const send = (type: number, content: object) =>
      messages.send(patient, {
        clientMessageId: ClientMessageId.parse(randomUUID()),
        conversationId: ConversationId.parse(conversationId),
        ...{ type, content: JSON.stringify({ url: `/files/${key}`, size: 1, ...content }) },
      });
    expect(await send(MessageType.image, { width: 1, height: 1 })).toMatchObject({ ok: false, why: 'validation' });
    expect(await send(MessageType.voice, { duration: 1 })).toMatchObject({ ok: false, why: 'validation' });
    expect(await send(MessageType.file, { name: 'a.pdf', type: 'application/pdf' })).toMatchObject({ ok: true });
  });

  test('after five minutes it is too late', async () => {
    const { say, messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const sent = await say(patient, conversationId, 'x');
    now += 5 * 60_000 + 1;
    expect(await messages.recall(patient, conversationId, sent.ok ? String(sent.id) : '')).toMatchObject({
      why: 'recallTooLate',
    });
  });
});

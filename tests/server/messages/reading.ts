import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ClientMessageId, ConversationId, MessageId } from '../../../contract/ids.ts';
import { MessageType } from '../../../contract/im.ts';
import { imConversation } from '../../../server/db/schema/messages.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import type { Hospital } from '../../support/consultations.ts';
import { newMessageId } from '../../support/messageId.ts';
import { image, type MessageSuite } from '../../support/messageSuite.ts';

/** History, positions and recalls. */
export function readingAndRecall() {
  let hospital: Hospital;
  let times: MessageSuite['times'];
  let setUp: MessageSuite['setUp'];

  test('the events after a cursor are complete up to `coveredTo`, also across unused numbers', async () => {
    const { say, history } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const burnt = newMessageId();
    await say(patient, conversationId, 'one', burnt);
    await say(patient, conversationId, 'one again', burnt);
    for (const words of ['three', 'four', 'five']) await say(patient, conversationId, words);
    const following = async (afterSeq: number, limit: number) => {
      const query = { conversationId: ConversationId.parse(conversationId), afterSeq, limit };
      const answer = await history(doctor, query);
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

  test('history is read backwards in pages, each in ascending order', async () => {
    const { say, history } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    for (let n = 1; n <= 7; n += 1) await say(patient, conversationId, String(n));
    const seqs = async (query: object) => {
      const answer = await history(patient, {
        conversationId: ConversationId.parse(conversationId),
        ...query,
      });
      return answer.ok ? answer.data.list.map(({ seq }) => seq) : [];
    };
    expect(await seqs({ limit: 3 })).toEqual([5, 6, 7]);
    expect(await seqs({ beforeSeq: 5, limit: 3 })).toEqual([2, 3, 4]);
    expect(await seqs({ pageNo: 3, pageSize: 3 })).toEqual([1]);
  });

  test('one pull covers several conversations, and only own ones', async () => {
    const { say, pull } = setUp();
    const doctor = await hospital.doctor();
    const [one, two, foreign] = [
      await hospital.consultation({ doctor }),
      await hospital.consultation({ doctor }),
      await hospital.consultation(),
    ];
    for (const place of [one, two, foreign])
      for (const words of ['a', 'b', 'c']) await say(place.patient, place.conversationId, words);
    const [a, b, c] = [one, two, foreign].map(({ conversationId }) => conversationId) as [string, string, string];
    const pulled = await pull(one.doctor, { cursors: { [a]: 1, [b]: 0, [c]: 0 }, size: 4 });
    expect(pulled.events.map(({ conversationId, seq }) => [conversationId, seq])).toEqual([
      [a, 2],
      [a, 3],
      [b, 1],
      [b, 2],
    ]);
    expect(pulled).toMatchObject({ coveredTo: { [a]: 3, [b]: 2 }, heads: { [a]: 3, [b]: 3 } });
    expect(pulled.heads).not.toHaveProperty(c);
  });

  test('positions only rise, each rise is one event, and reading that event is none', async () => {
    const { say, messages, events } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    for (const words of ['a', 'b', 'c']) await say(patient, conversationId, words);
    const raise = (mark: 'read' | 'delivered', upTo: number) =>
      messages.raisePosition({ conversationId, mark, upTo }, { by: doctor, actor: null });
    await raise('delivered', 3);
    await raise('read', 2);
    await raise('read', 2);
    await raise('read', 1);
    await raise('delivered', 2);
    await raise('read', 1_000);
    await raise('read', 2_000);
    await messages.raisePosition({ conversationId, mark: 'read', upTo: 1_000 }, { by: patient, actor: null });
    await expect.poll(() => events().filter(({ kind }) => kind === 'message')).toHaveLength(3);
    expect(events().filter(({ kind }) => kind === 'read')).toEqual([
      { conversationId, kind: 'read', seq: 4, reader: 2, readUpTo: 0, deliveredUpTo: 3 },
      { conversationId, kind: 'read', seq: 5, reader: 2, readUpTo: 2, deliveredUpTo: 3 },
      { conversationId, kind: 'read', seq: 6, reader: 2, readUpTo: 3, deliveredUpTo: 3 },
    ]);
    const row = await hospital.store.first(imConversation, eq(imConversation.id, conversationId));
    expect(row).toMatchObject({ lastSeq: 6, doctorReadUpTo: 3, doctorDeliveredUpTo: 3, patientReadUpTo: 0 });
  });

  test('positions in a conversation of others cannot be changed', async () => {
    const { say, messages, rows } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const stranger = await hospital.consultation();
    await say(patient, conversationId, 'a');
    await messages.raisePosition({ conversationId, mark: 'read', upTo: 1 }, { by: stranger.doctor, actor: null });
    await messages.raisePosition(
      { conversationId, mark: 'read', upTo: 1 },
      { by: { ...patient, id: '999999999' }, actor: null },
    );
    expect(await rows(conversationId)).toHaveLength(1);
  });

  test('a recall within five minutes leaves a tombstone; the row keeps the content', async () => {
    const { say, messages, events, rows, history } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const sent = await say(patient, conversationId, 'wrong window');
    if (!sent.ok) throw new Error('refused');
    const messageId = String(sent.id);
    times.now += 5 * 60_000;
    expect(await messages.recall({ conversationId, messageId }, { by: doctor, actor: null })).toMatchObject({
      ok: false,
      why: 'forbidden',
    });
    expect(await messages.recall({ conversationId, messageId }, { by: patient, actor: null })).toEqual({ ok: true });
    expect(await messages.recall({ conversationId, messageId }, { by: patient, actor: null })).toEqual({ ok: true });
    await expect.poll(() => events().length).toBe(2);
    expect(events().find(({ kind }) => kind === 'recall')).toEqual({
      conversationId,
      kind: 'recall',
      seq: 2,
      messageId: MessageId.parse(messageId),
      messageSeq: 1,
      by: 1,
      time: times.now,
    });
    const past = await history(doctor, { conversationId: ConversationId.parse(conversationId) });
    expect(past.ok && past.data.list).toMatchObject([{ seq: 1, status: 2, content: '' }]);
    expect((await rows(conversationId))[0]?.content).toBe('{"content":"wrong window"}');
  });

  test('the picture of a recalled message cannot be opened unless another message shows it', async () => {
    const { messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const key = `${randomUUID()}.png`;
    const file = await hospital.store.add(fileObject, {
      key,
      name: 'a.png',
      contentType: 'image/png',
      size: 1,
      sha256: '',
      createTime: 0,
      ownerType: 1,
      ownerId: patient.id,
    });
    const withdrawn = async () => (await hospital.store.first(fileObject, eq(fileObject.id, file.id)))?.withdrawnTime;
    const send = () =>
      messages.send(
        {
          clientMessageId: ClientMessageId.parse(newMessageId()),
          conversationId: ConversationId.parse(conversationId),
          type: MessageType.image,
          content: JSON.stringify({ ...image, url: `/files/${key}` }),
        },
        { by: patient, actor: null },
      );
    const show = async () => {
      const sent = await send();
      return sent.ok ? String(sent.id) : '';
    };
    const [first, second] = [await show(), await show()];
    await messages.recall({ conversationId, messageId: first }, { by: patient, actor: null });
    expect(await withdrawn()).toBeNull();
    await messages.recall({ conversationId, messageId: second }, { by: patient, actor: null });
    expect(await withdrawn()).toBe(times.now);
    // A message with it would show the other side a picture that nobody can open.
    expect(await send()).toMatchObject({ ok: false, why: 'validation', field: 'url' });
  });

  test('after five minutes a recall is refused', async () => {
    const { say, messages } = setUp();
    const { patient, conversationId } = await hospital.consultation();
    const sent = await say(patient, conversationId, 'x');
    times.now += 5 * 60_000 + 1;
    expect(
      await messages.recall(
        { conversationId, messageId: sent.ok ? String(sent.id) : '' },
        { by: patient, actor: null },
      ),
    ).toMatchObject({
      why: 'recallTooLate',
    });
  });

  test('a message stored by a clock that was ahead cannot be taken back, nor when its time has come', async () => {
    const { say, messages } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const sent = await say(patient, conversationId, 'x');
    const recall = () =>
      messages.recall({ conversationId, messageId: sent.ok ? String(sent.id) : '' }, { by: patient, actor: null });
    times.now -= 2 * 3_600_000;
    expect(await recall()).toMatchObject({ why: 'recallTooLate' });
    await say(doctor, conversationId, 'y');
    times.now += 2 * 3_600_000 + 1_000;
    expect(await recall()).toMatchObject({ why: 'recallTooLate' });
  });

  test('clocks of two processes that differ by seconds take no recall away', async () => {
    const { say, messages } = setUp();
    const { patient, doctor, conversationId } = await hospital.consultation();
    const sent = await say(patient, conversationId, 'x');
    times.now -= 2_000;
    await say(doctor, conversationId, 'y');
    const which = { conversationId, messageId: sent.ok ? String(sent.id) : '' };
    expect(await messages.recall(which, { by: patient, actor: null })).toEqual({ ok: true });
  });

  return (suite: MessageSuite) => {
    ({ hospital, times, setUp } = suite);
  };
}

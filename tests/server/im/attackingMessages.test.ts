import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { pullMessages, sendMessage } from '../../../contract/extension/im.ts';
import { awaitList } from '../../../contract/http/consult.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import { imConversation, imEvent } from '../../../server/db/schema/messages.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { signLink } from '../../../server/files/signLink.ts';
import type { Consultations, Member } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newMessageId } from '../../support/messageId.ts';

let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ platform, clock } = suite);
});

const sendAs = (who: Member, conversationId: string, type: number, content: unknown) =>
  platform.call(sendMessage, who, {
    clientMessageId: newMessageId(),
    conversationId,
    type,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  });

/** A file that somebody has uploaded. */
const uploaded = (who: Member, key: string) =>
  platform.hospital.store.add(fileObject, {
    key,
    name: 'a.png',
    contentType: 'image/png',
    size: 1,
    sha256: '',
    createTime: 0,
    ownerType: who.kind === 'patient' ? 1 : 2,
    ownerId: who.id,
  });

const picture = (url: string) => ({ url, width: 10, height: 10, size: 100 });

/** Whether a person gets a link to a file. */
async function opens(by: Member, key: string) {
  const links = { keyOf: () => key, linkTo: () => ({ url: '', expireTime: 0 }) };
  const sign = signLink({ links: links as never, mayReviewerRead: async () => false });
  const context = { by, at: clock.now, store: platform.hospital.store, language: 'en' };
  return (await sign({ url: `/files/${key}/a.png` }, context as never)).ok;
}

describe('a message', () => {
  test.each([
    ['a notice of the platform', 9004, { code: 'order.finished', text: 'over' }],
    ['a patient card', 9001, { name: 'x', chiefComplaint: 'y' }],
    ['a prescription card', 9002, { prescriptionId: '1', prescriptionNo: 'RX1' }],
    ['a tombstone', 2101, {}],
  ])('%s is made by the platform alone', async (_, type, content) => {
    const { conversationId, doctor, patient } = await platform.running();
    for (const who of [doctor, patient])
      expect(await sendAs(who, conversationId, type, content)).toMatchObject({
        code: Code.badRequest,
        data: { why: 'validation', field: 'type' },
      });
    expect(await platform.rowsOf(conversationId)).toEqual([]);
  });

  test('has the sender, time and number that the platform assigns, whatever the client sends', async () => {
    const { conversationId, doctor, patient } = await platform.running();
    const { ask } = await platform.connected(patient);
    const forged = { senderType: 2, senderId: doctor.id, seq: 99, id: '1', sendTime: 1, status: 2, kind: 'order' };
    const content = JSON.stringify({ content: 'Take 10 tablets', ...forged });
    await ask('message:send', { clientMessageId: newMessageId(), conversationId, type: 101, content, ...forged });
    expect(await platform.rowsOf(conversationId)).toMatchObject([
      {
        senderType: 1,
        senderId: patient.id,
        seq: 1,
        sendTime: clock.now,
        status: 0,
        kind: 'message',
        content: '{"content":"Take 10 tablets"}',
      },
    ]);
  });

  test('with a record card must refer to the order of its conversation', async () => {
    const [mine, other] = [await platform.running(), await platform.running()];
    const card = (orderId: string) => sendAs(mine.doctor, mine.conversationId, 9003, { orderId, summary: 'x' });
    expect(await card(other.id)).toMatchObject({ code: Code.badRequest, data: { field: 'content.orderId' } });
    expect(await card(mine.id)).toMatchObject({ code: Code.ok });
  });

  test.each([
    ['javascript:alert(1)//files/KEY/a.png'],
    ['https://evil.example/files/KEY/a.png'],
    ['//evil.example/files/KEY/a.png'],
    ['data:text/html,<b>/files/KEY/a.png'],
    ['/elsewhere?next=/files/KEY/a.png'],
  ])('a link to elsewhere that looks like an own file is refused: %s', async (link) => {
    const { conversationId, patient } = await platform.running();
    const key = newMessageId();
    await uploaded(patient, key);
    const url = link.replace('KEY', key);
    expect(await sendAs(patient, conversationId, 102, picture(url))).toMatchObject({
      code: Code.badRequest,
      data: { why: 'validation', field: 'url' },
    });
    const thumbnail = { ...picture(`/files/${key}/a.png`), thumbnailUrl: url };
    expect(await sendAs(patient, conversationId, 102, thumbnail)).toMatchObject({ code: Code.badRequest });
    expect(await platform.rowsOf(conversationId)).toEqual([]);
  });

  test.each([
    ['a width of nothing', 102, { width: 0 }, 'content.width'],
    ['a negative height', 102, { height: -5 }, 'content.height'],
    ['a width that breaks every page', 102, { width: 1e12 }, 'content.width'],
    ['a voice of no length', 103, { duration: 0 }, 'content.duration'],
    ['a voice of years', 103, { duration: 1e300 }, 'content.duration'],
    ['a negative size', 105, { size: -1 }, 'content.size'],
  ])('%s is refused', async (_, type, wrong, field) => {
    const { conversationId, patient } = await platform.running();
    const key = newMessageId();
    await uploaded(patient, key);
    const content = { ...picture(`/files/${key}/a.png`), duration: 1, name: 'a', type: 'application/pdf', ...wrong };
    expect(await sendAs(patient, conversationId, type, content)).toMatchObject({
      code: Code.badRequest,
      data: { why: 'validation', field },
    });
  });

  test('with deep, prototype-changing or endless content does no harm', async () => {
    const { conversationId, patient } = await platform.running();
    const { ask, say } = await platform.connected(patient);
    const deep = `${'['.repeat(11_000)}${']'.repeat(11_000)}`;
    const envelope = { conversationId, type: 101 };
    const send = (content: string) => ask('message:send', { clientMessageId: newMessageId(), ...envelope, content });
    for (const content of [
      deep,
      `{"content":${deep}}`,
      '{"__proto__":{"content":"x"}}',
      '{"constructor":1}',
      '"x"',
      '1',
    ])
      expect(await send(content)).toMatchObject({ ok: false, why: 'validation' });
    expect(await send('{"content":"hi","__proto__":{"polluted":true}}')).toMatchObject({ ok: true });
    expect(await send('x'.repeat(24_001))).toMatchObject({ ok: false, why: 'validation' });
    expect({}).not.toHaveProperty('polluted');
    expect(await platform.rowsOf(conversationId)).toMatchObject([{ content: '{"content":"hi"}' }]);
    expect(await say(conversationId, 'fine')).toMatchObject({ ok: true });
    const nested = await platform.app.inject({
      method: 'POST',
      url: '/api/infra/imMsg/send',
      headers: {
        'tenant-id': patient.hospitalId,
        authorization: `Bearer ${patient.token}`,
        'content-type': 'application/json',
      },
      payload: `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    });
    expect(nested.json()).toMatchObject({ code: Code.badRequest });
  });
});

describe('a recalled message', () => {
  test('has no text and no picture for the other party, by any call or event', async () => {
    const { conversationId, doctor, patient } = await platform.running();
    const key = newMessageId();
    await uploaded(patient, key);
    const { ask } = await platform.connected(patient);
    const sent = await sendAs(patient, conversationId, 102, picture(`/files/${key}/a.png`));
    const { id: messageId } = sent.data as { id: string };
    expect([await opens(doctor, key), await opens(patient, key)]).toEqual([true, true]);
    expect(await ask('message:recall', { conversationId, messageId })).toEqual({ ok: true });
    expect([await opens(doctor, key), await opens(patient, key)]).toEqual([false, false]);
    const told = JSON.stringify([
      await platform.call(queryImMessages, doctor, { conversationId }),
      await platform.call(queryImMessages, doctor, { conversationId, afterSeq: 0 }),
      await platform.call(pullMessages, doctor, { cursors: { [conversationId]: 0 } }),
      await platform.call(awaitList, doctor, {}),
      platform.published.filter((event) => event.type === 'conversation.advanced' && event.event.kind !== 'message'),
    ]);
    expect(told).not.toContain(key);
    // The hospital must retain the content.
    expect((await platform.rowsOf(conversationId))[0]?.content).toContain(key);
  });

  test('keeps its picture open while another message shows it', async () => {
    const { conversationId, doctor, patient } = await platform.running();
    const key = newMessageId();
    await uploaded(patient, key);
    const { ask } = await platform.connected(patient);
    const show = () => sendAs(patient, conversationId, 102, picture(`/files/${key}/a.png`));
    const [first] = [await show(), await show()];
    const { id: messageId } = first.data as { id: string };
    await ask('message:recall', { conversationId, messageId });
    expect(await opens(doctor, key)).toBe(true);
  });

  test('is not changed by a repeated recall or one by the other party', async () => {
    const { conversationId, doctor, patient } = await platform.running();
    const [there, here] = [await platform.connected(patient), await platform.connected(doctor)];
    const { id: messageId } = (await there.say(conversationId, 'x')) as { id: string };
    const recall = { conversationId, messageId };
    expect(await here.ask('message:recall', recall)).toMatchObject({ why: 'forbidden' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => there.ask('message:recall', recall)));
    expect(answers.every((answer) => (answer as { ok: boolean }).ok)).toBe(true);
    expect((await platform.rowsOf(conversationId)).map(({ kind }) => kind)).toEqual(['message', 'recall']);
  });

  test("is never one of the platform's cards or notices", async () => {
    const { conversationId, doctor, patient } = await platform.running();
    const cards = [
      { senderType: 1, senderId: patient.id, type: 9001 },
      { senderType: 2, senderId: doctor.id, type: 9002 },
      { senderType: 9, senderId: '0', type: 9004 },
    ];
    for (const [n, card] of cards.entries()) {
      await platform.hospital.store.change(imConversation, { lastSeq: n + 1 }, eq(imConversation.id, conversationId));
      const row = { conversationId, seq: n + 1, kind: 'message', content: '{}', sendTime: clock.now } as const;
      const { id: messageId } = await platform.hospital.store.add(imEvent, { ...row, ...card });
      for (const who of [patient, doctor]) {
        const { ask } = await platform.connected(who);
        expect(await ask('message:recall', { conversationId, messageId })).toMatchObject({ why: 'forbidden' });
      }
    }
    expect((await platform.rowsOf(conversationId)).map(({ status }) => status)).toEqual([0, 0, 0]);
  });
});

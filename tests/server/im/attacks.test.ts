import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { acceptOrder, pageOrders } from '../../../contract/extension/consult.ts';
import { pullMessages, sendMessage } from '../../../contract/extension/im.ts';
import { awaitList, orderDetail, pushMessage } from '../../../contract/http/consult.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import type { Operation } from '../../../contract/operation.ts';
import { mayOpen } from '../../../server/store/files.ts';
import { imConversation, imEvent } from '../../../server/store/schema/im.ts';
import { staff } from '../../../server/store/schema/staff.ts';
import { fileObject, tenant } from '../../../server/store/schema/tenant.ts';
import { auditTrail } from '../../../server/store/schema/trail.ts';
import { aHospital } from '../../support/consultations.ts';
import type { Consultations, Member } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ database, platform, clock } = suite);
});

/** A running consultation: its doctor and its patient, signed in. */
async function running() {
  const doctor = await platform.doctor();
  const order = await platform.hospital.order(OrderStatus.active, { doctor });
  const patient = await platform.signedIn('patient', order.patient);
  return { ...order, doctor, patient };
}

const rowsOf = (conversationId: string) =>
  platform.hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId));

const sendAs = (who: Member, conversationId: string, type: number, content: unknown) =>
  platform.call(sendMessage, who, {
    ...{ clientMessageId: randomUUID(), conversationId, type },
    content: typeof content === 'string' ? content : JSON.stringify(content),
  });

/** A file that somebody has uploaded. */
const uploaded = (who: Member, key: string) =>
  platform.hospital.store.add(fileObject, {
    ...{ key, name: 'a.png', contentType: 'image/png', size: 1, sha256: '', createTime: 0 },
    ...{ ownerType: who.kind === 'patient' ? 1 : 2, ownerId: who.id },
  });

const picture = (url: string) => ({ url, width: 10, height: 10, size: 100 });

describe('whose it is', () => {
  test('500 conversations of others are joined by nobody, and none of them is heard', async () => {
    const { conversationId, patient } = await running();
    const thief = await platform.connected(await platform.doctor());
    const first = Number(conversationId);
    const conversationIds = Array.from({ length: 500 }, (_, n) => String(first + 250 - n));
    const answer = (await thief.ask('conversation:join', { conversationIds })) as { heads: object; refused: string[] };
    expect(answer.heads).toEqual({});
    expect(answer.refused).toHaveLength(500);
    const { say, events } = await platform.connected(patient);
    expect(await say(conversationId, 'secret')).toMatchObject({ ok: true });
    await thief.ask('awaiting:watch');
    expect(thief.events('conversation:event')).toEqual([]);
    expect(events('conversation:event')).toEqual([]);
  });

  test('the conversations and orders of another hospital do not exist, by socket and by call', async () => {
    const { conversationId, id, doctor } = await running();
    const elsewhere = await aHospital(database.db, { at: clock.now });
    const foreign = await platform.signedIn('staff', await elsewhere.doctor());
    const twin = { ...foreign, id: doctor.id };
    const { ask, say } = await platform.connected(foreign);
    expect(await say(conversationId, 'x')).toMatchObject({ ok: false, why: 'forbidden' });
    expect(await ask('conversation:join', { conversationIds: [conversationId] })).toMatchObject({ heads: {} });
    for (const [operation, input] of [
      [orderDetail, { id }],
      [acceptOrder, { id }],
      [pushMessage, { orderId: id }],
      [queryImMessages, { conversationId }],
      [queryImMessages, { conversationId, afterSeq: 0 }],
    ] as const)
      for (const as of [foreign, twin])
        expect(await platform.call(operation, as, input)).toMatchObject({ code: Code.notFound, data: null });
    expect(await platform.data(pullMessages, foreign, { cursors: { [conversationId]: 0 } })).toEqual({
      ...{ events: [], coveredTo: {}, heads: {} },
    });
    expect(await platform.call(awaitList, { ...foreign, tenantId: platform.hospital.tenantId })).toMatchObject({
      code: Code.forbidden,
    });
    expect(await rowsOf(conversationId)).toEqual([]);
  });

  test('what a patient said while waiting is read by doctors while the patient waits, and by no auditor', async () => {
    const order = await platform.hospital.order(OrderStatus.awaiting);
    const [doctor, auditor] = [await platform.doctor(), await platform.doctor({ isAuditor: true })];
    const { conversationId } = order;
    expect(await platform.call(queryImMessages, doctor, { conversationId })).toMatchObject({ code: Code.ok });
    for (const query of [{ conversationId }, { conversationId, afterSeq: 0 }])
      expect(await platform.call(queryImMessages, auditor, query)).toMatchObject({ code: Code.notFound });
    for (const status of [OrderStatus.cancelled, OrderStatus.timedOut, OrderStatus.refunded]) {
      const over = await platform.hospital.order(status);
      const past = await platform.call(queryImMessages, doctor, { conversationId: over.conversationId });
      expect({ status, code: past.code }).toEqual({ status, code: Code.notFound });
    }
  });

  test('every look of somebody who is no side of it is on the trail, however it is asked for', async () => {
    const { conversationId } = await platform.hospital.order(OrderStatus.awaiting);
    const foreign = await running();
    const doctor = await platform.doctor();
    await platform.call(queryImMessages, doctor, { conversationId, afterSeq: 0 });
    await platform.call(queryImMessages, doctor, { conversationId: foreign.conversationId, afterSeq: 0 });
    const looks = await platform.hospital.store.rows(auditTrail, eq(auditTrail.userId, doctor.id));
    expect(looks.map(({ entity, entityId, outcome }) => [entity, entityId, outcome])).toEqual([
      ['conversation', conversationId, 'ok'],
      ['conversation', foreign.conversationId, 'refused'],
    ]);
  });
});

test('a hundred looks at once are a hundred rows on the trail, and ids that are no text are answered', async () => {
  const [{ conversationId }, doctor] = [await platform.hospital.order(OrderStatus.awaiting), await platform.doctor()];
  const looking = Array.from({ length: 100 }, () => platform.call(queryImMessages, doctor, { conversationId }));
  expect((await Promise.all(looking)).every(({ code }) => code === Code.ok)).toBe(true);
  expect(await platform.hospital.store.count(auditTrail, eq(auditTrail.userId, doctor.id))).toBe(100);
  for (const odd of ['a\u0000b', '\ud800', '1e3', '-1', '__proto__'])
    expect(await platform.call(queryImMessages, doctor, { conversationId: odd })).toMatchObject({
      code: Code.notFound,
    });
});

describe('what is said', () => {
  test.each([
    ['a notice of the platform', 9004, { code: 'order.finished', text: 'over' }],
    ['a patient card', 9001, { name: 'x', chiefComplaint: 'y' }],
    ['a prescription card', 9002, { prescriptionId: '1', prescriptionNo: 'RX1' }],
    ['a tombstone', 2101, {}],
  ])('%s is made by the platform alone', async (_, type, content) => {
    const { conversationId, doctor, patient } = await running();
    for (const who of [doctor, patient])
      expect(await sendAs(who, conversationId, type, content)).toMatchObject({
        ...{ code: Code.badRequest, data: { why: 'validation', field: 'type' } },
      });
    expect(await rowsOf(conversationId)).toEqual([]);
  });

  test('nobody chooses who a message is from, when it was sent, or its place', async () => {
    const { conversationId, doctor, patient } = await running();
    const { ask } = await platform.connected(patient);
    const forged = { senderType: 2, senderId: doctor.id, seq: 99, id: '1', sendTime: 1, status: 2, kind: 'order' };
    const content = JSON.stringify({ content: 'Take 10 tablets', ...forged });
    await ask('message:send', { clientMessageId: randomUUID(), conversationId, type: 101, content, ...forged });
    expect(await rowsOf(conversationId)).toMatchObject([
      {
        ...{ senderType: 1, senderId: patient.id, seq: 1, sendTime: clock.now, status: 0, kind: 'message' },
        content: '{"content":"Take 10 tablets"}',
      },
    ]);
  });

  test('a record card names the order that is talked about, and no other', async () => {
    const [mine, other] = [await running(), await running()];
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
    const { conversationId, patient } = await running();
    const key = randomUUID();
    await uploaded(patient, key);
    const url = link.replace('KEY', key);
    expect(await sendAs(patient, conversationId, 102, picture(url))).toMatchObject({
      ...{ code: Code.badRequest, data: { why: 'validation', field: 'url' } },
    });
    const thumbnail = { ...picture(`/files/${key}/a.png`), thumbnailUrl: url };
    expect(await sendAs(patient, conversationId, 102, thumbnail)).toMatchObject({ code: Code.badRequest });
    expect(await rowsOf(conversationId)).toEqual([]);
  });

  test.each([
    ['a width of nothing', 102, { width: 0 }, 'content.width'],
    ['a negative height', 102, { height: -5 }, 'content.height'],
    ['a width that breaks every page', 102, { width: 1e12 }, 'content.width'],
    ['a voice of no length', 103, { duration: 0 }, 'content.duration'],
    ['a voice of years', 103, { duration: 1e300 }, 'content.duration'],
    ['a negative size', 105, { size: -1 }, 'content.size'],
  ])('%s is refused', async (_, type, wrong, field) => {
    const { conversationId, patient } = await running();
    const key = randomUUID();
    await uploaded(patient, key);
    const content = { ...picture(`/files/${key}/a.png`), duration: 1, name: 'a', type: 'application/pdf', ...wrong };
    expect(await sendAs(patient, conversationId, type, content)).toMatchObject({
      ...{ code: Code.badRequest, data: { why: 'validation', field } },
    });
  });

  test('deep, prototype-minded and endless contents do no harm', async () => {
    const { conversationId, patient } = await running();
    const { ask, say } = await platform.connected(patient);
    const deep = `${'['.repeat(11_000)}${']'.repeat(11_000)}`;
    const envelope = { conversationId, type: 101 };
    const send = (content: string) => ask('message:send', { clientMessageId: randomUUID(), ...envelope, content });
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
    expect(await rowsOf(conversationId)).toMatchObject([{ content: '{"content":"hi"}' }]);
    expect(await say(conversationId, 'fine')).toMatchObject({ ok: true });
    const nested = await platform.app.inject({
      ...{ method: 'POST', url: '/api/infra/imMsg/send' },
      headers: {
        'tenant-id': patient.tenantId,
        authorization: `Bearer ${patient.token}`,
        'content-type': 'application/json',
      },
      payload: `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    });
    expect(nested.json()).toMatchObject({ code: Code.badRequest });
  });
});

describe('numbers that no row can have', () => {
  const huge = Number.MAX_SAFE_INTEGER;
  const long = 999_999_999_999_999;

  test('positions and cursors beyond every message are taken for the end', async () => {
    const { conversationId, doctor, patient } = await running();
    const [there, here] = [await platform.connected(patient), await platform.connected(doctor)];
    await there.say(conversationId, 'a');
    expect(await here.ask('message:delivered', { conversationId, deliveredUpTo: huge })).toEqual({ ok: true });
    expect(await here.ask('message:read', { conversationId, readUpTo: huge })).toEqual({ ok: true });
    const past = (query: object) => platform.call(queryImMessages, doctor, { conversationId, ...query });
    expect(await past({ afterSeq: huge })).toMatchObject({ data: { events: [], coveredTo: 3 } });
    expect(await past({ beforeSeq: huge })).toMatchObject({ data: { total: 1, list: [{ seq: 1 }] } });
    expect(await past({ maxId: huge, minId: -huge })).toMatchObject({ code: Code.ok });
    expect(await past({ pageNo: huge, pageSize: 200 })).toMatchObject({ code: Code.ok, data: { list: [] } });
    expect(await platform.data(pullMessages, doctor, { cursors: { [conversationId]: huge } })).toMatchObject({
      ...{ events: [], coveredTo: { [conversationId]: 3 } },
    });
  });

  test.each<[Operation, object]>([
    [awaitList, { consultType: long }],
    [pageOrders, { status: long }],
    [pageOrders, { consultType: -long }],
    [pageOrders, { createTimeFrom: huge, createTimeTo: -huge }],
    [pageOrders, { pageNo: 1_000_000, pageSize: 200 }],
    [acceptOrder, { id: '1', version: huge }],
    [orderDetail, { id: '9'.repeat(64) }],
    [sendMessage, { clientMessageId: randomUUID(), conversationId: '1', type: huge, content: '{}' }],
  ])('$path is answered and is no fault of ours', async (operation, input) => {
    const order = await platform.hospital.order(OrderStatus.awaiting);
    const given = 'version' in input ? { ...input, id: order.id } : input;
    const { code } = await platform.call(operation, await platform.doctor(), { ...given });
    expect(code).not.toBe(Code.serverError);
  });
});

describe('what was taken back', () => {
  test('its words and its picture are gone for the other side, by every way', async () => {
    const { conversationId, doctor, patient } = await running();
    const key = randomUUID();
    await uploaded(patient, key);
    const { ask } = await platform.connected(patient);
    const sent = await sendAs(patient, conversationId, 102, picture(`/files/${key}/a.png`));
    const { id: messageId } = sent.data as { id: string };
    const file = async () => {
      const row = await platform.hospital.store.first(fileObject, eq(fileObject.key, key));
      if (!row) throw new Error('the file has gone');
      return row;
    };
    const opens = async (who: Member) => mayOpen(platform.hospital.store, who as never, await file());
    expect([await opens(doctor), await opens(patient)]).toEqual([true, true]);
    expect(await ask('message:recall', { conversationId, messageId })).toEqual({ ok: true });
    expect([await opens(doctor), await opens(patient)]).toEqual([false, false]);
    const told = JSON.stringify([
      await platform.call(queryImMessages, doctor, { conversationId }),
      await platform.call(queryImMessages, doctor, { conversationId, afterSeq: 0 }),
      await platform.call(pullMessages, doctor, { cursors: { [conversationId]: 0 } }),
      await platform.call(awaitList, doctor, {}),
      platform.published.filter((event) => event.type === 'conversation.advanced' && event.event.kind !== 'message'),
    ]);
    expect(told).not.toContain(key);
    // The hospital keeps what was said.
    expect((await rowsOf(conversationId))[0]?.content).toContain(key);
  });

  test('a picture that another message still shows stays open', async () => {
    const { conversationId, doctor, patient } = await running();
    const key = randomUUID();
    await uploaded(patient, key);
    const { ask } = await platform.connected(patient);
    const show = () => sendAs(patient, conversationId, 102, picture(`/files/${key}/a.png`));
    const [first] = [await show(), await show()];
    const { id: messageId } = first.data as { id: string };
    await ask('message:recall', { conversationId, messageId });
    const row = await platform.hospital.store.first(fileObject, eq(fileObject.key, key));
    expect(row && (await mayOpen(platform.hospital.store, doctor as never, row))).toBe(true);
  });

  test('a recall that is sent again, or for the other side, changes nothing', async () => {
    const { conversationId, doctor, patient } = await running();
    const [there, here] = [await platform.connected(patient), await platform.connected(doctor)];
    const { id: messageId } = (await there.say(conversationId, 'x')) as { id: string };
    const recall = { conversationId, messageId };
    expect(await here.ask('message:recall', recall)).toMatchObject({ why: 'forbidden' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => there.ask('message:recall', recall)));
    expect(answers.every((answer) => (answer as { ok: boolean }).ok)).toBe(true);
    expect((await rowsOf(conversationId)).map(({ kind }) => kind)).toEqual(['message', 'recall']);
  });

  test('cards and notices of the platform are taken back by nobody', async () => {
    const { conversationId, doctor, patient } = await running();
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
    expect((await rowsOf(conversationId)).map(({ status }) => status)).toEqual([0, 0, 0]);
  });
});

describe('storms', () => {
  test('of fifty handshakes of one person at once thirty are let in', async () => {
    const { token, tenantId } = await platform.doctor();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const link = await platform.socket({ token, tenantId });
        return new Promise((resolve) => {
          link.once('connect', () => resolve('in'));
          link.once('connect_error', (cause) => resolve((cause as { data?: { code: number } }).data?.code));
        });
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === Code.tooManyRequests)).toHaveLength(20);
  });

  test('a socket that goes on after it was told to wait is closed; its neighbour works on', async () => {
    const [one, two] = [
      await platform.connected(await platform.doctor()),
      await platform.connected(await platform.doctor()),
    ];
    const ended = new Promise((resolve) => one.link.once('disconnect', resolve));
    for (let n = 0; n < 3_000; n += 1) one.link.emit(n % 2 ? 'awaiting:watch' : 'no:such', {});
    expect(await ended).toBe('io server disconnect');
    expect(await two.ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('joining costs by the conversation: a thousand lists of 500 are not looked up', async () => {
    const { ask } = await platform.connected(await platform.doctor());
    const conversationIds = Array.from({ length: 500 }, (_, n) => String(10_000_000 + n));
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('conversation:join', { conversationIds })));
    expect(answers.filter((answer) => (answer as { ok: boolean }).ok).length).toBeLessThanOrEqual(11);
    expect(answers.at(-1)).toMatchObject({ ok: false, why: 'rateLimited', retryAfterMs: expect.any(Number) });
  });

  test('events named like inner ones, or with anything for a name, end nothing', async () => {
    const { link, ask } = await platform.connected(await platform.doctor());
    for (const name of ['error', 'constructor', 'hasOwnProperty', '$', '']) link.emit(name, {});
    expect(await ask('awaiting:watch')).toEqual({ ok: true });
  });
});

describe('endings', () => {
  test('a hospital that is closed loses its sockets within five seconds', async () => {
    const elsewhere = await aHospital(database.db, { at: clock.now });
    const [mine, theirs] = [
      await platform.connected(await platform.signedIn('staff', await elsewhere.doctor())),
      await platform.connected(await platform.doctor()),
    ];
    const ended = new Promise((resolve) => mine.link.once('disconnect', resolve));
    await database.db.update(tenant).set({ disabled: true }).where(eq(tenant.id, elsewhere.tenantId));
    const since = performance.now();
    expect(await ended).toBe('io server disconnect');
    expect(performance.now() - since).toBeLessThan(5_000);
    expect(await theirs.ask('awaiting:watch')).toEqual({ ok: true });
  }, 10_000);

  test('a doctor who becomes an auditor no longer hears who waits', async () => {
    const doctor = await platform.doctor();
    const { ask, link } = await platform.connected(doctor);
    await ask('awaiting:watch');
    const ended = new Promise((resolve) => link.once('disconnect', resolve));
    const isTheirs = and(eq(staff.id, doctor.id), eq(staff.tenantId, doctor.tenantId));
    await database.db.update(staff).set({ isAuditor: true }).where(isTheirs);
    expect(await ended).toBe('io server disconnect');
  }, 10_000);
});

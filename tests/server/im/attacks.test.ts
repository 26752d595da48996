import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { acceptOrder, pageOrders } from '../../../contract/extension/consult.ts';
import { pullMessages, sendMessage } from '../../../contract/extension/im.ts';
import { awaitList, orderDetail, pushMessage } from '../../../contract/http/consult.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import type { Operation } from '../../../contract/operation.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { insertHospital } from '../../support/consultations.ts';
import type { Consultations } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newMessageId } from '../../support/messageId.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ database, platform, clock } = suite);
});

describe('data of others', () => {
  test('500 conversations of others cannot be joined, and none of their events arrives', async () => {
    const { conversationId, patient } = await platform.running();
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

  test('one pull covers at most 500 conversations, so that it cannot fill the trail', async () => {
    const doctor = await platform.doctor();
    const pull = (count: number) => {
      const ids = Array.from({ length: count }, (_, n) => String(900_000 + n));
      return platform.call(pullMessages, doctor, { cursors: Object.fromEntries(ids.map((id) => [id, 0])) });
    };
    const isOwn = and(eq(auditTrail.userId, doctor.id), eq(auditTrail.entity, 'conversation'));
    expect(await pull(501)).toMatchObject({ code: Code.badRequest, data: { field: 'cursors' } });
    expect(await database.db.$count(auditTrail, isOwn)).toBe(0);
    expect(await pull(500)).toMatchObject({ code: Code.ok });
    expect(await database.db.$count(auditTrail, isOwn)).toBe(500);
  });

  test('conversations and orders of another hospital look nonexistent, by socket and by call', async () => {
    const { conversationId, id, doctor } = await platform.running();
    const elsewhere = await insertHospital(database.db, { at: clock.now });
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
      events: [],
      coveredTo: {},
      heads: {},
    });
    expect(await platform.call(awaitList, { ...foreign, hospitalId: platform.hospital.hospitalId })).toMatchObject({
      code: Code.forbidden,
    });
    expect(await platform.rowsOf(conversationId)).toEqual([]);
  });

  test('a waiting patient’s messages are readable for doctors while the patient waits, never for reviewers', async () => {
    const order = await platform.hospital.order(OrderStatus.awaiting);
    const [doctor, reviewer] = [await platform.doctor(), await platform.doctor({ isAuditor: true })];
    const { conversationId } = order;
    expect(await platform.call(queryImMessages, doctor, { conversationId })).toMatchObject({ code: Code.ok });
    for (const query of [{ conversationId }, { conversationId, afterSeq: 0 }])
      expect(await platform.call(queryImMessages, reviewer, query)).toMatchObject({ code: Code.notFound });
    for (const status of [OrderStatus.cancelled, OrderStatus.timedOut, OrderStatus.refunded]) {
      const over = await platform.hospital.order(status);
      const past = await platform.call(queryImMessages, doctor, { conversationId: over.conversationId });
      expect({ status, code: past.code }).toEqual({ status, code: Code.notFound });
    }
  });

  test('every read by somebody who is not a party is on the trail, by whatever call', async () => {
    const { conversationId } = await platform.hospital.order(OrderStatus.awaiting);
    const foreign = await platform.running();
    const doctor = await platform.doctor();
    await platform.call(queryImMessages, doctor, { conversationId, afterSeq: 0 });
    await platform.call(queryImMessages, doctor, { conversationId: foreign.conversationId, afterSeq: 0 });
    const looks = await platform.hospital.store.rows(auditTrail, eq(auditTrail.userId, doctor.id));
    expect(looks.map(({ entity, entityId, outcome }) => [entity, entityId, outcome])).toEqual([
      ['conversation', conversationId, 'ok'],
      ['conversation', foreign.conversationId, 'refused'],
    ]);
    expect(
      looks.every(({ patientId }) => patientId !== null),
      'the rows name the patient',
    ).toBe(true);
  });
});

test('a hundred reads at once leave a hundred rows on the trail, also with ids that are no stored text', async () => {
  const [{ conversationId }, doctor] = [await platform.hospital.order(OrderStatus.awaiting), await platform.doctor()];
  const looking = Array.from({ length: 100 }, () => platform.call(queryImMessages, doctor, { conversationId }));
  expect((await Promise.all(looking)).every(({ code }) => code === Code.ok)).toBe(true);
  expect(await platform.hospital.store.count(auditTrail, eq(auditTrail.userId, doctor.id))).toBe(100);
  const looked = async (conversationId: string) =>
    (await platform.call(queryImMessages, doctor, { conversationId })).code;
  for (const odd of ['a\u0000b', '\ud800', 'a b']) expect(await looked(odd)).toBe(Code.badRequest);
  for (const odd of ['1e3', '-1', '__proto__']) expect(await looked(odd)).toBe(Code.notFound);
});

describe('numbers out of range', () => {
  const huge = Number.MAX_SAFE_INTEGER;
  const long = 999_999_999_999_999;

  test('positions and cursors after the last message mean the end', async () => {
    const { conversationId, doctor, patient } = await platform.running();
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
      events: [],
      coveredTo: { [conversationId]: 3 },
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
    [sendMessage, { clientMessageId: newMessageId(), conversationId: '1', type: huge, content: '{}' }],
  ])('$path is answered and is no fault of ours', async (operation, input) => {
    const order = await platform.hospital.order(OrderStatus.awaiting);
    const given = 'version' in input ? { ...input, id: order.id } : input;
    const { code } = await platform.call(operation, await platform.doctor(), { ...given });
    expect(code).not.toBe(Code.serverError);
  });
});

describe('floods', () => {
  test('of fifty handshakes of one person at once thirty succeed', async () => {
    const { token, hospitalId } = await platform.doctor();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const link = await platform.socket({ token, tenantId: hospitalId });
        return new Promise((resolve) => {
          link.once('connect', () => resolve('in'));
          link.once('connect_error', (cause) => resolve((cause as { data?: { code: number } }).data?.code));
        });
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === Code.tooManyRequests)).toHaveLength(20);
  });

  test('a socket that ignores the rate limit is closed; others keep working', async () => {
    const [one, two] = [
      await platform.connected(await platform.doctor()),
      await platform.connected(await platform.doctor()),
    ];
    const ended = new Promise((resolve) => one.link.once('disconnect', resolve));
    for (let n = 0; n < 3_000; n += 1) one.link.emit(n % 2 ? 'awaiting:watch' : 'no:such', {});
    expect(await ended).toBe('io server disconnect');
    expect(await two.ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('joining costs by the number of conversations, so a thousand lists of 500 are refused', async () => {
    const { ask } = await platform.connected(await platform.doctor());
    const conversationIds = Array.from({ length: 500 }, (_, n) => String(10_000_000 + n));
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('conversation:join', { conversationIds })));
    expect(answers.filter((answer) => (answer as { ok: boolean }).ok).length).toBeLessThanOrEqual(11);
    expect(answers.at(-1)).toMatchObject({ ok: false, why: 'rateLimited', retryAfterMs: expect.any(Number) });
  });

  test('events with reserved or invalid names do no harm', async () => {
    const { link, ask } = await platform.connected(await platform.doctor());
    for (const name of ['error', 'constructor', 'hasOwnProperty', '$', '']) link.emit(name, {});
    expect(await ask('awaiting:watch')).toEqual({ ok: true });
  });
});

describe('the end of access', () => {
  test('the sockets of a hospital that is disabled close, and those of others stay open', async () => {
    const elsewhere = await insertHospital(database.db, { at: clock.now });
    const [mine, theirs] = [
      await platform.connected(await platform.signedIn('staff', await elsewhere.doctor())),
      await platform.connected(await platform.doctor()),
    ];
    const ended = new Promise((resolve) => mine.link.once('disconnect', resolve));
    await database.db.update(tenant).set({ disabled: true }).where(eq(tenant.id, elsewhere.hospitalId));
    expect(await ended).toBe('io server disconnect');
    expect(await theirs.ask('awaiting:watch')).toEqual({ ok: true });
  }, 10_000);

  test('a doctor who becomes a reviewer no longer gets events about waiting patients', async () => {
    const doctor = await platform.doctor();
    const { ask, link } = await platform.connected(doctor);
    await ask('awaiting:watch');
    const ended = new Promise((resolve) => link.once('disconnect', resolve));
    const isTheirs = and(eq(staff.id, doctor.id), eq(staff.tenantId, doctor.hospitalId));
    await database.db.update(staff).set({ isAuditor: true }).where(isTheirs);
    expect(await ended).toBe('io server disconnect');
  }, 10_000);
});

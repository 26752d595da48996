import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { acceptOrder, finishOrder, refuseOrder } from '../../../contract/extension/consult.ts';
import { patientCancelOrder, patientDisputeOrder, patientRateOrder } from '../../../contract/extension/patient.ts';
import { awaitList, pushMessage } from '../../../contract/http/consult.ts';
import { imConversation, imEvent } from '../../../server/db/schema/messages.ts';
import { consultOrder, orderLog } from '../../../server/db/schema/orders.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { moveDueOrders } from '../../../server/orders/dueOrders.ts';
import type { Consultations, Member } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { engines } from '../../support/engines.ts';

const { active, awaiting, awaitingPayment, cancelled, finished, refunded, refunding, refused, timedOut } = OrderStatus;
const unheardOf = 99;

/** The life cycle of an order: each permitted action, by whom and from which status. All others are refused. */
const life: Record<number, Record<string, number>> = {
  [awaitingPayment]: {},
  [awaiting]: { accept: active, decline: refunding, cancel: cancelled, remind: awaiting, clock: timedOut },
  [active]: { accept: active, finish: finished, remind: active, dispute: refunding, clock: finished },
  [finished]: { rate: finished },
  [cancelled]: { cancel: cancelled },
  [refused]: {},
  [refunding]: { clock: refunded },
  [refunded]: {},
  [timedOut]: { clock: refunded },
  [unheardOf]: {},
};
/** Repeats that get the first answer again and change nothing, because that answer may have been lost. */
const repeats: Record<number, string> = { [active]: 'accept', [cancelled]: 'cancel' };

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let platform: Consultations;
  let clock = { now: 0 };
  const faults: unknown[] = [];
  const due = () =>
    moveDueOrders({ db: store.db, uow: platform.uow, now: () => clock.now, onFault: (f) => faults.push(f) });

  consultSuite(open, (suite) => {
    ({ database: store, platform, clock } = suite);
  });

  const rowOf = async (id: string) => {
    const row = await platform.hospital.store.first(consultOrder, eq(consultOrder.id, id));
    if (!row) throw new Error(`no order ${id}`);
    return row;
  };
  const stepsOf = (id: string) => platform.hospital.store.count(orderLog, eq(orderLog.orderId, id));
  const wordsOf = (id: string) => platform.hospital.store.rows(imEvent, eq(imEvent.conversationId, id));

  type Order = Awaited<ReturnType<Consultations['hospital']['order']>>;
  type Deed = (order: Order, doctor: Member, patient: Member) => Promise<{ code: number }>;
  const deeds: Record<string, Deed> = {
    accept: ({ id }, doctor) => platform.call(acceptOrder, doctor, { id }),
    decline: ({ id }, doctor) => platform.call(refuseOrder, doctor, { id, reasonCode: 'other' }),
    finish: ({ id }, doctor) => platform.call(finishOrder, doctor, { id, summary: 'Rest' }),
    remind: ({ id }, doctor) => platform.call(pushMessage, doctor, { orderId: id }),
    cancel: ({ id }, _, patient) => platform.call(patientCancelOrder, patient, { id }),
    dispute: ({ id }, _, patient) => platform.call(patientDisputeOrder, patient, { id, reason: 'No answer' }),
    rate: ({ id }, _, patient) => platform.call(patientRateOrder, patient, { id, stars: 5 }),
    clock: async ({ id }) => {
      const { version } = await rowOf(id);
      await due();
      return { code: (await rowOf(id)).version === version ? Code.orderStatusRefused : Code.ok };
    },
  };

  test.each(Object.keys(life).map(Number))(
    'in status %i only the actions of the life cycle succeed',
    async (status) => {
      const allowed = life[status] ?? {};
      const outcomes: Record<string, number> = {};
      for (const [name, deed] of Object.entries(deeds)) {
        const doctor = await platform.doctor();
        const isFree = [awaitingPayment, awaiting, cancelled, timedOut].some((free) => free === status);
        const since = { expireTime: clock.now - 1, updateTime: clock.now - 60_000 };
        const order = await platform.hospital.order(status, { doctor: isFree ? null : doctor }, since);
        const { code } = await deed(order, doctor, await platform.signedIn('patient', order.patient));
        const after = await rowOf(order.id);
        if (code === Code.ok) outcomes[name] = after.status;
        const isQuiet = code !== Code.ok || repeats[status] === name;
        if (!isQuiet) continue;
        expect({ name, status: after.status, version: after.version }).toEqual({ name, status, version: 1 });
        expect({ name, steps: await stepsOf(order.id), words: await wordsOf(order.conversationId) }).toEqual({
          name,
          steps: 0,
          words: [],
        });
        if (code !== Code.ok) expect([Code.orderStatusRefused, Code.notFound]).toContain(code);
      }
      expect(outcomes).toEqual(allowed);
      expect(faults).toEqual([]);
    },
  );

  test.each([2, 50])('of %i doctors who accept one patient at once exactly one gets the order', async (many) => {
    const doctors = await Promise.all(Array.from({ length: many }, () => platform.doctor()));
    const order = await platform.hospital.order(awaiting);
    const replies = await Promise.all(doctors.map((doctor) => platform.call(acceptOrder, doctor, { id: order.id })));
    const winners = doctors.filter((_, n) => replies[n]?.code === Code.ok);
    expect(winners).toHaveLength(1);
    const [winner] = winners;
    const losses = replies.filter(({ code }) => code !== Code.ok);
    expect(new Set(losses.map((loss) => JSON.stringify(loss)))).toEqual(
      new Set([
        JSON.stringify({
          code: Code.orderTaken,
          msg: `Already taken by ${winner?.name}`,
          data: { doctorName: winner?.name },
        }),
      ]),
    );
    expect(await rowOf(order.id)).toMatchObject({ status: active, doctorId: winner?.id, version: 2 });
    expect(await stepsOf(order.id)).toBe(1);
  });

  test('of opposite actions at once one succeeds completely, and the other is refused', async () => {
    for (const [one, other] of [
      ['accept', 'cancel'],
      ['accept', 'decline'],
      ['cancel', 'decline'],
    ] as const) {
      const [here, there] = [await platform.doctor(), await platform.doctor()];
      const order = await platform.hospital.order(awaiting, {}, { payAmount: 0 });
      const patient = await platform.signedIn('patient', order.patient);
      const [first, second] = await Promise.all([
        deeds[one]?.(order, here, patient),
        deeds[other]?.(order, there, patient),
      ]);
      const isFirst = first?.code === Code.ok;
      expect([first?.code === Code.ok, second?.code === Code.ok].filter(Boolean)).toHaveLength(1);
      const ends: Record<string, number> = { accept: active, cancel: cancelled, decline: refused };
      const { status } = await rowOf(order.id);
      expect({ one, other, status }).toEqual({ one, other, status: ends[isFirst ? one : other] });
      expect(await stepsOf(order.id)).toBe(1);
    }
  });

  test('a dispute ends the consultation for both sides, with its reason, and refunds the payment', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor });
    const patient = await platform.signedIn('patient', order.patient);
    const disputes = () => platform.call(patientDisputeOrder, patient, { id: order.id, reason: 'No answer' });
    const [first, again] = [await disputes(), await disputes()];
    expect([first.code, again.code]).toEqual([Code.ok, Code.ok]);
    expect(await rowOf(order.id)).toMatchObject({ status: refunding, endReason: 'disputed', endTime: clock.now });
    const [step] = await platform.hospital.store.rows(orderLog, eq(orderLog.orderId, order.id));
    expect(step).toMatchObject({ action: 'dispute', remark: 'No answer', fromStatus: active, toStatus: refunding });
    const [conversation] = await platform.hospital.store.rows(imConversation, eq(imConversation.orderId, order.id));
    expect(conversation?.open).toBe(false);
    expect((await wordsOf(order.conversationId)).map(({ kind }) => kind)).toEqual(['order', 'message']);
    const stranger = await platform.signedIn('patient', (await platform.hospital.order(active, { doctor })).patient);
    expect((await platform.call(patientDisputeOrder, stranger, { id: order.id, reason: 'No answer' })).code).toBe(
      Code.notFound,
    );
  });

  test('ten doctors who remind a patient at once send one reminder; the others learn how long to wait', async () => {
    const order = await platform.hospital.order(awaiting);
    const doctors = await Promise.all(Array.from({ length: 10 }, () => platform.doctor()));
    const replies = await Promise.all(
      doctors.map((doctor) => platform.call(pushMessage, doctor, { orderId: order.id })),
    );
    expect(replies.filter(({ code }) => code === Code.ok)).toHaveLength(1);
    const told = replies.filter(({ code }) => code === Code.remindTooSoon);
    expect(told.map(({ data }) => data)).toEqual(told.map(() => ({ retryAfterMs: 60_000 })));
    expect(told).toHaveLength(9);
    expect(await wordsOf(order.conversationId)).toHaveLength(1);
  });

  test('the doctor and the time limit at once end a consultation only once; later messages are refused', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor }, { expireTime: clock.now - 1 });
    const patient = await platform.connected(await platform.signedIn('patient', order.patient));
    const [reply] = await Promise.all([platform.call(finishOrder, doctor, { id: order.id }), due(), due()]);
    const { status, endReason, version } = await rowOf(order.id);
    expect([status, version]).toEqual([finished, 2]);
    expect(reply.code === Code.ok).toBe(endReason === 'doctor');
    expect((await wordsOf(order.conversationId)).map(({ kind }) => kind)).toEqual(['order', 'message']);
    expect(await patient.say(order.conversationId, 'wait')).toMatchObject({ ok: false, why: 'conversationClosed' });
  });

  test('a doctor finishes only their own consultations, in the version they saw', async () => {
    const [doctor, other] = [await platform.doctor(), await platform.doctor()];
    const { id, conversationId } = await platform.hospital.order(active, { doctor });
    const finish = { id, summary: 'Rest' };
    expect(await platform.call(finishOrder, other, finish)).toMatchObject({ code: Code.notFound, data: null });
    expect(await platform.call(finishOrder, doctor, { ...finish, version: 7 })).toMatchObject({
      code: Code.orderStatusRefused,
      data: { status: active, version: 1 },
    });
    expect(await wordsOf(conversationId)).toEqual([]);
  });

  test('a hospital limits how many consultations a doctor has at once; finishing one permits the next', async () => {
    const { hospitalId } = platform.hospital;
    await store.db
      .update(tenant)
      .set({ settings: { consult: { maxActive: 2 } } })
      .where(eq(tenant.id, hospitalId));
    const doctor = await platform.doctor();
    const orders = await Promise.all(Array.from({ length: 6 }, () => platform.hospital.order(awaiting)));
    const accept = ({ id }: { id: string }) => platform.call(acceptOrder, doctor, { id });
    const replies = await Promise.all(orders.map(accept));
    expect(replies.filter(({ code }) => code === Code.ok)).toHaveLength(2);
    const left = orders.filter((_, n) => replies[n]?.code === Code.orderLimitReached);
    expect(left).toHaveLength(4);
    const [taken] = orders.filter((_, n) => replies[n]?.code === Code.ok);
    await platform.data(finishOrder, doctor, { id: taken?.id });
    expect(await accept(left[0] ?? { id: '' })).toMatchObject({ code: Code.ok });
    expect(await accept(left[1] ?? { id: '' })).toMatchObject({ code: Code.orderLimitReached, data: { limit: 2 } });
    await store.db.update(tenant).set({ settings: {} }).where(eq(tenant.id, hospitalId));
  });

  test('an order that cannot be moved does not stop the others', async () => {
    const since = { expireTime: clock.now - 1 };
    const [broken, sound] = [
      await platform.hospital.order(awaiting, {}, since),
      await platform.hospital.order(awaiting, {}, since),
    ];
    await platform.hospital.store.change(consultOrder, { conversationId: '999999999' }, eq(consultOrder.id, broken.id));
    await due();
    expect((await rowOf(sound.id)).status).toBe(timedOut);
    expect((await rowOf(broken.id)).status).toBe(awaiting);
    expect(faults.splice(0)).toHaveLength(1);
    await platform.hospital.store.remove(imConversation, eq(imConversation.orderId, broken.id));
    await platform.hospital.store.remove(consultOrder, eq(consultOrder.id, broken.id));
  });

  test("lists show the platform's notices in the reader's language, whatever the patient's is", async () => {
    const doctor = await platform.doctor({ name: '陈静', nameEn: 'Chen Jing' });
    const patient = await platform.hospital.patient({ language: 'en' });
    const order = await platform.hospital.order(awaiting, { patient });
    await platform.data(pushMessage, doctor, { orderId: order.id });
    const summaryIn = async (language: string) => {
      const reply = await platform.app.inject({
        method: 'GET',
        url: `/api${awaitList.path}`,
        query: { keyword: order.orderNo },
        headers: {
          'tenant-id': doctor.hospitalId,
          'accept-language': language,
          authorization: `Bearer ${doctor.token}`,
        },
      });
      return reply.json().data[0].lastMsg.summary;
    };
    expect(await summaryIn('zh-CN')).toBe('Chen Jing提醒您查看消息。');
    expect(await summaryIn('en')).toBe('Chen Jing asks you to look at the messages.');
  });
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../../../clinical/lifecycle/review.ts';
import { afterServiceMs } from '../../../../clinical/lifecycle/serviceTime.ts';
import { Code } from '../../../../contract/envelope.ts';
import { acceptOrder, setNoAnswer } from '../../../../contract/extension/consult.ts';
import { awaitList } from '../../../../contract/http/consult.ts';
import { MessageType, SenderType } from '../../../../contract/im.ts';
import { warehouse } from '../../../../server/db/schema/drugs.ts';
import { imEvent } from '../../../../server/db/schema/messages.ts';
import { caseInfo } from '../../../../server/db/schema/orders.ts';
import { prescription } from '../../../../server/db/schema/prescriptions.ts';
import { serviceHoursFrom } from '../../../../server/hospitals/dayParts.ts';
import { appendEvent } from '../../../../server/messages/appendEvent.ts';
import { readAwaiting } from '../../../../server/orders/orderLists.ts';
import { appendStatusChange } from '../../../../server/prescriptions/conversationEvents.ts';
import { answerOf } from '../../../support/callContext.ts';
import type { Consultations } from '../../../support/consultPlatform.ts';
import type { ConsultSuite } from '../../../support/consultSuite.ts';
import type { Opened } from '../../../support/engines.ts';

const { active, awaiting, awaitingPayment, finished } = OrderStatus;

const hourMs = 3_600_000;

/** The list of waiting patients and running consultations. */
export function waitingList() {
  let platform: Consultations;
  let clock = { now: 0 };

  /** Says something two hours earlier, once the limits of messages have begun anew by that clock. */
  const sayTwoHoursBack = async (say: () => Promise<unknown>) => {
    clock.now -= 2 * hourMs;
    await expect
      .poll(() => {
        clock.now += 1_000;
        return say();
      })
      .toMatchObject({ seq: expect.any(Number) });
    return clock.now;
  };
  const waiting = () => platform.hospital.order(awaiting);

  test('every doctor sees all waiting patients, urgent ones first, and only their own running consultations', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const complaint = 'Zyzzyva bite';
    const at = clock.now;
    const make = (status: OrderStatus, doctor: typeof me | null, more: object) =>
      platform.hospital.order(status, { doctor }, { chiefComplaint: complaint, ...more });
    const late = await make(awaiting, null, { createTime: at - 1_000, payTime: at - 1_000 });
    const early = await make(awaiting, null, { createTime: at - 60_000, payTime: at - 60_000 });
    const urgent = await make(awaiting, null, { createTime: at, payTime: at, priority: 2, consultType: 2 });
    const mine = await make(active, me, {});
    await make(active, other, {});
    await make(finished, me, {});
    await make(awaitingPayment, null, {});
    const list = async (query: object) =>
      (await platform.data<{ id: string; overdueTime: number | null }[]>(awaitList, me, { ...query })).map(
        ({ id }) => id,
      );
    expect(await list({ keyword: 'zyzz' })).toEqual([mine, urgent, early, late].map(({ id }) => id));
    expect(await list({ keyword: complaint, consultType: 2 })).toEqual([urgent.id]);
    expect(await list({ keyword: '%' })).toEqual([]);
    const [first] = await platform.data<object[]>(awaitList, me, { keyword: early.orderNo });
    expect(first).toMatchObject({
      overdueTime: afterServiceMs(serviceHoursFrom(undefined), at - 60_000, 600_000),
      waitingSince: null,
      unread: 0,
      lastMsg: null,
      doctorId: null,
      patient: { id: early.patientId, mobile: expect.stringMatching(/^139\*{4}\d{4}$/), gender: 2 },
    });
  });

  test('a wait that begins before the night is overdue in the morning, because nobody could act meanwhile', async () => {
    const me = await platform.doctor();
    const overdueTimeOf = async (paid: string) => {
      const payTime = Date.parse(`${paid}:00+08:00`);
      const { orderNo } = await platform.hospital.order(awaiting, {}, { createTime: payTime, payTime });
      const [found] = await platform.data<{ overdueTime: number }[]>(awaitList, me, { keyword: orderNo });
      return new Date(found?.overdueTime ?? 0).toISOString();
    };
    expect(await overdueTimeOf('2026-05-06T21:55')).toBe('2026-05-07T00:05:00.000Z');
    expect(await overdueTimeOf('2026-05-06T03:00')).toBe('2026-05-06T00:10:00.000Z');
    expect(await overdueTimeOf('2026-05-06T12:00')).toBe('2026-05-06T04:10:00.000Z');
  });

  test('doctors who request the list at the same time each get their own, current and in their language', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const [waits, mine, theirs] = [
      await waiting(),
      await platform.hospital.order(active, { doctor: me }),
      await platform.hospital.order(active, { doctor: other }),
    ];
    const ask = (who: typeof me) => platform.data<{ id: string }[]>(awaitList, who);
    const ids = [mine, theirs, waits].map(({ id }) => id);
    const among = (list: { id: string }[]) => ids.filter((id) => list.some((one) => one.id === id));
    const asked = [ask(me), ask(other), ask(me)];
    expect((await Promise.all(asked)).map(among)).toEqual([
      [mine.id, waits.id],
      [theirs.id, waits.id],
      [mine.id, waits.id],
    ]);
    const before = ask(other);
    await platform.data(acceptOrder, me, { id: waits.id, version: 1 });
    expect(among(await ask(other))).toEqual([theirs.id]);
    await before;

    const by = {
      ...other,
      isAuditor: false,
      isAdministrator: false,
      userType: 2,
      userId: other.id,
      ip: '',
      requestId: '',
    };
    const read = readAwaiting({ nameOf: () => null, links: { renew: (url) => url } });
    const context = { by, at: clock.now, store: platform.hospital.store };
    const said = await Promise.all(
      ['en', 'zh-CN'].map(async (language) => answerOf(await read({}, { ...context, language } as never))),
    );
    const ages = said.map((list) => list.find(({ id }) => id === theirs.id)?.patient.ageText);
    expect(ages).toEqual([expect.stringMatching(/year|month|day/), expect.stringMatching(/[岁月天]/)]);
  });

  test('a row shows the last message, unread ones and the wait; a prescription answers, a recall does not', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor });
    const patient = await platform.signedIn('patient', order.patient);
    const [ill, well] = [await platform.connected(patient), await platform.connected(doctor)];
    await ill.say(order.conversationId, 'one');
    await well.say(order.conversationId, 'an answer');
    clock.now += 1_000;
    const since = clock.now;
    await ill.say(order.conversationId, 'two');
    clock.now += 1_000;
    await ill.say(order.conversationId, 'three');
    const [seen] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(seen).toMatchObject({
      unread: 3,
      waitingSince: since,
      headSeq: 4,
      lastMsg: { seq: 4, summary: 'three', senderType: 1 },
    });
    const isFirst = [eq(imEvent.conversationId, order.conversationId), eq(imEvent.seq, 1)];
    await platform.hospital.store.change(imEvent, { type: MessageType.patientCard }, ...isFirst);
    expect(await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo })).toMatchObject([{ unread: 2 }]);
    await well.ask('message:read', { conversationId: order.conversationId, readUpTo: 4 });
    const [read] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(read).toMatchObject({ unread: 0, waitingSince: since, headSeq: 5 });
    const sent = (await well.say(order.conversationId, 'to the wrong patient')) as { id: string };
    await well.ask('message:recall', { conversationId: order.conversationId, messageId: sent.id });
    const [unanswered] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(unanswered).toMatchObject({ waitingSince: since, headSeq: 7 });
    const by = { senderType: SenderType.doctor, senderId: doctor.id };
    const card = { kind: 'message', ...by, type: MessageType.prescriptionCard } as const;
    const prescribe = () =>
      platform.uow.run(platform.hospital.hospitalId, (tx) =>
        appendEvent(
          tx,
          order.conversationId,
          { ...card, content: '{"prescriptionId":"7","prescriptionNo":"RX7"}' },
          clock.now,
        ),
      );
    await prescribe();
    const [prescribed] = await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo });
    expect(prescribed).toMatchObject({ waitingSince: since, headSeq: 8 });
  });

  test('a signed record and a submitted prescription stop no clock; an approved prescription does', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor });
    const ill = await platform.connected(await platform.signedIn('patient', order.patient));
    const asked = clock.now;
    await ill.say(order.conversationId, 'What do I have?');
    const row = async () =>
      (await platform.data<{ waitingSince: number | null }[]>(awaitList, doctor, { keyword: order.orderNo }))[0];
    const { hospitalId } = platform.hospital;
    const at = { orderId: order.id, patientId: order.patientId, doctorId: doctor.id };
    clock.now += 1_000;
    const signTime = clock.now;
    const times = { createTime: signTime, updateTime: signTime };
    await platform.uow.run(hospitalId, (tx) => tx.add(caseInfo, { ...at, ...times, status: 1, signTime }));
    expect(await row()).toMatchObject({ waitingSince: asked, recordSignTime: signTime, answerTime: null });
    const rx = { ...at, ...times, orderNo: order.orderNo, prescriptionNo: `RX${order.id}`, submitTime: signTime };
    const { id: warehouseId } = await platform.uow.run(hospitalId, (tx) => tx.add(warehouse, { name: 'Pharmacy' }));
    const { id } = await platform.uow.run(hospitalId, (tx) =>
      tx.add(prescription, {
        ...rx,
        warehouseId,
        status: 10,
        auditStatus: 0,
        expireTime: signTime + 86_400_000,
        patient: {},
        clientRequestId: crypto.randomUUID(),
      }),
    );
    expect(await row()).toMatchObject({ waitingSince: asked });
    clock.now += 1_000;
    const auditTime = clock.now;
    await platform.uow.run(hospitalId, async (tx) => {
      const approved = { status: PrescriptionStatus.approved, auditStatus: AuditStatus.approved, auditTime };
      const [changed] = await tx.change(prescription, approved, eq(prescription.id, id));
      if (changed) await appendStatusChange(tx, changed, { remark: null, at: auditTime });
    });
    expect(await row()).toMatchObject({ waitingSince: null, answerTime: auditTime, answerSeq: 2 });
    const again = await sayTwoHoursBack(() => ill.say(order.conversationId, 'And what does it mean?'));
    expect(await row()).toMatchObject({ waitingSince: again });
    await platform.uow.run(hospitalId, async (tx) => {
      const expired = { status: PrescriptionStatus.expired };
      const [changed] = await tx.change(prescription, expired, eq(prescription.id, id));
      if (changed) await appendStatusChange(tx, changed, { remark: null, at: clock.now });
    });
    expect(await row()).toMatchObject({ waitingSince: again });
    clock.now += 2 * hourMs;
  });

  test('"no answer needed" stops the clock until the next message, is pushed, and can be taken back', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor });
    const ill = await platform.connected(await platform.signedIn('patient', order.patient));
    const first = clock.now;
    await ill.say(order.conversationId, 'Thank you, doctor.');
    const row = async () =>
      (await platform.data<{ waitingSince: number | null }[]>(awaitList, doctor, { keyword: order.orderNo }))[0];
    expect(await row()).toMatchObject({ waitingSince: first, noAnswer: null });
    const otherTab = await platform.connected(await platform.signedIn('staff', doctor));
    const changed = { orderId: order.id, change: 'changed' };
    const pushed = () => otherTab.events('awaiting:changed');
    clock.now += 1_000;
    const said = { until: first, time: clock.now, by: doctor.id };
    const given = { id: order.id, until: clock.now };
    expect(await platform.data(setNoAnswer, doctor, given)).toMatchObject({ waitingSince: null, noAnswer: said });
    expect(await platform.data(setNoAnswer, doctor, given)).toMatchObject({ waitingSince: null, noAnswer: said });
    await expect.poll(pushed).toMatchObject([changed]);
    clock.now += 1_000;
    const second = clock.now;
    await ill.say(order.conversationId, 'One more question');
    expect(await row()).toMatchObject({ waitingSince: second, noAnswer: said });
    const undo = { id: order.id, until: null };
    expect(await platform.data(setNoAnswer, doctor, undo)).toMatchObject({ waitingSince: first, noAnswer: null });
    await expect.poll(pushed).toMatchObject([changed, changed]);
  });

  test('after the clock went back "no answer needed" covers what was there, and what comes then waits', async () => {
    const doctor = await platform.doctor();
    const order = await platform.hospital.order(active, { doctor });
    const ill = await platform.connected(await platform.signedIn('patient', order.patient));
    await ill.say(order.conversationId, 'Good morning.');
    await ill.say(order.conversationId, 'Thank you, doctor.');
    const row = async () => (await platform.data<object[]>(awaitList, doctor, { keyword: order.orderNo }))[0];
    const say = (until: number) => platform.data<object>(setNoAnswer, doctor, { id: order.id, until });
    expect(await say(clock.now)).toMatchObject({ waitingSince: null, answerSeq: 2, noAnswer: { seq: 2 } });
    const after = await sayTwoHoursBack(() => ill.say(order.conversationId, 'One more question'));
    expect(await row()).toMatchObject({ waitingSince: after, answerSeq: 2, noAnswer: { seq: 2 } });
    expect(await say(after)).toMatchObject({ waitingSince: null, answerSeq: 3, noAnswer: { seq: 3 } });
    clock.now += 2 * hourMs;
  });

  test('only the consultation’s own doctor says "no answer needed", and only about messages that exist', async () => {
    const [doctor, colleague] = [await platform.doctor(), await platform.doctor()];
    const order = await platform.hospital.order(active, { doctor });
    const over = await platform.hospital.order(finished, { doctor });
    const until = clock.now;
    expect(await platform.call(setNoAnswer, colleague, { id: order.id, until })).toMatchObject({ code: Code.notFound });
    expect(await platform.call(setNoAnswer, doctor, { id: order.id, until })).toMatchObject({ code: Code.notFound });
    const refused = { code: Code.orderStatusRefused };
    expect(await platform.call(setNoAnswer, doctor, { id: over.id, until })).toMatchObject(refused);
  });

  return (suite: ConsultSuite<Opened>) => {
    ({ platform, clock } = suite);
  };
}

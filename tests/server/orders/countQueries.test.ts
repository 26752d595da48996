import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { orderCountsOf } from '../../../server/orders/countQueries.ts';
import { insertHospital } from '../../support/consultations.ts';
import { engines } from '../../support/engines.ts';

const { active, awaiting, cancelled, finished, refunded, refunding } = OrderStatus;
const hourMs = 3_600_000;
const noon = new Date(2026, 4, 6, 12).getTime();

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let hospital: Awaited<ReturnType<typeof insertHospital>>;
  beforeAll(async () => {
    store = await open();
    hospital = await insertHospital(store.db, { at: noon });
  }, 60_000);
  afterAll(() => store?.end());

  test('orders are counted by status, recently and long ended, and move between the counts as they change', async () => {
    const doctor = await hospital.doctor();
    const counts = (at = noon) => orderCountsOf(hospital.store, doctor.id, at);
    const none = { active: 0, finished: 0, cancelled: 0, others: 0, today: 0 };
    expect(await counts()).toMatchObject(none);
    const other = await hospital.doctor();
    const ended = (status: number, ago: number) =>
      hospital.order(status, { doctor }, { endTime: noon - ago, acceptTime: noon - ago - 60_000 });
    await ended(finished, 1_000);
    const running = await hospital.order(active, { doctor }, { acceptTime: noon });
    await hospital.order(active, { doctor: other });
    await hospital.order(awaiting);
    const refund = await ended(refunding, 2_000);
    const now = { waiting: 1, active: 1, finished: 1, cancelled: 1, others: 0, today: 3 };
    expect(await counts()).toEqual(now);
    await hospital.store.change(
      consultOrder,
      { status: finished, endTime: noon },
      sql`${consultOrder.id} = ${running.id}`,
    );
    await hospital.store.change(consultOrder, { status: refunded }, sql`${consultOrder.id} = ${refund.id}`);
    expect(await counts()).toEqual({ ...now, active: 0, finished: 2 });
    // After an hour the counts of ended orders have expired and are loaded again.
    expect(await counts(noon + 2 * hourMs)).toEqual({ ...now, active: 0, finished: 2 });
    await ended(cancelled, -2 * hourMs);
    expect(await counts(noon + 2 * hourMs)).toEqual({ ...now, active: 0, finished: 2, cancelled: 2, today: 4 });
  });

  test('two doctors who request counts at the same time each get their own', async () => {
    const [one, two] = [await hospital.doctor(), await hospital.doctor()];
    for (const doctor of [one, two, two]) await hospital.order(finished, { doctor }, { endTime: noon - 10 * hourMs });
    const found = await Promise.all([one, two, one].map(({ id }) => orderCountsOf(hospital.store, id, noon)));
    expect(found.map(({ finished }) => finished)).toEqual([1, 2, 1]);
  });
});

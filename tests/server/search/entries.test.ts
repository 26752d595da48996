import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { searchEntry } from '../../../server/db/schema/search.ts';
import { countEntries, type EntryFilter, pageEntries } from '../../../server/search/entries.ts';
import { insertHospital } from '../../support/consultations.ts';
import { engines } from '../../support/engines.ts';

const { active, awaiting, cancelled, finished } = OrderStatus;
const now = new Date(2026, 4, 6, 12).getTime();
const day = 86_400_000;

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let hospital: Awaited<ReturnType<typeof insertHospital>>;
  beforeAll(async () => {
    store = await open();
    hospital = await insertHospital(store.db, { at: now });
  }, 60_000);
  afterAll(() => store?.end());

  const first = { limit: 10, offset: 0 };
  const searched = () => hospitalStore(store.db, hospital.hospitalId);

  async function ordersOf() {
    const doctor = await hospital.doctor();
    const filter = (more: Partial<EntryFilter>): EntryFilter => ({ kind: 'order', ownerId: doctor.id, ...more });
    return {
      doctor,
      filter,
      order: (chiefComplaint: string, values: Partial<typeof consultOrder.$inferInsert> = {}) =>
        hospital.order(values.status ?? finished, { doctor }, { chiefComplaint, ...values }),
      find: async (more: Partial<EntryFilter>) =>
        (await pageEntries(searched(), filter(more), { limit: 10, offset: 0 })).ids,
    };
  }

  test('a keyword is found in number, name or complaint, in any case and width, even one character of it', async () => {
    const { order, find } = await ordersOf();
    const fever = await order('发热三天，Cough');
    const rash = await order('皮疹 50%');
    for (const keyword of ['cough', 'COUGH', 'oug', '发热', '热', 'ｃｏｕｇｈ', 'g', ' 三天，cough ', fever.orderNo])
      expect(await find({ keyword }), keyword).toEqual([fever.id]);
    expect(await find({ keyword: '%' })).toEqual([rash.id]);
    expect(await find({ keyword: fever.patient.name })).toEqual([fever.id]);
    for (const keyword of ['发三', 'couch', '_', `${fever.orderNo} ${fever.patient.name}`])
      expect(await find({ keyword }), keyword).toEqual([]);
  });

  test('a keyword is found without its accents, and with ss for ß, in both directions', async () => {
    const { order, find } = await ordersOf();
    const named = await order('Morbus Sjögren, Fuß');
    for (const keyword of ['sjögren', 'SJOGREN', 'ｓｊｏｇｒｅｎ', 'Sjo\u0308gren', 'fuss', 'Fuß'])
      expect(await find({ keyword }), keyword).toEqual([named.id]);
    const plain = await order('Aussatz, cafe');
    for (const keyword of ['außatz', 'café', 'CAFÉ']) expect(await find({ keyword }), keyword).toEqual([plain.id]);
  });

  test('what was found years ago comes after what is new, each page once', async () => {
    const { order, filter, find } = await ordersOf();
    const ages = [0, 0, 29, 31, 400, 2_000];
    const ids: string[] = [];
    for (const age of ages) ids.push((await order('Old pain', { createTime: now - age * day })).id);
    const newest = [ids[1], ids[0], ...ids.slice(2)];
    expect(await find({ keyword: 'pain' })).toEqual(newest);
    const page = async (offset: number) =>
      (await pageEntries(searched(), filter({ keyword: 'pain' }), { limit: 4, offset })).ids;
    expect([await page(0), await page(4)]).toEqual([newest.slice(0, 4), newest.slice(4)]);
    expect(await find({ keyword: 'pain', from: now - 400 * day, to: now - 31 * day })).toEqual(ids.slice(3, 5));
  });

  test('status and type limit the search and are counted', async () => {
    const { order, find, filter } = await ordersOf();
    const done = await order('Ear', { consultType: 2 });
    const ended = await order('Ear', { status: cancelled });
    await order('Nose');
    expect(await find({ keyword: 'ear', status: cancelled })).toEqual([ended.id]);
    expect(await find({ keyword: 'ear', category: 2 })).toEqual([done.id]);
    expect(await find({ category: 2 })).toEqual([done.id]);
    const { counts, atLeast } = await countEntries(searched(), filter({ keyword: 'ear' }));
    expect(new Map(counts.map(({ status, count }) => [status, count]))).toEqual(
      new Map([
        [finished, 1],
        [cancelled, 1],
      ]),
    );
    expect(atLeast).toBe(false);
  });

  test('an order is found from its acceptance on, by its doctor, under its present status and name', async () => {
    const { doctor, find, filter } = await ordersOf();
    const waits = await hospital.order(awaiting, {}, { chiefComplaint: 'Knee' });
    expect(await find({ keyword: 'knee' })).toEqual([]);
    const isIt = eq(consultOrder.id, waits.id);
    await hospital.store.change(consultOrder, { doctorId: doctor.id, status: active }, isIt);
    expect(await find({ keyword: 'knee', status: active })).toEqual([waits.id]);
    await hospital.store.change(patient, { name: 'Renamed Person' }, eq(patient.id, waits.patientId));
    expect(await find({ keyword: 'renamed', status: active })).toEqual([waits.id]);
    await hospital.store.change(consultOrder, { status: finished }, isIt);
    expect(await find({ keyword: 'knee', status: active })).toEqual([]);
    const other = await hospital.doctor();
    await hospital.store.change(consultOrder, { doctorId: other.id }, isIt);
    expect(await find({ keyword: 'knee' })).toEqual([]);
    expect((await pageEntries(searched(), { ...filter({}), ownerId: other.id }, first)).ids).toEqual([waits.id]);
  });

  test('another hospital finds nothing', async () => {
    const { order, filter } = await ordersOf();
    await order('Elsewhere');
    const elsewhere = await insertHospital(store.db, { at: now });
    expect(
      (await pageEntries(hospitalStore(store.db, elsewhere.hospitalId), filter({ keyword: 'elsewhere' }), first)).ids,
    ).toEqual([]);
  });

  test('more than a thousand are counted as at least that many, and can all be read', async () => {
    const { doctor, filter } = await ordersOf();
    await store.db.execute(sql`
insert into search_entry (kind, item_id, tenant_id, owner_id, time, status, category, text)
select 'prescription', ${doctor.id}::bigint * 10000 + n, ${hospital.hospitalId}::bigint, ${doctor.id}::bigint, ${now}::bigint - n * 3600000::bigint, 30, 1, 'ibuprofen ' || n
from generate_series(1, 1205) n`);
    const wanted = filter({ kind: 'prescription', keyword: 'ibu' });
    const page = (pageNo: number) => pageEntries(searched(), wanted, { limit: 200, offset: (pageNo - 1) * 200 });
    expect(await page(1)).toMatchObject({ total: 1_000, atLeast: true });
    expect(await page(5)).toMatchObject({ total: 1_200, atLeast: true });
    expect(await page(6)).toMatchObject({ total: 1_205, atLeast: false });
    const last = await page(7);
    expect([last.ids.length, last.total]).toEqual([5, 1_205]);
    expect(await countEntries(searched(), wanted)).toMatchObject({ atLeast: true });
    await store.db.delete(searchEntry).where(eq(searchEntry.ownerId, doctor.id));
  });
});

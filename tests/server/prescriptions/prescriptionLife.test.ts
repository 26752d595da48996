import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { countOwnPrescriptions } from '../../../contract/extension/counts.ts';
import {
  createPrescription,
  getPrescriptionNum,
  listPrescriptions,
  prescriptionHistory,
} from '../../../contract/http/prescription.ts';
import { prescription, prescriptionVersion } from '../../../server/db/schema/prescriptions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { expirePrescriptions } from '../../../server/prescriptions/expire.ts';
import { type Hospital, lineOf, type Member, morning } from '../../support/hospital.ts';
import type { HospitalSuite } from '../../support/hospitalSuite.ts';
import { dataOf, prescribingSuite } from '../../support/prescribingSuite.ts';

let database: HospitalSuite['database'];
let hospital: Hospital;
let doctor: Member;
const { clock, prescribing } = prescribingSuite((suite) => {
  ({ database, hospital, doctor } = suite);
});

test('a draft can be changed freely, takes no stock and is visible to nobody else', async () => {
  const { create, edit, stock, events, info } = await prescribing({ record: false });
  const draft = await create({ submit: false, lines: [] });
  expect(draft).toMatchObject({ code: 200, data: { status: 0, version: 1 } });
  expect(await edit(dataOf(draft), { submit: false })).toMatchObject({ code: 200, data: { status: 0, version: 2 } });
  expect(await stock()).toBe(10);
  expect(await events()).toEqual([]);
  const reviewer = await hospital.hire(true);
  expect(await info(dataOf(draft).id, reviewer)).toMatchObject({ code: Code.notFound });
});

test('of two edits of one version one is stored, the other is refused with the current state', async () => {
  const { create, edit } = await prescribing();
  const created = dataOf(await create());
  const answers = await Promise.all([edit(created, { advice: 'a' }), edit(created, { advice: 'b' })]);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, Code.prescriptionChanged]));
  expect(answers.find(({ code }) => code !== 200)).toMatchObject({ data: { version: 2, current: { version: 2 } } });
});

test('a refused edit shows the signature of the doctor under a link for the person who edits', async () => {
  const by = await hospital.hire(false);
  await hospital.store.change(staff, { signUrl: '/files/signature' }, eq(staff.id, by.id));
  const { create, edit, cancel } = await prescribing({ by });
  const created = dataOf(await create());
  await edit(created);
  const current = { doctor: { signUrl: `/files/signature?reader=${by.id}` } };
  expect(await edit(created)).toMatchObject({ code: Code.prescriptionChanged, data: { current } });
  expect(await cancel(created)).toMatchObject({ code: Code.prescriptionChanged, data: { current } });
});

test('an edit that is repeated because its answer was lost takes effect once', async () => {
  const { create, edit, content, stock } = await prescribing();
  const created = dataOf(await create());
  const [line] = content.lines;
  const again = { clientRequestId: crypto.randomUUID(), lines: [{ ...line, onceDose: 1_000, days: 7, quantity: 4 }] };
  const first = await edit(created, again);
  expect(first).toMatchObject({ code: 200, data: { version: 2, status: 10 } });
  expect(await edit(created, again)).toEqual(first);
  expect(await stock()).toBe(6);
});

test('a prescription can be sent again after the clock went back, and is never sent before it was', async () => {
  const { create, edit, info } = await prescribing();
  clock.now += 7_200_000;
  const created = dataOf(await create());
  const { data: sent } = await info(created.id);
  clock.now -= 7_200_000;
  expect(await edit(created)).toMatchObject({ code: 200, data: { version: 2, status: 10 } });
  expect(await info(created.id)).toMatchObject({
    data: { version: 2, submitTime: (sent as { submitTime: number }).submitTime },
  });
});

test('every submitted version is stored unchanged', async () => {
  const { create, edit } = await prescribing();
  const created = dataOf(await create({ advice: 'first' }));
  await edit(created, { advice: 'second' });
  const versions = await hospital.store.rows(prescriptionVersion, eq(prescriptionVersion.prescriptionId, created.id));
  expect(versions.map(({ version, content }) => [version, content.advice])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ]);
});

test('a cancelled prescription returns its packs, has its reason and allows no further step', async () => {
  const { create, cancel, edit, info, stock } = await prescribing();
  const created = dataOf(await create());
  expect(await cancel(created)).toMatchObject({ code: 200, data: true });
  expect(await stock()).toBe(10);
  expect(await info(created.id)).toMatchObject({
    data: { status: 40, auditStatus: 9, cancelReason: 'A mistake', version: 2 },
  });
  expect(await cancel(created), 'the same again, its answer lost').toMatchObject({ code: 200 });
  expect(await cancel({ ...created, version: 2 }, 'Again')).toMatchObject({ code: Code.prescriptionStatusRefused });
  expect(await edit({ ...created, version: 2 })).toMatchObject({ code: Code.prescriptionStatusRefused });
  expect(await stock()).toBe(10);
});

test('a cancellation needs a reason', async () => {
  const { create, cancel } = await prescribing();
  expect(await cancel(dataOf(await create()), ' ')).toMatchObject({ code: Code.badRequest, data: { field: 'reason' } });
});

test('when twenty doctors prescribe the last five packs, five succeed', async () => {
  const { drugId, stock } = await prescribing({ packs: 5 });
  const each = await Promise.all(
    Array.from({ length: 20 }, async () => prescribing({ by: await hospital.hire(false) })),
  );
  const answers = await Promise.all(each.map(({ create }) => create({ lines: [lineOf(drugId)] })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
  expect(answers.filter(({ code }) => code === Code.stockShort)).toHaveLength(15);
  expect(await stock()).toBe(0);
});

test('an approved prescription expires when its time is over, and its packs return to stock', async () => {
  const { create, stock, info } = await prescribing();
  const { id } = dataOf(await create());
  await hospital.store.change(prescription, { status: 20, auditStatus: 2 }, eq(prescription.id, id));
  const clockwork = { ...hospital.needs, db: database.db };
  expect(await expirePrescriptions(clockwork)).toBe(0);
  clock.now = morning + 86_400_000;
  expect(await expirePrescriptions(clockwork)).toBeGreaterThan(0);
  expect(await expirePrescriptions(clockwork)).toBe(0);
  expect(await info(id)).toMatchObject({ data: { status: 50, logs: [{}, { action: 'expired', operator: '' }] } });
  expect(await stock()).toBe(10);
});

test('a doctor finds their prescriptions by number, patient, medicine and status', async () => {
  const by = await hospital.hire(false);
  const one = await prescribing({ by, of: { patient: { name: '赵丽' } } });
  const two = await prescribing({ by });
  const created = dataOf(await one.create());
  await two.create({ submit: false });
  const list = async (query: Record<string, unknown>) => {
    const { data } = await hospital.call(listPrescriptions, by, query);
    return (data as { list: { id: string }[]; total: number }).total;
  };
  expect(await list({})).toBe(2);
  expect(await list({ keyword: '赵丽' })).toBe(1);
  expect(await list({ keyword: 'AMOXI' })).toBe(2);
  expect(await list({ keyword: '%' })).toBe(0);
  expect(await list({ status: 10 })).toBe(1);
  expect(await list({ orderId: two.orderId })).toBe(1);
  expect(await list({ keyword: created.prescriptionNo })).toBe(1);
  expect(await list({ keyword: 'amoxi', status: 10, auditStatus: 0 })).toBe(1);
  expect(await list({ auditStatus: 2 })).toBe(0);
  const counts = async (query: object) =>
    ((await hospital.call(countOwnPrescriptions, by, { ...query })).data as { counts: object[] }).counts;
  expect(await counts({})).toEqual(
    expect.arrayContaining([
      { status: 0, count: 1 },
      { status: 10, count: 1 },
    ]),
  );
  expect(await counts({ keyword: '赵丽' })).toEqual([{ status: 10, count: 1 }]);
  expect(await hospital.call(getPrescriptionNum, by)).toMatchObject({
    data: { pending: 1, passed: 0, rejected: 0, cancelled: 0, expired: 0 },
  });
});

test("a doctor who treats the patient sees the patient's prescriptions, another does not", async () => {
  const { create, patientId } = await prescribing();
  await create();
  const history = (as: Member) => hospital.call(prescriptionHistory, as, { patientId });
  expect(await history(doctor)).toMatchObject({ data: { total: 1, list: [{ lines: [{ drugName: 'amoxicillin' }] }] } });
  expect(await history(await hospital.hire(false))).toMatchObject({ code: Code.notFound });
});

test("another doctor's prescription looks nonexistent and cannot be changed", async () => {
  const { create, edit, cancel, info } = await prescribing();
  const created = dataOf(await create());
  const stranger = await hospital.hire(false);
  const nobody = { id: '999999', version: 1 };
  expect(await info(created.id, stranger)).toEqual(await info(nobody.id, stranger));
  expect(await cancel(created, 'mine', stranger)).toEqual(await cancel(nobody, 'mine', stranger));
  expect(await edit(created, {}, stranger)).toEqual(await edit(nobody, {}, stranger));
  expect(await create({}, stranger)).toMatchObject({ code: Code.notFound });
  expect(await info(created.id)).toMatchObject({ data: { version: 1, status: 10 } });
  const deeds = await hospital.store.rows(auditTrail, eq(auditTrail.userId, stranger.id));
  expect(deeds.every(({ outcome }) => outcome === 'refused')).toBe(true);
  expect(deeds).toHaveLength(7);
});

test('a prescription does not exist in another hospital', async () => {
  const { create, info, content, orderId } = await prescribing();
  const created = dataOf(await create());
  const foreigner = await hospital.hire(false, true, hospital.elsewhere);
  expect(await info(created.id, foreigner)).toMatchObject({ code: Code.notFound });
  const abroad = await hospital.consultation(foreigner);
  const take = (of: object) =>
    hospital.call(createPrescription, foreigner, {
      ...content,
      submit: false,
      clientRequestId: crypto.randomUUID(),
      ...of,
    });
  expect(await take({ orderId })).toMatchObject({ code: Code.notFound });
  expect(await take({ orderId: abroad.orderId })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { lineErrors: expect.arrayContaining([expect.objectContaining({ field: 'warehouseId' })]) },
  });
});

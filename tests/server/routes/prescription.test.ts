import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import {
  cancelPrescription,
  createPrescription,
  editPrescription,
  getPrescription,
  getPrescriptionNum,
  listPrescriptions,
  prescriptionHistory,
} from '../../../contract/http/prescription.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { expirePrescriptions } from '../../../server/store/prescription/expire.ts';
import { consultOrder } from '../../../server/store/schema/consult.ts';
import { drugInventory } from '../../../server/store/schema/drug.ts';
import { imEvent } from '../../../server/store/schema/im.ts';
import { prescription, prescriptionVersion } from '../../../server/store/schema/prescription.ts';
import { auditTrail } from '../../../server/store/schema/trail.ts';
import { openTestDatabase } from '../../support/database.ts';
import { type Hospital, lineOf, type Member, morning, openHospital, wholeRecord } from '../../support/hospital.ts';

const clock = { now: morning };
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let hospital: Hospital;
let doctor: Member;

beforeAll(async () => {
  database = await openTestDatabase({ now: () => clock.now });
  hospital = await openHospital(database, clock);
  doctor = await hospital.hire(false);
}, 60_000);
afterAll(async () => {
  await hospital.close();
  await database.close();
});
beforeEach(() => {
  clock.now = morning;
});

type Data = Record<string, unknown> & { id: string; version: number };

/** A doctor who has written the record of a running consultation, and a drug of which so many packs are there. */
async function prescribing({
  packs = 10,
  record = true,
  by = doctor,
  of = {},
}: {
  packs?: number;
  record?: boolean;
  by?: Member;
  of?: Parameters<Hospital['consultation']>[1];
} = {}) {
  const { orderId, patientId, conversationId } = await hospital.consultation(by, of);
  if (record) await hospital.call(saveCase, by, { ...wholeRecord, orderId, patientId, status: 0, version: 0 });
  const drugId = await hospital.here.stock('amoxicillin', packs);
  const { warehouseId } = hospital;
  const diagnosisList = [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: 'as typed', main: true }];
  const content = { warehouseId, diagnosisList, lines: [lineOf(drugId)] };
  const create = (more: Record<string, unknown> = {}, as = by) =>
    hospital.call(createPrescription, as, {
      orderId,
      ...content,
      submit: true,
      clientRequestId: crypto.randomUUID(),
      ...more,
    });
  const edit = (of: { id: string; version: number }, more: Record<string, unknown> = {}, as = by) =>
    hospital.call(editPrescription, as, {
      ...{ id: of.id, version: of.version, ...content, submit: true, clientRequestId: crypto.randomUUID(), ...more },
    });
  const cancel = (of: { id: string; version: number }, reason = 'A mistake', as = by) =>
    hospital.call(cancelPrescription, as, { id: of.id, version: of.version, reason });
  const info = (id: string, as = by) => hospital.call(getPrescription, as, { id });
  const stock = async () => (await hospital.store.first(drugInventory, eq(drugInventory.drugId, drugId)))?.stock;
  const events = async () =>
    (await hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId))).sort((a, b) => a.seq - b.seq);
  return { orderId, patientId, drugId, content, create, edit, cancel, info, stock, events };
}

const dataOf = ({ data }: { data: never }) => data as Data;

test('a submitted prescription takes its packs, waits for review and shows itself in the conversation', async () => {
  const { create, stock, info, events } = await prescribing();
  database.published.length = 0;
  const created = await create();
  expect(created).toMatchObject({ code: 200, data: { status: 10, auditStatus: 0, version: 1 } });
  const { id, prescriptionNo } = dataOf(created);
  expect(await stock()).toBe(9);
  expect(await events()).toMatchObject([
    {
      seq: 1,
      kind: 'message',
      type: 9002,
      senderId: doctor.id,
      content: JSON.stringify({ prescriptionId: id, prescriptionNo }),
    },
    {
      seq: 2,
      kind: 'prescription',
      payload: { prescriptionId: id, prescriptionNo, status: 10, auditStatus: 0, version: 1 },
    },
  ]);
  expect(database.published.map(({ type }) => type)).toEqual([
    'stock.changed',
    'conversation.advanced',
    'conversation.advanced',
    'review.changed',
    'prescription.changed',
  ]);
  expect(await info(id)).toMatchObject({
    data: { logs: [{ action: 'submitted', operator: 'Dr 1', time: morning }], doctor: { id: doctor.id } },
  });
});

test('names, make-up and price come from the drug list, whatever the sender says', async () => {
  const { create, info, content } = await prescribing();
  const [line] = content.lines;
  const created = await create({
    lines: [{ ...line, price: 1, drugName: 'Gold', packFactor: 1 }],
    amount: 1,
    status: 20,
  });
  expect(await info(dataOf(created).id)).toMatchObject({
    data: {
      amount: 1_280,
      status: 10,
      diagnosisList: [{ code: 'J20.9', name: 'Acute bronchitis' }],
      lines: [{ drugName: 'amoxicillin', price: 1_280, packFactor: 24, timesPerDay: 3, quantityManual: false }],
    },
  });
});

test('one intent makes one prescription: a double click, a lost answer, a changed repeat', async () => {
  const { create, stock, orderId } = await prescribing();
  const clientRequestId = crypto.randomUUID();
  const [first, second] = await Promise.all([create({ clientRequestId }), create({ clientRequestId })]);
  expect(first).toMatchObject({ code: 200 });
  expect(second).toEqual(first);
  expect(await create({ clientRequestId, advice: 'changed meanwhile' })).toEqual(first);
  expect(await hospital.store.count(prescription, eq(prescription.orderId, orderId))).toBe(1);
  expect(await stock()).toBe(9);
});

test('a refused submission leaves nothing behind, and its key can be used again', async () => {
  const { create, orderId, stock, content } = await prescribing({ packs: 2 });
  const clientRequestId = crypto.randomUUID();
  const [line] = content.lines;
  const tooMany = [{ ...line, quantity: 3 }];
  expect(await create({ clientRequestId, lines: tooMany })).toMatchObject({
    code: Code.stockShort,
    data: { lineErrors: [{ index: 0, field: 'quantity', msg: 'Only 2 left in stock' }] },
  });
  expect(await hospital.store.count(prescription, eq(prescription.orderId, orderId))).toBe(0);
  expect(await stock()).toBe(2);
  expect(await create({ clientRequestId })).toMatchObject({ code: 200 });
});

test('a submission that breaks in its last step leaves nothing behind, and nobody is told', async () => {
  const { create, orderId, stock, events } = await prescribing();
  const clientRequestId = crypto.randomUUID();
  database.published.length = 0;
  await database.db.execute(sql`create trigger broken before insert on audit_trail execute function refuse_change()`);
  const broken = await create({ clientRequestId });
  await database.db.execute(sql`drop trigger broken on audit_trail`);
  expect(broken).toMatchObject({ code: Code.serverError, data: null });
  expect(await hospital.store.count(prescription, eq(prescription.orderId, orderId))).toBe(0);
  expect(await stock()).toBe(10);
  expect(await events()).toEqual([]);
  expect(database.published).toEqual([]);
  expect(await create({ clientRequestId })).toMatchObject({ code: 200 });
});

test.each([
  ['without a record', {}, { record: false }, Code.recordMissing],
  ['in a waiting consultation', {}, { of: { order: { status: 10 } } }, Code.orderStatusRefused],
  ['in a finished consultation', {}, { of: { order: { status: 30 } } }, Code.orderStatusRefused],
  ['without any drug', { lines: [] }, {}, Code.prescriptionLinesRefused],
  ['without a diagnosis', { diagnosisList: [] }, {}, Code.prescriptionLinesRefused],
  ['with a record of another consultation', { caseId: '1' }, {}, Code.badRequest],
  ['from a warehouse that does not exist', { warehouseId: '999' }, {}, Code.badRequest],
] as const)('nothing is prescribed %s', async (_, more, setup, code) => {
  const { orderId, patientId } = await hospital.consultation(doctor, 'of' in setup ? setup.of : {});
  if (!('record' in setup)) {
    await hospital.store.change(consultOrder, { status: 20 }, eq(consultOrder.id, orderId));
    await hospital.call(saveCase, doctor, { ...wholeRecord, orderId, patientId, status: 0, version: 0 });
    if ('of' in setup) await hospital.store.change(consultOrder, setup.of.order, eq(consultOrder.id, orderId));
  }
  const drugId = await hospital.here.stock('amoxicillin', 5);
  const { warehouseId } = hospital;
  const answer = await hospital.call(createPrescription, doctor, {
    ...{ orderId, warehouseId, lines: [lineOf(drugId)], submit: true, clientRequestId: crypto.randomUUID() },
    diagnosisList: [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: '', main: true }],
    ...more,
  });
  expect(answer.code).toBe(code);
  expect(await hospital.store.count(prescription, eq(prescription.orderId, orderId))).toBe(0);
});

test('a doctor without an approved qualification prescribes nothing', async () => {
  const unlicensed = await hospital.hire(false, false);
  const { create } = await prescribing({ by: unlicensed });
  expect(await create()).toMatchObject({ code: Code.qualificationMissing });
});

test('what is banned online is refused beside its line, with its source', async () => {
  const { create } = await prescribing();
  const drugId = await hospital.here.stock('morphine', 5);
  expect(await create({ lines: [lineOf(drugId)] })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { lineErrors: [], ruleHits: [{ ruleCode: 'onlineBan', level: 'block', lineIndex: 0, detail: 'Not online' }] },
  });
});

test('a child below six needs a guardian', async () => {
  const { create } = await prescribing({ of: { patient: { birthday: '2022-01-01', weightKg: 18 } } });
  const refused = await create();
  expect(refused).toMatchObject({ code: Code.prescriptionLinesRefused });
  expect(JSON.stringify(refused.data)).toContain('guardianMissing');
  expect(await create({ guardianConfirmed: true })).toMatchObject({ code: 200 });
});

test('a warning needs a written reason, which is kept', async () => {
  const { create, info, content } = await prescribing();
  const [line] = content.lines;
  const lines = [{ ...line, days: 10, quantity: 3 }];
  expect(await create({ lines })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { ruleHits: [{ ruleCode: 'supplyDays', level: 'warn', needReason: true, lineIndex: 0 }] },
  });
  const blank = [{ ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: '  ' }];
  expect((await create({ lines, overrides: blank })).code).toBe(Code.badRequest);
  const overrides = [{ ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: 'Travels abroad' }];
  const created = await create({ lines, overrides });
  expect(created).toMatchObject({ code: 200 });
  expect(await info(dataOf(created).id)).toMatchObject({ data: { overrides } });
});

test('the check call says what a submission would find, and keeps nothing', async () => {
  const { orderId, content, drugId } = await prescribing();
  const check = (lines: object[], more: object = {}) =>
    hospital.call(checkPrescription, doctor, { orderId, ...content, lines, ...more });
  expect(await check([lineOf(drugId)])).toMatchObject({ code: 200, data: { available: true, hits: [] } });
  expect(await check([lineOf(drugId, { onceDose: 1_500, quantity: 3 })])).toMatchObject({
    data: { hits: [{ ruleCode: 'maxSingleDose' }, { ruleCode: 'maxDailyDose' }] },
  });
});

test('a drug that the patient takes already is found, but a prescription is not compared with itself', async () => {
  const { orderId, content, create } = await prescribing();
  const { id } = dataOf(await create());
  const check = (more: object) => hospital.call(checkPrescription, doctor, { orderId, ...content, ...more });
  expect(JSON.stringify((await check({})).data)).toContain('duplicateIngredient');
  expect(await check({ id })).toMatchObject({ data: { hits: [] } });
});

test('a draft is changed freely, takes no stock and is seen by nobody else', async () => {
  const { create, edit, stock, events, info } = await prescribing({ record: false });
  const draft = await create({ submit: false, lines: [] });
  expect(draft).toMatchObject({ code: 200, data: { status: 0, version: 1 } });
  expect(await edit(dataOf(draft), { submit: false })).toMatchObject({ code: 200, data: { status: 0, version: 2 } });
  expect(await stock()).toBe(10);
  expect(await events()).toEqual([]);
  const auditor = await hospital.hire(true);
  expect(await info(dataOf(draft).id, auditor)).toMatchObject({ code: Code.notFound });
});

test('two edits of one version: one is written, the other learns of it', async () => {
  const { create, edit } = await prescribing();
  const created = dataOf(await create());
  const answers = await Promise.all([edit(created, { advice: 'a' }), edit(created, { advice: 'b' })]);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, Code.prescriptionChanged]));
  expect(answers.find(({ code }) => code !== 200)).toMatchObject({ data: { version: 2, current: { version: 2 } } });
});

test('an edit whose answer was lost is answered again, and done once', async () => {
  const { create, edit, content, stock } = await prescribing();
  const created = dataOf(await create());
  const [line] = content.lines;
  const again = { clientRequestId: crypto.randomUUID(), lines: [{ ...line, quantity: 4 }] };
  const first = await edit(created, again);
  expect(first).toMatchObject({ code: 200, data: { version: 2, status: 10 } });
  expect(await edit(created, again)).toEqual(first);
  expect(await stock()).toBe(6);
});

test('every submitted version is kept as it was', async () => {
  const { create, edit } = await prescribing();
  const created = dataOf(await create({ advice: 'first' }));
  await edit(created, { advice: 'second' });
  const versions = await hospital.store.rows(prescriptionVersion, eq(prescriptionVersion.prescriptionId, created.id));
  expect(versions.map(({ version, content }) => [version, content.advice])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ]);
});

test('a cancelled prescription gives its packs back, says why and takes no further step', async () => {
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

test('twenty doctors and the last five packs: five succeed', async () => {
  const { drugId, stock } = await prescribing({ packs: 5 });
  const each = await Promise.all(
    Array.from({ length: 20 }, async () => prescribing({ by: await hospital.hire(false) })),
  );
  const answers = await Promise.all(each.map(({ create }) => create({ lines: [lineOf(drugId)] })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
  expect(answers.filter(({ code }) => code === Code.stockShort)).toHaveLength(15);
  expect(await stock()).toBe(0);
});

test('an approved prescription expires when its time has run out, and its packs go back', async () => {
  const { create, stock, info } = await prescribing();
  const { id } = dataOf(await create());
  await hospital.store.change(prescription, { status: 20, auditStatus: 2 }, eq(prescription.id, id));
  const clockwork = { ...hospital.needs, db: database.db };
  expect(await expirePrescriptions(clockwork)).toBe(0);
  clock.now = morning + 86_400_000;
  expect(await expirePrescriptions(clockwork)).toBe(1);
  expect(await expirePrescriptions(clockwork)).toBe(0);
  expect(await info(id)).toMatchObject({ data: { status: 50, logs: [{}, { action: 'expired', operator: '' }] } });
  expect(await stock()).toBe(10);
});

test('a doctor finds their prescriptions by number, patient, drug and state', async () => {
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

test("another doctor's prescription answers like one that does not exist, and nothing of it changes", async () => {
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
  expect(deeds).toHaveLength(6);
});

test('a prescription is nothing in another hospital', async () => {
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
    code: Code.badRequest,
    data: { field: 'warehouseId' },
  });
});

test('auditors prescribe nothing', async () => {
  const { create } = await prescribing();
  expect(await create({}, await hospital.hire(true))).toMatchObject({ code: Code.forbidden });
});

test.each([
  ['lines.0.quantity', { quantity: 1.5 }],
  ['lines.0.quantity', { quantity: '1e3' }],
  ['lines.0.onceDose', { onceDose: -1 }],
  ['lines.0.days', { days: 0 }],
  ['lines.0.route', { route: '' }],
])('a wrong %s is named (%j)', async (field, wrong) => {
  const { create, drugId } = await prescribing();
  expect(await create({ lines: [lineOf(drugId, wrong)] })).toMatchObject({ code: Code.badRequest, data: { field } });
});

test('an unknown drug, frequency, route or diagnosis is named beside its line', async () => {
  const { create, drugId } = await prescribing();
  const lines = [lineOf(drugId), lineOf('999999'), lineOf(drugId, { frequency: 'often', route: 'ear' })];
  const answer = await create({ lines, diagnosisList: [{ id: '999999', code: 'X', name: 'x', main: true }] });
  expect(answer).toMatchObject({ code: Code.prescriptionLinesRefused });
  const { lineErrors } = answer.data as { lineErrors: { index: number; field: string }[] };
  expect(lineErrors.map(({ index, field }) => [index, field])).toEqual([
    [1, 'drugId'],
    [2, 'frequency'],
    [2, 'route'],
    [0, 'diagnosisList'],
  ]);
});

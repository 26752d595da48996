import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { checkPrescription } from '../../../contract/extension/check.ts';
import { createPrescription } from '../../../contract/http/prescription.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { type Hospital, lineOf, type Member, morning, wholeRecord } from '../../support/hospital.ts';
import type { HospitalSuite } from '../../support/hospitalSuite.ts';
import { dataOf, prescribingSuite } from '../../support/prescribingSuite.ts';

let database: HospitalSuite['database'];
let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ database, hospital, doctor } = suite);
});

test('a submitted prescription takes its packs, waits for review and appears in the conversation', async () => {
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

test('names, make-up and price come from the medicine list, whatever the client sends', async () => {
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

test('a double click or a lost answer never makes a second prescription', async () => {
  const { create, stock, orderId } = await prescribing();
  const clientRequestId = crypto.randomUUID();
  const [first, second] = await Promise.all([create({ clientRequestId }), create({ clientRequestId })]);
  expect(first).toMatchObject({ code: 200 });
  expect(second).toEqual(first);
  expect(await create({ clientRequestId })).toEqual(first);
  expect(await hospital.store.count(prescription, eq(prescription.orderId, orderId))).toBe(1);
  expect(await stock()).toBe(9);
});

test('a repeat with different content is refused with what is stored', async () => {
  const { create, edit, info, orderId, stock } = await prescribing();
  const clientRequestId = crypto.randomUUID();
  const draft = dataOf(await create({ clientRequestId, submit: false, advice: 'first' }));
  const submission = { clientRequestId, advice: 'second' };
  expect(await create(submission)).toMatchObject({
    code: Code.duplicateRequest,
    data: { id: draft.id, version: 1, status: 0 },
  });
  expect(await hospital.store.count(prescription, eq(prescription.orderId, orderId))).toBe(1);
  expect(await stock()).toBe(10);

  expect(await edit(draft, submission)).toMatchObject({ code: 200, data: { version: 2, status: 10 } });
  expect(await edit(draft, { ...submission, advice: 'third' })).toMatchObject({
    code: Code.duplicateRequest,
    data: { version: 2, status: 10 },
  });
  expect(await info(draft.id)).toMatchObject({ data: { advice: 'second', version: 2 } });
});

test('a refused submission stores nothing, and its key can be used again', async () => {
  const { create, orderId, stock, content } = await prescribing({ packs: 2 });
  const clientRequestId = crypto.randomUUID();
  const [line] = content.lines;
  const tooMany = [{ ...line, onceDose: 1_000, days: 6, quantity: 3 }];
  expect(await create({ clientRequestId, lines: tooMany })).toMatchObject({
    code: Code.stockShort,
    data: {
      lineErrors: [
        { index: 0, field: 'quantity', msg: 'Only 2 left in stock. Write fewer packs or choose another medicine' },
      ],
    },
  });
  expect(await hospital.store.count(prescription, eq(prescription.orderId, orderId))).toBe(0);
  expect(await stock()).toBe(2);
  expect(await create({ clientRequestId })).toMatchObject({ code: 200 });
});

test('a submission that fails in its last step stores and announces nothing', async () => {
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
  ['from a warehouse that does not exist', { warehouseId: '999' }, {}, Code.prescriptionLinesRefused],
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
    orderId,
    warehouseId,
    lines: [lineOf(drugId)],
    submit: true,
    clientRequestId: crypto.randomUUID(),
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

test('a unit that does not fit the medicine is refused with its line, also in a draft', async () => {
  const { create, orderId, content, drugId } = await prescribing();
  const units = ['iu', 'spoon', 'ml', 'tablet', 'box'];
  const lines = units.map((onceDoseUnit) => lineOf(drugId, { onceDoseUnit }));
  const refused = {
    code: Code.prescriptionLinesRefused,
    data: { lineErrors: units.map((_, index) => ({ index, field: 'onceDoseUnit' })) },
  };
  expect(await create({ lines })).toMatchObject(refused);
  expect(await create({ lines, submit: false })).toMatchObject(refused);
  expect(await hospital.call(checkPrescription, doctor, { orderId, ...content, lines })).toMatchObject({
    code: 200,
    data: {
      hits: expect.arrayContaining(
        units.map((_, lineIndex) =>
          expect.objectContaining({
            ruleCode: 'unusableLine',
            lineIndex,
            params: expect.objectContaining({ why: 'wrongUnit' }),
          }),
        ),
      ),
    },
  });
  expect(await create({ lines: [lineOf(drugId, { onceDose: 2, onceDoseUnit: '粒' })] })).toMatchObject({ code: 200 });
});

test('a taper, a loading dose and a maximum are stored with the line, and its quantity follows', async () => {
  const { create, info, drugId } = await prescribing();
  const steps = [{ dose: 250, frequency: 'bid', days: 2 }];
  const line = lineOf(drugId, { firstDose: 1_000, steps, maxTimes: 4, days: 3 });
  const stored = await info(dataOf(await create({ lines: [line] })).id);
  const regimen = { firstDose: 1_000, steps, maxTimes: null, minHours: null };
  // Two more capsules at first, then 2 × 3 × 3 and 1 × 2 × 2: one box of 24.
  expect(stored).toMatchObject({ data: { lines: [{ ...regimen, quantity: 1, quantityManual: false }] } });
  const needed = lineOf(drugId, { frequency: 'prn', maxTimes: 4, minHours: 6, days: 3 });
  expect(await info(dataOf(await create({ lines: [needed], submit: false })).id)).toMatchObject({
    data: { lines: [{ firstDose: null, steps: null, maxTimes: 4, minHours: 6, quantityManual: false }] },
  });
});

test('doses by time of day are stored in their order, with the specified fields as before', async () => {
  const { create, info, drugId } = await prescribing();
  const dayDoses = [
    { moment: 'evening', dose: 250 },
    { moment: 'morning', dose: 500 },
  ];
  const line = lineOf(drugId, { dayDoses, frequency: 'bid', days: 5 });
  // 3 capsules a day for 5 days: one box of 24.
  expect(await info(dataOf(await create({ lines: [line] })).id)).toMatchObject({
    data: {
      lines: [
        { dayDoses: dayDoses.toReversed(), onceDose: 500, frequency: 'bid', timesPerDay: 2, quantityManual: false },
      ],
    },
  });
});

test('doses by time of day of a step are stored in their order, and a contradiction is named by its step', async () => {
  const { create, info, drugId } = await prescribing();
  const dayDoses = [
    { moment: 'evening', dose: 250 },
    { moment: 'morning', dose: 500 },
  ];
  const taper = (step: object) =>
    lineOf(drugId, { days: 2, steps: [{ dose: 500, frequency: 'bid', days: 2, dayDoses, ...step }] });
  expect(await create({ lines: [taper({ dose: 250 })] })).toMatchObject({
    data: { lineErrors: [{ index: 0, field: 'steps.0.dose' }] },
  });
  expect(await info(dataOf(await create({ lines: [taper({})] })).id)).toMatchObject({
    data: { lines: [{ steps: [{ dose: 500, frequency: 'bid', dayDoses: dayDoses.toReversed() }] }] },
  });
});

test('the platform stores how packs that do not divide into doses are used', async () => {
  const { create, info, drugId } = await prescribing();
  // Five capsules a dose: a box of 24 holds four doses, and four capsules are left.
  const written = lineOf(drugId, { onceDose: 1_250, frequency: 'bid', packRest: { doses: 9, rest: '9' } });
  const stored = async (days: number) =>
    info(dataOf(await create({ submit: false, lines: [{ ...written, days }] })).id);
  expect(await stored(5)).toMatchObject({ data: { lines: [{ packRest: { doses: 4, rest: '4' } }] } });
  expect(await stored(1)).toMatchObject({ data: { lines: [{ packRest: null }] } });
});

test('reviewers prescribe nothing', async () => {
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

test('an unknown medicine, frequency, route or diagnosis is reported with its line', async () => {
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

test.each([
  ['remark', 'after __ days', '__'],
  ['advice', '体温…℃以上时就诊', '…'],
  ['overDaysReason', 'Travels for ____', '____'],
])('a blank in the %s is refused by its field, and a draft may have it', async (field, text, blank) => {
  const { create, drugId } = await prescribing();
  const sent =
    field === 'remark' ? { lines: [lineOf(drugId, { remark: text })] } : { lines: [lineOf(drugId)], [field]: text };
  const answer = await create(sent);
  expect(answer).toMatchObject({ code: Code.prescriptionLinesRefused });
  expect(answer.data).toMatchObject({
    lineErrors: [{ index: 0, field, msg: expect.stringContaining(`“${blank}”`) }],
  });
  expect(await create({ ...sent, submit: false })).toMatchObject({ code: 200 });
});

import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { auditContext } from '../../../contract/extension/audit.ts';
import { checkPrescription, screenDrugs } from '../../../contract/extension/check.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { createPrescription } from '../../../contract/http/prescription.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { drug } from '../../../server/db/schema/drugs.ts';
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

test('names, make-up and price come from the drug list, whatever the client sends', async () => {
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
    data: { lineErrors: [{ index: 0, field: 'quantity', msg: 'Only 2 left in stock' }] },
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

test('a drug that is banned online is refused with its line and the source of the ban', async () => {
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

test('a warning needs a written reason, which is stored', async () => {
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

describe('an allergy in free text without a code', () => {
  const penicillin = '青霉素过敏性休克史 penicillin anaphylaxis 2019';

  /** A doctor whose patient's record mentions an allergy in free text. */
  async function withAllergy(allergyHistory: string, of: Parameters<typeof prescribing>[0] = {}) {
    const open = await prescribing({ record: false, ...of });
    const { orderId, patientId } = open;
    const saved = { ...wholeRecord, orderId, patientId, status: 0, version: 0, allergyHistory };
    await hospital.call(saveCase, doctor, saved);
    const check = () => hospital.call(checkPrescription, doctor, { orderId, ...open.content });
    const reason = (about?: string) => [
      {
        ruleCode: 'notChecked',
        severity: 'warn',
        lineIndex: null,
        reason: 'Tolerated it in 2024',
        ...(about && { about }),
      },
    ];
    return { ...open, check, reason };
  }
  const notCoded = (quote: string) => ({
    ruleCode: 'notChecked',
    level: 'warn',
    lineIndex: null,
    needReason: true,
    params: { rule: 'allergy', why: 'allergyNotCoded', quote },
  });

  test('is reported as not checked, is quoted, and needs a reason', async () => {
    const { check, create, reason } = await withAllergy(penicillin);
    expect(await check()).toMatchObject({ code: 200, data: { available: true, hits: [notCoded(penicillin)] } });
    expect(await create()).toMatchObject({
      code: Code.prescriptionLinesRefused,
      data: { ruleHits: [notCoded(penicillin)] },
    });
    expect(await create({ overrides: reason() })).toMatchObject({ code: 200 });
  });

  test('reaches the auditor with the quotation and the reason', async () => {
    const { create, reason } = await withAllergy(penicillin);
    const { id } = dataOf(await create({ overrides: reason(`allergy: ${penicillin}`) }));
    const auditor = await hospital.hire(true);
    expect(await hospital.call(auditContext, auditor, { id })).toMatchObject({
      data: {
        ruleHits: [notCoded(penicillin)],
        rx: { overrides: [{ about: `allergy: ${penicillin}`, reason: 'Tolerated it in 2024' }] },
      },
    });
  });

  test.each([
    [null, penicillin],
    ['', penicillin],
    ['否认药物过敏史', penicillin],
    ['磺胺', `磺胺; ${penicillin}`],
    [penicillin, penicillin],
  ])('is on the paper beside the allergies of the file (%j)', async (allergy, printed) => {
    const { create, info, reason } = await withAllergy(penicillin, { of: { patient: { allergy } } });
    const { id } = dataOf(await create({ overrides: reason() }));
    expect(await info(id)).toMatchObject({ data: { patient: { allergy: printed } } });
  });

  test('needs a new reason when the text changes', async () => {
    const { create, reason } = await withAllergy(penicillin);
    expect(await create({ overrides: reason('allergy: 皮疹') })).toMatchObject({ code: Code.prescriptionLinesRefused });
  });

  test("is found in the patient's file, in other histories and in what the patient wrote", async () => {
    const patient = { allergy: '磺胺', past: '高血压，头孢过敏' };
    const order = { chiefComplaint: '咳嗽，我对阿司匹林过敏' };
    const { check } = await withAllergy('否认药物过敏史', { of: { patient, order } });
    const quotes = ['磺胺', '头孢过敏', '我对阿司匹林过敏'];
    expect(await check()).toMatchObject({ data: { hits: quotes.map(notCoded) } });
  });

  test('is not ruled out by an empty file', async () => {
    const { check } = await withAllergy('', { of: { patient: { allergy: '' } } });
    expect(await check()).toMatchObject({ data: { hits: [{ params: { why: 'allergiesNotAsked' } }] } });
  });
});

test('the check call returns the findings of a submission and stores nothing', async () => {
  const { orderId, content, drugId } = await prescribing();
  const check = (lines: object[], more: object = {}) =>
    hospital.call(checkPrescription, doctor, { orderId, ...content, lines, ...more });
  expect(await check([lineOf(drugId)])).toMatchObject({ code: 200, data: { available: true, hits: [] } });
  expect(await check([lineOf(drugId, { onceDose: 1_500, quantity: 3 })])).toMatchObject({
    data: { hits: [{ ruleCode: 'maxSingleDose' }, { ruleCode: 'maxDailyDose' }] },
  });
});

test('a unit that does not fit the drug is refused with its line, also in a draft', async () => {
  const { create, orderId, content, drugId } = await prescribing();
  const units = ['iu', 'spoon', 'ml', 'tablet', 'box'];
  const lines = units.map((onceDoseUnit) => lineOf(drugId, { onceDoseUnit }));
  const refused = {
    code: Code.prescriptionLinesRefused,
    data: { lineErrors: units.map((_, index) => ({ index, field: 'onceDoseUnit' })) },
  };
  expect(await create({ lines })).toMatchObject(refused);
  expect(await create({ lines, submit: false })).toMatchObject(refused);
  expect(await hospital.call(checkPrescription, doctor, { orderId, ...content, lines })).toMatchObject(refused);
  expect(await create({ lines: [lineOf(drugId, { onceDose: 2, onceDoseUnit: '粒' })] })).toMatchObject({ code: 200 });
});

test('a taper, a loading dose and a maximum are stored with the line, and the quantity is computed from them', async () => {
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

test('a step above the maximum is found, and a step without a regular frequency is refused in its field', async () => {
  const { orderId, content, drugId } = await prescribing();
  const check = (over: Record<string, unknown>) =>
    hospital.call(checkPrescription, doctor, { orderId, ...content, lines: [lineOf(drugId, over)] });
  expect(await check({ steps: [{ dose: 1_500, frequency: 'tid', days: 1 }] })).toMatchObject({
    data: { hits: [{ ruleCode: 'maxSingleDose' }, { ruleCode: 'maxDailyDose' }] },
  });
  expect(await check({ frequency: 'prn', maxTimes: 12 })).toMatchObject({ data: { hits: [{ level: 'warn' }] } });
  expect(await check({ steps: [{ dose: 250, frequency: 'prn', days: 1 }] })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { lineErrors: [{ index: 0, field: 'steps.0.frequency' }] },
  });
  expect(await check({ frequency: 'st', firstDose: 1_000 })).toMatchObject({
    data: { lineErrors: [{ index: 0, field: 'firstDose' }] },
  });
});

test.each([
  ['fifty boxes for five days', { days: 5, quantity: 50 }, ['supplyDays block', 'excessPacks warn']],
  ['three boxes where one is enough', { quantity: 3 }, ['supplyDays warn', 'excessPacks warn']],
  ['a thousandth of a capsule', { onceDose: 0.25 }, ['portion block']],
  ['half a capsule', { onceDose: 125 }, ['portion block']],
])('%s is not simply submitted', async (_, wrong, found) => {
  const { create, drugId } = await prescribing({ packs: 99 });
  const answer = await create({ lines: [lineOf(drugId, wrong)] });
  expect(answer).toMatchObject({ code: Code.prescriptionLinesRefused, data: { lineErrors: [] } });
  const { ruleHits } = answer.data as { ruleHits: { ruleCode: string; level: string }[] };
  expect(ruleHits.map(({ ruleCode, level }) => `${ruleCode} ${level}`)).toEqual(found);
});

test('a dose far from the usual one of the drug list needs a reason', async () => {
  const { create, drugId } = await prescribing();
  await hospital.store.change(drug, { defaultDose: 3, defaultDoseUnit: 'g' }, eq(drug.id, drugId));
  expect(await create()).toMatchObject({
    data: {
      ruleHits: [{ ruleCode: 'unusualDose', level: 'warn', params: { taken: '0.5', usual: '3', unit: 'g' } }],
    },
  });
});

test('an unlisted drug that the patient takes is reported as not checked, also from packs that outlast their course', async () => {
  const { create, orderId, content, drugId } = await prescribing();
  const supply = { ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: 'Travels' };
  const stored = dataOf(await create({ lines: [lineOf(drugId, { quantity: 2 })], overrides: [supply] }));
  const later = morning - 6 * 86_400_000;
  await hospital.store.change(prescription, { submitTime: later }, eq(prescription.id, stored.id));
  const other = await hospital.here.stock('ibuprofen', 5);
  const check = () => hospital.call(checkPrescription, doctor, { orderId, ...content, lines: [lineOf(other)] });
  expect(await check()).toMatchObject({ data: { hits: [] } });
  await hospital.store.change(drug, { genericCode: 'nobody-knows' }, eq(drug.id, drugId));
  const left = { rule: 'interaction', why: 'otherDrugUnknown', others: 'amoxicillin' };
  expect(await check()).toMatchObject({
    data: { hits: expect.arrayContaining([expect.objectContaining({ ruleCode: 'notChecked', params: left })]) },
  });
});

test("a finding names its medicines in the reader's language, whatever the doctor's is", async () => {
  const { create, drugId } = await prescribing();
  const overrides = [{ ruleCode: 'maxSingleDose', severity: 'warn', lineIndex: 0, reason: 'Endocarditis' }];
  const { id } = dataOf(
    await create({ lines: [lineOf(drugId, { onceDose: 1_250, days: 3, quantity: 2 })], overrides }),
  );
  const auditor = await hospital.hire(true);
  const names = async (language: string) => {
    const { data } = await hospital.call(auditContext, auditor, { id }, { 'accept-language': language });
    const { rx, ruleHits } = data as {
      rx: { lines: { drugName: string }[] };
      ruleHits: { params: { drug: string } }[];
    };
    return [rx.lines[0]?.drugName, ruleHits[0]?.params.drug];
  };
  expect(await names('en')).toEqual(['amoxicillin', 'amoxicillin']);
  expect(await names('zh-CN')).toEqual(['药品amoxicillin', '药品amoxicillin']);
});

test('a drug that the patient already takes is found, but a prescription is not compared with itself', async () => {
  const { orderId, content, create } = await prescribing();
  const { id } = dataOf(await create());
  const check = (more: object) => hospital.call(checkPrescription, doctor, { orderId, ...content, ...more });
  expect(JSON.stringify((await check({})).data)).toContain('duplicateIngredient');
  expect(await check({ id })).toMatchObject({ data: { hits: [] } });
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

test('an unknown drug, frequency, route or diagnosis is reported with its line', async () => {
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

test('medicines are screened for the patient before they are chosen: allergy and interaction, not dose or stock', async () => {
  const { orderId, drugId } = await prescribing();
  const ibuprofen = await hospital.here.stock('ibuprofen', 0);
  await hospital.call(savePatientFacts, doctor, {
    orderId,
    changes: [
      {
        op: 'add',
        origin: 'patient',
        value: { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: '', severity: 'unknown' },
      },
    ],
  });
  const asks = { orderId, warehouseId: hospital.warehouseId, lines: [], drugIds: [drugId, ibuprofen] };
  const { data } = await hospital.call(screenDrugs, doctor, asks);
  const found = new Map(
    (data as { drugId: string; hits: { ruleCode: string }[] }[]).map((one) => [one.drugId, one.hits]),
  );
  expect(found.get(drugId)).toMatchObject([{ ruleCode: 'allergy', level: 'block' }]);
  expect(found.get(ibuprofen)).toEqual([]);
  const stranger = await hospital.hire(false);
  expect(await hospital.call(screenDrugs, stranger, asks)).toMatchObject({ code: Code.notFound });
});

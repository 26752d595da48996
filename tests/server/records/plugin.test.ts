import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getPatientFacts, type PatientFacts, savePatientFacts } from '../../../contract/extension/facts.ts';
import { addCaseAddendum, getCase, saveCase } from '../../../contract/http/record.ts';
import { caseInfo, caseVersion, consultOrder } from '../../../server/db/schema/orders.ts';
import { patient, patientFact } from '../../../server/db/schema/patients.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Hospital, type Member, morning, wholeRecord } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let doctor: Member;
const clock = hospitalSuite((suite) => {
  ({ hospital, doctor } = suite);
});

/** A doctor with a running consultation, ready to save its record. */
async function writing(by = doctor) {
  const { orderId, patientId } = await hospital.consultation(by);
  const save = (more: Record<string, unknown> = {}, as = by) =>
    hospital.call(saveCase, as, { ...wholeRecord, orderId, patientId, status: 0, version: 0, ...more });
  const read = (as: Member = by) => hospital.call(getCase, as, { orderId });
  return { orderId, patientId, save, read };
}

test('a record is saved, and all its versions are stored', async () => {
  const { save, read } = await writing();
  const first = await save();
  expect(first).toMatchObject({ code: 200, data: { version: 1, updateTime: morning } });
  const { id } = first.data as { id: string };
  expect(await save({ version: 1, chiefComplaint: 'Cough for a week' })).toMatchObject({
    code: 200,
    data: { id, version: 2 },
  });
  expect(await read()).toMatchObject({
    data: { id, version: 2, chiefComplaint: 'Cough for a week', doctorName: 'Dr 1' },
  });
  const versions = await hospital.store.rows(caseVersion, eq(caseVersion.caseId, id));
  expect(versions.map(({ version, content }) => [version, content.chiefComplaint])).toEqual([
    [1, 'Cough for three days'],
    [2, 'Cough for a week'],
  ]);
});

test('a diagnosis that the hospital does not have is refused, and the record stays as it was', async () => {
  const { save, read } = await writing();
  await save();
  const before = await read();
  const gone = [{ id: '999999999', code: 'X99', name: 'Gone', main: true }];
  expect(await save({ version: 1, chiefComplaint: 'Cold', diagnosisList: gone })).toMatchObject({
    code: Code.badRequest,
    msg: 'The diagnosis “Gone” is not in the list of this hospital. Remove it or choose another one',
    data: { field: 'diagnosisList' },
  });
  expect(await read()).toEqual(before);
});

test('a diagnosis that the list has no more stays where it was stored, and the record can be signed', async () => {
  const { orderId, save } = await writing();
  await save();
  const [old, gone] = ['999999998', '999999999'].map((id) => ({ id, code: 'X99', name: `Old ${id}`, main: true }));
  await hospital.store.change(caseInfo, { diagnosisList: [old] as never }, eq(caseInfo.orderId, orderId));
  expect(await save({ version: 1, chiefComplaint: 'Cold', diagnosisList: [old] })).toMatchObject({ code: 200 });
  expect(await save({ version: 2, diagnosisList: [old, gone] })).toMatchObject({ code: Code.badRequest });
  expect(await save({ version: 2, status: 1, diagnosisList: [old] })).toMatchObject({
    code: 200,
    data: { version: 3 },
  });
});

test('a save on an old version is refused with the current content', async () => {
  const { save } = await writing();
  await save();
  await save({ version: 1, chiefComplaint: 'from the first tab' });
  expect(await save({ version: 1, chiefComplaint: 'from the second tab' })).toMatchObject({
    code: Code.recordChanged,
    data: { version: 2, updateTime: morning, current: { chiefComplaint: 'from the first tab' } },
  });
});

test('of twenty saves at once on one version, one succeeds', async () => {
  const { save } = await writing();
  await save();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => save({ version: 1, chiefComplaint: `tab ${n}` })),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === Code.recordChanged)).toHaveLength(19);
});

test('a save that is repeated because its answer was lost gets the first answer', async () => {
  const { save } = await writing();
  const first = await save();
  expect(await save()).toEqual(first);
  const second = await save({ version: 1, treatmentAdvice: 'Sleep' });
  expect(await save({ version: 1, treatmentAdvice: 'Sleep' })).toEqual(second);
});

test('a signed record cannot be changed', async () => {
  const { save, read } = await writing();
  expect(await save({ status: 1 })).toMatchObject({ code: 200, data: { version: 1 } });
  expect(await save({ version: 1, chiefComplaint: 'later' })).toMatchObject({
    code: Code.recordSigned,
    data: { version: 1, current: { chiefComplaint: 'Cough for three days' } },
  });
  expect(await read()).toMatchObject({ data: { status: 1, signTime: morning } });
});

test('signing needs complaint, illness, diagnosis and advice', async () => {
  const { save } = await writing();
  expect(await save({ status: 1, diagnosisList: [] })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'diagnosisList' },
  });
});

test('for a day after the consultation a record can be signed but not otherwise changed', async () => {
  const { orderId, save } = await writing();
  await save();
  const end = (ago: number) =>
    hospital.store.change(consultOrder, { status: 30, endTime: morning - ago }, eq(consultOrder.id, orderId));
  await end(60_000);
  expect(await save({ version: 1, chiefComplaint: 'late' })).toMatchObject({ code: Code.orderStatusRefused });
  await end(25 * 3_600_000);
  expect(await save({ version: 1, status: 1 })).toMatchObject({ code: Code.orderStatusRefused });
  await end(60_000);
  expect(await save({ version: 1, status: 1 })).toMatchObject({ code: 200 });
});

test('the patient of a record is the patient of its consultation', async () => {
  const other = await writing();
  const { save } = await writing();
  expect(await save({ patientId: other.patientId })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'patientId' },
  });
});

test("another doctor's record looks nonexistent, and the attempt is on the trail", async () => {
  const { orderId, save, read } = await writing();
  await save();
  const stranger = await hospital.hire(false);
  expect(await read(stranger)).toEqual(await hospital.call(getCase, stranger, { orderId: '999999' }));
  expect(await save({ version: 1 }, stranger)).toEqual(
    await hospital.call(saveCase, stranger, {
      ...wholeRecord,
      orderId: '999999',
      patientId: '1',
      status: 0,
      version: 1,
    }),
  );
  const rows = await hospital.store.rows(auditTrail, eq(auditTrail.userId, stranger.id));
  const deeds = rows.toSorted((a, b) => Number(a.id) - Number(b.id));
  expect(deeds.map(({ action, purpose, outcome }) => [action, purpose, outcome])).toEqual([
    ['read', `order:${orderId}`, 'refused'],
    ['read', 'order:999999', 'ok'],
    ['update', `order:${orderId}`, 'refused'],
    ['update', 'order:999999', 'refused'],
  ]);
});

test('a record does not exist in another hospital', async () => {
  const { save, read } = await writing();
  await save();
  const foreigner = await hospital.hire(false, true, hospital.elsewhere);
  expect(await read(foreigner)).toMatchObject({ code: 200, data: null });
});

test.each([
  ['orderId', { orderId: null }],
  ['version', { version: -1 }],
  ['status', { status: 2 }],
  ['chiefComplaint', { chiefComplaint: ['a list'] }],
  ['diagnosisList.0.name', { diagnosisList: [{ id: '1', code: 'J20', main: true }] }],
])('a wrong %s is named', async (field, more) => {
  const { save } = await writing();
  expect(await save(more)).toMatchObject({ code: Code.badRequest, data: { field } });
});

const addendum = (more: object = {}) => ({
  reason: 'The result came later',
  text: 'Chest film: no shadow.',
  clientRequestId: crypto.randomUUID(),
  ...more,
});

test('a signed record is added to, by its doctor alone, and what was signed stays', async () => {
  const { orderId, save, read } = await writing();
  await save();
  expect(await hospital.call(addCaseAddendum, doctor, { orderId, ...addendum() })).toMatchObject({
    code: Code.badRequest,
  });
  await save({ version: 1, status: 1 });
  const other = await hospital.hire(false);
  expect(await hospital.call(addCaseAddendum, other, { orderId, ...addendum() })).toMatchObject({
    code: Code.notFound,
  });
  const request = { orderId, ...addendum() };
  const first = await hospital.call(addCaseAddendum, doctor, request);
  expect(first).toMatchObject({ code: 200, data: { doctorName: 'Dr 1', createTime: morning } });
  expect(await hospital.call(addCaseAddendum, doctor, request)).toEqual(first);
  // Their order stays, even if the clock went back between them.
  clock.now -= 2 * 3_600_000;
  await hospital.call(addCaseAddendum, doctor, { orderId, ...addendum({ text: 'Second' }) });
  clock.now += 2 * 3_600_000;
  const { data } = (await read()) as { data: { addenda: object[] } };
  expect(data).toMatchObject({ version: 2, status: 1, chiefComplaint: 'Cough for three days' });
  expect(data.addenda).toMatchObject([{ text: 'Chest film: no shadow.' }, { text: 'Second' }]);
  const trail = await hospital.store.rows(auditTrail, eq(auditTrail.purpose, `order:${orderId}`));
  expect(trail.filter(({ detail }) => (detail as { addendum?: string } | null)?.addendum)).toHaveLength(2);
});

test('an addendum without a reason or text is refused', async () => {
  const { orderId, save } = await writing();
  await save({ status: 1 });
  for (const lack of [{ reason: ' ' }, { text: '' }])
    expect(await hospital.call(addCaseAddendum, doctor, { orderId, ...addendum(lack) })).toMatchObject({
      code: Code.badRequest,
    });
});

test("a refused addendum is on the patient's trail", async () => {
  const { orderId, patientId, save } = await writing();
  await save({ status: 1 });
  const other = await hospital.hire(false);
  await hospital.call(addCaseAddendum, other, { orderId, ...addendum() });
  expect(await hospital.store.rows(auditTrail, eq(auditTrail.userId, other.id))).toMatchObject([
    { outcome: 'refused', entity: 'record', purpose: `order:${orderId}`, patientId },
  ]);
});

test.each(['Temperature … °C', '有/无发热', '体温____℃', '( )', 'x℃', 'Smoker: Yes/No'])(
  'a record with the blank in %s is not signed, and a draft may have it',
  async (physicalExam) => {
    const { save } = await writing();
    expect(await save({ physicalExam })).toMatchObject({ code: 200 });
    expect(await save({ physicalExam, version: 1, status: 1 })).toMatchObject({
      code: Code.badRequest,
      msg: expect.stringContaining('blank'),
      data: { field: 'physicalExam' },
    });
    expect(await save({ physicalExam: '', version: 1, status: 1 })).toMatchObject({ code: 200 });
  },
);

const amoxicillin = { kind: 'allergy', code: 'amoxicillin', text: 'Amoxil: rash', reaction: '', severity: 'unknown' };
const changeFacts = (orderId: string, ...changes: readonly object[]) =>
  hospital.call(savePatientFacts, doctor, { orderId, changes });

test('a record without the allergies that are on file is not signed', async () => {
  const { save, orderId } = await writing();
  await changeFacts(orderId, { op: 'add', origin: 'doctor', value: amoxicillin });
  expect(await save({ allergyHistory: '', status: 1 })).toMatchObject({
    code: Code.badRequest,
    msg: expect.stringContaining('on file are: Amoxicillin.'),
    data: { field: 'allergyHistory' },
  });
  expect(await save({ allergyHistory: 'Amoxicillin', status: 1 })).toMatchObject({ code: 200 });
});

test('an allergy that was withdrawn is not asked for, whatever the file once had', async () => {
  const { save, orderId, patientId } = await writing();
  await hospital.store.change(patient, { allergens: ['penicillins'] }, eq(patient.id, patientId));
  await changeFacts(orderId, { op: 'add', origin: 'doctor', value: amoxicillin });
  const { data } = await hospital.call(getPatientFacts, doctor, { orderId });
  const [known] = (data as PatientFacts).current;
  await changeFacts(orderId, { op: 'withdraw', id: known?.id, reason: 'Tolerated twice' });
  expect(await save({ allergyHistory: '', status: 1 })).toMatchObject({ code: 200 });
});

test('an allergy to something that is no medicine is not asked for', async () => {
  const { save, orderId } = await writing();
  const pollen = { ...amoxicillin, code: 'non-drug', text: 'Pollen' };
  await changeFacts(orderId, { op: 'add', origin: 'doctor', value: pollen });
  expect(await save({ allergyHistory: '', status: 1 })).toMatchObject({ code: 200 });
});

test('a record that denies drug allergies is not signed against a confirmed one', async () => {
  const { save, orderId } = await writing();
  await changeFacts(orderId, { op: 'add', origin: 'doctor', value: amoxicillin });
  for (const allergyHistory of ['否认药物过敏史', 'No known drug allergies'])
    expect(await save({ allergyHistory, status: 1 })).toMatchObject({
      code: Code.badRequest,
      msg: expect.stringMatching(/denies.*Amoxicillin/),
      data: { field: 'allergyHistory' },
    });
  expect(await save({ allergyHistory: 'No food allergies', status: 1 })).toMatchObject({ code: 200 });
});

test.each([
  ['to something that is no medicine', { ...amoxicillin, code: 'non-drug', text: 'Pollen' }],
  ['to food, denied in the form', { ...amoxicillin, code: null, text: 'No food allergies' }],
])('an allergy %s does not contradict the denial of drug allergies', async (_, value) => {
  const { save, orderId } = await writing();
  await changeFacts(orderId, { op: 'add', origin: 'doctor', value });
  expect(await save({ allergyHistory: '否认药物过敏史', status: 1 })).toMatchObject({ code: 200 });
});

test('what only the patient stated does not contradict what the doctor then heard', async () => {
  const { save, patientId } = await writing();
  const stated = { patientId, value: amoxicillin, confirmed: false, origin: 'intake', createTime: morning } as const;
  await hospital.store.add(patientFact, stated as never);
  expect(await save({ allergyHistory: '否认药物过敏史', status: 1 })).toMatchObject({ code: 200 });
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { Code } from '../../../contract/envelope.ts';
import { approveAudit, auditContext, claimAudit, pageAudit, rejectAudit } from '../../../contract/extension/audit.ts';
import { checkPrescription, screenDrugs } from '../../../contract/extension/check.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import {
  getPrescription,
  listPrescriptions,
  prescriptionHistory,
  type RuleHit,
  type Rx,
} from '../../../contract/http/prescription.ts';
import { drug, drugInventory } from '../../../server/db/schema/drugs.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { linesOf, type StoredLine } from '../../../server/prescriptions/storedPrescription.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { allTicked } from '../../support/prescribing.ts';
import { dataOf, prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

const said = (hits: readonly RuleHit[]) =>
  hits.map(({ ruleCode, lineIndex, params }) => [ruleCode, lineIndex ?? '-', params?.why ?? ''].join(' ').trim());

const allergic = { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: '', severity: 'unknown' };

/** Two medicines, the second of which can be spoilt, for a patient who is allergic to the first. */
async function two() {
  const made = await prescribing();
  const other = await hospital.here.stock('ibuprofen', 9);
  const { orderId, content, drugId } = made;
  const lines = [lineOf(drugId), lineOf(other, { onceDose: 9, onceDoseUnit: 'g' })];
  const learn = () =>
    hospital.call(savePatientFacts, doctor, { orderId, changes: [{ op: 'add', origin: 'patient', value: allergic }] });
  const check = async (over: object = {}) => {
    const written = [lines[0], { ...lines[1], ...over }];
    const answer = await hospital.call(checkPrescription, doctor, { orderId, ...content, lines: written });
    expect(answer).toMatchObject({ code: 200, data: { available: true } });
    return said((answer.data as { hits: RuleHit[] }).hits);
  };
  const retire = () => hospital.store.change(drug, { disabled: true }, eq(drug.id, other));
  return { ...made, lines, other, learn, check, retire };
}

test.each([
  ['a unit that does not fit', { onceDoseUnit: 'spoon' }, 'wrongUnit'],
  ['an unknown frequency', { frequency: 'now and then' }, 'unknownFrequency'],
  ['an unknown route', { route: 'ear canal' }, 'unknownRoute'],
  [
    'a taper without regular frequencies',
    { frequency: 'prn', steps: [{ dose: 1, frequency: 'qd', days: 2 }] },
    'taperNotRegular',
  ],
  ['a medicine that the hospital does not have', { drugId: '999999' }, 'unknownDrug'],
])('a line with %s is named with its reason, and the other lines stay checked', async (_, wrong, why) => {
  const { learn, check } = await two();
  await learn();
  const hits = await check(wrong);
  expect(hits).toContain(`unusableLine 1 ${why}`);
  expect(hits).toContain('allergy 0');
});

test('lines for a pharmacy that the hospital does not have are each named, and stay checked', async () => {
  const { orderId, content, lines, learn, create } = await two();
  await learn();
  const elsewhere = { warehouseId: '999999' };
  const { code, data } = await hospital.call(checkPrescription, doctor, { orderId, ...content, lines, ...elsewhere });
  expect(code).toBe(200);
  const hits = said((data as { hits: RuleHit[] }).hits);
  expect(hits).toEqual(
    expect.arrayContaining(['unusableLine 0 unknownWarehouse', 'unusableLine 1 unknownWarehouse', 'allergy 0']),
  );
  expect(hits).toContain('maxSingleDose 1');
  const msg = expect.stringContaining('Choose another');
  const lineErrors = [0, 1].map((index) => ({ index, field: 'warehouseId', msg }));
  expect(await create({ lines, ...elsewhere })).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { lineErrors },
  });
  expect(await create({ lines: [], submit: false, ...elsewhere })).toMatchObject({ data: { lineErrors: [{ msg }] } });
});

test('a medicine whose data on the list no line can carry is named, and the other lines stay checked', async () => {
  const { learn, check, other } = await two();
  await learn();
  await hospital.store.change(drug, { name: 'x'.repeat(300) }, eq(drug.id, other));
  const hits = await check();
  expect(hits).toEqual(expect.arrayContaining(['unusableLine 1 faultyDrug', 'allergy 0', 'maxSingleDose 1']));
});

/** Another running prescription of the patient, with a line that no program can read. */
async function runningUnreadable({ create }: Awaited<ReturnType<typeof two>>) {
  const { id, prescriptionNo } = dataOf(await create({ submit: false }));
  const [row] = await hospital.store.rows(prescription, eq(prescription.id, id));
  const submitted = { status: PrescriptionStatus.approved, submitTime: row?.createTime ?? 0 };
  await hospital.store.change(prescription, { ...submitted, lines: [{ drugId: 7 }] }, eq(prescription.id, id));
  return prescriptionNo;
}

test('an unreadable line of another prescription is named as not compared, and everything else is checked', async () => {
  const made = await two();
  await runningUnreadable(made);
  await made.learn();
  const hits = await made.check();
  expect(hits).toEqual(expect.arrayContaining(['notChecked - runningUnreadable', 'allergy 0', 'maxSingleDose 1']));
});

test('a retired medicine is named, and is itself checked like the others', async () => {
  const { learn, check, retire } = await two();
  await learn();
  await retire();
  const hits = await check();
  expect(hits).toContain('unusableLine 1 retiredDrug');
  expect(hits).toEqual(expect.arrayContaining(['allergy 0', 'maxSingleDose 1', 'maxDailyDose 1']));
});

test('a medicine that is not sold now, or that the pharmacy does not have, is named', async () => {
  const { check, other } = await two();
  await hospital.store.change(drugInventory, { status: 0 }, eq(drugInventory.drugId, other));
  expect(await check()).toContain('unusableLine 1 notOnSale');
  await hospital.store.remove(drugInventory, eq(drugInventory.drugId, other));
  expect(await check()).toEqual(expect.arrayContaining(['unusableLine 1 unknownDrug', 'maxSingleDose 1']));
});

test('an unknown diagnosis is named, and all lines stay checked', async () => {
  const { orderId, content, lines, learn } = await two();
  await learn();
  const diagnosisList = [...content.diagnosisList, { id: '999999', code: 'X', name: 'Nothing', main: false }];
  const { data } = await hospital.call(checkPrescription, doctor, { orderId, ...content, lines, diagnosisList });
  const hits = said((data as { hits: RuleHit[] }).hits);
  expect(hits).toEqual(expect.arrayContaining(['unusableDiagnosis - unknownDiagnosis', 'allergy 0']));
});

test('a submission with a line that cannot be dispensed names it beside the findings of all lines', async () => {
  const { create, lines, learn, retire } = await two();
  await learn();
  await retire();
  const answer = await create({ lines });
  expect(answer).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { lineErrors: [{ index: 1, field: 'drugId' }] },
  });
  const hits = said((answer.data as { ruleHits: RuleHit[] }).ruleHits);
  expect(hits).toEqual(expect.arrayContaining(['unusableLine 1 retiredDrug', 'allergy 0', 'maxSingleDose 1']));
});

test('in review a line retired after the submission is named, and an allergy learned since is found', async () => {
  const { create, lines, other, learn, retire } = await two();
  const created = await create({ lines: [lines[0], lineOf(other)] });
  expect(created).toMatchObject({ code: 200 });
  const { id, version } = dataOf(created);
  await retire();
  await learn();
  const reviewer = await hospital.hire(true);
  const { data } = await hospital.call(auditContext, reviewer, { id });
  const hits = said((data as { ruleHits: RuleHit[] }).ruleHits);
  expect(hits).toEqual(expect.arrayContaining(['unusableLine 1 retiredDrug', 'allergy 0']));
  expect(hits).not.toContain('checksUnavailable -');
  const { leaseId } = dataOf(await hospital.call(claimAudit, reviewer, { id, version }));
  const refused = await hospital.call(approveAudit, reviewer, { id, version, leaseId, checklist: allTicked });
  expect(refused).toMatchObject({ code: Code.prescriptionLinesRefused });
  expect(said((refused.data as { ruleHits: RuleHit[] }).ruleHits)).toEqual(
    expect.arrayContaining(['unusableLine 1 retiredDrug', 'allergy 0']),
  );
});

test('in review a pharmacy that is gone and an unreadable line of another prescription stop no check', async () => {
  const made = await two();
  const { create, lines, other, learn } = made;
  const { id } = dataOf(await create({ lines: [lines[0], lineOf(other)] }));
  const prescriptionNo = await runningUnreadable(made);
  await hospital.store.change(prescription, { warehouseId: hospital.elsewhere.warehouseId }, eq(prescription.id, id));
  await learn();
  const reviewer = await hospital.hire(true);
  const { code, data } = await hospital.call(auditContext, reviewer, { id });
  expect(code).toBe(200);
  const { ruleHits } = data as { ruleHits: RuleHit[] };
  const named = ['unusableLine 0 unknownWarehouse', 'unusableLine 1 unknownWarehouse'];
  expect(said(ruleHits)).toEqual(expect.arrayContaining([...named, 'notChecked - runningUnreadable', 'allergy 0']));
  const { params } = ruleHits.find((hit) => hit.params?.why === 'runningUnreadable') ?? {};
  expect(params).toMatchObject({ prescription: prescriptionNo, line: 1 });
});

test('a medicine of which nothing is known is marked as not checked in the search, beside checked ones', async () => {
  const { orderId, drugId, other, learn } = await two();
  await learn();
  await hospital.store.change(drug, { genericCode: 'nobody-knows' }, eq(drug.id, other));
  const asks = { orderId, warehouseId: hospital.warehouseId, lines: [], drugIds: [other, drugId] };
  const { data } = await hospital.call(screenDrugs, doctor, asks);
  const found = new Map((data as { drugId: string; hits: RuleHit[] }[]).map((one) => [one.drugId, said(one.hits)]));
  expect(found.get(drugId)).toEqual(['allergy 0']);
  expect(found.get(other)?.every((one) => one.endsWith('drugUnknown'))).toBe(true);
  expect(found.get(other)).not.toEqual([]);
});

test.each([
  ['nothing of it is left', () => ({ drugId: 7 }), 'Line 2'],
  ['one value is out of its range', (line: StoredLine) => ({ ...line, onceDose: -3 }), 'ibuprofen'],
])(
  'a prescription opens with its unreadable line named, the others checked as of today: %s',
  async (_, spoil, name) => {
    const made = await two();
    const { create, lines, other, learn, orderId } = made;
    const { id, version } = dataOf(await create({ lines: [lines[0], lineOf(other)] }));
    const [row] = await hospital.store.rows(prescription, eq(prescription.id, id));
    const [whole, second] = row ? linesOf(row) : [];
    if (!whole || !second) throw new Error('the prescription has two lines');
    await hospital.store.change(prescription, { lines: [whole, spoil(second)] as never }, eq(prescription.id, id));
    await learn();
    const reviewer = await hospital.hire(true);
    const { code, data } = await hospital.call(auditContext, reviewer, { id });
    expect(code).toBe(200);
    const context = data as { ruleHits: RuleHit[]; rx: Rx };
    expect(said(context.ruleHits)).toEqual(expect.arrayContaining(['unusableLine 1 unreadable', 'allergy 0']));
    expect(said(context.ruleHits)).not.toContain('checksUnavailable -');
    expect(context.ruleHits.filter(({ lineIndex }) => lineIndex === 1)).toHaveLength(1);
    expect(context.rx.lines.map(({ unreadable }) => unreadable ?? false)).toEqual([false, true]);
    expect(context.rx.lines[1]?.drugName).toContain(name);

    const found = await hospital.call(pageAudit, reviewer, { pageNo: 1, pageSize: 100 });
    expect((found.data as { list: { id: string }[] }).list.map((one) => one.id)).toContain(id);
    expect(await hospital.call(getPrescription, doctor, { id })).toMatchObject({
      data: { lines: [{}, { unreadable: true }], lineCount: 2 },
    });
    const { patientId } = row ?? { patientId: '' };
    const past = await hospital.call(prescriptionHistory, doctor, { patientId, pageNo: 1, pageSize: 10 });
    expect((past.data as { list: Rx[] }).list.find((one) => one.id === id)?.lines).toMatchObject([
      {},
      { unreadable: true },
    ]);
    expect(await hospital.call(listPrescriptions, doctor, { orderId })).toMatchObject({ code: 200 });

    const { leaseId } = dataOf(await hospital.call(claimAudit, reviewer, { id, version }));
    const refused = await hospital.call(approveAudit, reviewer, { id, version, leaseId, checklist: allTicked });
    expect(refused).toMatchObject({ code: Code.prescriptionLinesRefused });
    expect(said((refused.data as { ruleHits: RuleHit[] }).ruleHits)).toContain('unusableLine 1 unreadable');
    const reasons = { reasonCodes: ['dosage'], remark: 'unreadable', markedLines: [1] };
    expect(await hospital.call(rejectAudit, reviewer, { id, version, leaseId, ...reasons })).toMatchObject({
      code: 200,
    });
  },
);

test('an unreadable line that a client sends back is refused by its name', async () => {
  const { create, lines, other } = await two();
  const answer = await create({ lines: [lines[0], { ...lineOf(other), unreadable: true }] });
  expect(answer).toMatchObject({ code: Code.prescriptionLinesRefused, data: { lineErrors: [{ index: 1 }] } });
});

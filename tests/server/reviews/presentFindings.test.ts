import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PatientSummary } from '../../../clinical/facts/summaryShape.ts';
import { auditContext, pullAudit } from '../../../contract/extension/audit.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { retireMedicine } from '../../../contract/extension/medicines.ts';
import { getRuleSettings, putRuleSettings, type RuleSettings } from '../../../contract/extension/ruleSettings.ts';
import { createPrescription } from '../../../contract/http/prescription.ts';
import { drug } from '../../../server/db/schema/drugs.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { storeIntake } from '../../../server/patients/storeIntake.ts';
import { answerRecountRequests, recountOld } from '../../../server/reviews/recount.ts';
import { type Hospital, lineOf, type Member } from '../../support/hospital.ts';
import { type ReviewSuite, reviewSuite } from '../../support/reviewSuite.ts';

let database: ReviewSuite['database'];
let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
const { clock, submit, page, info } = reviewSuite((suite) => {
  ({ database, hospital, doctor, auditor: reviewer } = suite);
});

const recount = () => answerRecountRequests({ ...hospital.needs, db: database.db });
/** What was announced about a prescription. */
const toldOf = ({ id }: { id: string }) =>
  database.published.flatMap((event) => ('prescriptionId' in event && event.prescriptionId === id ? [event.type] : []));

type Item = { id: string; blockCount: number; newCount: number; allergies: PatientSummary[number] };

test('an allergy learned after the submission is counted in the queue, pushed, and marked as new', async () => {
  const rx = await submit();
  const item = async () => (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  expect(await item()).toMatchObject({ blockCount: 0, newCount: 0, allergies: { kind: 'allergies' } });
  const cursor = { updateTime: clock.now, lastId: 0 };
  clock.now += 60_000;
  database.published.length = 0;
  const value = { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: '', severity: 'unknown' };
  const changes = [{ op: 'add', origin: 'patient', value }];
  await hospital.call(savePatientFacts, doctor, { orderId: rx.orderId, changes });
  clock.now += 3_000;
  expect(await item()).toMatchObject({ blockCount: 1, newCount: 1 });
  expect(toldOf(rx)).toEqual([]);
  await recount();
  expect(toldOf(rx)).toEqual(['review.changed', 'prescription.changed']);
  expect((await info(rx)).data).toMatchObject({ newFindings: [{ ruleCode: 'allergy', level: 'block' }] });
  expect(await item()).toMatchObject({
    ...{ blockCount: 1, newCount: 1 },
    allergies: {
      claims: expect.arrayContaining([expect.objectContaining({ name: { en: 'Amoxicillin', zh: '阿莫西林' } })]),
    },
  });
  const { data } = await hospital.call(pullAudit, reviewer, cursor);
  expect((data as { list: Item[] }).list.find(({ id }) => id === rx.id)).toMatchObject({ blockCount: 1, newCount: 1 });
  const found = await hospital.call(auditContext, reviewer, { id: rx.id });
  expect(found).toMatchObject({ data: { ruleHits: [{ ruleCode: 'allergy', isNew: true }] } });
  const header = (found.data as { patient: { facts: PatientSummary } }).patient.facts;
  expect(header.find(({ kind }) => kind === 'allergies')).toEqual((await item()).allergies);
});

test('what the patient states in a form during a review changes the header, findings and the row', async () => {
  const rx = await submit();
  clock.now += 60_000;
  const who = await hospital.store.first(patient, eq(patient.id, rx.patientId));
  if (!who) throw new Error('no patient');
  await hospital.needs.uow.run(hospital.store.hospitalId, (tx) =>
    storeIntake(
      tx,
      { id: rx.orderId, patientId: rx.patientId, who },
      { allergies: 'Amoxicillin, a rash' },
      [],
      clock.now,
    ),
  );
  const found = (await hospital.call(auditContext, reviewer, { id: rx.id })).data as unknown as {
    patient: { facts: PatientSummary };
    ruleHits: { ruleCode: string }[];
  };
  const stated = { claims: [{ value: { text: 'Amoxicillin, a rash' }, origin: 'intake' }, { origin: 'record' }] };
  expect(found.patient.facts.find(({ kind }) => kind === 'allergies')).toMatchObject(stated);
  expect(found.ruleHits.length).toBeGreaterThan(0);
  await recount();
  const { allergies, newCount } = (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  expect(allergies).toMatchObject(stated);
  expect(newCount).toBeGreaterThan(0);
});

test('what changes nothing that a screen shows is not pushed, however often it is counted', async () => {
  const rx = await submit();
  await recount();
  database.published.length = 0;
  const changes = [{ op: 'add', origin: 'patient', value: { kind: 'weight', kg: 71 } }];
  const { code } = await hospital.call(savePatientFacts, doctor, { orderId: rx.orderId, changes });
  await recount();
  expect([code, toldOf(rx)]).toEqual([200, []]);
});

test('another prescription of the patient that becomes active is counted, pushed and sorted by', async () => {
  const [plain, first] = [await submit(), await submit()];
  await recount();
  clock.now += 60_000;
  database.published.length = 0;
  const again = { ...first.content, lines: [lineOf(first.drugId)], overrides: [] };
  const asked = { orderId: first.orderId, ...again, submit: true, clientRequestId: crypto.randomUUID() };
  const { data } = await hospital.call(createPrescription, doctor, asked);
  const { ruleHits } = data as {
    ruleHits: { ruleCode: string; lineIndex: number; level: string; needReason: boolean }[];
  };
  const overrides = ruleHits.map(({ ruleCode, lineIndex, level }) => ({
    ...{ ruleCode, lineIndex, severity: level, reason: 'Asked the patient', change: 'bothContinue' },
  }));
  const request = { ...asked, overrides, clientRequestId: crypto.randomUUID() };
  expect(await hospital.call(createPrescription, doctor, request)).toMatchObject({ code: 200 });
  await recount();
  const item = async () => (await page()).list.find(({ id }) => id === first.id) as unknown as Item;
  expect((await item()).newCount).toBeGreaterThan(0);
  expect(toldOf(first)).toEqual(['review.changed', 'prescription.changed']);
  expect(toldOf(plain)).toEqual([]);
  const order = (await page()).list.map(({ id }) => id);
  expect(order.indexOf(first.id)).toBeLessThan(order.indexOf(plain.id));
});

test('a rule that the hospital changes is counted for all that wait, pushed and sorted by', async () => {
  const drugId = await hospital.here.stock('amoxicillin', 10);
  const short = await submit({ lines: [lineOf(drugId, { days: 3 })] });
  const long = await submit();
  await recount();
  const order = async () => (await page()).list.map(({ id }) => id).filter((id) => id === short.id || id === long.id);
  expect(await order()).toEqual([short.id, long.id]);
  clock.now += 60_000;
  database.published.length = 0;
  const administrator = await hospital.administrator();
  const { version, settings } = (await hospital.call(getRuleSettings, administrator)).data as {
    version: number;
    settings: RuleSettings;
  };
  const supplyDays = { ...settings.supplyDays, ordinary: 3 };
  const put = { version, reason: 'A test', settings: { ...settings, supplyDays } };
  expect(await hospital.call(putRuleSettings, administrator, put)).toMatchObject({ code: 200 });
  await recount();
  expect(toldOf(short)).toEqual([]);
  expect(toldOf(long)).toEqual(['review.changed', 'prescription.changed']);
  expect(await order()).toEqual([long.id, short.id]);
  await hospital.call(putRuleSettings, administrator, { version: version + 1, settings, reason: 'The test is over' });
});

test('a medicine that is retired after the submission is counted and pushed', async () => {
  const rx = await submit();
  await recount();
  const item = async () => (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  expect((await item()).newCount).toBe(0);
  database.published.length = 0;
  const administrator = await hospital.administrator();
  const { revision } = (await hospital.store.first(drug, eq(drug.id, rx.drugId))) ?? { revision: 0 };
  const retirement = { id: rx.drugId, revision, retired: true };
  expect(await hospital.call(retireMedicine, administrator, retirement)).toMatchObject({ code: 200 });
  await recount();
  expect((await item()).newCount).toBeGreaterThan(0);
  expect(toldOf(rx)).toEqual(['review.changed', 'prescription.changed']);
});

test('what changed without a request is counted within twenty minutes, and only then', async () => {
  const rx = await submit();
  await recount();
  const item = async () => (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  await hospital.store.change(drug, { disabled: true }, eq(drug.id, rx.drugId));
  clock.now += 9 * 60_000;
  await recountOld({ ...hospital.needs, db: database.db });
  expect((await item()).newCount).toBe(0);
  clock.now += 2 * 60_000;
  await recountOld({ ...hospital.needs, db: database.db });
  expect((await item()).newCount).toBeGreaterThan(0);
});

test('what was counted before the clock went back two hours is counted again, and then not each minute', async () => {
  const rx = await submit();
  await recount();
  const item = async () => (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  await hospital.store.change(drug, { disabled: true }, eq(drug.id, rx.drugId));
  clock.now -= 2 * 3_600_000;
  expect(await recountOld({ ...hospital.needs, db: database.db })).toBeGreaterThan(0);
  expect((await item()).newCount).toBeGreaterThan(0);
  await recountOld({ ...hospital.needs, db: database.db });
  expect(await recountOld({ ...hospital.needs, db: database.db })).toBe(0);
});

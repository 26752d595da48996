import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PatientSummary } from '../../../clinical/facts/summary.ts';
import { auditContext, pullAudit } from '../../../contract/extension/audit.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { drug } from '../../../server/db/schema/drugs.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { storeIntake } from '../../../server/patients/storeIntake.ts';
import { linesOf } from '../../../server/prescriptions/storedPrescription.ts';
import { type AuditSuite, auditSuite } from '../../support/auditSuite.ts';
import type { Hospital, Member } from '../../support/hospital.ts';

let database: AuditSuite['database'];
let hospital: Hospital;
let doctor: Member;
let auditor: Member;
const { clock, submit, page } = auditSuite((suite) => {
  ({ database, hospital, doctor, auditor } = suite);
});

type Item = { id: string; blockCount: number; newCount: number; allergies: PatientSummary[number] };

test('an allergy learned after the submission is counted in the queue at once, pushed, and marked as new', async () => {
  const rx = await submit();
  const item = async () => (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  expect(await item()).toMatchObject({ blockCount: 0, newCount: 0, allergies: { kind: 'allergies' } });
  const cursor = { updateTime: clock.now, lastId: 0 };
  clock.now += 60_000;
  database.published.length = 0;
  const value = { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: '', severity: 'unknown' };
  const changes = [{ op: 'add', origin: 'patient', value }];
  await hospital.call(savePatientFacts, doctor, { orderId: rx.orderId, changes });
  const told = database.published.filter((event) => 'prescriptionId' in event && event.prescriptionId === rx.id);
  expect(told.map(({ type }) => type)).toEqual(['review.changed', 'prescription.changed']);
  expect(await item()).toMatchObject({
    ...{ blockCount: 1, newCount: 1 },
    allergies: {
      claims: expect.arrayContaining([expect.objectContaining({ name: { en: 'Amoxicillin', zh: '阿莫西林' } })]),
    },
  });
  const { data } = await hospital.call(pullAudit, auditor, cursor);
  expect((data as { list: Item[] }).list.find(({ id }) => id === rx.id)).toMatchObject({ blockCount: 1, newCount: 1 });
  const found = await hospital.call(auditContext, auditor, { id: rx.id });
  expect(found).toMatchObject({ data: { ruleHits: [{ ruleCode: 'allergy', isNew: true }] } });
  const header = (found.data as { patient: { facts: PatientSummary } }).patient.facts;
  expect(header.find(({ kind }) => kind === 'allergies')).toEqual((await item()).allergies);
});

test('what the patient states in a form during a review changes the header, the findings and the row of the queue', async () => {
  const rx = await submit();
  clock.now += 60_000;
  const who = await hospital.store.first(patient, eq(patient.id, rx.patientId));
  if (!who) throw new Error('no patient');
  await hospital.needs.uow.run(hospital.store.tenantId, (tx) =>
    storeIntake(
      tx,
      { id: rx.orderId, patientId: rx.patientId, who },
      { allergies: 'Amoxicillin, a rash' },
      [],
      clock.now,
    ),
  );
  const found = (await hospital.call(auditContext, auditor, { id: rx.id })).data as unknown as {
    patient: { facts: PatientSummary };
    ruleHits: { ruleCode: string }[];
  };
  const stated = { claims: [{ value: { text: 'Amoxicillin, a rash' }, origin: 'intake' }, { origin: 'record' }] };
  expect(found.patient.facts.find(({ kind }) => kind === 'allergies')).toMatchObject(stated);
  expect(found.ruleHits.length).toBeGreaterThan(0);
  const { allergies, newCount } = (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  expect(allergies).toMatchObject(stated);
  expect(newCount).toBeGreaterThan(0);
});

test('a medicine that is retired after the submission is counted in the queue within a minute', async () => {
  const rx = await submit();
  const item = async () => (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  const before = await item();
  const row = await hospital.store.first(prescription, eq(prescription.id, rx.id));
  const [line] = row ? linesOf(row) : [];
  const isIt = eq(drug.id, line?.drugId ?? '');
  await hospital.store.change(drug, { disabled: true }, isIt);
  clock.now += 61_000;
  const after = await item();
  await hospital.store.change(drug, { disabled: false }, isIt);
  expect(before.newCount).toBe(0);
  expect(after.newCount).toBeGreaterThan(0);
});

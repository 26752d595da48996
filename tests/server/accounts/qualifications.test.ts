import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { createPrescription } from '../../../contract/http/prescription.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { qualificationsOf } from '../../../server/accounts/qualificationQueries.ts';
import { submitCertificates } from '../../../server/accounts/qualifications.ts';
import { runCommand } from '../../../server/admin/commands.ts';
import { qualification } from '../../../server/db/schema/staff.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { type Hospital, lineOf, type Member, wholeRecord } from '../../support/hospital.ts';
import { type HospitalSuite, hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let database: HospitalSuite['database'];
const clock = hospitalSuite((suite) => {
  ({ hospital, database } = suite);
});

const certificates = {
  idCardFront: '',
  idCardBack: '',
  practiceCertNo: 'P',
  practiceCertUrls: [],
  qualificationCertNo: 'Q',
  qualificationCertUrls: [],
  titleCertUrls: [],
  titleCode: 1,
  deptId: '3',
};
const submits = (by: Member, more: Partial<typeof certificates> = {}) =>
  database.uow
    .run(by.hospitalId, (tx) => submitCertificates(tx, by.id, { ...certificates, ...more }, clock.now))
    .then(({ id }) => id);
const admin = (...args: string[]) => {
  const { db, uow } = database;
  return runCommand({ db, uow, now: () => clock.now, filesFolder: '/files' }, args, 'ward');
};

/** Whether this doctor can submit a prescription now. */
async function prescribes(by: Member): Promise<boolean> {
  const { orderId, patientId } = await hospital.consultation(by);
  const record = { ...wholeRecord, orderId, patientId, status: 0, version: 0 };
  await hospital.call(saveCase, by, {
    ...record,
    diagnosisList: [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: '', main: true }],
  });
  const { code } = await hospital.call(createPrescription, by, {
    orderId,
    warehouseId: hospital.warehouseId,
    submit: true,
    clientRequestId: crypto.randomUUID(),
    lines: [lineOf(await hospital.here.stock('amoxicillin', 5))],
    diagnosisList: [{ id: hospital.here.bronchitis.id, code: 'J20.9', name: '', main: true }],
  });
  expect([Code.ok, Code.qualificationMissing]).toContain(code);
  return code === Code.ok;
}

test('a doctor can prescribe while new certificates are reviewed, and after either decision', async () => {
  const doctor = await hospital.hire(false);
  expect(await prescribes(doctor)).toBe(true);
  const first = await submits(doctor);
  expect(await prescribes(doctor)).toBe(true);
  await admin('reject', first, '--reason', 'Blurred');
  expect(await prescribes(doctor)).toBe(true);
  await admin('approve', await submits(doctor));
  expect(await prescribes(doctor)).toBe(true);
});

test('a doctor can prescribe from the approval of a qualification until it expires', async () => {
  const doctor = await hospital.hire(false, false);
  const id = await submits(doctor);
  expect(await prescribes(doctor)).toBe(false);
  expect(await admin('approve', id, '--until', '2026-05-07')).toMatchObject({ ok: true });
  expect(await prescribes(doctor)).toBe(true);
  clock.now += 3 * 86_400_000;
  expect(await prescribes(doctor)).toBe(false);
  await submits(doctor);
  expect(await prescribes(doctor)).toBe(false);
});

test('of many submissions one waits and one is approved, and none is deleted', async () => {
  const doctor = await hospital.hire(false);
  for (let n = 0; n < 3; n += 1) await submits(doctor);
  await Promise.all([submits(doctor), submits(doctor)]);
  const rows = await hospital.store.rows(qualification, eq(qualification.doctorId, doctor.id));
  const states = rows.map(({ auditStatus }) => auditStatus).sort();
  expect(states).toEqual([0, 1, 3, 3, 3, 3]);
});

test('the newest submission is shown beside the approved one until it is approved itself', async () => {
  const doctor = await hospital.hire(false);
  const look = async () => {
    const found = await qualificationsOf(hospital.store, doctor.id);
    return [found?.current.auditStatus, found?.revision?.auditStatus ?? null];
  };
  expect(await look()).toEqual([1, null]);
  const id = await submits(doctor);
  expect(await look()).toEqual([1, 0]);
  await admin('reject', id, '--reason', 'x');
  expect(await look()).toEqual([1, 2]);
  await admin('approve', await submits(doctor));
  expect(await look()).toEqual([1, null]);
});

test('each decision is on the trail, with the operator and without the reason', async () => {
  const doctor = await hospital.hire(false);
  const id = await submits(doctor);
  await admin('reject', id, '--reason', 'Secret words');
  const rows = await hospital.store.rows(
    auditTrail,
    eq(auditTrail.entityId, id),
    eq(auditTrail.entity, 'qualification'),
  );
  expect(rows).toMatchObject([
    { action: 'reject', userType: null, outcome: 'ok', detail: { doctorId: doctor.id, by: 'ward' } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('Secret');
});

test('of two decisions at once one takes effect', async () => {
  const id = await submits(await hospital.hire(false));
  const results = await Promise.all([admin('approve', id), admin('reject', id, '--reason', 'x')]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test('text that a doctor typed cannot control the terminal that lists it', async () => {
  await submits(await hospital.hire(false), { practiceCertNo: 'P\u001b[2J\u202eX' });
  const { lines } = await admin('list');
  expect(lines.join('\n')).toContain('P\ufffd[2J\ufffdX');
});

test('a hospital may suspend prescribing while new certificates are reviewed; the decision ends it', async () => {
  const doctor = await hospital.hire(false);
  const id = await submits(doctor);
  const { db } = database;
  const isHere = eq(tenant.id, doctor.hospitalId);
  const [before] = await db.select().from(tenant).where(isHere);
  const decide = (settings: object) =>
    db
      .update(tenant)
      .set({ settings: { ...before?.settings, ...settings } })
      .where(isHere);
  expect(await prescribes(doctor)).toBe(true);
  await decide({ qualification: { prescribesDuringReview: false } });
  expect(await prescribes(doctor)).toBe(false);
  expect((await admin('reject', id, '--reason', 'Blurred')).ok).toBe(true);
  expect(await prescribes(doctor)).toBe(true);
  await decide({});
});

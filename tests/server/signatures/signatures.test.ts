import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { signingKey } from '../../../server/db/schema/signatures.ts';
import type { PrescriptionRow } from '../../../server/prescriptions/storedPrescription.ts';
import { canonicalJson } from '../../../server/signatures/canonical.ts';
import { publicState } from '../../../server/signatures/signatures.ts';
import { auditSuite, type Rx } from '../../support/auditSuite.ts';
import type { Hospital, Member } from '../../support/hospital.ts';

let hospital: Hospital;
let doctor: Member;
let auditor: Member;
const { clock, submit, held, approve, reject, edit, info } = auditSuite((suite) => {
  ({ hospital, doctor, auditor } = suite);
});

type Shown = { role: string; name: string; time: number; state: string };

const signaturesOf = async (rx: Rx) =>
  ((await info(rx)).data as { signatures: Shown[] }).signatures.map(({ role, state }) => `${role} ${state}`);
const rowOf = async ({ id }: Rx) =>
  (await hospital.store.first(prescription, eq(prescription.id, id))) as PrescriptionRow;
const stateOf = async (rx: Rx) => publicState(hospital.store, await rowOf(rx), clock.now);
const change = ({ id }: Rx, patch: Partial<PrescriptionRow>) =>
  hospital.store.change(prescription, patch, eq(prescription.id, id));

async function approved() {
  const rx = await submit();
  await approve(rx, (await held(rx)).leaseId);
  return rx;
}

test('the doctor signs on submission and the auditor on approval, each with a key of their own', async () => {
  const rx = await submit();
  expect(await signaturesOf(rx)).toEqual(['doctor valid']);
  expect(await stateOf(rx)).toBe('withdrawn');
  await approve(rx, (await held(rx)).leaseId);
  const { data } = await info(rx);
  expect(data).toMatchObject({
    verifyCode: expect.stringMatching(/^[\w-]{22}$/),
    signatures: [
      { role: 'doctor', name: 'Dr 1', state: 'valid' },
      { role: 'auditor', state: 'valid' },
    ],
  });
  expect(await stateOf(rx)).toBe('valid');
  const keys = await hospital.store.rows(signingKey);
  const own = (id: string) => keys.filter(({ staffId }) => staffId === id);
  expect([own(doctor.id).length, own(auditor.id).length]).toEqual([1, 1]);
  expect(own(doctor.id)[0]?.publicKey).not.toBe(own(auditor.id)[0]?.publicKey);
});

test('a changed prescription is signed again, and a rejected one is in force for nobody', async () => {
  const rx = await submit();
  await reject(rx, (await held(rx)).leaseId);
  expect(await signaturesOf(rx)).toEqual(['doctor valid']);
  expect(await stateOf(rx)).toBe('withdrawn');
  const { version } = await rowOf(rx);
  const before = (await rowOf(rx)).doctorSignature;
  await edit({ id: rx.id, version }, { ...rx.content, advice: 'After meals' });
  expect(await signaturesOf(rx)).toEqual(['doctor valid']);
  expect((await rowOf(rx)).doctorSignature).not.toEqual(before);
});

const firstLine = ({ lines: [line] }: PrescriptionRow) => line as Record<string, unknown>;

test.each<[string, (row: PrescriptionRow) => Partial<PrescriptionRow>]>([
  ['the dose', (row) => ({ lines: [{ ...firstLine(row), onceDose: 501 }] })],
  ['the number of packs', (row) => ({ lines: [{ ...firstLine(row), quantity: 2 }] })],
  ['one letter of the medicine', (row) => ({ lines: [{ ...firstLine(row), drugName: 'amoxicillim' }] })],
  ['one more line', (row) => ({ lines: [...row.lines, firstLine(row)] })],
  ["the patient's name", (row) => ({ patient: { ...row.patient, name: 'Someone else' } })],
  ['the patient', (row) => ({ patientId: String(Number(row.patientId) - 1) })],
  ['the diagnosis', (row) => ({ diagnosisList: [{ ...row.diagnosisList[0], code: 'J20.8' }] })],
  ['the advice', () => ({ advice: 'Twice as much' })],
  ['the time of submission', (row) => ({ submitTime: (row.submitTime ?? 0) + 1 })],
  ['the time of approval', (row) => ({ auditTime: (row.auditTime ?? 0) + 1 })],
  ['the end of validity', (row) => ({ expireTime: row.expireTime + 86_400_000 })],
  ['the auditor', () => ({ auditorId: doctor.id })],
  ["the doctor's signature", (row) => ({ doctorSignature: { ...row.doctorSignature, value: 'AAAA' } })],
  ["the auditor's signature", () => ({ auditorSignature: null })],
])('a change of %s in the database shows as broken, and changed back as valid', async (_, altered) => {
  const rx = await approved();
  const row = await rowOf(rx);
  const patch = altered(row);
  await change(rx, patch);
  expect((await signaturesOf(rx)).join()).toContain('broken');
  expect(await stateOf(rx)).toBe('altered');
  await change(rx, Object.fromEntries(Object.keys(patch).map((name) => [name, row[name as keyof typeof row]])));
  expect(await stateOf(rx)).toBe('valid');
});

test('a prescription made valid in the database without an auditor shows as broken', async () => {
  const rx = await submit();
  await change(rx, { status: 20, auditStatus: 2, auditorId: auditor.id, auditTime: clock.now });
  expect(await signaturesOf(rx)).toEqual(['doctor valid', 'auditor broken']);
});

test('after its validity a prescription counts as withdrawn', async () => {
  const rx = await approved();
  clock.now += 4 * 86_400_000;
  expect(await stateOf(rx)).toBe('withdrawn');
});

test('a damaged public key in the database shows as broken, and the prescription can still be read', async () => {
  const rx = await approved();
  const own = eq(signingKey.staffId, doctor.id);
  const publicKey = (await hospital.store.first(signingKey, own))?.publicKey ?? '';
  await hospital.store.change(signingKey, { publicKey: `A${publicKey.slice(1)}` }, own);
  expect(await signaturesOf(rx)).toEqual(['doctor broken', 'auditor valid']);
  expect(await stateOf(rx)).toBe('altered');
  await hospital.store.change(signingKey, { publicKey }, own);
  expect(await stateOf(rx)).toBe('valid');
});

test('a prescription that was altered after its submission is not approved', async () => {
  const rx = await submit();
  const { leaseId } = await held(rx);
  const row = await rowOf(rx);
  await change(rx, { lines: [{ ...firstLine(row), onceDose: 501 }] });
  expect(await approve(rx, leaseId)).toMatchObject({
    code: Code.prescriptionLinesRefused,
    msg: expect.stringContaining('altered after its doctor signed'),
  });
  expect((await rowOf(rx)).status).toBe(10);
  await change(rx, { lines: row.lines });
  expect(await approve(rx, leaseId)).toMatchObject({ code: 200 });
});

test('the canonical text does not depend on the order of fields', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }));
});

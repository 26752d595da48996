import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { auditContext } from '../../../contract/extension/audit.ts';
import { canonicalJson } from '../../../server/db/canonicalJson.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { signingKey } from '../../../server/db/schema/signatures.ts';
import type { UnitOfWork } from '../../../server/db/unitOfWork.ts';
import type { PrescriptionRow } from '../../../server/prescriptions/storedPrescription.ts';
import { createSigningKeys } from '../../../server/signatures/keys.ts';
import { publicState } from '../../../server/signatures/signatures.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let hospital: Hospital;
let uow: UnitOfWork;
let doctor: Member;
let reviewer: Member;
const { clock, submit, leased, approve, reject, edit, info } = reviewSuite((suite) => {
  ({ hospital, doctor, auditor: reviewer } = suite);
  ({ uow } = suite.database);
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
  await approve(rx, (await leased(rx)).leaseId);
  return rx;
}

test('the doctor signs on submission and the reviewer on approval, each with a key of their own', async () => {
  const rx = await submit();
  expect(await signaturesOf(rx)).toEqual(['doctor valid']);
  expect(await stateOf(rx)).toBe('withdrawn');
  await approve(rx, (await leased(rx)).leaseId);
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
  expect([own(doctor.id).length, own(reviewer.id).length]).toEqual([1, 1]);
  expect(own(doctor.id)[0]?.publicKey).not.toBe(own(reviewer.id)[0]?.publicKey);
});

test('a changed prescription is signed again, and a rejected one is in force for nobody', async () => {
  const rx = await submit();
  await reject(rx, (await leased(rx)).leaseId);
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
  ['the order', (row) => ({ orderNo: `${row.orderNo}0` })],
  ['the department', () => ({ deptName: 'Surgery' })],
  ['the second signature', (row) => ({ doubleSign: !row.doubleSign })],
  ["the auditor's remark", () => ({ auditRemark: 'Twice as much' })],
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

test('a change of the prescription, of its signature or of the key shows to the doctor and to the reviewer', async () => {
  const contents = (rx: Rx) => hospital.call(auditContext, reviewer, { id: rx.id });
  const shown = async (rx: Rx) =>
    ((await contents(rx)).data as { rx: { signatures: Shown[] } }).rx.signatures.map(
      ({ role, state }) => `${role} ${state}`,
    );
  const rx = await submit();
  expect([await signaturesOf(rx), await shown(rx)]).toEqual([['doctor valid'], ['doctor valid']]);
  await change(rx, { patient: { ...(await rowOf(rx)).patient, name: 'Someone else' } });
  expect([await signaturesOf(rx), await shown(rx)]).toEqual([['doctor broken'], ['doctor broken']]);

  const other = await submit();
  const own = eq(signingKey.staffId, doctor.id);
  const publicKey = (await hospital.store.first(signingKey, own))?.publicKey ?? '';
  await hospital.store.change(signingKey, { publicKey: 'no key' }, own);
  expect([await signaturesOf(other), await shown(other)]).toEqual([['doctor broken'], ['doctor broken']]);
  await hospital.store.change(signingKey, { publicKey }, own);
});

test('a second signature after a rejection signs the prescription anew', async () => {
  const rx = await submit();
  await reject(rx, (await leased(rx)).leaseId);
  const before = await rowOf(rx);
  await edit({ id: rx.id, version: before.version }, rx.content, { doubleSign: true });
  const after = await rowOf(rx);
  expect([after.doubleSign, await signaturesOf(rx)]).toEqual([true, ['doctor valid']]);
  expect(after.doctorSignature).not.toEqual(before.doctorSignature);
});

test('keys outlive a restart, and one that the platform cannot open any more is reported and signs nothing', async () => {
  const said: unknown[] = [];
  const log = { error: (...entry: unknown[]) => void said.push(entry) };
  const keyWith = (secret: string) =>
    uow.run(person.hospitalId, (tx) => createSigningKeys(secret, log)(tx, person.id, clock.now));
  const person = await hospital.hire(false);
  const first = await keyWith('a secret');
  expect((await keyWith('a secret'))?.keyId).toBe(first?.keyId);
  expect(said).toEqual([]);
  expect(await keyWith('another secret')).toBeNull();
  expect(said).toEqual([[expect.stringContaining('restore the secret "signing keys"'), { key: first?.keyId }]]);

  const { sealedKey } = (await hospital.store.first(signingKey, eq(signingKey.staffId, doctor.id))) ?? {
    sealedKey: '',
  };
  const rx = await submit();
  await hospital.store.change(signingKey, { sealedKey: 'lost' }, eq(signingKey.staffId, doctor.id));
  const { version } = await rowOf(rx);
  expect(await edit({ id: rx.id, version }, rx.content)).toMatchObject({
    code: Code.signingKeySealed,
    msg: expect.stringContaining('Nothing was signed'),
  });
  expect(await signaturesOf(rx)).toEqual(['doctor valid']);
  await hospital.store.change(signingKey, { sealedKey }, eq(signingKey.staffId, doctor.id));
});

test('a prescription made valid in the database without a reviewer shows as broken', async () => {
  const rx = await submit();
  await change(rx, { status: 20, auditStatus: 2, auditorId: reviewer.id, auditTime: clock.now });
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
  const { leaseId } = await leased(rx);
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

import { sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listPrescriptions } from '../../../contract/http/prescription.ts';
import { addCaseAddendum, getCase, saveCase } from '../../../contract/http/record.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import type { UnitOfWork } from '../../../server/db/unitOfWork.ts';
import type { PrescriptionRow } from '../../../server/prescriptions/storedPrescription.ts';
import { signedText } from '../../../server/signatures/canonical.ts';
import { createSigningKeys } from '../../../server/signatures/keys.ts';
import { publicState } from '../../../server/signatures/signatures.ts';
import { verifiedOnWire } from '../../../server/signatures/wire.ts';
import { type Hospital, type Member, wholeRecord } from '../../support/hospital.ts';
import { type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
let uow: UnitOfWork;
const { clock, submit, leased, approve, reject, edit, info } = reviewSuite((suite) => {
  ({ hospital, doctor, auditor: reviewer } = suite);
  ({ uow } = suite.database);
});

type Party = { name: string; title: string | null; dept: string | null; signUrl: string | null };
type Shown = {
  doctorName: string;
  doctor: Party;
  auditor: Party | null;
  signatures: { role: string; name: string; title: string | null; state: string }[];
  logs: { action: string; operator: string }[];
};
const shown = async (rx: Rx) => (await info(rx)).data as Shown;
const rename = (who: Member, name: string) =>
  hospital.store.change(
    staff,
    { name, nameEn: name, deptName: '外科', deptNameEn: 'Surgery', signUrl: '/files/new.png' },
    eq(staff.id, who.id),
  );
const rowOf = async ({ id }: Rx) =>
  (await hospital.store.first(prescription, eq(prescription.id, id))) as PrescriptionRow;

async function withPictures() {
  const picture = { signUrl: '/files/hand.png', deptName: '内科', deptNameEn: 'Medicine' };
  await hospital.store.change(staff, { ...picture, name: '陈医生', nameEn: 'Dr Chen' }, eq(staff.id, doctor.id));
  await hospital.store.change(staff, { ...picture, name: '高药师', nameEn: 'Gao Lei' }, eq(staff.id, reviewer.id));
}

test('a prescription shows who signed it as they were called then, whatever they are called now', async () => {
  await withPictures();
  const rx = await submit();
  await approve(rx, (await leased(rx)).leaseId);
  await rename(doctor, 'Somebody Else');
  await rename(reviewer, 'Another Person');
  const found = await shown(rx);
  expect(found).toMatchObject({
    doctorName: 'Dr Chen',
    doctor: { name: 'Dr Chen', dept: 'Medicine' },
    auditor: { name: 'Gao Lei', dept: 'Medicine' },
    signatures: [
      { role: 'doctor', name: 'Dr Chen', state: 'valid' },
      { role: 'auditor', name: 'Gao Lei', state: 'valid' },
    ],
  });
  expect(found.doctor.signUrl).toContain('/files/hand.png');
  expect(found.logs.map(({ operator }) => operator)).not.toContain('Somebody Else');
  const { list } = (await hospital.call(listPrescriptions, doctor, {})).data as {
    list: { id: string; doctorName: string }[];
  };
  expect(list.find(({ id }) => id === rx.id)?.doctorName).toBe('Dr Chen');
  await withPictures();
});

test('a name that is changed in the database breaks the signature', async () => {
  const rx = await submit();
  const { doctorSigner } = await rowOf(rx);
  if (doctorSigner === null) throw new Error('no signer');
  for (const altered of [{ ...doctorSigner, name: '别人' }, { ...doctorSigner, title: '主任医师' }, null]) {
    await hospital.store.change(prescription, { doctorSigner: altered }, eq(prescription.id, rx.id));
    expect((await shown(rx)).signatures).toMatchObject([{ role: 'doctor', state: 'broken' }]);
    expect((await shown(rx)).doctor.signUrl).toBeNull();
  }
});

test('a signature of the format without names stays valid', async () => {
  const rx = await submit();
  const old = { ...(await rowOf(rx)), doctorSigner: null };
  expect(signedText(old, 'doctor')).toContain('"format":"cloudroom prescription 2"');
  const keyOf = createSigningKeys('secret of the tests', { error: () => {} });
  const key = await uow.run(doctor.hospitalId, (tx) => keyOf(tx, doctor.id, clock.now));
  if (key === null) throw new Error('no key');
  const value = sign(null, Buffer.from(signedText(old, 'doctor')), key.privateKey).toString('base64');
  const doctorSignature = { keyId: key.keyId, value };
  await hospital.store.change(prescription, { doctorSigner: null, doctorSignature }, eq(prescription.id, rx.id));
  expect((await shown(rx)).signatures).toMatchObject([{ role: 'doctor', state: 'valid' }]);
  await approve(rx, (await leased(rx)).leaseId);
  expect((await shown(rx)).signatures).toMatchObject([{ state: 'valid' }, { state: 'valid' }]);
});

test('a signature of the format without names shows the names of that time from the log, also in lists', async () => {
  await withPictures();
  const rx = await submit();
  await approve(rx, (await leased(rx)).leaseId);
  await hospital.store.change(prescription, { doctorSigner: null, auditorSigner: null }, eq(prescription.id, rx.id));
  await rename(doctor, 'Somebody Else');
  await rename(reviewer, 'Another Person');
  expect(await shown(rx)).toMatchObject({
    doctorName: 'Dr Chen',
    doctor: { name: 'Dr Chen', title: null, dept: null, signUrl: null },
    auditor: { name: 'Gao Lei', signUrl: null },
  });
  const { list } = (await hospital.call(listPrescriptions, doctor, {})).data as {
    list: { id: string; doctorName: string }[];
  };
  expect(list.find(({ id }) => id === rx.id)?.doctorName).toBe('Dr Chen');
  await withPictures();
});

test('a picture of a signature is there only beside a valid signature of its role', async () => {
  await withPictures();
  const waiting = await submit();
  expect(await shown(waiting)).toMatchObject({
    doctor: { signUrl: expect.stringContaining('hand.png') },
    auditor: null,
  });
  await reject(waiting, (await leased(waiting)).leaseId);
  expect(await shown(waiting)).toMatchObject({
    doctor: { signUrl: expect.stringContaining('hand.png') },
    auditor: { name: 'Gao Lei', signUrl: null },
  });
  const edited = await edit({ id: waiting.id, version: (await rowOf(waiting)).version }, waiting.content);
  expect(edited).toMatchObject({ code: 200 });
  expect((await shown(waiting)).auditor).toBeNull();
  const draft = await submit();
  await hospital.store.change(
    prescription,
    { doctorSignature: null, verifyCode: null, status: 0 },
    eq(prescription.id, draft.id),
  );
  expect((await shown(draft)).doctor.signUrl).toBeNull();
});

test('a signed record and its addenda show who signed them; an unsigned one has no picture', async () => {
  await withPictures();
  const { orderId, patientId } = await hospital.consultation(doctor);
  const record = { ...wholeRecord, orderId, patientId };
  await hospital.call(saveCase, doctor, { ...record, status: 0, version: 0 });
  const read = async () => (await hospital.call(getCase, doctor, { orderId })).data;
  expect(await read()).toMatchObject({ doctorSignUrl: null });
  await hospital.call(saveCase, doctor, { ...record, status: 1, version: 1 });
  await hospital.call(addCaseAddendum, doctor, {
    orderId,
    reason: 'Late',
    text: 'More',
    clientRequestId: crypto.randomUUID(),
  });
  await rename(doctor, 'Somebody Else');
  expect(await read()).toMatchObject({
    doctorName: 'Dr Chen',
    doctorDept: 'Medicine',
    doctorSignUrl: expect.stringContaining('hand.png'),
    addenda: [{ doctorName: 'Dr Chen', doctorDept: 'Medicine' }],
  });
  await withPictures();
});

test('the public check says who signed', async () => {
  await withPictures();
  const rx = await submit();
  await approve(rx, (await leased(rx)).leaseId);
  await rename(doctor, 'Somebody Else');
  const row = await rowOf(rx);
  expect(verifiedOnWire(await publicState(hospital.store, row, clock.now), row, 'en')).toMatchObject({
    state: 'valid',
    signers: [
      { role: 'doctor', name: 'Dr Chen' },
      { role: 'auditor', name: 'Gao Lei' },
    ],
  });
  await withPictures();
});

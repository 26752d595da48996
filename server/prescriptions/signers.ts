import type { Language } from '../accounts/caller.ts';
import { loadPeople, type Person } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { prescriptionLog } from '../db/schema/prescriptions.ts';
import type { SignerRole } from '../signatures/canonical.ts';
import { signerIn } from '../signatures/signer.ts';
import { logsOfAll } from './queries.ts';
import type { PrescriptionRow } from './storedPrescription.ts';

type Operator = Pick<typeof prescriptionLog.$inferSelect, 'operatorId' | 'operatorName' | 'operatorNameEn'>;

/** Who took a step, as they were called then; older rows have the name in Chinese alone. */
export function operatorOf(
  { operatorId, operatorName, operatorNameEn }: Operator,
  person: (id: string) => Person,
  language: Language,
): string {
  if (operatorNameEn !== '' || language !== 'en') return inLanguage(language, operatorName, operatorNameEn);
  return (operatorId !== null && person(operatorId).name) || operatorName;
}

/** The steps that are signed, by the role that signs them. */
const signedSteps: Readonly<Record<SignerRole, readonly string[]>> = {
  doctor: ['submitted', 'resubmitted', 'doubleSigned', 'edited'],
  auditor: ['approved', 'rejected'],
};

const signerIdOf = (row: PrescriptionRow, role: SignerRole) => (role === 'doctor' ? row.doctorId : row.auditorId);
const signerOf = (row: PrescriptionRow, role: SignerRole) => (role === 'doctor' ? row.doctorSigner : row.auditorSigner);

/** Whether somebody signed of whom the signature itself does not say the name, as before format 3. */
const lacksSigner = (row: PrescriptionRow) =>
  (row.submitTime !== null && row.doctorSigner === null) || (row.auditorId !== null && row.auditorSigner === null);

/** Loads who signed these prescriptions, as they were called then: as signed, or else as the log says. */
export async function loadSigners(
  store: HospitalStore,
  rows: readonly PrescriptionRow[],
  { person, language }: { person: (id: string) => Person; language: Language },
) {
  const unnamed = rows.filter(lacksSigner).map(({ id }) => id);
  const steps = await logsOfAll(store, unnamed);
  return function signer(row: PrescriptionRow, role: SignerRole) {
    const signed = signerIn(signerOf(row, role), language);
    if (signed) return signed;
    const step = steps.findLast(
      ({ prescriptionId, operatorId, action, operatorName }) =>
        prescriptionId === row.id &&
        operatorId === signerIdOf(row, role) &&
        operatorName !== '' &&
        signedSteps[role].includes(action),
    );
    const present = person(signerIdOf(row, role) ?? '');
    const name = step ? operatorOf(step, person, language) : present.name;
    // The present picture belongs to the present name.
    return { name, title: null, dept: null, picture: name === present.name ? present.signUrl : null };
  };
}

export type SignerAt = Awaited<ReturnType<typeof loadSigners>>;

/** Loads everybody who appears with these prescriptions, and who signed them. */
export async function loadPeopleOf(store: HospitalStore, rows: readonly PrescriptionRow[], language: Language) {
  const involved = rows.flatMap((row) => [row.doctorId, row.auditorId, row.leaseHolderId]);
  const person = await loadPeople(store, involved, language);
  return { person, signer: await loadSigners(store, rows, { person, language }) };
}

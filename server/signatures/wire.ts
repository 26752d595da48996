import type { verifyPrescription } from '../../contract/extension/signing.ts';
import { hospitalZone } from '../../contract/limits.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import type { PrescriptionRow } from './canonical.ts';
import { type PublicState, signingTime } from './signatures.ts';
import { signerIn } from './signer.ts';

/** Who signed a prescription in force, as the paper says; older signatures have no names. */
const signersOf = (row: PrescriptionRow, language: Language) =>
  (['doctor', 'auditor'] as const).flatMap((role) => {
    const signer = signerIn(role === 'doctor' ? row.doctorSigner : row.auditorSigner, language);
    return signer
      ? [{ role, name: signer.name, title: signer.title, dept: signer.dept, time: signingTime(row, role) }]
      : [];
  });

/** What anybody learns about a printed prescription: who signed it is shown only while it is in force. */
export const verifiedOnWire = (
  state: PublicState,
  row: PrescriptionRow,
  language: Language,
): ReplyInputOf<typeof verifyPrescription> =>
  state === 'valid' ? { state, timeZone: hospitalZone, signers: signersOf(row, language) } : { state };

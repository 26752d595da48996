import { createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { type PrescriptionRow, type SignerRole, signedText } from './canonical.ts';
import type { KeyOf } from './keys.ts';
import { keysWithIds } from './queries.ts';
import type { SignerOf } from './signer.ts';

/** A stored signature; `value` is Ed25519 over the canonical text, in base64. */
export type StoredSignature = { keyId: string; value: string };

/** Whose signature it is, and whether what is stored is still what was signed. */
export type CheckedSignature = { role: SignerRole; staffId: string; time: number; state: 'valid' | 'broken' };

type Signed = Partial<
  Pick<PrescriptionRow, 'doctorSignature' | 'doctorSigner' | 'auditorSignature' | 'auditorSigner' | 'verifyCode'>
>;

const signerIdOf = (row: PrescriptionRow, role: SignerRole) => (role === 'doctor' ? row.doctorId : row.auditorId);
/** When this signer signed. */
export const signingTime = (row: PrescriptionRow, role: SignerRole) =>
  (role === 'doctor' ? row.submitTime : row.auditTime) ?? row.createTime;

/**
 * Signs a prescription, as it will be stored, as its doctor or reviewer; the answer has the columns to store with it in the
 * same write, because signed content does not change afterwards. A refusal says that the signer's key cannot be opened.
 */
export function createSign(keyOf: KeyOf, signerOf: SignerOf) {
  return async (tx: Transaction, row: PrescriptionRow, role: SignerRole, at: number): Promise<Outcome<Signed>> => {
    const staffId = signerIdOf(row, role) ?? '';
    const key = await keyOf(tx, staffId, at);
    if (key === null) return refused(Code.signingKeySealed);
    const signer = await signerOf(tx, staffId);
    const toSign = { ...row, [role === 'doctor' ? 'doctorSigner' : 'auditorSigner']: signer };
    const value = sign(null, Buffer.from(signedText(toSign, role)), key.privateKey).toString('base64');
    const signature = { keyId: key.keyId, value };
    if (role === 'auditor') return done({ auditorSignature: signature, auditorSigner: signer });
    const verifyCode = row.verifyCode ?? randomBytes(16).toString('base64url');
    return done({ doctorSignature: signature, doctorSigner: signer, verifyCode });
  };
}

/** Signs what was just stored and stores the signature with it. */
export async function signStored(
  tx: Transaction,
  sign: Sign,
  row: PrescriptionRow,
  role: SignerRole,
  at: number,
): Promise<Outcome<PrescriptionRow>> {
  const signed = await sign(tx, row, role, at);
  if (!signed.ok) return signed;
  const [stored] = await tx.change(prescription, signed.data, eq(prescription.id, row.id));
  return stored ? done(stored) : refused(Code.notFound);
}

export type Sign = ReturnType<typeof createSign>;

/** Whether this is the key's signature of the text; a damaged key has signed nothing. */
export function isSignedWith(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const inForce: readonly number[] = [PrescriptionStatus.approved, PrescriptionStatus.dispensed];

/**
 * Checks the signatures of a prescription against what is stored now. One in force without the reviewer's signature was
 * not approved here, so that signature counts as broken. A prescription without any signature answers with none.
 */
export async function checkSignatures(store: HospitalStore, row: PrescriptionRow): Promise<CheckedSignature[]> {
  const stored = { doctor: row.doctorSignature, auditor: row.auditorSignature } as Record<
    SignerRole,
    StoredSignature | null
  >;
  const isSigned = stored.doctor !== null || stored.auditor !== null || row.verifyCode !== null;
  if (!isSigned) return [];
  const keys = await keysWithIds(
    store,
    Object.values(stored).flatMap((one) => one?.keyId ?? []),
  );
  const isValid = (role: SignerRole) => {
    const signature = stored[role];
    const key = keys.find(({ id }) => id === signature?.keyId);
    if (!signature || !key || key.staffId !== signerIdOf(row, role)) return false;
    return isSignedWith(key.publicKey, signedText(row, role), signature.value);
  };
  const roles: SignerRole[] = inForce.includes(row.status) || stored.auditor ? ['doctor', 'auditor'] : ['doctor'];
  return roles.map((role) => ({
    role,
    staffId: signerIdOf(row, role) ?? '',
    time: signingTime(row, role),
    state: isValid(role) ? 'valid' : 'broken',
  }));
}

/** In force as it was signed, changed since, or not in force. */
export type PublicState = 'valid' | 'altered' | 'withdrawn';

/** What a stranger may learn about a prescription: whether it is in force as it was signed. */
export async function publicState(store: HospitalStore, row: PrescriptionRow, at: number): Promise<PublicState> {
  const found = await checkSignatures(store, row);
  if (found.length === 0 || found.some(({ state }) => state === 'broken')) return 'altered';
  return inForce.includes(row.status) && row.expireTime > at ? 'valid' : 'withdrawn';
}

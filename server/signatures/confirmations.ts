import { sign } from 'node:crypto';
import { canonicalJson } from '../db/canonicalJson.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import type { reviewQuestion } from '../db/schema/prescriptions.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { KeyOf } from './keys.ts';
import { keysWithIds } from './queries.ts';
import { isSignedWith, type StoredSignature } from './signatures.ts';
import type { SignerOf } from './signer.ts';

type QuestionRow = typeof reviewQuestion.$inferSelect;
type Signed = Pick<QuestionRow, 'answerSignature' | 'answerSigner'>;

/** The text that a doctor signs to confirm the reason for a finding. It contains the signature of the prescription. */
const signedText = (row: QuestionRow) =>
  canonicalJson({
    // Since format 2 it says what the doctor was called.
    ...(row.answerSigner === null
      ? { format: 'cloudroom confirmation 1' }
      : { format: 'cloudroom confirmation 2', answerSigner: row.answerSigner }),
    tenantId: row.tenantId,
    questionId: row.id,
    prescriptionId: row.prescriptionId,
    version: row.version,
    confirmedSignature: row.confirmedSignature,
    authorId: row.authorId,
    text: row.text,
    askTime: row.askTime,
    finding: row.finding,
    answererId: row.answererId,
    answer: row.answer,
    answerTime: row.answerTime,
  });

/**
 * Signs a doctor's confirmation of a finding, and answers with the columns to store; null if the doctor's key cannot be
 * opened.
 */
export const createSignConfirmation =
  (keyOf: KeyOf, signerOf: SignerOf) =>
  async (tx: Transaction, row: QuestionRow, at: number): Promise<Signed | null> => {
    const key = await keyOf(tx, row.answererId ?? '', at);
    if (key === null) return null;
    const answerSigner = await signerOf(tx, row.answererId ?? '');
    const text = signedText({ ...row, answerSigner });
    const value = sign(null, Buffer.from(text), key.privateKey).toString('base64');
    return { answerSignature: { keyId: key.keyId, value }, answerSigner };
  };

export type SignConfirmation = ReturnType<typeof createSignConfirmation>;

/** Checks signed confirmations against what is stored now. */
export async function checkConfirmations(store: HospitalStore, rows: readonly QuestionRow[]) {
  // The column is written only with a signature of `createSignConfirmation`.
  const signatureOf = (row: QuestionRow) => row.answerSignature as StoredSignature | null;
  const keys = await keysWithIds(
    store,
    rows.flatMap((row) => signatureOf(row)?.keyId ?? []),
  );
  return (row: QuestionRow): 'valid' | 'broken' => {
    const signature = signatureOf(row);
    const key = keys.find(({ id }) => id === signature?.keyId);
    if (!signature || !key || key.staffId !== row.answererId) return 'broken';
    return isSignedWith(key.publicKey, signedText(row), signature.value) ? 'valid' : 'broken';
  };
}

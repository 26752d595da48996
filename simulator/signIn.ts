import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Code } from '../contract/envelope.ts';
import { patientLogin, WorkDemand } from '../contract/extension/patient.ts';
import { RetryLater } from '../contract/http/auth.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { type Calls, Refused } from './calls.ts';

/** A patient and the device they sign in from. */
export type Patient = { readonly mobile: string; readonly password: string; readonly device: string };

const hashesAtOnce = 5_000;

/** Computes the proof of work without blocking other tasks. */
async function workFor({ work: { challenge, bits } }: WorkDemand) {
  for (let nonce = 0; ; nonce++) {
    const digest = createHash('sha256').update(`${challenge}:${nonce}`).digest();
    if (digest.readUInt32BE() >>> (32 - bits) === 0) return { challenge, nonce: String(nonce) };
    if (nonce % hashesAtOnce === 0) await setImmediate();
  }
}

/** Signs a patient in, with proof of work if the platform requires it. */
export async function signInPatient(call: Calls['call'], patient: Patient): Promise<ReplyOf<typeof patientLogin>> {
  try {
    return await call(patientLogin, patient);
  } catch (cause) {
    const demand = WorkDemand.safeParse(cause instanceof Refused ? cause.data : null);
    if (!(cause instanceof Refused) || cause.code !== Code.captchaRequired || !demand.success) throw cause;
    return await call(patientLogin, { ...patient, work: await workFor(demand.data) });
  }
}

/** Delay that the platform requests before a retry; null if it sent none. */
export function retryAfterMsOf(cause: unknown): number | null {
  const later = RetryLater.safeParse(cause instanceof Refused ? cause.data : null);
  return later.success ? later.data.retryAfterMs : null;
}

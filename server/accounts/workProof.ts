import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WorkDemand } from '../../contract/extension/patient.ts';
import { isUsableUntil } from '../db/elapsed.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { ticket } from '../db/schema/sessions.ts';
import { hashOf, newSecret } from './tokens.ts';

const validMs = 3 * 60_000;
/** 2^14 hashes take a program about 20 ms; 2^18 a third of a second. */
const [minBits, maxBits] = [11, 18];

type Work = { challenge: string; nonce: string };

/** How many bits a digest begins with that are zero. */
export function zeroBitsOf(digest: Buffer): number {
  const at = digest.findIndex((byte) => byte !== 0);
  return at < 0 ? digest.length * 8 : at * 8 + Math.clz32(digest[at] ?? 0) - 24;
}

/** Proof of work, for programs instead of a puzzle. The signed challenge contains its own terms, so that none is stored. */
export function createWorkProofs(key: string) {
  const signed = (account: string, terms: string) =>
    createHmac('sha256', key).update(`work:${account}:${terms}`).digest('base64url');

  return {
    /** A challenge for one attempt at an account, twice as hard for each wrong password. */
    demand(account: string, failures: number, at: number): WorkDemand {
      const bits = Math.min(maxBits, minBits + failures);
      const terms = `${bits}.${at + validMs}.${newSecret()}`;
      return { work: { challenge: `${terms}.${signed(account, terms)}`, bits } };
    },
    /** Redeems work; false when it is incomplete, for another account, expired, or already redeemed. */
    async redeem(store: HospitalStore, account: string, { challenge, nonce }: Work, at: number): Promise<boolean> {
      const [bits, expireTime, secret, signature = ''] = challenge.split('.');
      const right = Buffer.from(signed(account, `${bits}.${expireTime}.${secret}`));
      const given = Buffer.from(signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      if (!isUsableUntil(Number(expireTime), at, validMs)) return false;
      if (zeroBitsOf(createHash('sha256').update(`${challenge}:${nonce}`).digest()) < Number(bits)) return false;
      const used = { tenantId: store.hospitalId, hash: hashOf(challenge), purpose: 'spent work' };
      const inserted = store.db.insert(ticket).values({ ...used, expireTime: Number(expireTime) });
      return (await inserted.onConflictDoNothing().returning()).length === 1;
    },
  };
}

export type WorkProofs = ReturnType<typeof createWorkProofs>;

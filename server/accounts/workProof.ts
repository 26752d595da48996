import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WorkDemand } from '../../contract/extension/patient.ts';
import { ticket } from '../db/schema/sessions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { hashOf, newSecret } from './tokens.ts';

const validMs = 3 * 60_000;
/** 2^14 hashes take a program about 20 ms; 2^18 a third of a second. */
const [fewestBits, mostBits] = [11, 18];

type Work = { challenge: string; nonce: string };

function zeroBitsOf(digest: Buffer): number {
  const at = digest.findIndex((byte) => byte !== 0);
  return at < 0 ? digest.length * 8 : at * 8 + Math.clz32(digest[at] ?? 0) - 24;
}

/** Work that a program does instead of a puzzle. The challenge carries its own terms, so that nothing is kept before it is done. */
export function createWorkProofs(key: string) {
  const signed = (account: string, terms: string) =>
    createHmac('sha256', key).update(`work:${account}:${terms}`).digest('base64url');

  return {
    /** Work for one try at an account: twice as much for each wrong password. */
    demand(account: string, failures: number, at: number): WorkDemand {
      const bits = Math.min(mostBits, fewestBits + failures);
      const terms = `${bits}.${at + validMs}.${newSecret()}`;
      return { work: { challenge: `${terms}.${signed(account, terms)}`, bits } };
    },
    /** Uses work up; false when it was not done, was demanded for another account, has run out, or was shown before. */
    async spend(store: Tenanted, account: string, { challenge, nonce }: Work, at: number): Promise<boolean> {
      const [bits, expireTime, secret, signature = ''] = challenge.split('.');
      const right = Buffer.from(signed(account, `${bits}.${expireTime}.${secret}`));
      const shown = Buffer.from(signature);
      if (shown.length !== right.length || !timingSafeEqual(shown, right)) return false;
      if (Number(expireTime) <= at) return false;
      if (zeroBitsOf(createHash('sha256').update(`${challenge}:${nonce}`).digest()) < Number(bits)) return false;
      const used = { tenantId: store.tenantId, hash: hashOf(challenge), purpose: 'spent work' };
      const kept = store.db.insert(ticket).values({ ...used, expireTime: Number(expireTime) });
      return (await kept.onConflictDoNothing().returning()).length === 1;
    },
  };
}

export type WorkProofs = ReturnType<typeof createWorkProofs>;

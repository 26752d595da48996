import { and, eq, gt, isNull, lt, lte, type SQL } from 'drizzle-orm';
import { skewMs } from '../db/elapsed.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { smsCode } from '../db/schema/sessions.ts';

/** A phone, the purpose of its code, and who requested it. */
export type Proof = { mobile: string; scene: number; requester: string };

/** How often and how long a code can be tried. */
export const codeLimits = { attempts: 5, validMs: 10 * 60_000 } as const;

/** The codes of a requester, as a condition of a query. */
export const isCodeOf = ({ mobile, scene, requester }: Proof): SQL | undefined =>
  and(eq(smsCode.mobile, mobile), eq(smsCode.scene, scene), eq(smsCode.requester, requester));

/** Whether this requester has a code that can still be used. */
export const hasOpenCode = async (store: HospitalStore, proof: Proof, at: number): Promise<boolean> =>
  (await store.count(
    smsCode,
    isCodeOf(proof),
    gt(smsCode.expireTime, at),
    lte(smsCode.expireTime, at + codeLimits.validMs + skewMs),
    isNull(smsCode.useTime),
    lt(smsCode.attempts, codeLimits.attempts),
  )) > 0;

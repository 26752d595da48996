import { gt, isNull, or, type SQL } from 'drizzle-orm';
import { notice, type tenant } from '../db/schema/tenants.ts';

/** Whether a hospital can be used: switched off by the operator, or with a licence that has ended, it cannot. */
export type HospitalState = 'open' | 'disabled' | 'expired' | 'unknown';

export const stateAt = (
  { disabled, expireTime }: Pick<typeof tenant.$inferSelect, 'disabled' | 'expireTime'>,
  at: number,
) => (disabled ? 'disabled' : expireTime !== null && expireTime <= at ? 'expired' : 'open');

/** Notices that have not ended. */
export const isUnended = (at: number): SQL | undefined => or(isNull(notice.endTime), gt(notice.endTime, at));

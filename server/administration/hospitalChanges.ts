import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { ActorContext, OperatorContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { claimHost, lockedHosts, meantHost, releaseHost } from '../hospitals/hosts.ts';
import { appendTrail } from '../trail/trail.ts';
import { refusalOfPageRemoval } from './policy.ts';

/** Records what an administrator or an operator did to the hospital of the transaction, and announces it to its people. */
export const recordHospital = async (
  tx: Transaction,
  { by, at }: ActorContext,
  action: 'create' | 'update',
  detail: Record<string, unknown>,
): Promise<void> => {
  await appendTrail(tx, by, at, {
    action,
    entity: 'hospital',
    entityId: tx.hospitalId,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail,
  });
  tx.announce({ type: 'hospital.changed', part: 'settings' });
};

/** Whether the hospital of the transaction exists; it then does for good. */
export const isHospital = async (tx: Transaction): Promise<boolean> =>
  (await tx.db.$count(tenant, eq(tenant.id, tx.hospitalId))) > 0;

/** The hospital of the transaction, which nobody else changes until it ends; null if there is none. */
export async function lockedHospital(tx: Transaction) {
  const [found] = await tx.db.select().from(tenant).where(eq(tenant.id, tx.hospitalId)).for('no key update');
  return found ?? null;
}

export type HospitalAccess =
  | { readonly disabled: boolean; readonly reason?: string }
  | { readonly expireTime: number | null };

/**
 * Disables, enables or licenses a hospital, in the version that the operator saw where there is one. Every process checks the
 * stored state within seconds and logs people out.
 */
export const changeAccess = (
  { access, version }: { access: HospitalAccess; version: number | null },
  context: OperatorContext,
): Promise<Outcome<{ version: number }>> =>
  context.store.attempt(async (tx) => {
    const found = await lockedHospital(tx);
    if (!found) return refused(Code.notFound);
    if (version !== null && version !== found.version) return refused(Code.administrationChanged);
    const next = found.version + 1;
    const columns = 'disabled' in access ? { disabled: access.disabled } : access;
    await tx.db
      .update(tenant)
      .set({ ...columns, version: next })
      .where(eq(tenant.id, tx.hospitalId));
    await recordHospital(tx, context, 'update', access);
    return done({ version: next });
  });

/** Adds an address, also one whose name another hospital has under another port. */
export const addHostByOperator = (
  { host }: { host: string },
  context: OperatorContext,
): Promise<Outcome<'present' | 'added' | 'ofAnother'>> =>
  context.store.attempt(async (tx) => {
    if (!(await isHospital(tx))) return refused(Code.notFound);
    if ((await lockedHosts(tx)).includes(host)) return done('present');
    const claimed = await claimHost(tx, host);
    if (claimed === 'added') await recordHospital(tx, context, 'update', { addedHost: host });
    return done(claimed);
  });

/** The page over which an operator works, where it belongs to this hospital. */
type Page = { readonly website: string; readonly testHospitalHost: string };

/** Removes an address, also the last one, but not that of the operator's page. Answers null where there is none like it. */
export const removeHostByOperator = (
  { host: typed, page }: { host: string; page: Page | null },
  context: OperatorContext,
): Promise<Outcome<string | null>> =>
  context.store.attempt(async (tx) => {
    if (!(await isHospital(tx))) return refused(Code.notFound);
    const hosts = await lockedHosts(tx);
    const host = meantHost(hosts, typed);
    if (host === null) return done(null);
    const refusal = refusalOfPageRemoval(host, hosts, page);
    if (refusal) return refusal;
    await releaseHost(tx, host);
    await recordHospital(tx, context, 'update', { removedHost: host });
    return done(host);
  });

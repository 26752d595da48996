import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { claimHost, lockedHosts, meantHost, releaseHost } from '../hospitals/hosts.ts';
import { appendTrail } from '../trail/trail.ts';
import type { Change } from './change.ts';
import { refusalOfPageRemoval } from './policy.ts';

/** A change by an operator of the platform, on the command line or in the workstation. `by` names them on the hospital's trail. */
export type OperatorChange = Change & { readonly by: string };

/** Records what an operator did to a hospital on the trail of that hospital. */
export const recordHospital = (
  tx: Transaction,
  { actor, at, by }: OperatorChange,
  action: 'create' | 'update',
  detail: object,
) =>
  appendTrail(tx, actor, at, {
    action,
    entity: 'hospital',
    entityId: tx.hospitalId,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail: { ...detail, by },
  });

/** The hospital of the transaction, which nobody else changes until it ends; null if there is none. */
export async function lockedHospital(tx: Transaction) {
  const [found] = await tx.db.select().from(tenant).where(eq(tenant.id, tx.hospitalId)).for('no key update');
  return found ?? null;
}

export type HospitalAccess =
  | { readonly disabled: boolean; readonly reason?: string }
  | { readonly expireTime: number | null };

/** Disables, enables or licenses a hospital. Every process checks the stored state within seconds and logs people out. */
export async function changeAccess(
  tx: Transaction,
  access: HospitalAccess,
  { version, ...change }: OperatorChange & { readonly version: number | null },
): Promise<Outcome<{ version: number }>> {
  const found = await lockedHospital(tx);
  if (!found) return refused(Code.notFound);
  if (version !== null && version !== found.version) return refused(Code.administrationChanged);
  const next = found.version + 1;
  const columns = 'disabled' in access ? { disabled: access.disabled } : access;
  await tx.db
    .update(tenant)
    .set({ ...columns, version: next })
    .where(eq(tenant.id, tx.hospitalId));
  await recordHospital(tx, change, 'update', access);
  return done({ version: next });
}

/** Adds an address, also one whose name another hospital has under another port. */
export async function addHostByOperator(
  tx: Transaction,
  host: string,
  change: OperatorChange,
): Promise<'present' | 'added' | 'ofAnother'> {
  if ((await lockedHosts(tx)).includes(host)) return 'present';
  const claimed = await claimHost(tx, host);
  if (claimed === 'added') await recordHospital(tx, change, 'update', { addedHost: host });
  return claimed;
}

/** The page over which an operator works, where it belongs to this hospital. */
type Page = { readonly website: string; readonly testHospitalHost: string };

/** Removes an address, also the last one, but not that of the operator's page. Answers null where there is none like it. */
export async function removeHostByOperator(
  tx: Transaction,
  typed: string,
  { page, ...change }: OperatorChange & { readonly page: Page | null },
): Promise<Outcome<string | null>> {
  const hosts = await lockedHosts(tx);
  const host = meantHost(hosts, typed);
  if (host === null) return done(null);
  const refusal = refusalOfPageRemoval(host, hosts, page);
  if (refusal) return refusal;
  await releaseHost(tx, host);
  await recordHospital(tx, change, 'update', { removedHost: host });
  return done(host);
}

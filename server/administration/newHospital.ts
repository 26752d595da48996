import { sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { OperatorContext } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { type OnceRequest, runOnceIf } from '../db/idempotency.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { warehouse } from '../db/schema/drugs.ts';
import { tenant } from '../db/schema/tenants.ts';
import { claimHost } from '../hospitals/hosts.ts';
import { insertDictionaries } from '../hospitals/insertDictionaries.ts';
import { recordHospital } from './hospitalChanges.ts';

export type NewHospital = { readonly name: string; readonly nameEn: string; readonly hosts: readonly string[] };

/** The id of a hospital to be created. It is reserved first, because a transaction sees the rows of one hospital alone. */
export async function reserveHospitalId(tx: Pick<HospitalStore, 'db'>): Promise<string> {
  const { rows } = await tx.db.execute<{ id: unknown }>(
    sql`select nextval(pg_get_serial_sequence('tenant', 'id'))::text as id`,
  );
  return String(rows[0]?.id);
}

/**
 * Creates the hospital of the store with its addresses, the standard dictionaries and one empty pharmacy. `once` is the request
 * that may be repeated.
 */
export const addHospital = (
  { name, nameEn, hosts, once }: NewHospital & { readonly once: OnceRequest | null },
  context: OperatorContext,
): Promise<Outcome<{ id: string }>> =>
  context.store.attempt((tx) =>
    runOnceIf(tx, once, async () => {
      const { hospitalId: id } = tx;
      await tx.db.insert(tenant).values({ id, name: name.trim(), nameEn: nameEn.trim(), level: null });
      // Sorted, so that two who claim the same addresses do not wait for each other.
      for (const host of [...new Set(hosts)].toSorted())
        if ((await claimHost(tx, host)) === 'ofAnother')
          return refusedWith(Code.administrationRefused, 'hostTaken', { field: 'hosts', host });
      await insertDictionaries(tx);
      await tx.add(warehouse, { name: '中心药房', nameEn: 'Central pharmacy', isDefault: true });
      await recordHospital(tx, context, 'create', { created: true });
      return done({ id });
    }),
  );

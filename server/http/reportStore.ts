import { hash } from 'node:crypto';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { ClientReport } from '../../contract/clientReport.ts';
import type { Db } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { clientReport } from '../db/schema/reports.ts';

/** A report of a browser; `csp` is a violation of the content policy, with directive and origin as its name. */
export type Reported = Omit<ClientReport, 'kind' | 'route' | 'name'> & {
  kind: ClientReport['kind'] | 'csp';
  route: string;
  name: string;
};

const retentionMs = 30 * 24 * 3_600_000;
/** Different errors of a hospital that are kept; further ones are only in the log, because anybody can send reports. */
const maxKinds = 500;

/** Identifies an error within a release by its kind, name and innermost frames. */
export function fingerprintOf({ kind, name, frames }: Reported): string {
  const places = frames.slice(0, 3).map(({ file, line, column }) => `${file}:${line}:${column}`);
  return hash('sha256', [kind, name, ...places].join(' '), 'hex').slice(0, 16);
}

/** Counts a report of a hospital's browser under its release and fingerprint. */
export async function storeReport({ db, hospitalId }: HospitalStore, reported: Reported, at: number): Promise<void> {
  const { release, kind, name, route, state, frames } = reported;
  const fingerprint = fingerprintOf(reported);
  const again = { count: sql`${clientReport.count} + 1`, lastTime: at, route, state };
  const known = and(
    eq(clientReport.tenantId, hospitalId),
    eq(clientReport.release, release),
    eq(clientReport.fingerprint, fingerprint),
  );
  const counted = await db.update(clientReport).set(again).where(known).returning({ count: clientReport.count });
  if (counted.length > 0) return;
  if ((await db.$count(clientReport, eq(clientReport.tenantId, hospitalId))) >= maxKinds) return;
  await db
    .insert(clientReport)
    .values({
      tenantId: hospitalId,
      release,
      fingerprint,
      kind,
      name,
      route,
      state,
      frames,
      firstTime: at,
      lastTime: at,
    })
    .onConflictDoUpdate({
      target: [clientReport.tenantId, clientReport.release, clientReport.fingerprint],
      set: again,
    });
}

/** Removes errors that no browser has reported for thirty days. */
export async function removeOldReports(db: Db, at: number): Promise<void> {
  await db.delete(clientReport).where(lte(clientReport.lastTime, at - retentionMs));
}

import { eq, sql } from 'drizzle-orm';
import { websiteOf } from '../../contract/site.ts';
import { tenantHost } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';

const labels = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** An address without its port. */
export const nameOf = (host: string): string => host.replace(/:\d{1,5}$/, '');

/**
 * An address as browsers write it in `location.host`: lower case, Chinese names encoded, without the ports 80 and 443. Null
 * for text that is no such address.
 */
export function hostOf(typed: string): string | null {
  const text = typed.trim();
  if (/[\s/\\?#@%]/.test(text) || !URL.canParse(`http://${text}`)) return null;
  const host = new URL(`http://${text}`).host.replace(/:443$/, '');
  const name = nameOf(host);
  return name.length <= 253 && labels.test(name) ? host : null;
}

/** The addresses under which the hospital of a site is looked up: the one with the port first. */
export function addressesOf(website: string): readonly string[] {
  const host = website.toLowerCase();
  return [...new Set([host, nameOf(host)])];
}

/**
 * The hospital's addresses that a page at a host needs: its own, if the hospital has it, and the one under which the page finds
 * the hospital, which is another one on a test network.
 */
export const hostsOfPage = (hosts: readonly string[], page: string, testHospitalHost: string): readonly string[] =>
  [page, websiteOf(page, testHospitalHost)].flatMap(
    (site) => addressesOf(site).find((address) => hosts.includes(address)) ?? [],
  );

/** The one of a hospital's addresses at which a page is open; null if none leads there. */
export const hostOfPage = (hosts: readonly string[], page: string, testHospitalHost: string): string | null =>
  hostsOfPage(hosts, page, testHospitalHost)[0] ?? null;

/** Changes of a hospital's addresses wait for each other, so that one always remains. */
const lockHosts = (tx: Transaction) =>
  tx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`hosts of ${tx.hospitalId}`}))`);

/** The hospital's addresses, which nobody else changes until the transaction ends. */
export async function lockedHosts(tx: Transaction): Promise<readonly string[]> {
  await lockHosts(tx);
  return (await tx.rows(tenantHost)).map(({ host }) => host);
}

/** Adds an address. The key of the table decides between hospitals that add the same one at the same moment. */
export async function claimHost(tx: Transaction, host: string): Promise<'added' | 'ofAnother'> {
  const { db, hospitalId } = tx;
  const added = await db.insert(tenantHost).values({ host, tenantId: hospitalId }).onConflictDoNothing().returning();
  return added.length > 0 ? 'added' : 'ofAnother';
}

/** The stored address that somebody means; null if the hospital has none like it. */
export const meantHost = (hosts: readonly string[], typed: string): string | null =>
  [typed.trim().toLowerCase(), hostOf(typed)].find((host) => host !== null && hosts.includes(host)) ?? null;

export const releaseHost = (tx: Transaction, host: string) => tx.remove(tenantHost, eq(tenantHost.host, host));

import { eq } from 'drizzle-orm';
import { addHostByOperator, removeHostByOperator } from '../administration/hospitalChanges.ts';
import type { Db } from '../db/connection.ts';
import { tenantHost } from '../db/schema/tenants.ts';
import { hostOf } from '../hospitals/hosts.ts';
import { findSameNames } from '../hospitals/queries.ts';
import { failure, type Result } from './commandLine.ts';
import { type CommandNeeds, contextOf } from './context.ts';
import { findHospital, unknownHospital } from './hospitalRows.ts';

/** Why an address cannot be added: another hospital, or this one, has it. */
export const hostTaken = async (db: Db, hosts: readonly string[]) => {
  for (const one of hosts) {
    const [found] = await db.select().from(tenantHost).where(eq(tenantHost.host, one));
    if (found) return failure(`${one} belongs to hospital ${found.tenantId} already.`);
  }
  return null;
};

/** Other hospitals that have the same name with another port; the operator may want that, and should know. */
export const sameNames = async (db: Db, host: string, hospitalId: string): Promise<string[]> =>
  (await findSameNames(db, [host], hospitalId)).map(
    ({ host: other, hospitalId }) => `Note: ${other} leads to hospital ${hospitalId}.`,
  );

const noHost = (given: string) =>
  failure(`${given || 'The second word'} is not a host such as hospital.example or hospital.example:8443.`);

/** Adds an address to a hospital. */
export async function addHost(
  needs: CommandNeeds,
  [hospitalId = '', given = '', ...more]: readonly string[],
): Promise<Result> {
  const found = await findHospital(needs.db, hospitalId);
  if (!found) return unknownHospital;
  const wanted = hostOf(given);
  if (wanted === null || more.length > 0) return noHost(given);
  const result = await addHostByOperator({ host: wanted }, contextOf(needs, found.id));
  if (!result.ok) return unknownHospital;
  if (result.data === 'ofAnother')
    return (await hostTaken(needs.db, [wanted])) ?? failure(`${wanted} was just removed.`);
  const now = result.data === 'present' ? 'already' : 'now';
  const line = `${wanted} leads to hospital ${found.id} ${now}.`;
  return { ok: true, lines: [line, ...(await sameNames(needs.db, wanted, found.id))] };
}

/** Removes an address of a hospital, also the last one. */
export async function removeHost(
  needs: CommandNeeds,
  [hospitalId = '', given = '', ...more]: readonly string[],
): Promise<Result> {
  const found = await findHospital(needs.db, hospitalId);
  if (!found) return unknownHospital;
  if (given === '' || more.length > 0) return noHost(given);
  const removed = await removeHostByOperator({ host: given, page: null }, contextOf(needs, found.id));
  if (!removed.ok || removed.data === null) return failure(`${given} is no address of hospital ${found.id}.`);
  return { ok: true, lines: [`${removed.data} no longer leads to hospital ${found.id}.`] };
}

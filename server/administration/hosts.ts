import { Code } from '../../contract/envelope.ts';
import type { addHospitalHost, removeHospitalHost } from '../../contract/extension/hospital.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, type Refused, refusedWith } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Hospitals } from '../hospitals/hospitals.ts';
import { claimHost, hostOf, lockedHosts, meantHost, releaseHost } from '../hospitals/hosts.ts';
import { audited } from '../trail/audited.ts';
import { recordHospital } from './hospitalChanges.ts';
import { refusalOfForeignHost, refusalOfHostRemoval, refusalOfMoreHosts } from './policy.ts';

/** Which rule refused a change of addresses, for the trail; the typed text is not part of it. */
const ruleOfRefusal = ({ wording }: Refused) => (wording === undefined ? {} : { rule: wording });

/**
 * Adds an address of the hospital; one that it has already stays as it is. `isOfAnother` is true if another hospital has an
 * address of the same name: one with a port would win over the one without, and take the other hospital's visitors.
 */
async function addHost(
  tx: Transaction,
  context: StaffContext,
  { host: typed }: RequestOf<typeof addHospitalHost>,
  isOfAnother: boolean,
): Promise<Outcome<ReplyInputOf<typeof addHospitalHost>>> {
  const host = hostOf(typed);
  if (host === null) return refusedWith(Code.badRequest, 'hostInvalid', { field: 'host' });
  const hosts = await lockedHosts(tx);
  if (hosts.includes(host)) return done({ host, added: false });
  const full = refusalOfMoreHosts(hosts);
  if (full) return full;
  if (isOfAnother || (await claimHost(tx, host)) === 'ofAnother') return refusalOfForeignHost(host);
  await recordHospital(tx, context, 'update', { addedHost: host });
  return done({ host, added: true });
}

/**
 * Removes an address of the hospital, unless it is the last one or that of the page over which the administrator works. One
 * that the hospital does not have needs no removal.
 */
async function removeHost(
  tx: Transaction,
  context: StaffContext,
  { host: typed, website }: RequestOf<typeof removeHospitalHost>,
  testHospitalHost: string,
): Promise<Outcome<ReplyInputOf<typeof removeHospitalHost>>> {
  const hosts = await lockedHosts(tx);
  const host = meantHost(hosts, typed);
  if (host === null) return done({ host: typed, removed: false });
  const refusal = refusalOfHostRemoval(host, hosts, { website, testHospitalHost });
  if (refusal) return refusal;
  await releaseHost(tx, host);
  await recordHospital(tx, context, 'update', { removedHost: host });
  return done({ host, removed: true });
}

/** Changes the addresses. A refusal leaves a row on the trail with the rule that refused. */
const recorded = <T>(context: CallContext, work: (tx: Transaction) => Promise<Outcome<T>>) => {
  const entry = { action: 'update', entity: 'hospital', entityId: context.store.hospitalId } as const;
  return audited(context, { ...entry, why: ruleOfRefusal }, work);
};

export const addOwnHost =
  ({ hospitals }: { hospitals: Pick<Hospitals, 'sameNames'> }) =>
  async (input: RequestOf<typeof addHospitalHost>, context: CallContext) => {
    // Asked before the transaction, which sees the rows of its own hospital alone.
    const host = hostOf(input.host);
    const isOfAnother = host !== null && (await hospitals.sameNames([host], context.store.hospitalId)).length > 0;
    return recorded(context, (tx) => addHost(tx, context, input, isOfAnother));
  };

export const removeOwnHost =
  ({ testHospitalHost }: { testHospitalHost: string }) =>
  (input: RequestOf<typeof removeHospitalHost>, context: CallContext) =>
    recorded(context, (tx) => removeHost(tx, context, input, testHospitalHost));

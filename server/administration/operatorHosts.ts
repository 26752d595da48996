import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/operator.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import { websiteOf } from '../../contract/site.ts';
import { done, type Outcome, type Refused, refusedWith } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Hospitals } from '../hospitals/hospitals.ts';
import { addressesOf, hostOf } from '../hospitals/hosts.ts';
import { addHostByOperator, removeHostByOperator } from './hospitalChanges.ts';
import { namedHosts } from './hospitalQueries.ts';
import { asOperator, type OperatorCall } from './operatorChange.ts';

type HostNeeds = { uow: UnitOfWork; hospitals: Hospitals; testHospitalHost: string };

/** Refuses what is no address. */
export const refusalOfHost = (field: string): Refused => refusedWith(Code.badRequest, 'hostInvalid', { field });

type OwnPage = { website: string; testHospitalHost: string };

/** Refuses to give away the address of the operator's page, whose visitors would be led to another hospital. */
export function refusalOfOwnPage(field: string, hosts: readonly string[], own: OwnPage): Refused | null {
  const page = addressesOf(websiteOf(own.website, own.testHospitalHost));
  const host = hosts.find((one) => page.includes(one));
  return host === undefined ? null : refusedWith(Code.administrationRefused, 'hostOfPage', { field, host });
}

/** Names the hospital that has an address. */
export async function refusalOfTaken(hospitals: Hospitals, field: string, host: string): Promise<Refused> {
  const owner = await hospitals.ownerOf(host);
  if (owner === null) return refusedWith(Code.administrationRefused, 'hostTaken', { field, host });
  const name = { zh: owner.name, en: owner.nameEn || owner.name };
  return refusedWith(Code.administrationRefused, 'hostOfHospital', { field, host, hospitalId: owner.id, name });
}

/** Adds an address of a hospital. */
export const addHostOfHospital =
  ({ uow, hospitals, testHospitalHost }: HostNeeds) =>
  async (
    { id, host: typed, website }: RequestOf<typeof contract.addHostOfHospital>,
    context: OperatorCall,
  ): Promise<Outcome<ReplyInputOf<typeof contract.addHostOfHospital>>> => {
    const host = hostOf(typed);
    if (host === null) return refusalOfHost('host');
    const isOwn = id === context.store.hospitalId;
    const refusal = isOwn ? null : refusalOfOwnPage('host', [host], { website, testHospitalHost });
    if (refusal) return refusal;
    const claimed = await asOperator({ uow }, { id, context }, addHostByOperator, { host });
    if (!claimed.ok) return claimed;
    if (claimed.data === 'ofAnother') return refusalOfTaken(hospitals, 'host', host);
    const sameNames = namedHosts(await hospitals.sameNames([host], id), context.language);
    return done({ host, added: claimed.data === 'added', sameNames });
  };

/** Removes an address of a hospital, but not that of the operator's page. */
export const removeHostOfHospital =
  ({ uow, testHospitalHost }: Pick<HostNeeds, 'uow' | 'testHospitalHost'>) =>
  async (
    { id, host, website }: RequestOf<typeof contract.removeHostOfHospital>,
    context: OperatorCall,
  ): Promise<Outcome<ReplyInputOf<typeof contract.removeHostOfHospital>>> => {
    const page = id === context.store.hospitalId ? { website, testHospitalHost } : null;
    const removed = await asOperator({ uow }, { id, context }, removeHostByOperator, { host, page });
    return removed.ok ? done({ host: removed.data ?? host, removed: removed.data !== null }) : removed;
  };

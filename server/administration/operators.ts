import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/operator.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { websiteOf } from '../../contract/site.ts';
import { findStaffById } from '../accounts/accountLookup.ts';
import type { CallContext, StaffCaller } from '../accounts/caller.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Database } from '../db/connection.ts';
import { endOfHospitalDay } from '../db/hospitalDay.ts';
import { runOnce } from '../db/idempotency.ts';
import { attempt, done, type Outcome, type Refused, refused, refusedWith } from '../db/outcome.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { addressesOf, hostOf } from '../tenants/hosts.ts';
import type { Tenants } from '../tenants/tenants.ts';
import {
  addHostByOperator,
  changeAccess,
  lockedHospital,
  type OperatorChange,
  removeHostByOperator,
} from './hospitalChanges.ts';
import { namedHosts, readHospitals, readPlatformHospital } from './hospitalList.ts';
import { addHospital, reserveHospitalId } from './newHospital.ts';
import { oneTimePassword } from './oneTimePassword.ts';
import { addAdministrator, lockStaff } from './staffChanges.ts';

export type OperatorNeeds = {
  db: Database;
  uow: UnitOfWork;
  tenants: Tenants;
  testHospitalHost: string;
  passwords: Passwords;
  /** From which the one-time passwords follow. */
  passwordSecret: string;
};

/** Whether the transaction's hospital exists; it then does for good. */
const isHospital = async ({ db, tenantId }: Transaction) => (await db.$count(tenant, eq(tenant.id, tenantId))) > 0;

/**
 * Whether an administrator of the hospital has ever had a password of their own. From then on operators add nobody: an
 * administrator can take over every account at the hospital, and so read its patients' records. Another administrator who
 * chooses a password at the same time waits.
 */
async function isAdministered(tx: Transaction) {
  // Creating staff locks the staff first and then the hospital, so this does too.
  await lockStaff(tx);
  return (await lockedHospital(tx))?.administered ?? true;
}

type OperatorCall = CallContext<StaffCaller>;

const hostInvalid = (field: string) => refusedWith(Code.badRequest, 'hostInvalid', { field });

/** The hospitals of the platform: their list, state, licence, addresses and first administrators. */
export function createOperators({ db, uow, tenants, testHospitalHost, passwords, passwordSecret }: OperatorNeeds) {
  /**
   * The change as the hospital's trail shows it: by nobody of its own. Name, address and device of the operator are on the
   * trail of their own hospital, under the same request id. The stored right is asked again, because the accounts of tokens
   * are cached for seconds.
   */
  async function changeBy({ by, at, store }: OperatorCall): Promise<Outcome<OperatorChange>> {
    const who = await findStaffById(store, by.id);
    if (!who?.operatesPlatform) return refused(Code.forbidden);
    const { requestId, call = null } = by;
    const outsider = { userType: null, userId: null, ip: null, requestId, device: null, call };
    return done({ actor: outsider, at, by: `staff ${who.id} of hospital ${store.tenantId}` });
  }

  /** Runs one transaction of the hospital that is changed. */
  async function change<T>(
    context: OperatorCall,
    id: string,
    work: (tx: Transaction, change: OperatorChange) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const by = await changeBy(context);
    if (!by.ok) return by;
    return attempt(uow, id, async (tx) => ((await isHospital(tx)) ? work(tx, by.data) : refused(Code.notFound)));
  }

  /** A request that takes effect once, remembered at the hospital that it changes. */
  const once = ({ by, at }: OperatorCall, operation: string, content: { clientRequestId: string }) => ({
    userId: by.id,
    key: `${operation}:${content.clientRequestId}`,
    ...{ operation, at, content },
  });

  /** Refuses to give away the address of the operator's page, whose visitors would be led to another hospital. */
  const refusalOfOwnPage = (field: string, hosts: readonly string[], website: string): Refused | null => {
    const page = addressesOf(websiteOf(website, testHospitalHost));
    const host = hosts.find((one) => page.includes(one));
    return host === undefined ? null : refusedWith(Code.administrationRefused, 'hostOfPage', { field, host });
  };

  /** Names the hospital that has an address. */
  async function refusalOfTaken(field: string, host: string): Promise<Refused> {
    const owner = await tenants.ownerOf(host);
    if (owner === null) return refusedWith(Code.administrationRefused, 'hostTaken', { field, host });
    const name = { zh: owner.name, en: owner.nameEn || owner.name };
    return refusedWith(Code.administrationRefused, 'hostOfHospital', { field, host, hospitalId: owner.id, name });
  }
  const hostIn = ({ data }: Refused): string =>
    typeof data === 'object' && data !== null && 'host' in data ? String(data.host) : '';

  return {
    list: async (request: RequestOf<typeof contract.pageHospitals>, { at, store }: OperatorCall) =>
      done(await readHospitals(db, request, { own: store.tenantId, at })),

    read: (request: RequestOf<typeof contract.getPlatformHospital>, { at, store, language }: OperatorCall) => {
      const reader = { own: store.tenantId, at, language, tenants, testHospitalHost };
      return readPlatformHospital(uow.read(request.id), request, reader);
    },

    async create({ website, ...input }: RequestOf<typeof contract.createHospital>, context: OperatorCall) {
      const hosts = input.hosts.map(hostOf).filter((host) => host !== null);
      if (hosts.length < input.hosts.length) return hostInvalid('hosts');
      const own = refusalOfOwnPage('hosts', hosts, website);
      if (own) return own;
      const by = await changeBy(context);
      if (!by.ok) return by;
      // A repeat gets the same id, under which the hospital itself is created once.
      const { clientRequestId } = input;
      const reservation = once(context, 'reserveHospital', { clientRequestId });
      const reserved = await context.store.attempt((tx) =>
        runOnce(tx, reservation, async () => done({ id: await reserveHospitalId(tx) })),
      );
      if (!reserved.ok) return reserved;
      const { id } = reserved.data;
      const made = await attempt(uow, id, (tx) =>
        runOnce(tx, once(context, 'createHospital', input), () => addHospital(tx, { ...input, hosts }, by.data)),
      );
      if (!made.ok) return made.wording === 'hostTaken' ? refusalOfTaken('hosts', hostIn(made)) : made;
      return done({ id, sameNames: namedHosts(await tenants.sameNames(hosts, id), context.language) });
    },

    async setDisabled(
      { id, version, disabled, reason }: RequestOf<typeof contract.setHospitalDisabled>,
      context: OperatorCall,
    ) {
      if (disabled && id === context.store.tenantId)
        return refusedWith(Code.administrationRefused, 'ownHospitalDisabled');
      return change(context, id, (tx, by) => changeAccess(tx, { disabled, reason: reason.trim() }, { ...by, version }));
    },

    async setLicence({ id, version, lastDay }: RequestOf<typeof contract.setHospitalLicence>, context: OperatorCall) {
      const expireTime = lastDay === null ? null : endOfHospitalDay(lastDay);
      if (lastDay !== null && expireTime === null) return refused(Code.badRequest, { field: 'lastDay' });
      if (expireTime !== null && expireTime <= context.at && id === context.store.tenantId)
        return refusedWith(Code.administrationRefused, 'ownHospitalExpired', { field: 'lastDay' });
      return change(context, id, (tx, by) => changeAccess(tx, { expireTime }, { ...by, version }));
    },

    async addHost({ id, host: typed, website }: RequestOf<typeof contract.addHostOfHospital>, context: OperatorCall) {
      const host = hostOf(typed);
      if (host === null) return hostInvalid('host');
      const own = id === context.store.tenantId ? null : refusalOfOwnPage('host', [host], website);
      if (own) return own;
      const claimed = await change(context, id, async (tx, by) => done(await addHostByOperator(tx, host, by)));
      if (!claimed.ok) return claimed;
      if (claimed.data === 'ofAnother') return refusalOfTaken('host', host);
      const sameNames = namedHosts(await tenants.sameNames([host], id), context.language);
      return done({ host, added: claimed.data === 'added', sameNames });
    },

    async removeHost({ id, host, website }: RequestOf<typeof contract.removeHostOfHospital>, context: OperatorCall) {
      const page = id === context.store.tenantId ? { website, testHospitalHost } : null;
      const removed = await change(context, id, (tx, by) => removeHostByOperator(tx, host, { ...by, page }));
      return removed.ok ? done({ host: removed.data ?? host, removed: removed.data !== null }) : removed;
    },

    async addAdministrator(input: RequestOf<typeof contract.createHospitalAdministrator>, context: OperatorCall) {
      const { id: hospitalId, clientRequestId, ...fields } = input;
      const { by: operator, store } = context;
      const name = 'createHospitalAdministrator';
      const password = oneTimePassword(
        passwordSecret,
        `${store.tenantId}:${operator.id}:${name}:${hospitalId}:${clientRequestId}`,
      );
      const passwordHash = await passwords.hash(password);
      const made = await change(context, hospitalId, (tx, by) =>
        runOnce(tx, once(context, name, input), async () =>
          (await isAdministered(tx))
            ? refusedWith(Code.administrationRefused, 'hospitalHasAdministrator')
            : addAdministrator(tx, fields, passwordHash, by),
        ),
      );
      return made.ok ? done({ id: made.data.id, password }) : made;
    },
  };
}

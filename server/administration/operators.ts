import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/operator.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Database } from '../db/connection.ts';
import { endOfHospitalDay } from '../db/hospitalDay.ts';
import { runOnce } from '../db/idempotency.ts';
import { done, type Outcome, type Refused, refused } from '../db/outcome.ts';
import { storeOf } from '../db/store.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Hospitals } from '../hospitals/hospitals.ts';
import { hostOf } from '../hospitals/hosts.ts';
import { addAdministrator } from './firstAdministrator.ts';
import { changeAccess } from './hospitalChanges.ts';
import { namedHosts, readHospitals, readPlatformHospital } from './hospitalQueries.ts';
import { addHospital, reserveHospitalId } from './newHospital.ts';
import { oneTimePassword } from './oneTimePassword.ts';
import { asOperator, callingOperator, type OperatorCall, onceFor } from './operatorChange.ts';
import { refusalOfHost, refusalOfOwnPage, refusalOfTaken } from './operatorHosts.ts';
import { refusalOfClosing, refusalOfLicence } from './policy.ts';

export type OperatorNeeds = {
  db: Database;
  uow: UnitOfWork;
  hospitals: Hospitals;
  testHospitalHost: string;
  passwords: Passwords;
  /** The secret from which one-time passwords are derived. */
  passwordSecret: string;
};

/** A page of the hospitals of the platform. */
export const listHospitals =
  ({ db }: Pick<OperatorNeeds, 'db'>) =>
  async (request: RequestOf<typeof contract.pageHospitals>, { at, store }: OperatorCall) =>
    done(await readHospitals(db, request, { own: store.hospitalId, at }));

/** One hospital with its administrators. */
export const readOneHospital =
  ({ uow, hospitals, testHospitalHost }: Pick<OperatorNeeds, 'uow' | 'hospitals' | 'testHospitalHost'>) =>
  (request: RequestOf<typeof contract.getPlatformHospital>, { at, store, language }: OperatorCall) => {
    const reader = { own: store.hospitalId, at, language, hospitals, testHospitalHost };
    return readPlatformHospital(uow.read(request.id), request, reader);
  };

const hostIn = ({ data }: Refused): string =>
  typeof data === 'object' && data !== null && 'host' in data ? String(data.host) : '';

/** Creates a hospital. */
export const createHospital =
  ({ uow, hospitals, testHospitalHost }: OperatorNeeds) =>
  async (
    { website, ...input }: RequestOf<typeof contract.createHospital>,
    context: OperatorCall,
  ): Promise<Outcome<ReplyInputOf<typeof contract.createHospital>>> => {
    const hosts = input.hosts.map(hostOf).filter((host) => host !== null);
    if (hosts.length < input.hosts.length) return refusalOfHost('hosts');
    const own = refusalOfOwnPage('hosts', hosts, { website, testHospitalHost });
    if (own) return own;
    const operator = await callingOperator(context);
    if (!operator.ok) return operator;
    // A repeat gets the same id, under which the hospital itself is created once.
    const reservation = onceFor(context, 'reserveHospital', { clientRequestId: input.clientRequestId });
    const reserved = await context.store.attempt((tx) =>
      runOnce(tx, reservation, async () => done({ id: await reserveHospitalId(tx) })),
    );
    if (!reserved.ok) return reserved;
    const { id } = reserved.data;
    const once = onceFor(context, 'createHospital', input);
    const made = await addHospital(
      { ...input, hosts, once },
      { ...context, by: operator.data, store: storeOf(uow, id) },
    );
    if (!made.ok) return made.wording === 'hostTaken' ? refusalOfTaken(hospitals, 'hosts', hostIn(made)) : made;
    return done({ id, sameNames: namedHosts(await hospitals.sameNames(hosts, id), context.language) });
  };

/** Disables or enables a hospital, never the operator's own. */
export const disableHospital =
  (needs: Pick<OperatorNeeds, 'uow'>) =>
  async (
    { id, version, disabled, reason }: RequestOf<typeof contract.setHospitalDisabled>,
    context: OperatorCall,
  ): Promise<Outcome<{ version: number }>> => {
    const refusal = disabled ? refusalOfClosing(id, context.store.hospitalId) : null;
    if (refusal) return refusal;
    const access = { disabled, reason: reason.trim() };
    return asOperator(needs, { id, context }, changeAccess, { access, version });
  };

/** Sets the last day of a hospital's licence. */
export const licenseHospital =
  (needs: Pick<OperatorNeeds, 'uow'>) =>
  async (
    { id, version, lastDay }: RequestOf<typeof contract.setHospitalLicence>,
    context: OperatorCall,
  ): Promise<Outcome<{ version: number }>> => {
    const expireTime = lastDay === null ? null : endOfHospitalDay(lastDay);
    if (lastDay !== null && expireTime === null) return refused(Code.badRequest, { field: 'lastDay' });
    const refusal = refusalOfLicence({ id, expireTime }, { own: context.store.hospitalId, at: context.at });
    if (refusal) return refusal;
    return asOperator(needs, { id, context }, changeAccess, { access: { expireTime }, version });
  };

const administratorCall = 'createHospitalAdministrator';

/** Adds the first administrator of a hospital, with a password for one sign-in. */
export const createHospitalAdministrator =
  ({ uow, passwords, passwordSecret }: Pick<OperatorNeeds, 'uow' | 'passwords' | 'passwordSecret'>) =>
  async (
    input: RequestOf<typeof contract.createHospitalAdministrator>,
    context: OperatorCall,
  ): Promise<Outcome<ReplyInputOf<typeof contract.createHospitalAdministrator>>> => {
    const { id, clientRequestId, ...names } = input;
    const { by: operator, store } = context;
    const request = `${store.hospitalId}:${operator.id}:${administratorCall}:${id}:${clientRequestId}`;
    const password = oneTimePassword(passwordSecret, request);
    const passwordHash = await passwords.hash(password);
    const once = onceFor(context, administratorCall, input);
    const made = await asOperator({ uow }, { id, context }, addAdministrator, {
      ...{ names, passwordHash, once, isFirst: true },
    });
    return made.ok ? done({ id: made.data.id, password }) : made;
  };

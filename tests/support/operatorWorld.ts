import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import {
  addHostOfHospital,
  createHospital,
  getPlatformHospital,
  type PlatformHospital,
  removeHostOfHospital,
  setHospitalDisabled,
  setHospitalLicence,
} from '../../contract/extension/operator.ts';
import { getTenantByWebsite } from '../../contract/http/tenant.ts';
import type { Operation } from '../../contract/operation.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { staff } from '../../server/db/schema/staff.ts';
import { auditTrail } from '../../server/db/schema/trail.ts';
import { openServedPlatform } from './servedPlatform.ts';

/** The page over which the operator works. */
export const website = 'first.example';

/** A platform whose first hospital has an operator, olga, and an ordinary administrator, bob; zoe administers the second one. */
export async function openOperatorWorld() {
  const platform = await openServedPlatform();
  const { db, uow, clock, people } = platform;
  for (const { id } of [people.bob, people.zoe])
    await db.update(staff).set({ isAdministrator: true }).where(eq(staff.id, id));
  const { passwordHash } = people.ann;
  const olga = await hospitalStore(db, '1').add(staff, {
    ...{ username: 'olga', mobile: '13800000009', name: '欧运', passwordHash, createTime: 1 },
    ...{ isAdministrator: true, operatesPlatform: true },
  });
  const tokenOf = async (name: string, hospitalId = '1') => (await platform.signIn(name, hospitalId)).accessToken;
  const token = await tokenOf('olga');

  const call = <T = unknown>(operation: Operation, input: object = {}, as = token, hospitalId = '1') =>
    platform.call<T>(operation, { ...input }, { token: as, hospitalId });
  let made = 0;
  const unique = () => `${++made}`.padStart(4, '0');
  const newHospital = (more: object = {}) => ({
    clientRequestId: randomUUID(),
    name: '新医院',
    nameEn: 'New Hospital',
    hosts: [`new${unique()}.example`],
    website,
    ...more,
  });
  async function created() {
    const input = newHospital();
    const { data } = await call<{ id: string }>(createHospital, input);
    return { id: data.id, input, host: input.hosts[0] ?? '' };
  }
  const detail = async (id: string) => (await call<PlatformHospital>(getPlatformHospital, { id, website })).data;
  const disable = (id: string, more: object = {}) =>
    call<{ version: number }>(setHospitalDisabled, { id, version: 0, disabled: true, reason: 'Unpaid', ...more });
  const licence = (id: string, lastDay: string | null, version = 0) =>
    call<{ version: number }>(setHospitalLicence, { id, version, lastDay });
  const addHost = (id: string, host: string) =>
    call<{ added: boolean; sameNames: unknown[] }>(addHostOfHospital, { id, host, website });
  const removeHost = (id: string, host: string) =>
    call<{ removed: boolean }>(removeHostOfHospital, { id, host, website });
  const leadsTo = async (host: string) =>
    (await call<{ systemTenantId: string } | null>(getTenantByWebsite, { website: host })).data?.systemTenantId;
  /** The rows about the hospital on the trail of a hospital, the oldest first. */
  const trailOf = (hospitalId: string, entityId: string) =>
    db
      .select()
      .from(auditTrail)
      .where(and(eq(auditTrail.tenantId, hospitalId), eq(auditTrail.entityId, entityId)))
      .orderBy(asc(auditTrail.id));
  const command = (...args: string[]) =>
    runCommand({ db, uow, now: () => clock.now, filesFolder: '' }, args, 'the ward’s operator');
  const changes = { disable, licence, addHost, removeHost, leadsTo };
  return {
    ...platform,
    ...changes,
    token,
    tokenOf,
    olga,
    call,
    unique,
    newHospital,
    created,
    detail,
    trailOf,
    command,
  };
}

export type OperatorWorld = Awaited<ReturnType<typeof openOperatorWorld>>;

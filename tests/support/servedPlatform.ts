import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { login } from '../../contract/http/auth.ts';
import type { Operation } from '../../contract/operation.ts';
import { createPasswords } from '../../server/accounts/passwords.ts';
import type { Link } from '../../server/cluster/link.ts';
import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { patient } from '../../server/db/schema/patients.ts';
import { staff } from '../../server/db/schema/staff.ts';
import { department, dictData, tenant, tenantHost } from '../../server/db/schema/tenants.ts';
import { createLog } from '../../server/log.ts';
import { createPlatform } from '../../server/platform.ts';
import { readSettings } from '../../server/settings.ts';
import type { PlatformNeeds } from '../../server/sharedParts.ts';
import { openTestDatabase } from './database.ts';
import { createMemoryStores } from './memoryStores.ts';

/** Nine in the morning of the tests' day. */
export const nine = Date.UTC(2026, 4, 6, 1);
export const password = 'Cloudroom2026';

type Issued = { userId: string; accessToken: string; refreshToken: string; expiresTime: number };
type Asking = {
  token?: string | null;
  hospitalId?: string | null;
  language?: string;
  ip?: string;
  headers?: Record<string, string>;
};
export type Answered<T = unknown> = { code: number; msg: string; data: T };

/** What a platform has beside others on its database. */
type InCluster = Pick<PlatformNeeds, 'leads'> & { link?: Link };

/**
 * The whole platform over two open hospitals and one that is disabled, with a clock that the test controls. The limits of
 * load are off, because this clock does not move by itself.
 */
export async function openServedPlatform(environment: Record<string, string> = {}, cluster: InCluster = {}) {
  const clock = { now: nine };
  const now = () => clock.now;
  const database = await openTestDatabase({ now });
  const { db } = database;
  const dataDir = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  const printed: string[] = [];
  const logged: string[] = [];
  const passwords = createPasswords();
  const settings = { ...readSettings({ LIMIT_FACTOR: '0', ...environment, DATA_DIR: dataDir }, ['--demo']) };
  const log = createLog('info', (line) => logged.push(line) > 0);
  const print = (line: string) => printed.push(line);
  const stores = createMemoryStores(now);
  /** Another platform on the same database. */
  const openBeside = ({ link, ...of }: InCluster) => {
    const cluster = link === undefined ? null : { link, ...stores };
    return createPlatform({ db, passwords, settings, now, log, print, cluster, ...of });
  };
  const platform = await openBeside(cluster);

  await db.insert(tenant).values([
    { name: '甲医院', nameEn: 'First Hospital', settings: { idleLockMin: 20 } },
    { name: '乙医院', nameEn: 'Second Hospital' },
    { name: '丙医院', nameEn: 'Third Hospital', disabled: true },
  ]);
  await db.insert(tenantHost).values([
    { host: 'first.example', tenantId: '1' },
    { host: 'second.example:8443', tenantId: '2' },
    { host: 'third.example', tenantId: '3' },
  ]);
  const here = hospitalStore(db, '1');
  const labelled = (dictType: string) =>
    [1, 2, 3].map((value) => ({ dictType, value: String(value), label: `项${value}`, labelEn: `Entry ${value}` }));
  await here.addAll(dictData, [...labelled('consult_type'), ...labelled('member_doctor_title')]);
  await here.add(department, { id: '3', name: '内科', nameEn: 'Medicine', sort: 3 });
  const passwordHash = await passwords.hash(password);
  const hire = (hospitalId: string, username: string, mobile: string, isAuditor = false) =>
    hospitalStore(db, hospitalId).add(staff, {
      username,
      mobile,
      isAuditor,
      passwordHash,
      name: `医生${username}`,
      nameEn: `Dr ${username}`,
      createTime: nine,
    });
  const people = {
    ann: await hire('1', 'ann', '13800000001'),
    bob: await hire('1', 'bob', '13800000002'),
    eve: await hire('1', 'eve', '13800000003', true),
    zoe: await hire('2', 'ann', '13800000001'),
  };
  const ill = await hospitalStore(db, '1').add(patient, {
    name: '患者',
    mobile: '13900000001',
    passwordHash,
    createTime: nine,
  });

  async function send(operation: Operation, input: Record<string, unknown> = {}, asking: Asking = {}) {
    const { token = null, hospitalId = '1', language = 'en', ip = '10.0.0.1', headers = {} } = asking;
    const isBody = operation.method === 'POST' || operation.method === 'PUT';
    return platform.app.inject({
      method: operation.method,
      url: `/api${operation.path.replace(/\{(\w+)\}/g, (_, key: string) => String(input[key]))}`,
      remoteAddress: ip,
      headers: {
        'accept-language': language,
        ...(hospitalId === null ? {} : { 'tenant-id': hospitalId }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(isBody ? { payload: input } : { query: input as Record<string, string> }),
    });
  }

  /** Calls an operation and reads the envelope. */
  async function call<T = unknown>(
    operation: Operation,
    input?: Record<string, unknown>,
    asking?: Asking,
  ): Promise<Answered<T>> {
    return (await send(operation, input, asking)).json();
  }

  /** Each sign-in comes from another address, so that the rate limit does not slow tests down. */
  let addresses = 0;
  async function signIn(username = 'ann', hospitalId = '1'): Promise<Issued> {
    const ip = `10.1.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
    return (await call<Issued>(login, { username, password }, { hospitalId, ip })).data;
  }

  const staffRow = (id: string, hospitalId = '1') => hospitalStore(db, hospitalId).first(staff, eq(staff.id, id));
  async function close() {
    await platform.app.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }

  return {
    ...platform,
    openBeside,
    stores,
    db,
    interrupted: database.interrupted,
    clock,
    people,
    ill,
    printed,
    logged,
    dataDir,
    send,
    call,
    signIn,
    staffRow,
    close,
  };
}

export type ServedPlatform = Awaited<ReturnType<typeof openServedPlatform>>;

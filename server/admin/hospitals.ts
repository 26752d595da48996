import { parseArgs } from 'node:util';
import { and, asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Mobile, someText, text } from '../../contract/values.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { newSecret } from '../accounts/tokens.ts';
import { oneTimePassword } from '../administration/oneTimePassword.ts';
import type { Db } from '../db/connection.ts';
import { warehouse } from '../db/schema/drugs.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { insertDictionaries } from '../seed/insertHospital.ts';
import { appendTrail } from '../trail/trail.ts';
import { endOfDay, failure, hospitalTime, operatorActor, type Result } from './commandLine.ts';

type Needs = { db: Db; uow: UnitOfWork; now: () => number; by: string };

const id = z.string().check(z.regex(/^\d{1,18}$/, 'is not the id of a hospital'));
const host = z
  .string()
  .check(z.regex(/^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:\d{1,5})?$/, 'is not a host such as hospital.example'));

const NewHospital = z.object({
  name: someText(60),
  'name-en': z._default(text(60), ''),
  host: z.array(host).check(z.minLength(1)),
});
const NewAdministrator = z.object({
  account: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,31}$/, 'is not an account name')),
  name: someText(60),
  'name-en': z._default(text(60), ''),
  mobile: Mobile,
});

/** Parses the options of a command; a failure says which one is missing or wrong. */
function optionsOf<T extends z.ZodMiniObject>(schema: T, args: readonly string[], several: string[] = []) {
  const options = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, { type: 'string' as const, multiple: several.includes(name) }]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const read = schema.safeParse(values);
    if (read.success) return { ok: true as const, values: read.data, positionals };
    const [issue] = read.error.issues;
    return failure(`--${String(issue?.path[0])} is missing or not allowed: ${issue?.message}`);
  } catch (cause) {
    return failure(cause instanceof Error ? cause.message : 'The options cannot be read.');
  }
}

const record = (tx: Transaction, { now, by }: Needs, entity: 'hospital' | 'staff', entityId: string, detail: object) =>
  appendTrail(tx, operatorActor, now(), {
    action: 'update',
    entity,
    entityId,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail: { ...detail, by },
  });

const find = async (db: Db, given: string) =>
  id.safeParse(given).success ? ((await db.select().from(tenant).where(eq(tenant.id, given)))[0] ?? null) : null;

const unknown = failure('Name the id of a hospital. See "npm run admin -- hospitals".');

async function list({ db, now }: Needs): Promise<Result> {
  const [rows, hosts] = await Promise.all([
    db.select().from(tenant).orderBy(asc(tenant.id)),
    db.select().from(tenantHost).orderBy(asc(tenantHost.host)),
  ]);
  const stateOf = ({ disabled, expireTime }: (typeof rows)[number]) => {
    if (disabled) return 'disabled';
    if (expireTime === null) return 'open';
    return expireTime <= now() ? `expired ${hospitalTime(expireTime)}` : `open until ${hospitalTime(expireTime)}`;
  };
  const lines = rows.map((row) => {
    const own = hosts.filter(({ tenantId }) => tenantId === row.id).map((one) => one.host);
    return `${row.id}  ${row.nameEn || row.name}, ${stateOf(row)}: ${own.join(', ') || 'no address'}`;
  });
  return { ok: true, lines: lines.length > 0 ? lines : ['There are no hospitals.'] };
}

const hostTaken = async (db: Db, hosts: readonly string[]) => {
  for (const one of hosts) {
    const [found] = await db.select().from(tenantHost).where(eq(tenantHost.host, one));
    if (found) return failure(`${one} belongs to hospital ${found.tenantId} already.`);
  }
  return null;
};

/** Creates a hospital with its addresses, the standard dictionaries and one empty pharmacy. */
async function create(needs: Needs, args: readonly string[]): Promise<Result> {
  const read = optionsOf(NewHospital, args, ['host']);
  if (!('values' in read)) return read;
  const { name, 'name-en': nameEn, host: hosts } = read.values;
  const taken = await hostTaken(needs.db, hosts);
  if (taken) return taken;
  const tenantId = await needs.db.transaction(async (tx) => {
    const [row] = await tx.insert(tenant).values({ name, nameEn, level: null, disabled: true }).returning();
    const made = row?.id ?? '';
    await tx.insert(tenantHost).values([...new Set(hosts)].map((one) => ({ host: one, tenantId: made })));
    return made;
  });
  // Opened with everything it needs: a half-made hospital stays disabled.
  await needs.uow.run(tenantId, async (tx) => {
    await insertDictionaries(tx);
    await tx.add(warehouse, { name: '中心药房', nameEn: 'Central pharmacy', isDefault: true });
    await tx.db.update(tenant).set({ disabled: false }).where(eq(tenant.id, tenantId));
    await record(tx, needs, 'hospital', tenantId, { created: true });
  });
  return {
    ok: true,
    lines: [
      `Created hospital ${tenantId}. Its first administrator:`,
      `  npm run admin -- create-administrator ${tenantId} --account <account> --name "..." --mobile <number>`,
    ],
  };
}

const onHosts =
  (adds: boolean) =>
  async (needs: Needs, [hospitalId = '', given = '', ...more]: readonly string[]): Promise<Result> => {
    const found = await find(needs.db, hospitalId);
    if (!found) return unknown;
    if (!host.safeParse(given).success || more.length > 0)
      return failure(`${given || 'The second word'} is not a host such as hospital.example or hospital.example:8443.`);
    const taken = adds ? await hostTaken(needs.db, [given]) : null;
    if (taken) return taken;
    const isTheirs = and(eq(tenantHost.host, given), eq(tenantHost.tenantId, found.id));
    const changed = await needs.uow.run(found.id, async (tx) => {
      const rows = adds
        ? await tx.db.insert(tenantHost).values({ host: given, tenantId: found.id }).returning()
        : await tx.db.delete(tenantHost).where(isTheirs).returning();
      if (rows.length > 0)
        await record(tx, needs, 'hospital', found.id, { [adds ? 'addedHost' : 'removedHost']: given });
      return rows.length > 0;
    });
    if (!changed) return failure(`${given} is no address of hospital ${found.id}.`);
    const line = adds
      ? `${given} leads to hospital ${found.id} now.`
      : `${given} no longer leads to hospital ${found.id}.`;
    return { ok: true, lines: [line] };
  };

async function change(needs: Needs, hospitalId: string, to: Partial<typeof tenant.$inferInsert>, line: string) {
  const found = await find(needs.db, hospitalId);
  if (!found) return unknown;
  await needs.uow.run(found.id, async (tx) => {
    await tx.db.update(tenant).set(to).where(eq(tenant.id, found.id));
    await record(tx, needs, 'hospital', found.id, to);
  });
  return { ok: true, lines: [`${found.nameEn || found.name}: ${line}`] };
}

const disable = (needs: Needs, [hospitalId = '']: readonly string[]) =>
  change(needs, hospitalId, { disabled: true }, 'disabled. Everybody is logged out within seconds.');
const enable = (needs: Needs, [hospitalId = '']: readonly string[]) =>
  change(needs, hospitalId, { disabled: false }, 'enabled.');

/** Sets the last day of a hospital's licence, or removes the end. */
async function licence(needs: Needs, [hospitalId = '', day = '', ...more]: readonly string[]): Promise<Result> {
  const expireTime = day === 'unlimited' ? null : endOfDay(day);
  if (more.length > 0 || (expireTime === null && day !== 'unlimited'))
    return failure('licence needs the id of a hospital and the last day (YYYY-MM-DD), or the word unlimited.');
  const line = expireTime === null ? 'the licence has no end.' : `the licence ends ${hospitalTime(expireTime)}.`;
  return change(needs, hospitalId, { expireTime }, line);
}

/** Creates an administrator with a password for one sign-in. */
async function createAdministrator(needs: Needs, args: readonly string[]): Promise<Result> {
  const read = optionsOf(NewAdministrator, args);
  if (!('values' in read)) return read;
  const [hospitalId = '', ...more] = read.positionals;
  const found = await find(needs.db, hospitalId);
  if (!found || more.length > 0) return unknown;
  const { account, name, 'name-en': nameEn, mobile } = read.values;
  const password = oneTimePassword(newSecret());
  const passwordHash = await createPasswords().hash(password);
  const taken = await needs.uow.run(found.id, async (tx) => {
    if ((await tx.count(staff, eq(staff.username, account))) > 0) return `The account ${account} exists already.`;
    if ((await tx.count(staff, eq(staff.mobile, mobile))) > 0) return `Another account has the number ${mobile}.`;
    const row = await tx.add(staff, {
      username: account,
      name,
      nameEn,
      mobile,
      passwordHash,
      isAdministrator: true,
      mustChangePassword: true,
      createTime: needs.now(),
    });
    await record(tx, needs, 'staff', row.id, { created: 'administrator' });
    return null;
  });
  if (taken !== null) return failure(taken);
  return {
    ok: true,
    lines: [
      `${account} administers ${found.nameEn || found.name}.`,
      `Password for the first login, which must change it: ${password}`,
    ],
  };
}

const commands: Readonly<Record<string, (needs: Needs, args: readonly string[]) => Promise<Result>>> = {
  hospitals: list,
  'create-hospital': create,
  'add-host': onHosts(true),
  'remove-host': onHosts(false),
  'disable-hospital': disable,
  'enable-hospital': enable,
  licence,
  'create-administrator': createAdministrator,
};

export const hospitalCommands: readonly string[] = Object.keys(commands);

/** Runs a command about hospitals and their administrators; null for any other command. */
export function runHospitalCommand(needs: Needs, [name = '', ...args]: readonly string[]): Promise<Result> | null {
  return Object.hasOwn(commands, name) ? (commands[name]?.(needs, args) ?? null) : null;
}

import { parseArgs } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Mobile, someText, text } from '../../contract/values.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { newSecret } from '../accounts/tokens.ts';
import { oneTimePassword } from '../administration/oneTimePassword.ts';
import { warehouse } from '../db/schema/drugs.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import { insertDictionaries } from '../seed/insertHospital.ts';
import { hostOf } from '../tenants/hosts.ts';
import { endOfDay, failure, hospitalTime, type Result } from './commandLine.ts';
import { findHospital, type HospitalNeeds, record, unknownHospital } from './hospitalRows.ts';
import { addHost, hostTaken, removeHost, sameNames } from './hosts.ts';

const host = z.pipe(
  z.string(),
  z.transform((typed, context) => {
    const found = hostOf(typed);
    if (found !== null) return found;
    context.issues.push({ code: 'custom', message: 'is not a host such as hospital.example', input: typed });
    return z.NEVER;
  }),
);

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

async function list({ db, now }: HospitalNeeds): Promise<Result> {
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

/** Creates a hospital with its addresses, the standard dictionaries and one empty pharmacy. */
async function create(needs: HospitalNeeds, args: readonly string[]): Promise<Result> {
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
  const notes = await Promise.all(hosts.map((one) => sameNames(needs.db, one, tenantId)));
  return {
    ok: true,
    lines: [
      ...notes.flat(),
      `Created hospital ${tenantId}. Its first administrator:`,
      `  npm run admin -- create-administrator ${tenantId} --account <account> --name "..." --mobile <number>`,
    ],
  };
}

async function change(needs: HospitalNeeds, hospitalId: string, to: Partial<typeof tenant.$inferInsert>, line: string) {
  const found = await findHospital(needs.db, hospitalId);
  if (!found) return unknownHospital;
  await needs.uow.run(found.id, async (tx) => {
    await tx.db.update(tenant).set(to).where(eq(tenant.id, found.id));
    await record(tx, needs, 'hospital', found.id, to);
  });
  return { ok: true, lines: [`${found.nameEn || found.name}: ${line}`] };
}

const disable = (needs: HospitalNeeds, [hospitalId = '']: readonly string[]) =>
  change(needs, hospitalId, { disabled: true }, 'disabled. Everybody is logged out within seconds.');
const enable = (needs: HospitalNeeds, [hospitalId = '']: readonly string[]) =>
  change(needs, hospitalId, { disabled: false }, 'enabled.');

/** Sets the last day of a hospital's licence, or removes the end. */
async function licence(needs: HospitalNeeds, [hospitalId = '', day = '', ...more]: readonly string[]): Promise<Result> {
  const expireTime = day === 'unlimited' ? null : endOfDay(day);
  if (more.length > 0 || (expireTime === null && day !== 'unlimited'))
    return failure('licence needs the id of a hospital and the last day (YYYY-MM-DD), or the word unlimited.');
  const line = expireTime === null ? 'the licence has no end.' : `the licence ends ${hospitalTime(expireTime)}.`;
  return change(needs, hospitalId, { expireTime }, line);
}

/** Creates an administrator with a password for one sign-in. */
async function createAdministrator(needs: HospitalNeeds, args: readonly string[]): Promise<Result> {
  const read = optionsOf(NewAdministrator, args);
  if (!('values' in read)) return read;
  const [hospitalId = '', ...more] = read.positionals;
  const found = await findHospital(needs.db, hospitalId);
  if (!found || more.length > 0) return unknownHospital;
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

const commands: Readonly<Record<string, (needs: HospitalNeeds, args: readonly string[]) => Promise<Result>>> = {
  hospitals: list,
  'create-hospital': create,
  'add-host': addHost,
  'remove-host': removeHost,
  'disable-hospital': disable,
  'enable-hospital': enable,
  licence,
  'create-administrator': createAdministrator,
};

export const hospitalCommands: readonly string[] = Object.keys(commands);

/** Runs a command about hospitals and their administrators; null for any other command. */
export function runHospitalCommand(
  needs: HospitalNeeds,
  [name = '', ...args]: readonly string[],
): Promise<Result> | null {
  return Object.hasOwn(commands, name) ? (commands[name]?.(needs, args) ?? null) : null;
}

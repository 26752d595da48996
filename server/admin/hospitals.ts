import { asc } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Username } from '../../contract/extension/administration.ts';
import { Mobile, someText, text } from '../../contract/values.ts';
import { parseArguments } from '../../scripts/commandLine.mjs';
import { createPasswords } from '../accounts/passwords.ts';
import { newSecret } from '../accounts/tokens.ts';
import { addAdministrator } from '../administration/firstAdministrator.ts';
import { changeAccess, type HospitalAccess } from '../administration/hospitalChanges.ts';
import { addHospital, reserveHospitalId } from '../administration/newHospital.ts';
import { oneTimePassword } from '../administration/oneTimePassword.ts';
import { endOfHospitalDay } from '../db/hospitalDay.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import { hostOf } from '../hospitals/hosts.ts';
import { failure, hospitalTime, type Result } from './commandLine.ts';
import { type CommandNeeds, contextOf } from './context.ts';
import { findHospital, unknownHospital } from './hospitalRows.ts';
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
  account: Username,
  name: someText(60),
  'name-en': z._default(text(60), ''),
  mobile: Mobile,
});

const takenBy = ({ shape }: z.ZodMiniObject) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, { type: 'string' as const, multiple: name === 'host' }]));

/** The options of the commands that have any. */
export const hospitalOptions = {
  'create-hospital': takenBy(NewHospital),
  'create-administrator': takenBy(NewAdministrator),
};

/** Parses the options of a command; a failure says which one is missing or wrong. */
function optionsOf<T extends z.ZodMiniObject>(schema: T, args: readonly string[]) {
  try {
    const { values, positionals } = parseArguments(args, { options: takenBy(schema), positionals: 2 });
    const read = schema.safeParse(values);
    if (read.success) return { ok: true as const, values: read.data, positionals };
    const [issue] = read.error.issues;
    return failure(`--${String(issue?.path[0])} is missing or not allowed: ${issue?.message}`);
  } catch (cause) {
    return failure(cause instanceof Error ? cause.message : 'The options cannot be read.');
  }
}

async function list({ db, now }: CommandNeeds): Promise<Result> {
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
    const own = hosts.filter(({ tenantId: hospitalId }) => hospitalId === row.id).map((one) => one.host);
    return `${row.id}  ${row.nameEn || row.name}, ${stateOf(row)}: ${own.join(', ') || 'no address'}`;
  });
  return { ok: true, lines: lines.length > 0 ? lines : ['There are no hospitals.'] };
}

/** Creates a hospital with its addresses, the standard dictionaries and one empty pharmacy. */
async function create(needs: CommandNeeds, args: readonly string[]): Promise<Result> {
  const read = optionsOf(NewHospital, args);
  if (!('values' in read)) return read;
  const { name, 'name-en': nameEn, host: hosts } = read.values;
  const taken = await hostTaken(needs.db, hosts);
  if (taken) return taken;
  const hospitalId = await reserveHospitalId(needs);
  const made = await addHospital({ name, nameEn, hosts, once: null }, contextOf(needs, hospitalId));
  if (!made.ok) return (await hostTaken(needs.db, hosts)) ?? failure('An address was just taken. Try again.');
  const notes = await Promise.all(hosts.map((one) => sameNames(needs.db, one, hospitalId)));
  return {
    ok: true,
    lines: [
      ...notes.flat(),
      `Created hospital ${hospitalId}. Its first administrator:`,
      `  npm run admin -- create-administrator ${hospitalId} --account <account> --name "..." --mobile <number>`,
    ],
  };
}

async function change(needs: CommandNeeds, hospitalId: string, to: HospitalAccess, line: string) {
  const found = await findHospital(needs.db, hospitalId);
  if (!found) return unknownHospital;
  await changeAccess({ access: to, version: null }, contextOf(needs, found.id));
  return { ok: true, lines: [`${found.nameEn || found.name}: ${line}`] };
}

const disable = (needs: CommandNeeds, [hospitalId = '']: readonly string[]) =>
  change(needs, hospitalId, { disabled: true }, 'disabled. Everybody is logged out within seconds.');
const enable = (needs: CommandNeeds, [hospitalId = '']: readonly string[]) =>
  change(needs, hospitalId, { disabled: false }, 'enabled.');

/** Sets the last day of a hospital's licence, or removes the end. */
async function licence(needs: CommandNeeds, [hospitalId = '', day = '', ...more]: readonly string[]): Promise<Result> {
  const expireTime = day === 'unlimited' ? null : endOfHospitalDay(day);
  if (more.length > 0 || (expireTime === null && day !== 'unlimited'))
    return failure('licence needs the id of a hospital and the last day (YYYY-MM-DD), or the word unlimited.');
  const line = expireTime === null ? 'the licence has no end.' : `the licence ends ${hospitalTime(expireTime)}.`;
  return change(needs, hospitalId, { expireTime }, line);
}

/** Creates an administrator with a password for one sign-in. */
async function createAdministrator(needs: CommandNeeds, args: readonly string[]): Promise<Result> {
  const read = optionsOf(NewAdministrator, args);
  if (!('values' in read)) return read;
  const [hospitalId = '', ...more] = read.positionals;
  const found = await findHospital(needs.db, hospitalId);
  if (!found || more.length > 0) return unknownHospital;
  const { account, name, 'name-en': nameEn, mobile } = read.values;
  const password = oneTimePassword(newSecret());
  const passwordHash = await createPasswords().hash(password);
  const made = await addAdministrator(
    { names: { username: account, name, nameEn, mobile }, passwordHash, once: null, isFirst: false },
    contextOf(needs, found.id),
  );
  if (!made.ok)
    return failure(
      made.wording === 'mobileTaken'
        ? `Another account has the number ${mobile}.`
        : `The account ${account} exists already.`,
    );
  return {
    ok: true,
    lines: [
      `${account} administers ${found.nameEn || found.name}.`,
      `Password for the first login, which must change it: ${password}`,
    ],
  };
}

const commands: Readonly<Record<string, (needs: CommandNeeds, args: readonly string[]) => Promise<Result>>> = {
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
  needs: CommandNeeds,
  [name = '', ...args]: readonly string[],
): Promise<Result> | null {
  return Object.hasOwn(commands, name) ? (commands[name]?.(needs, args) ?? null) : null;
}

import { and, eq, gt, isNull, or } from 'drizzle-orm';
import * as z from 'zod/mini';
import { RowId } from '../../contract/ids.ts';
import { defaultHospitalId } from '../../contract/limits.ts';
import { someText, text } from '../../contract/values.ts';
import { parseArguments } from '../../scripts/commandLine.mjs';
import { type Database, platformWide } from '../db/connection.ts';
import { endOfHospitalDay } from '../db/hospitalDay.ts';
import { notice, tenant } from '../db/schema/tenants.ts';
import { publishNotice, withdrawNotice } from '../hospitals/notices.ts';
import { failure, hospitalTime, type Result } from './commandLine.ts';
import { type CommandNeeds, contextOf } from './context.ts';

type Needs = CommandNeeds<Database>;

/** The options of `publish`. A link leads to a page of the workstation or to https. */
const Published = z.object({
  title: someText(100),
  'title-en': z._default(text(100), ''),
  text: z._default(text(500), ''),
  'text-en': z._default(text(500), ''),
  position: z._default(z.enum(['1', '2', '3', '4']), '1'),
  tone: z._default(z.enum(['info', 'warning', 'danger']), 'info'),
  link: z.optional(
    text(300).check(z.regex(/^(\/(?!\/)|https:\/\/)\S+$/, 'must be a page of the workstation or an https address')),
  ),
  until: z.optional(text(10)),
  hospital: z._default(RowId, defaultHospitalId),
});

const names = Object.keys(Published.shape);
const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));

/** The options of the commands that have any. */
export const noticeOptions = { publish: options };

async function list({ db, now }: Needs): Promise<Result> {
  const rows = await platformWide(db)
    .select()
    .from(notice)
    .where(or(isNull(notice.endTime), gt(notice.endTime, now())))
    .orderBy(notice.tenantId, notice.id);
  if (rows.length === 0) return { ok: true, lines: ['No notices are in force.'] };
  const end = (at: number | null) => (at === null ? 'until it is withdrawn' : `until ${hospitalTime(at)}`);
  return {
    ok: true,
    lines: rows.map(
      (row) => `${row.id}  hospital ${row.tenantId}, position ${row.position}, ${end(row.endTime)}: ${row.title}`,
    ),
  };
}

async function publish(needs: Needs, args: readonly string[]): Promise<Result> {
  const { db, now } = needs;
  let values: Record<string, unknown>;
  try {
    values = parseArguments(args, { options }).values;
  } catch {
    return failure(
      `publish takes --title "..." and ${names
        .slice(1)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    );
  }
  const read = Published.safeParse(values);
  if (!read.success) {
    const [issue] = read.error.issues;
    return failure(`--${issue?.path.join('.')} is missing or not allowed: ${issue?.message}`);
  }
  const { hospital, position, until, link = null, 'title-en': titleEn, 'text-en': textEn, ...rest } = read.data;
  const endTime = until === undefined ? null : endOfHospitalDay(until);
  if (until !== undefined && (endTime === null || endTime <= now()))
    return failure(`--until ${until} is not today or a later day (YYYY-MM-DD).`);
  const [known] = await platformWide(db).select({ id: tenant.id }).from(tenant).where(eq(tenant.id, hospital));
  if (!known) return failure(`There is no hospital ${hospital}.`);
  const published = { ...rest, titleEn, textEn, link, position: Number(position), startTime: now(), endTime };
  const { id } = await publishNotice(published, contextOf(needs, hospital));
  return { ok: true, lines: [`Published as notice ${id}.`] };
}

async function withdraw(needs: Needs, args: readonly string[]): Promise<Result> {
  const given = RowId.safeParse(args[0]);
  const notFound = failure('withdraw needs the id of a notice in force. See "npm run admin -- notices".');
  if (!given.success || args.length > 1) return notFound;
  const [found] = await platformWide(needs.db)
    .select()
    .from(notice)
    .where(and(eq(notice.id, given.data)));
  if (!found) return notFound;
  const withdrawn = await withdrawNotice(found, contextOf(needs, found.tenantId));
  return withdrawn.ok ? { ok: true, lines: [`Withdrawn: ${found.title}`] } : notFound;
}

const commands: Readonly<Record<string, (needs: Needs, args: readonly string[]) => Promise<Result>>> = {
  notices: list,
  publish,
  withdraw,
};

export const noticeCommands: readonly string[] = Object.keys(commands);

/** Runs a command about the hospital's notices; null for any other command. */
export function runNoticeCommand(needs: Needs, [name = '', ...args]: readonly string[]): Promise<Result> | null {
  return Object.hasOwn(commands, name) ? (commands[name]?.(needs, args) ?? null) : null;
}

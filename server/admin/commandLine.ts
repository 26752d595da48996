import { hospitalOffset, hospitalOffsetMs } from '../../contract/limits.ts';
import { parseArguments } from '../../scripts/commandLine.mjs';
import type { Decision } from '../accounts/qualifications.ts';
import { isRowId } from '../db/columns.ts';
import { endOfHospitalDay } from '../db/hospitalDay.ts';

export const usage = `Hospitals and their administrators, certificates of doctors, heads of departments and notices to the staff.

  npm run admin -- hospitals                           hospitals with their state and addresses
  npm run admin -- create-hospital --name "..." [--name-en "..."] --host <host> [--host <host>]
  npm run admin -- create-administrator <hospital id> --account <account> --name "..." [--name-en "..."] --mobile <number>
                                                       prints a password for the first login
  npm run admin -- add-host <hospital id> <host>       this address leads to the hospital; remove-host ends that
  npm run admin -- disable-hospital <hospital id>      logs everybody out; enable-hospital opens it again
  npm run admin -- licence <hospital id> <YYYY-MM-DD>  the last day of the licence; the word unlimited removes it

  npm run admin -- operator <account>                  lets this administrator manage all hospitals in the workstation
  npm run admin -- no-operator <account>               takes the right back

  npm run admin -- list                                submissions that wait for a review
  npm run admin -- approve <id> [--until YYYY-MM-DD]   valid until the end of that day; without --until for a year
  npm run admin -- reject <id> --reason "..."          the doctor reads the reason
  npm run admin -- reviewer <account>                  lets this person review certificates in the workstation
  npm run admin -- no-reviewer <account>               takes the right back
  npm run admin -- doctors                             doctors with their departments
  npm run admin -- appoint <id>                        this doctor heads the department and plans its doctors' hours
  npm run admin -- dismiss <id>                        ends that
  npm run admin -- notices                             notices in force
  npm run admin -- publish --title "..." [--title-en "..."] [--text "..."] [--text-en "..."] [--until YYYY-MM-DD]
      [--position 1|2|3|4] [--tone info|warning|danger] [--link "..."] [--hospital <id>]
  npm run admin -- withdraw <id>                       ends a notice
  npm run verify-trail -- [--hospital <id>] [--head <hash>]   verifies the trail's hash chains
  If two hospitals have the account, write <hospital id>/<account>.`;

const maxReasonLength = 500;
const yearMs = 365 * 86_400_000;

export type Command =
  | { name: 'list' }
  | { name: 'reviewer'; account: string; hospitalId: string | null; allowed: boolean }
  | { name: 'decide'; id: string; decision: Decision };

/** The lines to print, and whether the command succeeded. */
export type Result = { ok: boolean; lines: string[] };

/** People typed parts of these lines, so control characters are replaced before they reach a terminal. */
export const printable = (line: string) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');

export const failure = (line: string): Result => ({ ok: false, lines: [line] });

/** A time in the hospitals' time zone with its offset, as `YYYY-MM-DD HH:mm +08:00`. */
export const hospitalTime = (at: number): string =>
  `${new Date(at + hospitalOffsetMs).toISOString().slice(0, 16).replace('T', ' ')} ${hospitalOffset}`;

/** An account, and its hospital where several hospitals have the same one. */
export type NamedAccount = { readonly account: string; readonly hospitalId: string | null };

/** Reads `<account>` or `<hospital id>/<account>`. */
export function readAccount(typed: string): NamedAccount {
  const [account = '', hospitalId = null] = typed.split('/').toReversed();
  return { account, hospitalId };
}

/** The options of the commands about certificates, by the command. */
export const certificateOptions = {
  list: {},
  approve: { until: { type: 'string' } },
  reject: { reason: { type: 'string' } },
  reviewer: {},
  'no-reviewer': {},
} as const;

function parse(args: readonly string[]) {
  try {
    const options = { ...certificateOptions.approve, ...certificateOptions.reject };
    return parseArguments(args, { options, positionals: 3 });
  } catch {
    return null;
  }
}

/** Parses a command line; for an invalid one the result explains the mistake. */
export function readCommand(args: readonly string[], now: number): { ok: true; command: Command } | Result {
  const { positionals, values } = parse(args) ?? { positionals: [], values: {} };
  const [name, id, ...more] = positionals;
  const { until, reason } = values;
  if (name === 'list' && args.length === 1) return { ok: true, command: { name } };
  if ((name === 'reviewer' || name === 'no-reviewer') && args.length === 2 && id !== undefined) {
    return { ok: true, command: { name: 'reviewer', ...readAccount(id), allowed: name === 'reviewer' } };
  }
  const foreign = name === 'approve' ? reason : name === 'reject' ? until : name;
  if (id === undefined || more.length > 0 || foreign !== undefined) return failure(usage);
  if (!isRowId(id)) return failure(`${id} is not an id of "npm run admin -- list".`);
  if (name === 'approve') {
    const expireTime = until === undefined ? now + yearMs : endOfHospitalDay(until);
    if (expireTime === null || expireTime <= now)
      return failure(
        `--until ${until} is not today or a later day (YYYY-MM-DD). Example: npm run admin -- approve ${id} --until 2030-12-31`,
      );
    return { ok: true, command: { name: 'decide', id, decision: { approve: true, expireTime } } };
  }
  const trimmed = reason?.trim() ?? '';
  if (trimmed === '' || trimmed.length > maxReasonLength)
    return failure(`reject needs --reason "...", which the doctor reads (up to ${maxReasonLength} characters).`);
  return { ok: true, command: { name: 'decide', id, decision: { approve: false, reason: trimmed } } };
}

import { parseArguments } from '../../scripts/commandLine.mjs';
import { type Database, platformWide } from '../db/connection.ts';
import { openSealKeys } from '../trail/sealKeys.ts';
import { type Break, type Verified, verifyTrail } from '../trail/verify.ts';
import { failure, hospitalTime, type Result } from './commandLine.ts';

type Needs = { db: Database; now: () => number; trailKeys?: readonly string[] };

export const trailUsage = `Verifies the trail: that no row was changed, removed, reordered or inserted since it was sealed.

  npm run verify-trail                    all hospitals
  npm run verify-trail -- --hospital <id> one hospital
  npm run verify-trail -- --head <hash>   also that the chain still contains this head of an earlier run`;

/** Scripts of operators may still say `--tenant` instead of `--hospital`. */
export const trailOptions = {
  'verify-trail': { hospital: { type: 'string' }, tenant: { type: 'string' }, head: { type: 'string' } },
} as const;

function optionsOf(args: readonly string[]) {
  try {
    return parseArguments(args, { options: trailOptions['verify-trail'] }).values;
  } catch {
    return null;
  }
}

const whatBroke: Readonly<Record<Break['kind'], string>> = {
  changed: 'was changed after it was sealed',
  removed: 'was removed before its retention period ended',
  reordered: 'has the content of another row: rows were reordered',
  inserted: 'is older than the seals and in none of them: it was inserted later, or its seal was removed',
  'seal changed': 'its seal was changed or moved',
  'seal removed': 'a seal before it was removed',
  'seal not signed': 'its seal is not signed with a key of the platform (see TRAIL_KEY)',
};

function placeOf({ seq, rowId }: Break): string {
  const row = rowId === null ? '' : `row ${rowId}`;
  return [seq === null ? '' : `place ${seq}`, row].filter(Boolean).join(', ');
}

function linesOf(verified: Verified, head: string | null): string[] {
  const { hospitalId, sealed, unsealed, expired, firstTime, lastTime, broken, signedOutside, headAt } = verified;
  const span =
    firstTime === null || lastTime === null ? '' : `, ${hospitalTime(firstTime)} to ${hospitalTime(lastTime)}`;
  const past = expired === 0 ? '' : `, ${expired} of them removed by retention`;
  const verdict = broken === null ? 'OK' : `BROKEN at ${placeOf(broken)}: ${whatBroke[broken.kind]}`;
  const rows = `${sealed} sealed rows${broken === null ? '' : ' before it'}${past}${span}; ${unsealed} not sealed yet`;
  const outside =
    sealed === signedOutside || sealed === 0
      ? []
      : [
          `    rows after place ${signedOutside} are signed with the key in the database: whoever has all rights on it could forge them. Set TRAIL_KEY.`,
        ];
  const found =
    head === null
      ? []
      : [headAt === null ? '    does not contain the given head' : `    contains the given head at place ${headAt}`];
  return [`hospital ${hospitalId}: ${verdict}`, `    ${rows}`, `    head ${verified.head}`, ...outside, ...found];
}

/** Verifies the trail and prints, for each hospital, its rows and the first place where its chain is broken. */
export async function runVerifyTrail({ db, now, trailKeys = [] }: Needs, args: readonly string[]): Promise<Result> {
  const options = optionsOf(args);
  if (options === null) return failure(trailUsage);
  const { tenant: former = null, hospital = former, head = null } = options;
  const needs = { db: platformWide(db), now, keys: await openSealKeys(db, trailKeys) };
  const all: Verified[] = [];
  for await (const verified of verifyTrail(needs, { hospitalId: hospital, head })) all.push(verified);
  if (all.length === 0)
    return failure(hospital === null ? 'There are no hospitals.' : `There is no hospital ${hospital}.`);
  const lines = all.flatMap((verified) => linesOf(verified, head));
  const isHeadLost = head !== null && all.every(({ headAt }) => headAt === null);
  if (isHeadLost)
    lines.push('The given head is in no chain: the end of a chain was cut off, or the head is of another platform.');
  return { ok: all.every(({ broken }) => broken === null) && !isHeadLost, lines };
}

import { isDeepStrictEqual } from 'node:util';
import { Code, isSuccess } from '../contract/envelope.ts';
import { uncheckedCalls } from './evidence.ts';
import type { World } from './world.ts';

/** One rule of the contract that a platform must keep. Checks run in order and share what earlier ones made. */
export type Check = {
  readonly rule: string;
  /** In a core group: a rule that needs calls of this product alone. */
  readonly beyond?: true;
  readonly run: (world: World) => Promise<void>;
};
export type Group = {
  readonly name: string;
  /** No care can be given on a platform that breaks these rules; a run that leaves one out proves nothing. */
  readonly core?: true;
  readonly checks: readonly Check[];
};

export type Finding = {
  readonly group: string;
  readonly rule: string;
  readonly state: 'passed' | 'failed' | 'notChecked';
  /** What was wrong, or why the rule could not be checked. */
  readonly reason: string | null;
  readonly core: boolean;
  /** Of a broken rule: what should have come, and what came. */
  readonly expected?: string;
  readonly received?: string;
};

/** What should have come, and what came. */
export type Compared = { readonly expected: string; readonly received: string };

const shownLength = 80;

/** A value as findings show it. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value instanceof Set ? [...value] : value) ?? 'nothing';
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** The platform breaks a rule. */
export class Broken extends Error {
  override name = 'Broken';
  readonly compared: Compared;

  constructor(wrong: string, compared: Compared) {
    super(wrong);
    this.compared = compared;
  }
}

/** A rule cannot be checked, because an account or an earlier result is missing. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** Throws `Broken` with what was wrong, what came and what should have come unless the condition holds. */
export function must(holds: boolean, wrong: string, received: unknown, expected: string): asserts holds {
  if (!holds)
    throw new Broken(wrong, { expected, received: typeof received === 'string' ? received : shown(received) });
}

/** Throws `Broken` with both values unless they are the same, by what they hold. */
export function equal<T>(received: T, expected: T, wrong: string): void {
  must(isDeepStrictEqual(received, expected), wrong, received, shown(expected));
}

/** Throws `Broken` unless the code of an answer is that of a success. */
export function mustSucceed(code: number | null, wrong: string): void {
  must(code !== null && isSuccess(code), wrong, `code ${code}`, `code ${Code.ok}`);
}

/** Throws `Broken` unless the code of an answer is that of a refusal. */
export function mustRefuse(code: number | null, wrong: string): void {
  must(code !== null && !isSuccess(code), wrong, `code ${code}`, 'the code of a refusal');
}

/** The value, or `NotChecked` with the reason if there is none. */
export function needed<T>(value: T | null | undefined, missing: string): T {
  if (value === null || value === undefined) throw new NotChecked(missing);
  return value;
}

const limitMs = 120_000;

async function runOne({ rule, run }: Check, world: World): Promise<Omit<Finding, 'group' | 'rule' | 'core'>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Broken('it does not end', { expected: 'an end', received: `none within ${limitMs / 1_000} s` })),
      limitMs,
    );
  });
  try {
    await Promise.race([run(world), late]);
    return { state: 'passed', reason: null };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof NotChecked) return { state: 'notChecked', reason };
    const compared = cause instanceof Broken ? cause.compared : null;
    return { state: 'failed', reason, ...(compared ?? { expected: rule, received: reason }) };
  } finally {
    clearTimeout(timer);
  }
}

/** Runs all checks one after the other, then lists the unchecked calls; a failed check does not end the run. */
export async function runChecks(
  groups: readonly Group[],
  world: World,
  onFinding: (finding: Finding) => void = () => {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (finding: Finding) => {
    findings.push(finding);
    onFinding(finding);
  };
  for (const { name: group, core = false, checks } of groups)
    for (const check of checks) {
      const about = { group, rule: check.rule, core: core && check.beyond !== true };
      add({ ...about, ...(await runOne(check, world)) });
    }
  for (const finding of uncheckedCalls(world.http.evidence, world.given)) add(finding);
  return findings;
}

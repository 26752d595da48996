import { uncheckedCalls } from './evidence.ts';
import type { World } from './world.ts';

/** One rule of the contract that a platform must keep. Checks run in order and share what earlier ones made. */
export type Check = { readonly rule: string; readonly run: (world: World) => Promise<void> };
export type Group = { readonly name: string; readonly checks: readonly Check[] };

export type Finding = {
  readonly group: string;
  readonly rule: string;
  readonly state: 'passed' | 'failed' | 'notChecked';
  /** What was wrong, or why the rule could not be checked. */
  readonly reason: string | null;
};

/** The platform breaks a rule. */
export class Broken extends Error {
  override name = 'Broken';
}

/** A rule cannot be checked, because an account or an earlier result is missing. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** Throws `Broken` with what was wrong unless the condition holds. */
export function must(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Broken(wrong);
}

/** The value, or `NotChecked` with the reason if there is none. */
export function needed<T>(value: T | null | undefined, missing: string): T {
  if (value === null || value === undefined) throw new NotChecked(missing);
  return value;
}

const limitMs = 120_000;

async function runOne({ run }: Check, world: World): Promise<Pick<Finding, 'state' | 'reason'>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Broken(`not finished after ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    await Promise.race([run(world), late]);
    return { state: 'passed', reason: null };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { state: cause instanceof NotChecked ? 'notChecked' : 'failed', reason };
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
  for (const { name: group, checks } of groups)
    for (const check of checks) add({ group, rule: check.rule, ...(await runOne(check, world)) });
  for (const finding of uncheckedCalls(world.http.evidence, world.given)) add(finding);
  return findings;
}

import { uncheckedCalls } from './evidence.ts';
import { Broken, type Finding, NotChecked } from './finding.ts';
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

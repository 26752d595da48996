import { isNeverMade } from './evidence.ts';
import type { Finding } from './finding.ts';

const marks = { passed: 'ok  ', failed: 'FAIL', notChecked: '–   ' } as const;

/** Lines of the table for one finding; a new group begins with its name. */
export function linesOf(finding: Finding, previous: Finding | null): string[] {
  const { group, rule, state, reason, expected, received } = finding;
  const heading = previous?.group === group ? [] : ['', group];
  const notChecked = state === 'notChecked' ? 'not checked: ' : '';
  const compared =
    expected === undefined || expected === rule ? [] : [`       expected ${expected}, received ${received}`];
  return [
    ...heading,
    `  ${marks[state]} ${rule}`,
    ...(reason === null ? [] : [`       ${notChecked}${reason}`]),
    ...compared,
  ];
}

/** The last line: how many rules hold, are broken, and could not be checked. */
export function totalOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('notChecked')} not checked`;
}

/** Rules without which a run proves nothing: the core rules, or with `strict` all that a run can check. */
export const leftOut = (findings: readonly Finding[], strict: boolean): Finding[] =>
  findings.filter((one) => one.state === 'notChecked' && (one.core || (strict && !isNeverMade(one))));

/** The exit code: 0 if all rules hold, 1 if one is broken, 3 if none is but rules were left out that must not be. */
export function exitCodeOf(findings: readonly Finding[], strict: boolean): number {
  if (findings.some(({ state }) => state === 'failed')) return 1;
  return leftOut(findings, strict).length > 0 ? 3 : 0;
}

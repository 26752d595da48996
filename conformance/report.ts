import type { Finding } from './check.ts';

const marks = { passed: 'ok  ', failed: 'FAIL', notChecked: '–   ' } as const;

/** Lines of the table for one finding; a new group begins with its name. */
export function linesOf({ group, rule, state, reason }: Finding, previous: Finding | null): string[] {
  const heading = previous?.group === group ? [] : ['', group];
  const notChecked = state === 'notChecked' ? 'not checked: ' : '';
  return [...heading, `  ${marks[state]} ${rule}`, ...(reason === null ? [] : [`       ${notChecked}${reason}`])];
}

/** The last line: how many rules hold, are broken, and could not be checked. */
export function totalOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('notChecked')} not checked`;
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Each test runs a test runner of its own. */
vi.setConfig({ testTimeout: 60_000 });

/** Runs `npm test` over these files alone, as a project of its own. */
async function testing(files: Record<string, string>, config = plain) {
  await mkdir('test-results', { recursive: true });
  const folder = await mkdtemp(join('test-results', 'summary-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'vitest.config.ts'), config);
  for (const [name, body] of Object.entries(files))
    await writeFile(
      join(folder, `${name}.test.ts`),
      `import { beforeAll, describe, expect, test } from 'vitest';\n${body}`,
    );
  return new Promise<{ code: number; lines: string[] }>((resolve) => {
    const env = { ...process.env, CI: 'true', NO_COLOR: '1' };
    const child = execFile(process.execPath, ['scripts/test.mjs', '--root', folder], { env }, (_, stdout) =>
      resolve({ code: child.exitCode ?? -1, lines: stdout.trimEnd().split('\n') }),
    );
  });
}

const plain = `
  import { defineConfig } from 'vitest/config';
  import { summary } from '../../scripts/summary.ts';
  export default defineConfig({ test: { reporters: ['dot', summary] } });
`;
const good = `test('holds', () => expect(1).toBe(1)); test.skip('later', () => {});`;
const isSummary = (line: string) => /^\d+ passed, \d+ failed(, \d+ skipped)?$/.test(line);

test.each([
  { what: 'all hold', bad: '', last: '1 passed, 0 failed, 1 skipped', code: 0 },
  { what: 'one fails', bad: `test('fails', () => expect(1).toBe(2));`, last: '1 passed, 1 failed, 1 skipped', code: 1 },
  { what: 'a file cannot be loaded', bad: `throw new Error('no');`, last: '1 passed, 1 failed, 1 skipped', code: 1 },
  {
    what: 'a group cannot be set up',
    bad: `describe('group', () => { beforeAll(() => { throw new Error('no'); }); test('never', () => {}); });`,
    last: '1 passed, 1 failed, 2 skipped',
    code: 1,
  },
  {
    what: 'an error is thrown outside any test',
    bad: `test('holds', () => { Promise.reject(new Error('no')); });`,
    last: '2 passed, 1 failed, 1 skipped',
    code: 1,
  },
])('npm test ends with one line of counts when $what', async ({ bad, last, code }) => {
  const run = await testing(bad ? { good, bad } : { good });
  expect(run.lines.filter(isSummary)).toEqual([last]);
  expect(run.lines.at(-1)).toBe(last);
  expect(run.code).toBe(code);
});

test('npm test names the tests that a killed worker left without a result', async () => {
  const run = await testing({ good, bad: `test('dies', () => { process.kill(process.pid, 'SIGKILL'); });` });
  expect(run.lines).toContain('Without a result: bad.test.ts > dies');
  expect(run.code).toBe(1);
});

test('a test run that cannot begin is a failure', async () => {
  const run = await testing({ good }, 'throw new Error("no")');
  expect(run.lines.at(-1)).toBe('0 passed, 1 failed');
  expect(run.code).toBe(1);
});

test('a test that passed only when it was run again is named, with what failed and where', async () => {
  const unsteady = `let runs = 0; test('holds at last', { retry: 1 }, () => expect((runs += 1)).toBe(2));`;
  const run = await testing({ good, unsteady });
  const named = run.lines.indexOf('Passed only when run again: unsteady.test.ts > holds at last');
  expect(run.lines[named + 1]).toMatch(/^ {2}because: expected 1 to be 2 .*\(unsteady\.test\.ts:2\)$/);
  expect(run.lines.at(-1)).toBe('2 passed, 0 failed, 1 skipped');
});

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const kept = resolve('tests/recordings/session-refresh.json');
const scratch = mkdtempSync(join(tmpdir(), 'cloudroom-replay-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Runs the command in an empty folder. */
const replay = (...args: readonly string[]) =>
  new Promise<{ code: number; said: string }>((done) =>
    execFile(
      resolve('node_modules/.bin/tsx'),
      [resolve('scripts/replay.ts'), ...args],
      { cwd: scratch },
      (error, stdout, stderr) => done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    ),
  );

test('a recording without a difference ends with 0, and is kept with a test', async () => {
  expect(await replay(kept)).toEqual({ code: 0, said: 'No difference: session; 11 events.\n' });
  expect((await replay(kept, '--test')).code).toBe(0);
  expect(readdirSync(join(scratch, 'tests/recordings'))).toEqual(['session-refresh.json', 'session-refresh.test.ts']);
  const written = readFileSync(join(scratch, 'tests/recordings/session-refresh.test.ts'), 'utf8');
  expect(written).toBe(readFileSync('tests/recordings/session-refresh.test.ts', 'utf8'));
});

test('a developer gives the test of a kept recording the rule that it states', async () => {
  const named = join(scratch, 'named.json');
  copyFileSync(kept, named);
  const title = "a doctor's session goes on when its token is renewed";
  expect((await replay(named, '--test', '--title', title)).code).toBe(0);
  expect(readFileSync(join(scratch, 'tests/recordings/named.test.ts'), 'utf8')).toContain(`test("${title}", () => {\n`);
  expect(await replay(kept, '--title', title)).toMatchObject({ code: 2, said: expect.stringContaining('--test') });
  expect(await replay(named, '--test', '--title', 'a'.repeat(101))).toEqual({
    code: 2,
    said: 'A title is one line of at most 100 characters.\n',
  });
});

test('a difference ends with 1 and is named by event, state, expected and got', async () => {
  const file = join(scratch, 'changed.json');
  writeFileSync(file, readFileSync(kept, 'utf8').replace('"state":"signedOut"', '"state":"startingOver"'));
  const { code, said } = await replay(file);
  expect(code).toBe(1);
  expect(said).toBe(
    [
      'First difference: session, event 4',
      '  event     xstate.done.actor.restore',
      '  in state  {"booting":"restoring"}',
      '  expected  "startingOver"',
      '  got       "signedOut"',
      '',
    ].join('\n'),
  );
});

test('a file that cannot be replayed ends with 2 and one line that says why', async () => {
  writeFileSync(join(scratch, 'empty.json'), '{}');
  expect(await replay('empty.json')).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^empty\.json is not a recording: [^\n]+\n$/),
  });
  expect(await replay('missing.json')).toEqual({ code: 2, said: 'There is no file missing.json.\n' });
  const broken = JSON.parse(readFileSync(kept, 'utf8'));
  broken.machines[0].start = { status: 'active', value: 'nowhere' };
  writeFileSync(join(scratch, 'broken.json'), JSON.stringify(broken));
  expect(await replay('broken.json')).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^broken\.json cannot be replayed: [^\n]+\n$/),
  });
  writeFileSync(join(scratch, 'quiet.json'), JSON.stringify({ ...broken, machines: [] }));
  expect(await replay('quiet.json', '--test')).toEqual({
    code: 2,
    said: 'quiet.json cannot be replayed: it holds no event. Let the problem happen again, then save a new file.\n',
  });
  expect(existsSync(join(scratch, 'tests/recordings/quiet.json'))).toBe(false);
});

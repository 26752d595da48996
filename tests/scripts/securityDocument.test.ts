import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');

test('every file that the security document names exists', () => {
  const named = [...text.matchAll(/`((?:src|server|tests|scripts|contract)\/[\w./-]+)`/g)].map(
    ([, file]) => file ?? '',
  );
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
  expect(named.length).toBeGreaterThan(80);
});

test('every test that it names has that title in that file', () => {
  const named = [...text.matchAll(/`(tests\/[\w./-]+)`: "([^"]+)"/g)];
  const missing = named.filter(([, file = '', title = '']) => !readFileSync(file, 'utf8').includes(title));
  expect(missing.map(([all]) => all)).toEqual([]);
  expect(named.length).toBeGreaterThanOrEqual(16);
});

test('every requirement has a row with a test and a state', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| V'));
  expect(rows).toHaveLength(40);
  for (const row of rows) expect(row).toMatch(/`tests\/[^`]+`.* \| (met|COOP met)[^|]* \|$/);
});

const checkLock = (file: string) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, ['scripts/check-lock.mjs', file], (_, __, said) => resolve(said));
  });

test('the lock takes every package from the registry, fixed by its sum; any other is named', async () => {
  expect([await checkLock('package-lock.json'), await checkLock('bench/package-lock.json')]).toEqual(['', '']);
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  lock.packages['node_modules/zod'].resolved = 'http://evil.example/zod.tgz';
  delete lock.packages['node_modules/xstate'].integrity;
  lock.packages['node_modules/rxjs'].integrity = 'sha1-abc=';
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify(lock));
  const said = await checkLock(file);
  expect(said.match(/node_modules\/\S+/g)?.sort()).toEqual([
    'node_modules/rxjs',
    'node_modules/xstate',
    'node_modules/zod',
  ]);
});

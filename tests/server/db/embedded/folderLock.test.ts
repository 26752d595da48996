import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lockFolder } from '../../../../server/db/embedded/folderLock.ts';
import { openPostgresStore, prepareFolder } from '../../../../server/db/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'cloudroom-lock-'));
const file = join(folder, 'server.lock');
afterEach(() => rmSync(file, { force: true }));

test('a folder can be locked again after its release, and no helper file remains', () => {
  lockFolder(folder).release();
  lockFolder(folder).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder in use is refused with the id of its process', () => {
  lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
  expect(readdirSync(folder)).toEqual(['server.lock']);
});

test.each([
  ['of a process that has gone', () => `4194300 123 ${boot()}`],
  ['of a process whose number another one has now', () => `${process.pid} 1 ${boot()}`],
  ['from before the last boot', () => readOwn().replace(boot(), 'another-boot')],
  ['that is empty', () => ''],
])('a lock %s is taken over', (_, text) => {
  writeFileSync(file, text());
  const lock = lockFolder(folder);
  expect(readFileSync(file, 'utf8')).toBe(readOwn());
  lock.release();
});

test('a data folder that cannot be created is reported in one line', () => {
  expect(() => prepareFolder('/dev/null/data')).toThrow(/^The data folder \/dev\/null\/data cannot be written: .*$/);
});

test('an unreachable database is reported in one line without the password', async () => {
  const opening = openPostgresStore('postgres://user:secret@127.0.0.1:1/hospital', () => {});
  await expect(opening).rejects.toThrow(
    /^The database postgres:\/\/127\.0\.0\.1:1\/hospital cannot be used: [^\n]*ECONNREFUSED[^\n]*$/,
  );
});

function boot() {
  return readOwn().split(' ')[2] ?? '';
}

function readOwn() {
  const other = mkdtempSync(join(tmpdir(), 'cloudroom-lock-'));
  lockFolder(other);
  const text = readFileSync(join(other, 'server.lock'), 'utf8');
  rmSync(other, { recursive: true });
  return text;
}

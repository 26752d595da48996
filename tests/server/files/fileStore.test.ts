import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createFileStore } from '../../../server/files/fileStore.ts';
import { createFolderStorage, pathOf } from '../../../server/files/folderStorage.ts';
import { fileJobs } from '../../../server/files/plugin.ts';
import { pdf } from '../../support/filesSuite.ts';

const dayMs = 86_400_000;

test('uploads that are unfinished after a day are removed; running ones are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const incoming = join(folder, 'incoming');
  const store = createFileStore(createFolderStorage(folder, incoming), incoming);
  for (const name of ['left', 'running']) writeFileSync(join(incoming, name), 'half');
  const now = Date.now();
  utimesSync(join(incoming, 'left'), new Date(now - dayMs - 1_000), new Date(now - dayMs - 1_000));
  await store.clearIncoming(now - dayMs, async () => false);
  expect(readdirSync(incoming)).toEqual(['running']);
});

test('a file that was stored for a killed process is deleted a day later, and one that has its row is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const incoming = join(folder, 'incoming');
  const store = createFileStore(createFolderStorage(folder, incoming), incoming);
  const upload = async () => {
    const saved = await store.save({ name: 'a.pdf', stream: Readable.from([pdf]) }, 'ann');
    if (typeof saved === 'string') throw new Error(saved);
    return saved.key;
  };
  const [killed, kept, confirmed] = [await upload(), await upload(), await upload()];
  await store.confirm(confirmed);
  expect(readdirSync(incoming)).toHaveLength(2);
  const isStored = (key: string) => existsSync(join(folder, pathOf(key)));
  const clear = (before: number) => store.clearIncoming(before, async (key) => key === kept);
  await clear(Date.now() - dayMs);
  expect([killed, kept, confirmed].map(isStored)).toEqual([true, true, true]);
  await clear(Date.now() + dayMs);
  expect([killed, kept, confirmed].map(isStored)).toEqual([false, true, true]);
  expect(readdirSync(incoming)).toEqual([]);
});

test('each process clears its own folder of incoming files', () => {
  const needs = { db: null as never, uow: null as never, fileStore: null as never, now: Date.now, log: null as never };
  const local = fileJobs(needs).flatMap(({ name, isLocal }) => (isLocal ? [name] : []));
  expect(local).toEqual(['clear the incoming folder']);
});

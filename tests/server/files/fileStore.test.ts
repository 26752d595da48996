import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileStore } from '../../../server/files/fileStore.ts';
import { createFolderStorage } from '../../../server/files/folderStorage.ts';
import { fileJobs } from '../../../server/files/plugin.ts';

test('uploads that are unfinished after a day are removed; running ones are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const incoming = join(folder, 'incoming');
  const store = createFileStore(createFolderStorage(folder, incoming), incoming);
  for (const name of ['left', 'running']) writeFileSync(join(incoming, name), 'half');
  const now = Date.now();
  utimesSync(join(incoming, 'left'), now / 1_000 - 90_000, now / 1_000 - 90_000);
  await store.clearIncoming(now - 86_400_000);
  expect(readdirSync(incoming)).toEqual(['running']);
});

test('each process clears its own folder of incoming files', () => {
  const needs = { db: null as never, fileStore: null as never, now: Date.now };
  const local = fileJobs(needs).flatMap(({ name, isLocal }) => (isLocal ? [name] : []));
  expect(local).toEqual(['clear the incoming folder']);
});

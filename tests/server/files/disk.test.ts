import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDisk } from '../../../server/files/disk.ts';

test('uploads that are unfinished after a day are removed; running ones are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const disk = createDisk(folder);
  for (const name of ['left', 'running']) writeFileSync(join(disk.incoming, name), 'half');
  const now = Date.now();
  utimesSync(join(disk.incoming, 'left'), now / 1_000 - 90_000, now / 1_000 - 90_000);
  await disk.removeUnfinished(now - 86_400_000);
  expect(readdirSync(disk.incoming)).toEqual(['running']);
});

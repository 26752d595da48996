import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { startPlatform } from './platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string | null;
    /** The data folder of a newly started platform. */
    seededFolder: string;
  }
}

/**
 * Before the journeys: builds the client from the current sources, finds a Chromium, and seeds a data folder with the
 * demonstration hospital that platforms copy.
 */
export async function setup(project: TestProject) {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
  // Workers start later and inherit it.
  process.env.BUILT_PLATFORM = '1';
  const found = await findChromium('shell');
  project.provide('chromium', 'path' in found ? found.path : null);
  if ('why' in found) process.stderr.write(`\n!!! Journeys cannot run: ${found.why}. Set CHROMIUM_PATH.\n\n`);
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-seeded-'));
  await (await startPlatform({ dataFolder: folder })).stop();
  project.provide('seededFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string | null;
  }
}

/** Before the journeys: the client is built from today's sources, and there is a Chromium to open it with. */
export async function setup(project: TestProject) {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
  const found = await findChromium('shell');
  project.provide('chromium', 'path' in found ? found.path : null);
  if ('why' in found) process.stderr.write(`\n!!! Journeys cannot run: ${found.why}. Set CHROMIUM_PATH.\n\n`);
}

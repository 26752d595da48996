import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { getHospital, updateHospital } from '../../contract/extension/hospital.ts';
import { findChromium } from './chromium.ts';
import { signedIn } from './openConsultations.ts';
import { startPlatform } from './platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string | null;
    /** The data folder of a newly started platform. */
    seededFolder: string;
  }
}

/** Waits count only in the hospital's hours, so that its whole day makes the journeys the same at every hour. */
async function opensAllDay(url: string): Promise<void> {
  const admin = await signedIn(url, 'admin01');
  const { version, name, nameEn, contact, logo } = await admin(getHospital, {});
  const third = (part: number) => ({ from: part * 480, to: (part + 1) * 480 });
  const settings = { scheduleHours: { morning: third(0), afternoon: third(1), evening: third(2) } };
  await admin(updateHospital, { version, name, nameEn, contact, logo, settings });
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
  const platform = await startPlatform({ dataFolder: folder });
  await opensAllDay(platform.url);
  await platform.stop();
  project.provide('seededFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

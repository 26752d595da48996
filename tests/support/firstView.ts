import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';

const files = new Set(['document', 'script', 'stylesheet', 'font', 'image', 'other']);

/**
 * The most that a first view may load: compressed scripts in KiB, for other addresses those that the cloud room does not have,
 * and files; the same in both languages. A queue of reviews shows each patient's allergies.
 */
export const firstViewLimits = {
  kib: { login: 195, room: 310, route: 60, review: 80 },
  files: { first: 20, other: 30 },
} as const;

/** The addresses whose first view is measured, besides the sign-in and the cloud room. */
export const measuredPaths = {
  doctor: ['/', '/orderRecord', '/prescriptionRecord', '/workforceManagement', '/personalData'],
  reviewer: ['/prescriptionTask', '/myAuditRecord'],
} as const;

/** What an address loaded for its first view: its scripts, and the total number of files. */
export type FirstView = { readonly path: string; readonly scripts: readonly string[]; readonly requests: number };

/** Opens an address in a new tab. Files loaded after the browser is idle do not belong to the first view. */
export async function firstView(context: BrowserContext, path: string): Promise<FirstView> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (files.has(request.resourceType())) asked.add(new URL(request.url()).pathname);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const shown = new URL(page.url()).pathname;
  if (shown !== new URL(path, page.url()).pathname) throw new Error(`${path} led to ${shown}`);
  await page.close();
  return { path, scripts: [...asked].filter((file) => file.endsWith('.js')), requests: asked.size };
}

const kib = (bytes: number) => Math.round((bytes / 1024) * 10) / 10;

/** The size of built files as the platform sends them, gzip at level 9, in KiB. */
export const gzipKib = (scripts: readonly string[]): number =>
  kib(scripts.reduce((sum, script) => sum + gzipSync(readFileSync(join('dist', script)), { level: 9 }).length, 0));

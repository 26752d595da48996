import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { findChromium, launchArgs } from '../tests/support/chromium.ts';

const file = new URL('./RESULTS.md', import.meta.url);

async function browserVersion(): Promise<string> {
  const found = await findChromium();
  if ('why' in found) throw new Error(found.why);
  const browser = await chromium.launch({ executablePath: found.path, args: launchArgs });
  const version = browser.version();
  await browser.close();
  return version;
}

/** The conditions of a measurement, including the browser version. */
export async function conditions(inBrowser: boolean): Promise<string> {
  const load = loadavg()[0]?.toFixed(1);
  const browser = inBrowser ? `, Chromium ${await browserVersion()}` : '';
  return `Node ${process.version}${browser}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load before it ${load}, ${new Date().toISOString().slice(0, 10)}`;
}

/** A Markdown table with aligned columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((word, column) => Math.max(word.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Replaces the section of bench/RESULTS.md with this title; other sections do not change. */
export function keepSection(title: string, text: string): void {
  const [intro = '', ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const section = `## ${title}\n\n${text.trim()}\n\n`;
  const at = sections.findIndex((one) => one.startsWith(`## ${title}\n`));
  if (at < 0) sections.push(section);
  else sections[at] = section;
  writeFileSync(file, `${[intro, ...sections].map((one) => one.trim()).join('\n\n')}\n`);
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openConsultations, signInStaff } from '../../simulator/consultations.ts';
import { findChromium, launchArgs } from '../../tests/support/chromium.ts';
import { demoPassword, signIn } from '../../tests/support/signIn.ts';
import { amount, runsOf } from '../amounts.ts';
import { child } from '../server/child.ts';
import { bareEvents } from './bare.ts';
import { openBusyHospital } from './hospital.ts';
import { type Run, reviewReport } from './report.ts';
import { decisions, prescribersAt, queueEvents } from './rounds.ts';
import { installWatch } from './watch.ts';

const runs = runsOf(3);
const waiting = amount(5_000, 120);
const patients = 6;
/** Events of each kind in a run, six by six. */
const rounds = amount(5, 1);

async function openPage(browser: Browser, url: string, path: string, account: string | null): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'en' });
  if (account) await signIn(context, account);
  await context.addInitScript(installWatch);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** A reviewer, a colleague, six doctors, and a doctor at the screen, measured in turn with the least server and page. */
async function measured(browser: Browser, url: string): Promise<Run[]> {
  const demo = { url, hospitalId: '1', password: demoPassword };
  const colleague = { call: await signInStaff(demo, 'auditor02'), name: 'Gao Lei' };
  const consultations = await openConsultations(demo, patients);
  const [first] = consultations;
  if (!first) throw new Error('no patient came in');
  const doctors = await prescribersAt(consultations);
  const bare = await child<{ url: string }>('bareQueue.ts');
  const bareTab = await openPage(browser, bare.ready.url, '/', null);
  const queue = await openPage(browser, url, '/prescriptionTask', 'auditor01');
  // The first rows show early; the table counts all of them when the queue is complete.
  await queue.locator(`.queue-table[aria-rowcount^="${String(waiting).slice(0, 2)}"]`).waitFor({ timeout: 120_000 });
  // A discarded round: code is compiled, and the doctor's pane opens on an issued prescription instead of an empty form.
  await queueEvents(queue, doctors, colleague, 1);
  const pane = await openPage(browser, url, `/cloudRoom?order=${first.order.id}&tab=prescription`, 'doctor01');
  await pane.locator('.rx-panel').waitFor();
  const found: Run[] = [];
  for (let run = 0; run < runs; run += 1) {
    const push = await bareEvents(bareTab, '/push', rounds * patients);
    const pull = await bareEvents(bareTab, '/pull', rounds * patients);
    const changes = await queueEvents(queue, doctors, colleague, rounds);
    const decided = await decisions(pane, first, colleague.call, rounds);
    found.push({ push, pull, ...changes, all: Object.values(changes).flat(), ...decided });
  }
  await bare.stop();
  return found;
}

/** Measures how long a change made by one person takes to be drawn for another: in the queue, and in the doctor's pane. */
export async function reviewBench(): Promise<string> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
  const chromiumHere = await findChromium();
  if ('why' in chromiumHere) throw new Error(chromiumHere.why);
  const hospital = await openBusyHospital(waiting);
  const browser = await chromium.launch({ executablePath: chromiumHere.path, args: launchArgs });
  try {
    return reviewReport(await measured(browser, hospital.url), waiting);
  } finally {
    await browser.close();
    await hospital.close();
  }
}

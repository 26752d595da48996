import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium, launchArgs } from '../tests/support/chromium.ts';
import { type FirstView, firstView, firstViewLimits, gzipKib, measuredPaths } from '../tests/support/firstView.ts';
import { startPlatform } from '../tests/support/platform.ts';
import { signIn } from '../tests/support/signIn.ts';
import { timeSignIn } from './interactive.ts';
import { table } from './results.ts';
import { createSamples, largest, type Samples, verdict } from './samples.ts';

const { kib: mostKib, files: mostFiles } = firstViewLimits;

/** Files that each address requests until its first view is complete, as seen by the browser. */
export async function loadBench(): Promise<string> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
  const found = await findChromium();
  if ('why' in found) throw new Error(found.why);
  const platform = await startPlatform();
  const browser = await chromium.launch({ executablePath: found.path, args: launchArgs });
  const views: FirstView[] = [];
  let times: Samples = createSamples();
  try {
    const doctor = await browser.newContext({ baseURL: platform.url, locale: 'en' });
    views.push(await firstView(doctor, '/login'));
    await signIn(doctor, 'doctor01');
    for (const path of ['/cloudRoom', ...measuredPaths.doctor]) views.push(await firstView(doctor, path));
    const reviewer = await browser.newContext({ baseURL: platform.url, locale: 'en' });
    await signIn(reviewer, 'auditor01');
    for (const path of measuredPaths.reviewer) views.push(await firstView(reviewer, path));
    times = await timeSignIn(browser, `${platform.url}/login`);
  } finally {
    await browser.close();
    await platform.stop();
  }
  const [login, room, ...others] = views;
  const beyond = ({ scripts }: FirstView) => gzipKib(scripts.filter((script) => !room?.scripts.includes(script)));
  return [
    'Scripts of the first view, gzip, and files asked for in all (page, scripts, styles, pictures).',
    table(
      ['address', 'KiB', 'beyond /cloudRoom', 'files'],
      views.map((view) => [
        view.path,
        gzipKib(view.scripts).toFixed(1),
        beyond(view).toFixed(1),
        String(view.requests),
      ]),
    ),
    'The sign-in page on a slow machine (CPU 4 times slower) and line (165 ms, 8.1 Mbit/s), with an empty cache, in ms.',
    table(
      ['', 'first painted', 'can be used'],
      [
        ['react-dom alone', times.text('alone', 'painted', 0), times.text('alone', 'ready', 0)],
        ['/login', times.text('ours', 'painted', 0), times.text('ours', 'ready', 0)],
      ],
    ),
    'Budgets.',
    table(
      ['', 'measured', 'limit', ''],
      [
        { what: '/login, KiB', measured: gzipKib(login?.scripts ?? []), most: mostKib.login, digits: 1 },
        { what: '/cloudRoom, KiB', measured: gzipKib(room?.scripts ?? []), most: mostKib.room, digits: 1 },
        {
          what: 'any other address beyond it, KiB',
          measured: largest(others.map(beyond)),
          most: mostKib.review,
          digits: 1,
        },
        { what: 'files of /login', measured: login?.requests ?? Number.NaN, most: mostFiles.first, digits: 0 },
        { what: 'files of /cloudRoom', measured: room?.requests ?? Number.NaN, most: mostFiles.first, digits: 0 },
        {
          what: 'files of any other address',
          measured: largest(others.map(({ requests }) => requests)),
          most: mostFiles.other,
          digits: 0,
        },
        { what: '/login can be used, × react-dom alone', measured: times.ratio('ours', 'alone', 'ready'), most: 1.6 },
      ].map(verdict),
    ),
  ].join('\n\n');
}

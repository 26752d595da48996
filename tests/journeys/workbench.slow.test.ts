import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { endBrowser, openBrowser } from '../support/browser.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { signIn } from '../support/signIn.ts';

const dist = 'dist-demonstration';
let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--demo']);
  platform = await startPlatform({ args: ['--demo', '--workbench'], beginsWith: inject('seededFolder') });
  browser = await openBrowser();
});
afterAll(async () => {
  await endBrowser(browser);
  await platform?.stop();
});

/** A doctor's tab with an open consultation, and the workbench beside it. */
async function besideTheRoom() {
  const context = await browser.newContext({ baseURL: platform.url, locale: 'en' });
  onTestFinished(() => context.close());
  await signIn(context, 'doctor01');
  const room = await context.newPage();
  await room.goto('/cloudRoom');
  await room.locator('#room-chats .room-row-main').first().click();
  const bench = await context.newPage();
  const problems: string[] = [];
  bench.on('pageerror', ({ message }) => problems.push(message));
  bench.on('console', (said) => said.type() === 'error' && problems.push(said.text()));
  await bench.goto('/workbench');
  return { room, bench, problems };
}

test("the demonstration's build has the workbench", () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'));
  const naming = scripts.filter((file) =>
    readFileSync(join(dist, 'assets', file), 'utf8').includes('cloudroom-workbench'),
  );
  expect([naming.length > 0, readdirSync(dist)]).toEqual([true, expect.arrayContaining(['workbench.html'])]);
});

test('the workbench shows the machines of a tab, the diagram of one with its state, and what its line does', async () => {
  const { bench, problems } = await besideTheRoom();
  await bench.getByRole('button', { name: /^consultation/ }).click();
  await bench.locator('.workbench-drawing .node[data-lit]').waitFor();
  expect(await bench.locator('.workbench-drawing .node[data-lit]').textContent()).toContain('active');
  expect(problems).toEqual([]);

  await bench.getByRole('button', { name: /^link linked/ }).click();
  await bench.getByRole('button', { name: /^Cut for/ }).click();
  await bench.getByRole('button', { name: 'link connecting.reconnecting' }).waitFor();
  await bench.getByText('socket.lost').first().waitFor();
  await bench.getByRole('button', { name: /^link linked/ }).waitFor();
});

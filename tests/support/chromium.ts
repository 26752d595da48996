import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** Launch arguments of Chromium in tests and measurements. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The same engine without windows; it needs half the work on a machine without a screen. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Success depends on the exit code; the output is returned for error messages. */
const run = (command: string, args: readonly string[], env = {}) =>
  new Promise<{ ok: boolean; said: string }>((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 600_000, maxBuffer: 2 ** 26 };
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ ok: error === null, said: `${stdout}${stderr}${error?.message ?? ''}` }),
    );
  });

const works = async (path: string) => existsSync(path) && (await run(path, ['--version', '--no-sandbox'])).ok;

type Kind = 'whole' | 'shell';

async function find(kind: Kind): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...(kind === 'shell' ? shells : []).flatMap((command) => folders.map((folder) => join(folder, command))),
    ...commands.flatMap((command) => folders.map((folder) => join(folder, command))),
    ...elsewhere,
    chromium.executablePath(),
  ];
  for (const path of candidates) if (await works(path)) return path;
  return null;
}

async function fromDebian(kind: Kind): Promise<string> {
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isDebian) return 'not root on Debian';
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], env);
  const install = (name: string) =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'], env);
  const shell = kind === 'shell' ? await install('chromium-headless-shell') : null;
  // Older Debian versions have no package of the headless shell.
  return shell?.ok ? shell.said : (await install('chromium')).said;
}

const fromPlaywright = async () =>
  (await run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', '--no-shell', 'chromium'])).said;

/**
 * Path of Chromium: `CHROMIUM_PATH`, an installed one, or one downloaded now. Tests use the headless shell if
 * available; measurements and long runs use the full browser, as doctors do.
 */
export async function findChromium(kind: Kind = 'whole'): Promise<{ path: string } | { why: string }> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return (await works(given)) ? { path: given } : { why: `CHROMIUM_PATH=${given} does not start` };
  const found = await find(kind);
  if (found !== null) return { path: found };
  const reasons: string[] = [];
  for (const fetchOne of [fromDebian, fromPlaywright]) {
    const said = await fetchOne(kind);
    const path = await find(kind);
    if (path !== null) return { path };
    reasons.push(said.trim().split('\n').at(-1) ?? '');
  }
  return { why: `no Chromium is installed and none could be fetched (${reasons.join('; ')})` };
}

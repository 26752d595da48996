// `npm run dev`: the platform, restarted on every change of its sources, and Vite with hot reload in front of it.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ended, onStop, startProgram } from './child.mjs';
import { readCommandLine, restartCode } from './commandLine.mjs';
import { fail, install, root } from './prepare.mjs';

const usage = `The workstation with hot reload, and a platform that restarts on every change.

  npm run dev -- [--demo]

  --demo  simulated patients keep coming, SMS codes are printed, and /workbench has faults at a button
PLATFORM_PORT is the platform's port (8080); the workstation has Vite's.`;

const { values } = readCommandLine({ usage, options: { demo: { type: 'boolean' } } });
await install({ dev: true, asks: true });
const port = process.env.PLATFORM_PORT ?? process.env.PORT ?? '8080';
process.env.PLATFORM_PORT = port;

// The address to open is the workstation's; the platform behind it has another one.
const own = ['--with-patients', '--workbench', '--no-address'];
const program = ['--import', 'tsx', 'server/main.ts', ...own, ...process.argv.slice(2)];
let stopping = false;
let settling;
function startPlatform() {
  const started = startProgram(program, { PORT: port });
  started.on('exit', (code) => {
    if (code === restartCode && !stopping) platform = startPlatform();
  });
  return started;
}
let platform = startPlatform();

async function restart() {
  const last = platform;
  if (last.exitCode === null && last.signalCode === null) {
    const gone = ended(last);
    last.kill('SIGTERM');
    await gone;
  }
  if (!stopping) platform = startPlatform();
}

for (const folder of ['server', 'contract', 'clinical', 'simulator'])
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(settling);
    settling = setTimeout(restart, 200);
  });

/** Waits until the platform answers or its process ends, because a page that is opened before asks again only after seconds. */
async function firstAnswer() {
  const first = platform;
  while (first.exitCode === null && first.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
}

const { createServer } = await import('vite');
const vite = await createServer({ root });
onStop(async () => {
  stopping = true;
  clearTimeout(settling);
  platform.kill('SIGTERM');
  await vite.close();
  if (platform.exitCode === null && platform.signalCode === null) await ended(platform);
  process.exit(0);
});
await firstAnswer();
await vite.listen().catch((cause) => {
  platform.kill('SIGTERM');
  fail(`The development server cannot start: ${cause.message}`);
});
vite.printUrls();
if (values.demo) console.log(`  ➜  Workbench: ${vite.resolvedUrls.local[0]}workbench`);

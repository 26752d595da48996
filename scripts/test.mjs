// `npm test`: installs missing packages, runs the tests and ends with one line, `N passed, N failed`. The slow project
// runs only on request: `npm run test:slow`, or `--project '*'` for everything.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ended, onStop } from './child.mjs';
import { readCommandLine } from './commandLine.mjs';
import { install, root } from './prepare.mjs';

const usage = `Installs missing packages and runs the tests; the last line is "N passed, N failed".

  npm test -- [part of a file's path ...] [--project NAME ...] [--testNamePattern TEXT] [--bail N] [--retry N] [--shard N/M]
           [--maxWorkers N] [--testTimeout MS] [--root FOLDER]

  --project NAME  node, random, dom, flows, journeys or slow; all but slow without it
  --root FOLDER   a folder with a configuration of its own; without it that of the product
CHROMIUM_PATH names a browser, PICTURES=1 renews the pictures of README.md.`;

const text = { type: 'string' };
const options = {
  project: { type: 'string', multiple: true },
  testNamePattern: { type: 'string', short: 't' },
  bail: text,
  retry: text,
  shard: text,
  maxWorkers: text,
  testTimeout: text,
  root: text,
};
readCommandLine({ usage, options, positionals: Number.POSITIVE_INFINITY });
await install({ dev: true });
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const asked = process.argv.slice(2);
const projects = asked.some((word) => word.startsWith('--project')) ? [] : ['--project=!slow'];
const child = spawn(process.execPath, [vitest, 'run', ...projects, ...asked], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
let counts = { passed: 0, failed: 0, skipped: 0 };
child.on('message', (message) => {
  if (message?.type === 'summary') counts = message.counts;
});
onStop((signal) => child.kill(signal));
const code = await ended(child);

// A run that failed without a failed test (a crash, a run that never began) counts as one failure.
const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${failed} failed${skipped}`);
process.exit(failed > 0 ? code || 1 : 0);

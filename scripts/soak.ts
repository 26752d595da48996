import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { faultNamed } from '../tests/faults/messages/faults.ts';
import { deliveryRun } from '../tests/faults/messages/run.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { readCommandLine } from './commandLine.mjs';

const usage = `Hours of messages and faults in a real browser; the exit code is the result.

  SEED=1 MESSAGES=10000 FAULTS=300 npm run soak

  SEED, MESSAGES, FAULTS  what the run consists of
  MINUTES                 ends it after this time
  LONG=0                  short outages only
  ONLY                    one kind of fault`;

readCommandLine({ usage });

const say = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const number = (name: string, usual: number) => Number(process.env[name] ?? usual);

const found = await findChromium();
if ('why' in found) throw new Error(found.why);
await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
const options = { seed: number('SEED', 1), messages: number('MESSAGES', 10_000), faults: number('FAULTS', 300) };
// The started platform reads a variable of the same name.
delete process.env.SEED;
say(`seed ${options.seed}: ${options.messages} messages, ${options.faults} faults`);
const { verdict, journal, ...summary } = await deliveryRun({
  ...options,
  executablePath: found.path,
  long: process.env.LONG !== '0',
  only: faultNamed(process.env.ONLY),
  minutes: number('MINUTES', 0) || null,
  progress: say,
});
say(JSON.stringify(summary));
say(`lost / twice / order / stale: ${summary.numbers}`);
if (summary.numbers !== '0 / 0 / 0 / 0') {
  say(`${journal.join('\n')}\n${JSON.stringify(verdict, null, 2)}`);
  say(`replay with SEED=${options.seed} MESSAGES=${options.messages} FAULTS=${options.faults} npm run soak`);
}
process.exit(summary.numbers === '0 / 0 / 0 / 0' ? 0 : 1);

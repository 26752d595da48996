import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { eventsIn, readRecording } from '../src/domain/machineRecording.ts';
import { endWrongUse, readCommandLine } from './commandLine.mjs';
import { type Difference, NotReplayable, replayRecording } from './replayRecording.ts';

const usage = `Replays a recording of machines with the machines of now, and shows the first difference.

  npm run replay -- FILE
  npm run replay -- FILE --test

  --test  keeps the recording in tests/recordings, with a test that replays it

Ends with 0 if every event led to the recorded state, with 1 at a difference, with 2 if the file cannot be replayed.`;

const folder = 'tests/recordings';

const { values, positionals } = readCommandLine({
  usage,
  options: { test: { type: 'boolean', default: false } },
  positionals: 1,
});

function described({ actor, number, event, state, expected, got }: Difference): string {
  return [
    `First difference: ${actor}${number === null ? '' : `, event ${number}`}`,
    `  event     ${event}`,
    `  in state  ${state === null ? 'none' : JSON.stringify(state)}`,
    `  expected  ${expected}`,
    `  got       ${got}`,
  ].join('\n');
}

/** The test of a kept recording, for the file beside it. */
const testOf = (name: string) => `import { expect, test } from 'vitest';
import { replayKept } from '../support/keptRecordings.ts';

test('every event of ${name} leads to the recorded state', () => {
  expect(replayKept('${name}')).toBeNull();
});
`;

function keep(file: string) {
  const name = basename(file, '.json').replace(/[^\w-]+/g, '-');
  const [kept, test] = [join(folder, `${name}.json`), join(folder, `${name}.test.ts`)];
  if (existsSync(test)) endWrongUse(`There is a test ${test} already.`);
  mkdirSync(folder, { recursive: true });
  if (resolve(kept) !== resolve(file)) copyFileSync(file, kept);
  writeFileSync(test, testOf(name));
  console.log(`Kept as ${kept}; its test is ${test}.`);
}

function main(): number {
  const [file] = positionals;
  if (file === undefined) return endWrongUse('Which file? See --help.');
  if (!existsSync(file)) return endWrongUse(`There is no file ${file}.`);
  const read = readRecording(readFileSync(file, 'utf8'));
  if ('problem' in read) return endWrongUse(`${file} ${read.problem}.`);
  const { machines } = read.recording;
  const difference = replayRecording(read.recording);
  if (values.test) keep(file);
  if (difference) {
    console.log(described(difference));
    return 1;
  }
  const names = machines.map(({ machine }) => machine).join(', ');
  console.log(`No difference: ${names}; ${eventsIn(read.recording)} events.`);
  return 0;
}

try {
  process.exitCode = main();
} catch (cause) {
  if (!(cause instanceof NotReplayable)) throw cause;
  endWrongUse(`${positionals[0]} cannot be replayed: ${cause.message}.`);
}

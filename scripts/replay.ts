import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { eventsIn, readRecording } from '../src/domain/machineRecording.ts';
import { endWrongUse, readCommandLine } from './commandLine.mjs';
import { describeDifference, NotReplayable, replayRecording } from './replayRecording.ts';

/** The same as of every test (`tests/scripts/titles.test.ts`). */
const longestTitle = 100;

const usage = `Replays a recording of machines with the machines of now, and shows the first difference.

  npm run replay -- FILE
  npm run replay -- FILE --test
  npm run replay -- FILE --test --title 'a message that waits is sent when the line returns'

  --test   keeps the recording in tests/recordings, with a test that replays it
  --title  the rule that the test states, at most ${longestTitle} characters

Ends with 0 if every event led to the recorded state, with 1 at a difference, with 2 if the file cannot be replayed.`;

const folder = 'tests/recordings';

const { values, positionals } = readCommandLine({
  usage,
  options: { test: { type: 'boolean', default: false }, title: { type: 'string' } },
  positionals: 1,
});

/** A text as the formatter writes it. */
const quoted = (text: string) =>
  text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replace(/[\\']/g, '\\$&')}'`;

/** The test of a kept recording, for the file beside it. */
const testOf = (name: string, title: string) => `import { test } from 'vitest';
import { replayKept } from '../support/keptRecordings.ts';

test(${quoted(title)}, () => {
  replayKept('${name}');
});
`;

function keep(file: string) {
  const name = basename(file, '.json').replace(/[^\w-]+/g, '-');
  const [kept, test] = [join(folder, `${name}.json`), join(folder, `${name}.test.ts`)];
  if (existsSync(test)) endWrongUse(`There is a test ${test} already.`);
  mkdirSync(folder, { recursive: true });
  if (resolve(kept) !== resolve(file)) copyFileSync(file, kept);
  writeFileSync(test, testOf(name, values.title ?? `every event of ${name} leads to the recorded state`));
  console.log(`Kept as ${kept}; its test is ${test}.`);
}

/** Ends the command where a title cannot be that of the test. */
function checkTitle() {
  const { title, test } = values;
  if (title === undefined) return;
  if (!test) endWrongUse('--title is the title of the test that --test writes.');
  if (title.trim() === '' || title.includes('\n') || title.length > longestTitle)
    endWrongUse(`A title is one line of at most ${longestTitle} characters.`);
}

function main(): number {
  const [file] = positionals;
  checkTitle();
  if (file === undefined) return endWrongUse('Which file? See --help.');
  if (!existsSync(file)) return endWrongUse(`There is no file ${file}.`);
  const read = readRecording(readFileSync(file, 'utf8'));
  if ('problem' in read) return endWrongUse(`${file} ${read.problem}.`);
  const { machines } = read.recording;
  const difference = replayRecording(read.recording);
  if (values.test) keep(file);
  if (difference) {
    console.log(describeDifference(difference));
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

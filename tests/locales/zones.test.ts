import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = ['src', 'server', 'clinical', 'contract', 'simulator'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, file)),
);

/** What reads or shows a time in the zone of the machine it runs on. */
const machineZone =
  /\.(get|set)(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\.toLocale(Date|Time)?String\(/;

const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

test('no code uses the time zone of the machine, because days and clocks are the hospital’s', () => {
  expect(sources.filter((file) => machineZone.test(withoutComments(file)))).toEqual([]);
});

test('every format of dates names its zone', () => {
  const unnamed = sources.filter((file) =>
    withoutComments(file)
      .split('new Intl.DateTimeFormat(')
      .slice(1)
      .some((call) => !call.slice(0, 160).includes('timeZone')),
  );
  expect(unnamed).toEqual([]);
});

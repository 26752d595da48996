import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from 'vitest';

const root = 'src/screens';
const screens = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join(root, file));

/** The arguments of each call of `useSelector`, up to the bracket that closes it. */
function selections(source: string): readonly string[] {
  return [...source.matchAll(/\buseSelector\(/g)].map(({ index }) => {
    const from = index + 'useSelector('.length;
    let depth = 1;
    let at = from;
    while (depth > 0 && at < source.length) {
      if (source[at] === '(') depth += 1;
      if (source[at] === ')') depth -= 1;
      at += 1;
    }
    return source.slice(from, at - 1);
  });
}

/** A comparison of two selections may follow the selector. */
const isInline = (selection: string) => selection.replace(/,\s*\(a, b\) =>[\s\S]*$/, '').includes('=>');

const wrongIn = (source: string) => [
  ...selections(source).filter(isInline),
  ...[...source.matchAll(/[^\n]*\.context\b[^\n]*/g)].map(([line]) => line.trim()),
];

test('screens read machines through the selectors that the machines export', () => {
  const wrong = screens.flatMap((file) => wrongIn(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`));
  expect(wrong).toEqual([]);
});

test('the composition root reads machines through their selectors as well', () => {
  const root = 'src/compose';
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap((file) => wrongIn(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ['useSelector(record, (s) => s.hasTag("busy"))', 1],
  ['useSelector(record, ({ context }) => context.fields)', 1],
  ['useSelector(\n  record,\n  (s) => s.value,\n)', 1],
  ['record.getSnapshot().context.fields', 1],
  ['useSelector(record, isSigned)', 0],
  ['useSelector(record, textIn("advice"))', 0],
  ['useSelector(workspace, sidePanelsOf(id), (a, b) => a.over === b.over)', 0],
])('%s is found %i times', (source, times) => {
  expect(wrongIn(source)).toHaveLength(times);
});

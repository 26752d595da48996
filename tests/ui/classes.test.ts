import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => join(folder, file));
const classesIn = (file: string) =>
  new Set([...readFileSync(file, 'utf8').matchAll(/(?<![\w-])ui-[a-z]+(?:-[a-z]+)*/g)].map(([name]) => name));

test('every shared class that a screen names is styled or used by a part', () => {
  const known = new Set(filesOf('src/ui').flatMap((file) => [...classesIn(file)]));
  const unknown = filesOf('src/screens').flatMap((file) =>
    [...classesIn(file)].filter((name) => !known.has(name)).map((name) => ({ file, name })),
  );
  expect(unknown).toEqual([]);
});

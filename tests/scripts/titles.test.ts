import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const longest = 100;
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) => /\.test\.tsx?$/.test(name));
/** A text before the function of a test. */
const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:async )?(?:\(|\{)/g;

test('the title of a test is one rule of at most a hundred characters', () => {
  const tooLong = files.flatMap((file) =>
    [...readFileSync(`tests/${file}`, 'utf8').matchAll(title)]
      .map(([, , text = '']) => text)
      .filter((text) => text.length > longest)
      .map((text) => `${file}: ${text}`),
  );
  expect(tooLong).toEqual([]);
});

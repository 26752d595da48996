import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A toast whose whole text is the reason of a failure. */
const bare = /toasts\.show\(\{[^{}]*text: (?:[\w.]*\.message|refusal|reason|why)\b/;

test('no screen shows a toast with a reason alone: the call names the action', () => {
  const files = readdirSync('src/screens', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(files.filter((file) => bare.test(readFileSync(`src/screens/${file}`, 'utf8')))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stylesheets } from '../../scripts/looks.ts';

test.each(stylesheets())('$file matches its sources (npx tsx scripts/looks.ts writes it)', ({ file, text }) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

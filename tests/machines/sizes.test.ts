import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../src/machines/', import.meta.url);
const maxLines = 400;
const files = (place: URL) => readdirSync(place).filter((name) => name.endsWith('.ts'));
const machines = files(folder).filter((name) => name !== 'actors.ts');

test.each(machines)('the machine in %s can be read in one file', (file) => {
  const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(maxLines);
});

test('each machine has its selectors under its own name', () => {
  expect(files(new URL('selectors/', folder))).toEqual(machines);
});

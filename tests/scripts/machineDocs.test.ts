import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machineDocs } from '../../scripts/machineDocs.ts';

const folder = new URL('../../docs/machines/', import.meta.url);

test('the machine diagrams in docs/ are what the machines say today (npm run docs)', async () => {
  const diagrams = readdirSync(folder).filter((file) => !['README.md', 'coverage.json'].includes(file));
  const written = new Map(diagrams.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]));
  expect(written).toEqual(new Map(await machineDocs()));
});

test('no arrow is written within a state, because the state that it leads to would be drawn there', async () => {
  const within = [...(await machineDocs()).values()].flatMap((page) => page.match(/^ {3,}\w+ --> \w+ .*$/gm) ?? []);
  expect(within).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/clinical-sources.md', root), 'utf8');
const folders = ['clinicalTables', 'demo', 'hospitals'].map((folder) => `server/${folder}/data/`);
const tables = folders.flatMap((folder) => readdirSync(new URL(folder, root)).map((name) => ({ name, folder })));
const pathOf = (name: string) => `${tables.find((table) => table.name === name)?.folder ?? 'server/'}${name}`;
const named = [...page.matchAll(/`([^`\s]+)`/g)].flatMap(([, name]) => name ?? []);

test('every data file of the hospital has its source on the page of clinical sources', () => {
  expect(tables.filter(({ name }) => !named.includes(name))).toEqual([]);
});

test('the page of clinical sources names no file and no test that does not exist', () => {
  const isFile = (name: string) => /\.(json|ts|txt)$/.test(name) || name.startsWith('tests/');
  expect(
    named.filter((name) => isFile(name) && !existsSync(new URL(name.includes('/') ? name : pathOf(name), root))),
  ).toEqual([]);
});

test('every row of a clinical table has a source and a test', () => {
  const rows = page.split('\n').filter((line) => /^\| `[a-z-]+\.json`/.test(line));
  const unsourced = rows.filter((row) => {
    const [, , , source = '', , compared = ''] = row.split('|').map((cell) => cell.trim());
    return source === '' || !compared.includes('tests/');
  });
  expect(unsourced).toEqual([]);
});

test('every clinical table has its source and its date in the file, for rows that carry none of their own', () => {
  const clinical = [
    ...new Set(
      [...page.matchAll(/^\| (`.+?\.json`(?:, `.+?\.json`)*) \|/gm)].flatMap(
        ([, cell = '']) => cell.match(/[a-z-]+\.json/g) ?? [],
      ),
    ),
  ];
  const lacking = clinical.filter((name) => {
    const { source, date } = JSON.parse(readFileSync(new URL(pathOf(name), root), 'utf8'));
    return typeof source !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date);
  });
  expect(clinical.length).toBeGreaterThan(25);
  expect(lacking).toEqual([]);
});

/** Sites and programs whose answers a machine writes; what they say of a label is not the label. */
const machineWriters =
  /droracle|wenxiaobai|grokipedia|chatgpt|openai|perplexity|copilot|gemini|doubao|deepseek|kimi\b|iask\b/i;

test('no clinical source names a site whose texts a machine has written', () => {
  const folders = ['server/clinicalTables/data/', 'docs/', 'tests/server/clinicalTables/', 'tests/clinical/public/'];
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((file) => /\.(json|md|txt|ts)$/.test(file))
      .map((file) => `${folder}${file}`),
  );
  const found = files.flatMap((file) => {
    const lines = readFileSync(new URL(file, root), 'utf8').split('\n');
    return lines.filter((line) => machineWriters.test(line)).map((line) => `${file}: ${line.slice(0, 80)}`);
  });
  expect(found).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const read = (file: string) => readFileSync(file, 'utf8');

/** The anchor of a heading, as code hosts make it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
const headings = (text: string) => [...text.matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => heading);

test('every link of a document leads to a file or heading that exists', () => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => {
        const [path = '', part] = link.split('#');
        const target = path === '' ? file : join(dirname(file), path);
        if (!existsSync(target)) return true;
        return part !== undefined && !headings(read(target)).map(anchor).includes(part);
      })
      .map((link) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('a document of more than two sections and two screens lists its sections at the top', () => {
  const without = documents.filter((file) => {
    const text = read(file);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    if (!file.startsWith('docs/') || sections.length < 3 || text.split('\n').length < 60) return false;
    const [top = ''] = text.split('\n## ');
    return !sections.every((section) => top.includes(`](#${anchor(section)})`));
  });
  expect(without).toEqual([]);
});

test('the index of tests/support names each of its files and folders', () => {
  const named = [...read('tests/support/README.md').matchAll(/`([\w.]+\.(?:ts|tsx|mjs)|\w+(?=\/))\/?`/g)].map(
    ([, name]) => name,
  );
  const files = readdirSync('tests/support').filter((name) => name !== 'README.md');
  expect(files.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => name === undefined || !files.includes(name))).toEqual([]);
});

test('the README fits on two screens', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(111);
});

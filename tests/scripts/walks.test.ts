import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importedBy } from '../support/imports.ts';

const text = readFileSync('ARCHITECTURE.md', 'utf8');
const section = text.slice(text.indexOf('## Six walks'), text.indexOf('## What can change elsewhere'));

/** The file of a name in the table: one of the browser unless the name has another folder. */
const fileOf = (name: string) =>
  ['', 'src/'].flatMap((folder) => [`${folder}${name}.ts`, `${folder}${name}.tsx`]).find((file) => existsSync(file));

const walks = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [, walk = '', files, , way = ''] = line.split('|');
    const names = [...way.matchAll(/`([\w/]+\/\w+)`/g)].map(([, name = '']) => name);
    return { walk: walk.trim(), files: Number(files), names };
  });

test.each(walks)('the way by which $walk names each of its files once', ({ files, names }) => {
  expect(names.filter((name) => fileOf(name) === undefined)).toEqual([]);
  expect([new Set(names).size, names.length]).toEqual([files, files]);
});

/** The composition root hands these over, so no file of a way imports them. */
const handedOver = ['services/imSocket', 'services/api', 'services/signatureConfirmation', 'server/http/operations'];

test.each(walks)(
  'each file of the way by which $walk imports another one of it, or is imported by one',
  ({ names }) => {
    const onWay = names.map((name) => fileOf(name) ?? name);
    const imports = new Map(onWay.map((file) => [file, importedBy(file).filter((other) => onWay.includes(other))]));
    const linked = new Set([...imports].flatMap(([file, others]) => (others.length > 0 ? [file, ...others] : [])));
    const apart = names.filter((name) => !handedOver.includes(name) && !linked.has(fileOf(name) ?? name));
    expect(apart).toEqual([]);
    expect(onWay.length).toBeGreaterThan(5);
  },
);

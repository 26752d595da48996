import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pushRules } from '../../server/trail/rules.ts';
import { typescriptIn } from '../support/imports.ts';

const text = readFileSync('ARCHITECTURE.md', 'utf8');
const section = text.slice(text.indexOf('## What can change elsewhere'), text.indexOf('## Where a change begins'));
const inBackticks = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [, object = '', event, loaders] = line.split('|');
    return { object: object.trim(), event: inBackticks(event)[0] ?? '', loaders: inBackticks(loaders) };
  });

/** They announce no change of something that was loaded. */
const others = ['typing', 'presence', 'events:missed', 'session:expired', 'session:revoked'];
const senders = readdirSync('server/im').map((file) => readFileSync(`server/im/${file}`, 'utf8'));

test('every change that the platform pushes is in the table of what can change elsewhere', () => {
  const pushed = Object.keys(pushRules).filter((name) => !others.includes(name));
  expect([...new Set(rows.map(({ event }) => event))].toSorted()).toEqual(pushed.toSorted());
});

test.each(rows)('the platform sends $event for the $object, and who is named loads again', ({ event, loaders }) => {
  expect(senders.filter((source) => source.includes(`emit('${event}'`))).toHaveLength(1);
  const deaf = loaders.filter((file) => !readFileSync(file, 'utf8').includes(`'${event}'`));
  expect([loaders.length > 0, deaf]).toEqual([true, []]);
});

test('whoever listens to a change in the workstation is in the table', () => {
  const inTable = new Set(rows.flatMap(({ event, loaders }) => loaders.map((file) => `${event} ${file}`)));
  const listening = typescriptIn('src/compose').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bevents\(\s*'([\w:]+)'/g)].map(([, event = '']) => ({ event, file })),
  );
  const changes = listening.filter(({ event }) => !others.includes(event));
  expect(changes.map(({ event, file }) => `${event} ${file}`).filter((pair) => !inTable.has(pair))).toEqual([]);
  expect(changes.length).toBeGreaterThan(15);
});

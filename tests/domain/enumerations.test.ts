import { expect, test } from 'vitest';
import { dictTypes } from '../../contract/http/tenant.ts';
import { entriesOf, labelOf, listTypes, noEnumerations } from '../../src/domain/enumerations.ts';

test('the twelve lists are the twelve dictionary types of the specification', () => {
  expect(Object.values(listTypes)).toEqual([...dictTypes]);
  expect(Object.keys(noEnumerations)).toHaveLength(12);
});

test.each([
  ['10', 10],
  [' 3 ', 3],
  ['-1', -1],
  ['A1', 'A1'],
  ['', ''],
  ['1e3', '1e3'],
  ['9007199254740993', '9007199254740993'],
])('the value %j becomes %j', (value, expected) => {
  expect(entriesOf([{ label: 'x', value }])[0]?.value).toBe(expected);
});

test('a value has its label as number and as text, and an unknown value has none', () => {
  const entries = entriesOf([{ label: 'Waiting', value: '10', colorType: 'warning' }]);
  expect([labelOf(entries, 10), labelOf(entries, '10'), labelOf(entries, 99), labelOf(entries, null)]).toEqual([
    'Waiting',
    'Waiting',
    null,
    null,
  ]);
});

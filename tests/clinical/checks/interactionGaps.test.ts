import { describe, expect, test } from 'vitest';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import type { Combination } from '../../../clinical/checks/tables.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { check, inert, input, line, medicine, said, tables } from './sample.ts';

const text = { en: 'text', zh: '文' };
const known = (code: string) => inert(code);

describe('an ingredient whose properties no public source describes', () => {
  const odd = { ...inert('odd'), unknown: ['metabolism' as const] };
  const of = { ...tables, properties: [odd, known('plain'), known('harmless')] };
  const whys = (over: Parameters<typeof check>[0]) =>
    check(over, {}, of).unavailable.map(({ ruleCode, why, lineIndex }) => `${ruleCode} ${why} ${lineIndex}`);

  test('is reported as "not checked" beside another medicine, on its own line', () => {
    expect(whys({ lines: [line(medicine('plain')), line(medicine('odd'))] })).toEqual([
      'interaction propertiesUnknown 1',
    ]);
  });

  test('is reported too if the patient already takes it', () => {
    expect(whys({ lines: [line(medicine('plain'))], active: [medicine('odd')] })).toEqual([
      'interaction propertiesUnknown 0',
    ]);
  });

  test('needs no report alone, because there is nothing to interact with', () => {
    expect(whys({ lines: [line(medicine('odd'))] })).toEqual([]);
  });
});

test('a medicine the patient takes that the table of properties lacks is reported as "not checked"', () => {
  const of = { ...tables, properties: [known('plain')] };
  const facts = input({ lines: [line(medicine('plain'))], active: [medicine('missing')] });
  const { unavailable } = checkPrescription(facts, of, defaultSettings);
  expect(unavailable).toMatchObject([{ ruleCode: 'interaction', why: 'propertiesMissing', lineIndex: 0 }]);
});

describe('three kinds of medicines that harm together', () => {
  const kind = (code: string) => [{ kind: 'class' as const, code }];
  const row: Combination = {
    code: 'abc',
    kinds: [kind('a'), kind('b'), kind('c')],
    level: 'warn',
    text,
    source: 'test',
  };
  const of = { ...tables, combinations: [row] };
  const compound = medicine('ab', { ingredients: ['x', 'y'], classes: ['a', 'b'] });
  const one = (code: string, classes: readonly string[]) => medicine(code, { classes });
  const found = (...medicines: readonly ReturnType<typeof medicine>[]) =>
    said({ lines: medicines.map((each) => line(each)) }, {}, of).filter((each) => each.includes('interaction'));

  test.each([
    ['in three products', [one('p', ['a']), one('q', ['b']), one('r', ['c'])], 1],
    ['of which one compound holds two', [compound, one('r', ['c'])], 1],
    ['is no finding if one ingredient would have to count twice', [one('p', ['a', 'b']), one('r', ['c'])], 0],
    ['is no finding if one kind is missing', [compound, one('q', ['b'])], 0],
  ])('%s', (_, medicines, count) => {
    expect(found(...medicines)).toHaveLength(count);
  });
});

import { expect, test } from 'vitest';
import { obstaclesOf } from '../../clinical/checks/checkPrescription.ts';
import { isReason } from '../../clinical/writtenReason.ts';

const nothing = ['', ' ', '.', '...', '-', '1', '123', '??', 'x', 'xx', 'aaa', '。', '、', '\u{1f600}', '急'];

test.each(nothing)('"%s" is no reason', (text) => {
  expect(isReason(text)).toBe(false);
});

test.each(['ok, told patient', 'INR 2.1', '已告知', '同意', 'Ça va', 'нет'])('"%s" is a reason', (text) => {
  expect(isReason(text)).toBe(true);
});

test('a warning stays open until its reason says something', () => {
  const found = {
    ruleCode: 'interaction',
    level: 'warn',
    lineIndex: 0,
    params: {},
    text: null,
    source: 's',
    needReason: true,
  } as const;
  const open = (reason: string) =>
    obstaclesOf([found], [{ ruleCode: 'interaction', lineIndex: 0, reason }]).unjustified.length;
  expect(nothing.map(open)).toEqual(nothing.map(() => 1));
  expect(open('INR is checked weekly')).toBe(0);
});

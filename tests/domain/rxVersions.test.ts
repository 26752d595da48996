import { expect, test } from 'vitest';
import type { RxLine } from '../../contract/http/prescription.ts';
import { changesBetween, contentOf } from '../../src/domain/rxVersions.ts';
import { rx } from '../support/prescriptionsOf.ts';

const base = rx('1', 'Wang Min');
const [line] = base.lines as [RxLine];
const other: RxLine = { ...line, drugId: '2' as never, drugName: 'Ambroxol' };
const content = (lines: readonly RxLine[], more: Partial<typeof base> = {}) =>
  contentOf({ ...base, ...more, lines: [...lines] });

test('a line is compared with the line of the same medicine, whatever its place', () => {
  const { lines } = changesBetween(content([line, other]), content([other, { ...line, days: 3 }]));
  expect(lines.map(({ kind, after }) => [kind, after?.drugId])).toEqual([
    ['kept', '2'],
    ['changed', '1'],
  ]);
});

test('of two lines of one medicine the unchanged one is kept, and only the other counts as changed', () => {
  const evening = { ...line, frequency: 'qn' };
  const { lines } = changesBetween(content([line, evening]), content([{ ...evening, days: 2 }, line]));
  expect(lines.map(({ kind, before }) => [kind, before?.frequency])).toEqual([
    ['changed', 'qn'],
    ['kept', 'tid'],
  ]);
});

test('added medicines and diagnoses are listed apart from removed ones', () => {
  const [known] = base.diagnosisList;
  if (!known) throw new Error('no diagnosis');
  const asthma = { ...known, id: '9' as never, name: 'Asthma' };
  const { lines, diagnoses } = changesBetween(content([line]), content([other], { diagnosisList: [asthma] }));
  expect(lines.map(({ kind }) => kind)).toEqual(['added', 'removed']);
  expect(diagnoses).toEqual({ added: [asthma], removed: base.diagnosisList });
});

test('names, prices and the reader’s language change nothing', () => {
  const renamed = { ...line, drugName: '羧甲司坦', specification: '20mg/ml', price: 1, remark: '' };
  expect(changesBetween(content([line]), content([renamed], { advice: ' ' })).isSame).toBe(true);
});

test('a changed advice is shown with both texts', () => {
  const { advice, isSame } = changesBetween(content([line], { advice: 'Rest' }), content([line], { advice: 'Drink' }));
  expect([advice, isSame]).toEqual([{ before: 'Rest', after: 'Drink' }, false]);
});

import { describe, expect, test } from 'vitest';
import type { RuleHit } from '../../contract/http/prescription.ts';
import { WarehouseId } from '../../contract/ids.ts';
import {
  atDraftLines,
  emptyDraft,
  missingInLines,
  obstaclesIn,
  type RxDraft,
  sentLines,
  sentReasons,
} from '../../src/domain/rxDraft.ts';
import {
  filledIn,
  isLongSupply,
  reasonFor,
  stockOf,
  withFacts,
  withLine,
  withMedicine,
  withOverDaysReason,
  withoutLine,
  withReason,
} from '../../src/domain/rxLines.ts';
import { amoxicillin, bronchitis, completeDraft, requestId } from '../support/clinical.ts';

const long = (lineIndex: number): RuleHit => ({ ruleCode: 'supplyDays', level: 'warn', lineIndex, needReason: true });
const twoLines = withMedicine(withMedicine(emptyDraft(requestId), amoxicillin, 'en'), amoxicillin, 'en');
const keyAt = (draft: RxDraft, index: number) => draft.lines[index]?.key ?? '';

test('every line has a unique key, even after others were removed', () => {
  const again = withMedicine(withoutLine(twoLines, keyAt(twoLines, 0)), amoxicillin, 'en');
  expect(new Set(again.lines.map(({ key }) => key)).size).toBe(2);
});

test('a changed line recomputes its quantity unless it was typed', () => {
  const key = keyAt(completeDraft, 0);
  expect(withLine(completeDraft, key, { days: 7 }).lines[0]?.quantity).toBe(2);
  const typed = withLine(completeDraft, key, { quantity: 9, quantityManual: true });
  expect(withLine(typed, key, { days: 7 }).lines[0]?.quantity).toBe(9);
});

test('reasons move with their lines when an earlier line is removed', () => {
  const hit: RuleHit = { ruleCode: 'interaction', level: 'warn', lineIndex: 1, needReason: true };
  const reasoned = withReason(twoLines, hit, 'Watched weekly');
  const left = withoutLine(reasoned, keyAt(reasoned, 0));
  expect(reasonFor(left, { ruleCode: 'interaction', lineIndex: 0 })).toBe('Watched weekly');
  expect(withoutLine(reasoned, keyAt(reasoned, 1)).overrides).toEqual([]);
});

describe('incomplete lines are not sent', () => {
  const [first] = completeDraft.lines;
  if (!first) throw new Error('a complete draft has a line');
  const listed = { ...first, medicine: { ...first.medicine, warehouseId: WarehouseId.parse('1') } };
  const draft = {
    ...completeDraft,
    lines: [
      { ...listed, key: 'a', onceDoseUnit: 'iu' },
      { ...listed, key: 'b', quantity: null },
      { ...listed, key: 'c' },
    ],
    overrides: [0, 2, null].map((lineIndex) => ({
      ruleCode: 'x',
      severity: 'warn',
      lineIndex,
      reason: `of ${lineIndex}`,
    })),
  };
  const sent = sentLines(draft);

  test('a unit that does not fit the medicine is never sent', () => {
    expect(sent.map(({ index }) => index)).toEqual([2]);
    expect(missingInLines(draft).map(({ key, field }) => `${key} ${field}`)).toEqual(['a onceDoseUnit', 'b quantity']);
  });

  test('findings are shown at their draft lines', () => {
    const found: RuleHit = { ruleCode: 'x', level: 'warn', lineIndex: 0, params: { otherLine: 1 }, needReason: true };
    expect(atDraftLines(sent, [found, { ...found, lineIndex: null, params: { otherLine: 0 } }])).toEqual([
      { ...found, lineIndex: 2, params: { otherLine: 3 } },
      { ...found, lineIndex: null, params: { otherLine: 0 } },
    ]);
  });

  test('the written reasons are sent with their lines', () => {
    expect(sentReasons(sent, draft).map(({ lineIndex, reason }) => [lineIndex, reason])).toEqual([
      [0, 'of 2'],
      [null, 'of null'],
    ]);
  });
});

test('an emptied reason does not count', () => {
  const hit = long(0);
  expect(withReason(withReason(twoLines, hit, 'x'), hit, '').overrides).toEqual([]);
});

test('one reason for a long supply covers all lines, including those added later', () => {
  const hits = [long(0), long(1)];
  expect(hits.some(isLongSupply)).toBe(true);
  const one = withOverDaysReason(twoLines, [long(0)], 'Travels');
  expect(obstaclesIn(one, hits).unanswered).toEqual([long(1)]);
  const filled = filledIn(one, { warehouseId: null, diagnoses: [], hits });
  expect(obstaclesIn(filled, hits).unanswered).toEqual([]);
});

test('a default never replaces a choice', () => {
  const usual = { warehouseId: '2' as never, diagnoses: [{ ...bronchitis, name: 'Other' }], hits: [] };
  expect(filledIn(completeDraft, usual)).toBe(completeDraft);
  const filled = filledIn(emptyDraft(requestId), usual);
  expect([filled.warehouseId, filled.diagnosisList.map(({ name }) => name)]).toEqual(['2', ['Other']]);
});

test('an issued line gets its medicine’s data; its quantity counts as typed only beside the formula', () => {
  const issued = (quantity: number) => ({
    ...completeDraft,
    lines: completeDraft.lines.map((line) => ({ ...line, quantity, quantityManual: true })),
  });
  const manualAfter = (quantity: number) => {
    const known = withFacts(
      issued(quantity),
      keyAt(completeDraft, 0),
      { ...amoxicillin, warehouseId: '1' as never },
      'en',
    );
    return known.lines.map((line) => [line.quantity, line.quantityManual, stockOf(line.medicine)]);
  };
  expect(manualAfter(1)).toEqual([[1, false, 40]]);
  expect(manualAfter(3)).toEqual([[3, true, 40]]);
});

test('the stock of an issued line is unknown', () => {
  expect(stockOf(amoxicillin)).toBeNull();
  expect(stockOf({ ...amoxicillin, warehouseId: '1' as never })).toBe(40);
});

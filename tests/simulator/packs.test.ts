import { expect, test } from 'vitest';
import type { RuleHit } from '../../contract/http/prescription.ts';
import { DrugId } from '../../contract/ids.ts';
import { withNeededPacks } from '../../simulator/consultations.ts';

const line = (days: number) => ({
  ...{ drugId: DrugId.parse('1'), drugName: 'Ointment', specification: '10 g', onceDose: 1, onceDoseUnit: 'g' },
  ...{ frequency: 'tid', route: 'top', days, quantity: 1, packUnit: 'tube' },
});
const found = (ruleCode: string, lineIndex: number, params: RuleHit['params']): RuleHit => ({
  ...{ ruleCode, lineIndex, params, level: 'warn', needReason: true },
});

test('the simulated doctor orders the packs that the platform says the course needs', () => {
  const hits = [
    found('tooFewPacks', 1, { quantity: 1, needed: 4, missing: 3 }),
    found('supplyDays', 0, { days: 9, usual: 7 }),
  ];
  expect(withNeededPacks([line(3), line(14)], hits).map(({ quantity }) => quantity)).toEqual([1, 4]);
  expect(withNeededPacks([line(3)], [found('excessPacks', 0, { needed: 2 })])).toMatchObject([{ quantity: 2 }]);
});

import { expect, test } from 'vitest';
import { contradictedContent } from '../../clinical/specification.ts';
import { readTable } from '../../server/seed/tables.ts';

test.each<[string, string, number, string, number | null]>([
  ['50 μg × 100 tablets/box', 'tablet', 50, 'mg', 0.05],
  ['50微克×100片/盒', 'tablet', 50, 'mg', 0.05],
  ['50 mcg × 100 tablets/box', 'tablet', 50, 'ug', null],
  ['160 mg/5 ml', 'ml', 160, 'mg', 32],
  ['160 mg/5 ml, 100 ml/bottle', 'ml', 32, 'mg', null],
  ['3ml:300单位/支', 'ml', 300, 'iu', 100],
  ['3ml:300IU/支', 'ml', 100, 'iu', null],
  ['100 units/ml, 3 ml/pen', 'ml', 300, 'iu', 100],
  ['0.25g×24粒/盒', 'capsule', 250, 'mg', null],
  ['0.25g×24粒/盒', 'capsule', 25, 'mg', 250],
  ['10片', 'tablet', 25, 'mg', null],
  ['５０ｍｇ×２０片', 'tablet', 500, 'mg', 50],
  ['100ml：3.2g', 'ml', 320, 'mg', 32],
  ['1,000 mg × 20 tablets', 'tablet', 1000, 'mg', null],
  ['10,000 units/ml', 'ml', 1000, 'iu', 10_000],
  ['20片×0.05g', 'tablet', 500, 'mg', 50],
])('%s with a %s of %d %s', (specification, minUnit, value, unit, said) => {
  expect(contradictedContent(specification, { minUnit, strength: { value, unit } })).toBe(said);
});

test('no product of the formulary contradicts its own specification, in either language', () => {
  const wrong = readTable('products').rows.flatMap(({ code, specification, minUnit, strength }) =>
    strength === null
      ? []
      : [specification.en, specification.zh].flatMap((text) => {
          const said = contradictedContent(text, { minUnit, strength });
          return said === null
            ? []
            : [`${code}: ${text} is ${said}, not ${strength.value} ${strength.unit} a ${minUnit}`];
        }),
  );
  expect(wrong).toEqual([]);
});

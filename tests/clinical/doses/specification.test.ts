import { expect, test } from 'vitest';
import { contradictedContent, unreadAmountIn } from '../../../clinical/doses/specification.ts';
import { contradictedPack, packsIn } from '../../../clinical/doses/specifiedPack.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';

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
  ['0,5 g × 20', 'tablet', 500, 'mg', null],
  ['0,125 g', 'tablet', 1250, 'mg', 125],
  ['2,5mg×14片', 'tablet', 25, 'mg', 2.5],
  ['0,9 %', 'ml', 9, 'mg', null],
  ['1 000 mg × 20', 'tablet', 1000, 'mg', null],
  ['12 500 mg × 20', 'tablet', 500, 'mg', 12_500],
  ['12 500 mg × 20', 'tablet', 12_500, 'mg', null],
  ['12\u00a0500 mg', 'tablet', 500, 'mg', 12_500],
  ['12\u2009500 mg', 'tablet', 500, 'mg', 12_500],
  ['12\u202f500 mg', 'tablet', 500, 'mg', 12_500],
  ['12\u3000500毫克', 'tablet', 500, 'mg', 12_500],
  ['１２ ５００ｍｇ', 'tablet', 500, 'mg', 12_500],
  ["12'500 mg", 'tablet', 500, 'mg', 12_500],
  ['12’500 mg', 'tablet', 500, 'mg', 12_500],
  ['1.500.000 IU', 'vial', 500_000, 'iu', 1_500_000],
  ['1,500,000,000 IU', 'vial', 500_000_000, 'iu', null],
  ['12 500,5 mg', 'tablet', 500.5, 'mg', 12_500.5],
  ['.5 g × 20', 'tablet', 5, 'g', 0.5],
  ['1·5 mg', 'tablet', 5, 'mg', 1.5],
  ['½ g', 'tablet', 2, 'g', 0.5],
  ['2½ mg', 'tablet', 2, 'mg', 2.5],
  ['1×10⁶ IU', 'vial', 106, 'iu', null],
  ['5-10 mg', 'tablet', 10, 'mg', null],
  ['3ml300IU', 'ml', 300, 'iu', null],
  ['160/4.5 µg, 60 doses', 'puff', 160, 'ug', null],
  ['50/100微克', 'puff', 50, 'ug', null],
  ['20片×0.05g', 'tablet', 500, 'mg', 50],
])('%s with a %s of %d %s', (specification, minUnit, value, unit, said) => {
  expect(contradictedContent(specification, { minUnit, strength: { value, unit } })).toBe(said);
});

test.each([
  ['1,00,000 IU', '1,00,000 IU'],
  ['05 mg × 20', '05 mg'],
  ['12 5000 mg', '12 5000 mg'],
  ['7 14 mg', '7 14 mg'],
  ['1,500,000,000,000 IU', '1500000000000 IU'],
  ['12 500 mg × 20', null],
  ['0.25 g × 24', null],
  ['160/4.5 µg, 60 doses', null],
])('%s has an amount that cannot be read: %s', (specification, unread) => {
  expect(unreadAmountIn(specification)).toBe(unread);
});

test('a specification of a hundred thousand signs is read as fast as its length', () => {
  const texts = ['1 ', '12 500 ', "1'", '1.', '1,', '½', '9 mg/', '1×', '(', '-1'].map((part) => part.repeat(50_000));
  expect(
    texts.map((text) => [unreadAmountIn(text), packsIn(text, { minUnit: 'tablet', packUnit: 'box' }).length > 1]),
  ).toHaveLength(texts.length);
});

test('no product of the formulary contradicts its own specification, in either language', () => {
  const wrong = readDemoTable('products').rows.flatMap(({ code, specification, minUnit, strength }) =>
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

test.each<[string, string, number, string, number | null]>([
  ['3.2 %', 'ml', 3.2, 'mg', 32],
  ['3.2%', 'ml', 32, 'mg', null],
  ['1%:15g', 'g', 1, 'mg', 10],
  ['0.9% 250ml', 'ml', 0.9, 'mg', 9],
  ['0.9%×250ml', 'bottle', 2.25, 'g', null],
  ['0.9% 250ml', 'bag', 9, 'mg', 2250],
  ['5ml:50mg(1%)', 'ml', 50, 'mg', 10],
  ['300 IU (3 ml)', 'ml', 300, 'iu', 100],
  ['300 IU（3 ml）', 'ml', 100, 'iu', null],
  ['10mg:1ml', 'ml', 1, 'mg', 10],
  ['1ml:10mg', 'ml', 10, 'mg', null],
  ['10mg:1ml×5支', 'ampoule', 100, 'mg', 10],
  ['1g/支', 'vial', 500, 'mg', 1000],
  ['0.5g (500mg)×20', 'capsule', 50, 'mg', 500],
  ['500mg*100', 'tablet', 50, 'mg', 500],
  ['20mg x 14', 'tablet', 200, 'mg', 20],
])('%s, read whole, with a %s of %d %s', (specification, minUnit, value, unit, said) => {
  expect(contradictedContent(specification, { minUnit, strength: { value, unit } })).toBe(said);
});

test.each<[string, string, string, number, number | null]>([
  ['500mg×100', 'tablet', 'bottle', 10, 100],
  ['500mg*100', 'tablet', 'bottle', 100, null],
  ['500 mg x 100', 'capsule', 'box', 1000, 100],
  ['20 mg × 7 片/板 × 2 板', 'tablet', 'box', 14, null],
  ['20 mg × 7 片/板 × 2 板', 'tablet', 'box', 7, 14],
  ['20 mg × 7 片/板 × 2 板', 'tablet', 'box', 28, 14],
  ['20 mg × 7 tablets × 2 blisters', 'tablet', 'box', 7, 14],
  ['24片(12片×2板)', 'tablet', 'box', 24, null],
  ['3 blisters of 10 tablets', 'tablet', 'box', 30, null],
  ['30片装', 'tablet', 'box', 20, 30],
  ['2.5mg*14s', 'tablet', 'box', 7, 14],
  ['300 IU (3 ml)', 'ml', 'pen', 300, 3],
  ['3ml:300单位/支×5支/盒', 'ml', 'pen', 3, null],
  ['0.9% 250ml', 'ml', 'bottle', 100, 250],
  ['100 mg/5 ml × 100 ml', 'ml', 'bottle', 5, 100],
  ['55ml×10支/盒', 'piece', 'box', 5, 10],
  ['4.5 mcg × 60 doses/inhaler', 'puff', 'inhaler', 120, 60],
  ['3.2 %', 'ml', 'bottle', 100, null],
  ['1 000 tablets', 'tablet', 'bottle', 1000, null],
  ['12 500 ml', 'ml', 'bag', 500, 12_500],
  ["1'000片", 'tablet', 'bottle', 1000, null],
  ['1,000 tablets', 'tablet', 'bottle', 100, 1000],
])('a pack by %s in %ss and a %s of %d', (specification, minUnit, packUnit, packFactor, said) => {
  expect(contradictedPack(specification, { minUnit, packUnit, packFactor })).toBe(said);
});

test('no product of the formulary contradicts the number of its pieces, which both languages say', () => {
  const wrong = readDemoTable('products').rows.flatMap(({ code, specification, ...packing }) =>
    [specification.en, specification.zh]
      .filter((text) => !packsIn(text, packing).includes(packing.packFactor))
      .map((text) => `${code}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

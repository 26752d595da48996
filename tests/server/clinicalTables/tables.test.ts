import { expect, test } from 'vitest';
import { type Amount, inUnit } from '../../../clinical/doses/dose.ts';
import { frequencyCodes, frequencyOf } from '../../../clinical/doses/frequency.ts';
import { quantityOf } from '../../../clinical/doses/quantity.ts';
import { isAbove, type Rational, ratio, times } from '../../../clinical/doses/rational.ts';
import { dosageForms, routeCodes, routesOf } from '../../../clinical/doses/route.ts';
import { units } from '../../../clinical/doses/unit.ts';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../../clinical/lifecycle/review.ts';
import { readRuleTables, readTable, tableNames } from '../../../server/clinicalTables/tables.ts';
import type { Product } from '../../../server/demo/tableSchemas.ts';
import { demoTableNames, readDemoTable } from '../../../server/demo/tables.ts';
import { readStandardTable } from '../../../server/hospitals/standardTables.ts';

const rows = <Name extends Parameters<typeof readTable>[0]>(name: Name) => readTable(name).rows;
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);
const generics = new Map(rows('generics').map((generic) => [generic.code, generic]));
const products = readDemoTable('products').rows;
const rules = readRuleTables();

const withoutLabel = (used: readonly string[], table: 'classes' | 'ingredients' | 'units') => {
  const known = new Set(codes(rows(table)));
  return [...new Set(used)].filter((code) => !known.has(code));
};

test.each(tableNames)('%s is a valid table of demonstration data with a version', (name) => {
  expect(readTable(name).version).toBeGreaterThan(0);
});

test.each(demoTableNames)('%s is a valid table of the demonstration with a version', (name) => {
  expect(readDemoTable(name).version).toBeGreaterThan(0);
});

test.each(['generics', 'diagnoses', 'interactions', 'cross-allergy', 'online-bans', 'classes'] as const)(
  'no code occurs twice in %s',
  (name) => {
    const all = codes(rows(name));
    expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
  },
);

test('labels and clinical rules have the same frequencies, routes, forms and units', () => {
  expect(codes(rows('frequencies')).sort()).toEqual([...frequencyCodes].sort());
  expect(codes(rows('routes')).sort()).toEqual([...routeCodes].sort());
  expect(codes(rows('dosage-forms')).sort()).toEqual([...dosageForms].sort());
  expect(codes(rows('units')).sort()).toEqual(units.map(({ code }) => code).sort());
});

test('every class, ingredient and unit in use has a label', () => {
  const all = [...generics.values()];
  expect(
    withoutLabel(
      all.flatMap((g) => g.classes),
      'classes',
    ),
  ).toEqual([]);
  expect(
    withoutLabel(
      all.flatMap((g) => g.ingredients),
      'ingredients',
    ),
  ).toEqual([]);
  expect(
    withoutLabel(
      products.flatMap((p) => [p.minUnit, p.packUnit, p.defaultDose.unit]),
      'units',
    ),
  ).toEqual([]);
});

test('every product has a generic, a usual frequency and a route that fits its form', () => {
  const wrong = products.filter(
    ({ generic, defaultFrequency, dosageForm, defaultRoute }) =>
      !generics.has(generic) || !frequencyOf(defaultFrequency) || !routesOf(dosageForm)?.includes(defaultRoute),
  );
  expect(codes(wrong)).toEqual([]);
});

/** Whether a product's usual dose, taken as often as usual, stays within a maximum of its generic. */
function staysWithin(product: Product, limit: Amount | null, timesPerDay: Rational): boolean {
  if (!limit) return true;
  const dose = inUnit(product.defaultDose, limit.unit, product);
  const most = inUnit(limit, limit.unit, product);
  return dose.ok && most.ok && !isAbove(times(dose.base, timesPerDay), most.base);
}

test('no usual dose is above the maximum of its own generic, at once or in a day', () => {
  const wrong = products.filter((product) => {
    const generic = generics.get(product.generic);
    const often = frequencyOf(product.defaultFrequency);
    const perDay = often?.kind === 'regular' ? often.timesPerDay : ratio(1);
    return (
      !staysWithin(product, generic?.maxSingleDose ?? null, ratio(1)) ||
      !staysWithin(product, generic?.maxDailyDose ?? null, perDay)
    );
  });
  expect(codes(wrong)).toEqual([]);
});

test('every product has a quantity for a week, or none because it is taken as needed', () => {
  const wrong = products.filter((product) => {
    const course = { dose: product.defaultDose, frequency: product.defaultFrequency, days: 7 };
    return quantityOf([course], product).ok === (product.defaultFrequency === 'prn');
  });
  expect(codes(wrong)).toEqual([]);
});

test('products are stocked only in warehouses that exist', () => {
  expect(codes(readDemoTable('warehouses').rows)).toEqual(
    expect.arrayContaining(products.flatMap(({ stock }) => Object.keys(stock))),
  );
});

test('rule tables refer to existing classes and ingredients', () => {
  const kinds = (rules.combinations ?? []).flatMap((row) => row.kinds.flat());
  const changes = (rules.changes ?? []).flatMap(({ from, to }) => [from, to]);
  const targets = [...(rules.interactions ?? []).flatMap(({ a, b }) => [a, b]), ...kinds, ...changes];
  const of = (kind: 'class' | 'ingredient') => targets.filter((target) => target.kind === kind).map(({ code }) => code);
  const banned = (rules.onlineBans ?? []).map(({ covers }) => covers);
  expect(
    withoutLabel([...of('class'), ...(rules.duplicateClasses ?? []).flatMap((row) => row.classes)], 'classes'),
  ).toEqual([]);
  expect(
    withoutLabel([...of('ingredient'), ...(rules.crossAllergy ?? []).flatMap((g) => g.ingredients)], 'ingredients'),
  ).toEqual([]);
  expect(
    withoutLabel(
      banned.flatMap((c) => (c.kind === 'ingredient' ? [c.code] : [])),
      'ingredients',
    ),
  ).toEqual([]);
  expect(
    withoutLabel(
      banned.flatMap((c) => (c.kind === 'class' ? [c.code] : [])),
      'classes',
    ),
  ).toEqual([]);
});

test('related allergy groups exist', () => {
  const groups = codes(rules.crossAllergy ?? []);
  expect(groups).toEqual(expect.arrayContaining((rules.crossAllergy ?? []).flatMap((group) => group.related)));
});

test('the 13 dictionaries of the specification exist, and additional ones are marked', () => {
  const listed = readStandardTable('dictionaries').rows;
  expect(listed.filter(({ ours }) => !ours).map(({ type }) => type)).toEqual([
    'banner_position',
    'protocol_apply_type',
    'sms_client_type',
    'sms_biz_type',
    'sms_scene',
    'sms_notify_optional',
    'hosp_level',
    'hosp_standard_dept',
    'member_doctor_title',
    'member_docto_academic_title',
    'consult_type',
    'prescription_status',
    'prescription_audit_status',
  ]);
});

test.each([
  ['prescription_status', PrescriptionStatus],
  ['prescription_audit_status', AuditStatus],
  ['consult_order_status', OrderStatus],
])('%s labels exactly the states of its life cycle', (type, numbers) => {
  const values = readStandardTable('dictionaries')
    .rows.find((dictionary) => dictionary.type === type)
    ?.entries.map(({ value }) => Number(value));
  expect(values).toEqual(Object.values(numbers).sort((a, b) => a - b));
});

test('no dictionary lists a value twice', () => {
  for (const { entries } of readStandardTable('dictionaries').rows) {
    expect(new Set(entries.map(({ value }) => value)).size).toBe(entries.length);
  }
});

test('departments of quick replies and phrases are in the list of departments', () => {
  const departments = readStandardTable('dictionaries')
    .rows.find(({ type }) => type === 'hosp_standard_dept')
    ?.entries.map(({ value }) => Number(value));
  const used = [...readDemoTable('quick-replies').rows, ...readDemoTable('templates').rows].flatMap(
    ({ department }) => department ?? [],
  );
  expect(departments).toEqual(expect.arrayContaining([...new Set(used)]));
});

test('the medicines and diagnoses of templates are in their lists', () => {
  const listed = new Set(products.map(({ code }) => code));
  const known = new Set(rows('diagnoses').map(({ code }) => code));
  const all = readDemoTable('templates').rows;
  expect(
    all.flatMap(({ set }) => set?.drugs.map(({ product }) => product) ?? []).filter((code) => !listed.has(code)),
  ).toEqual([]);
  expect(all.flatMap(({ diagnoses }) => diagnoses).filter((code) => !known.has(code))).toEqual([]);
});

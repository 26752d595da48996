import { expect, test } from 'vitest';
import { onlineBan } from '../../../clinical/checks/onlineBan.ts';
import { isInjected } from '../../../clinical/doses/route.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { medicineFactsOf, readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { input, line, medicine } from '../checks/sample.ts';
import { bannedGenerics, unclearGenerics } from './onlineBanList.ts';

const tables = readRuleTables();
const generics = readGenerics();
const products = readDemoTable('products').rows.flatMap((product) => {
  const { minUnit, strength, packUnit, packFactor, name, dosageForm } = product;
  const generic = generics.get(product.generic);
  const packing = { minUnit, strength, packUnit, packFactor };
  return generic ? [medicineFactsOf(generic, { name, dosageForm, packing, usualDose: null })] : [];
});
const listed: readonly string[] = Object.values(bannedGenerics).flat();

function bansOf(of: (typeof products)[number], alsoBanned: readonly string[] = []) {
  const found = onlineBan(input({ lines: [line(of)] }), tables, { ...defaultSettings, alsoBanned });
  return found.flatMap((one) => (one.kind === 'hit' ? [one.level] : []));
}
const isControlled = ({ controlType, dosageForm }: (typeof products)[number]) =>
  controlType > 0 || isInjected(dosageForm);
const codesOf = (some: readonly (typeof products)[number][]) => [...new Set(some.map((one) => one.genericCode))].sort();

test('every product of a generic that the national list names is refused', () => {
  expect(products.filter((one) => listed.includes(one.genericCode) && !bansOf(one).includes('block'))).toEqual([]);
  expect(listed.filter((code) => !products.some((one) => one.genericCode === code))).toEqual([]);
});

test('nothing else is refused but controlled substances and injections', () => {
  const refused = products.filter((one) => !isControlled(one) && bansOf(one).includes('block'));
  expect(codesOf(refused).filter((code) => !listed.includes(code))).toEqual([]);
  expect(codesOf(products.filter((one) => bansOf(one).includes('warn')))).toEqual(unclearGenerics);
});

test('every controlled substance is refused, and every injection that is not for diabetes', () => {
  const passed = products.filter((one) => isControlled(one) && bansOf(one).length === 0);
  expect(passed.filter(({ classes }) => !classes.includes('antidiabetic'))).toEqual([]);
  expect(bansOf(medicine('x', { dosageForm: 'injection' }))).toEqual(['block']);
});

test.each([
  ['a listed medicine alone', medicine('warfarin'), ['block']],
  ['a compound with it, which the list does not mean', medicine('mix', { ingredients: ['warfarin', 'x'] }), []],
  ['an antibacterial on the skin', medicine('fusidic-acid', { dosageForm: 'cream' }), []],
  ['the same antibacterial by mouth', medicine('fusidic-acid'), ['block']],
  ['theophylline without ethylenediamine', medicine('theophylline'), []],
  ['an ephedrine in a compound', medicine('cold', { ingredients: ['pseudoephedrine', 'loratadine'] }), ['block']],
  ['codeine syrup in a compound', medicine('c', { ingredients: ['codeine', 'x'], dosageForm: 'syrup' }), ['block']],
  ['dextromethorphan in a compound', medicine('d', { ingredients: ['dextromethorphan', 'x'] }), []],
])('%s', (_, of, expected) => {
  expect(bansOf(of)).toEqual(expected);
});

test('what the hospital adds is refused in every product that contains it', () => {
  const both = products.filter(({ ingredients }) => ingredients.includes('amoxicillin'));
  expect(codesOf(both)).toEqual(['amoxicillin', 'amoxicillin-clavulanate']);
  expect(both.filter((one) => !bansOf(one, ['amoxicillin']).includes('block'))).toEqual([]);
  expect(bansOf(medicine('warfarin'), ['amoxicillin'])).toEqual(['block']);
});

test('entries of the list without a product here are those that are known, and no misspelling', () => {
  const names = new Set(Object.keys(tables.names));
  const used = (tables.onlineBans ?? []).flatMap(({ covers }) =>
    covers.kind === 'single' || covers.kind === 'compound' ? covers.ingredients : [],
  );
  const absent =
    'carboprost chloral-hydrate choline cyproterone desflurane dihydrocodeine dinoprostone diphenoxylate disopyramide ' +
    'enflurane ephedrine estradiol faropenem hydrocodone isoflurane isoprenaline levornidazole methylephedrine ' +
    'nemonoxacin prazosin primidone procainamide quinine sevoflurane';
  expect([...new Set(used.filter((code) => !names.has(code)))].sort()).toEqual(absent.split(' '));
});

test('no product carries an ingredient of the list that has no generic here', () => {
  const named = (tables.onlineBans ?? []).flatMap((ban) => (ban.named ?? []).flatMap(({ ingredients }) => ingredients));
  const names = new Set(Object.keys(tables.names));
  const listedHere = (tables.onlineBans ?? []).flatMap(({ covers }) =>
    covers.kind === 'single' || covers.kind === 'compound' ? covers.ingredients : [],
  );
  expect(listedHere.filter((code) => !names.has(code) && !named.includes(code))).toEqual([]);
});

/** Psychotropic substances of class II by announcement 2023 no. 43 of three authorities, in force since 2023-07-01. */
test('what was added to the controlled substances later is refused', () => {
  const added = products.filter(({ ingredients }) => ingredients.includes('perampanel'));
  expect(added.length).toBeGreaterThan(0);
  expect(added.filter((one) => !bansOf(one).includes('block'))).toEqual([]);
});

test('no template and no scenario of the demonstration hospital prescribes what is refused online', () => {
  const sold = readDemoTable('products').rows.map(({ code, generic }, at) => ({ code, generic, of: products[at] }));
  const inTemplates = readDemoTable('templates').rows.flatMap(
    ({ set }) => set?.drugs.map(({ product }) => product) ?? [],
  );
  const inScenarios = readDemoTable('scenarios').rows.flatMap(({ drugs: medicines }) => medicines);
  const used = sold.filter(({ code, generic }) => inTemplates.includes(code) || inScenarios.includes(generic));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(({ of }) => !of || bansOf(of).includes('block')).map(({ code }) => code)).toEqual([]);
});

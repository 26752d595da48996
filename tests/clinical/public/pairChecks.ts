import { readFileSync } from 'node:fs';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import { isLocal } from '../../../clinical/checks/exposure.ts';
import type { MedicineFacts } from '../../../clinical/checks/facts.ts';
import type { Level } from '../../../clinical/checks/level.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { medicineFactsOf, readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { input, line } from '../checks/sample.ts';

/** A pair of a public list with the least level that a finding about it may have. */
export type ListedPair = { readonly a: string; readonly b: string; readonly least: Level };

export const tables = readRuleTables();
const generics = [...readGenerics().values()].toSorted((a, b) => a.ingredients.length - b.ingredients.length);
const products = readDemoTable('products').rows.filter(({ dosageForm }) => !isLocal(dosageForm));
export const gravity: Record<Level | 'silent', number> = { silent: 0, info: 1, warn: 2, block: 3 };

/** The simplest product of the formulary that brings an ingredient into the blood; null if there is none. */
export function productWith(ingredient: string): MedicineFacts | null {
  for (const generic of generics.filter(({ ingredients }) => ingredients.includes(ingredient))) {
    const product = products.find((one) => one.generic === generic.code);
    if (!product) continue;
    const { name, dosageForm, minUnit, strength, packUnit, packFactor } = product;
    return medicineFactsOf(generic, {
      name,
      dosageForm,
      packing: { minUnit, strength, packUnit, packFactor },
      usualDose: product.defaultDose,
    });
  }
  return null;
}

/** The gravest finding about two products on one prescription. */
export function levelOf({ a, b }: Pick<ListedPair, 'a' | 'b'>): Level | 'silent' {
  const [one, other] = [productWith(a), productWith(b)];
  if (!one || !other) throw new Error(`no product of ${one ? b : a}`);
  const { hits } = checkPrescription(input({ lines: [line(one), line(other)] }), tables, defaultSettings);
  const about = hits.filter(({ ruleCode, params }) => 'other' in params && ruleCode !== 'allergy');
  return about.map(({ level }) => level).toSorted((x, y) => gravity[y] - gravity[x])[0] ?? 'silent';
}

const isLevel = (word: string | undefined): word is Level => word === 'info' || word === 'warn' || word === 'block';

/** The pairs of the formulary's ingredients on public lists, by the list's title. */
export function readPairs(): ReadonlyMap<string, readonly ListedPair[]> {
  const lists = new Map<string, ListedPair[]>();
  let list: ListedPair[] = [];
  for (const row of readFileSync(new URL('./pairs.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    if (row.startsWith('#')) {
      list = [];
      lists.set(row.slice(2), list);
      continue;
    }
    const [least, a, others] = row.split('|').map((part) => part.trim());
    if (!isLevel(least) || !a || !others) throw new Error(`no pair in "${row}"`);
    list.push(...others.split(' ').map((b) => ({ a, b, least })));
  }
  return lists;
}

/** Each pair of two lists of ingredients once. */
export const pairsBetween = (ones: readonly string[], others: readonly string[], least: Level): readonly ListedPair[] =>
  ones.flatMap((a) => others.filter((b) => a !== b && (!ones.includes(b) || a < b)).map((b) => ({ a, b, least })));

export type Coverage = { readonly pairs: number; readonly missed: readonly string[] };

/** How many pairs of a list have a finding of their level, and which have none. */
export function coverageOf(pairs: readonly ListedPair[]): Coverage {
  const missed = pairs.filter((pair) => gravity[levelOf(pair)] < gravity[pair.least]);
  return { pairs: pairs.length, missed: missed.map((pair) => `${pair.a} + ${pair.b}: ${levelOf(pair)}`) };
}

import type { LocalText } from '../../clinical/words/localText.ts';
import { searchForm } from '../../clinical/words/searchForm.ts';
import { grouped } from '../db/keyedReader.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';

export type Named = Pick<CatalogueGeneric, 'ingredients' | 'name'>;
/** A brand or another word for a medicine, and every ingredient that it contains. */
export type Brand = Named & { readonly word: string };
/** The generics, medicines that no generic is named after and that may not be prescribed online, and brands. */
export type KnownNames = {
  readonly generics: ReadonlyMap<string, Named>;
  readonly banned: readonly Named[];
  readonly brands: readonly Brand[];
};
/** Words by which people name an ingredient, a class or another medicine. */
export type IngredientWords = { readonly code: string; readonly words: readonly string[] };
/** A name as it is found in others, with every medicine that has it. */
type Name = { readonly form: string; readonly of: readonly Named[]; readonly isBrand: boolean };

/** The words of people for ingredients; a word of several ingredients is the brand of a compound. */
export function brandsOf(
  words: readonly IngredientWords[],
  ingredientNames: Readonly<Record<string, LocalText>>,
): readonly Brand[] {
  const codes = new Map<string, string[]>();
  for (const row of words.filter(({ code }) => code in ingredientNames))
    for (const word of row.words) codes.set(word, [...(codes.get(word) ?? []), row.code]);
  return [...codes].map(([word, ingredients]) => {
    const namesIn = (language: keyof LocalText) =>
      ingredients.map((code) => ingredientNames[code]?.[language] ?? code).join(language === 'zh' ? '、' : ', ');
    return { word, ingredients, name: { en: `${word} (${namesIn('en')})`, zh: `${word}（${namesIn('zh')}）` } };
  });
}

const acid = /^(?:盐酸|硫酸|马来酸|酒石酸|醋酸|枸橼酸|富马酸|甲磺酸|苯磺酸|琥珀酸|氢溴酸|磷酸|丙酸|糠酸)(?=.{3})/;
const latin = /^[a-z]/;
const leastSigns = { zh: 2, en: 5 };
/** A Chinese brand so short occurs within other names, so it counts only as the whole name besides form and use. */
const shortBrand = 2;

/** The name without the note on its use, such as "(eye)", and without the acid of a salt in front. */
const nameForm = (name: string): string =>
  searchForm(name.split(/[（(]/, 1)[0] ?? '')
    .replace(acid, '')
    .trim();

const isLongEnough = (form: string) => form.length >= (latin.test(form) ? leastSigns.en : leastSigns.zh);

function namesIn({ generics, banned, brands }: KnownNames): readonly Name[] {
  const generic = new Map<string, Named[]>();
  const add = (to: Map<string, Named[]>, form: string, of: Named) => {
    if (isLongEnough(form)) to.set(form, [...(to.get(form) ?? []), of]);
  };
  for (const one of [...generics.values(), ...banned])
    for (const form of new Set([nameForm(one.name.zh), nameForm(one.name.en)])) add(generic, form, one);
  const brand = new Map<string, Named[]>();
  for (const one of brands) {
    const form = searchForm(one.word);
    // Names of generics decide: people call amoxicillin with clavulanic acid amoxicillin.
    if (!generic.has(form)) add(brand, form, one);
  }
  return [
    ...[...generic].map(([form, of]) => ({ form, of, isBrand: false })),
    ...[...brand].map(([form, of]) => ({ form, of, isBrand: true })),
  ];
}

const firstSigns = (form: string) => form.slice(0, 2);
type NamesByBeginning = (beginning: string) => readonly Name[];
const indexes = new WeakMap<KnownNames, NamesByBeginning>();

function indexOf(names: KnownNames): NamesByBeginning {
  const index = indexes.get(names) ?? grouped(namesIn(names), ({ form }) => firstSigns(form));
  indexes.set(names, index);
  return index;
}

/** The names that may occur in a text; the longest first. */
function candidates(text: string, names: KnownNames): readonly Name[] {
  const index = indexOf(names);
  const beginnings = new Set(Array.from({ length: text.length }, (_, at) => text.slice(at, at + 2)));
  return [...beginnings].flatMap(index).toSorted((a, b) => b.form.length - a.form.length);
}

const forChildren = /^(?:小儿|儿童)/;
const dosageForm =
  /^(?:感冒)?[缓控释肠溶分散咀嚼泡腾口服干软硬胶囊片颗粒丸糖浆液混悬滴乳膏凝栓喷雾气眼注射用粉贴剂针]*$/;
const isWhole = (text: string, form: string): boolean =>
  text
    .split(/[()[\]【】\s·]+/)
    .map((part) => part.replace(forChildren, ''))
    .some((part) => part.startsWith(form) && dosageForm.test(part.slice(form.length)));

/** Whether a text says a name. A Latin name begins and a Latin brand also ends with a word. */
function says(text: string, { form, isBrand }: Name): boolean {
  if (!text.includes(form)) return false;
  if (!latin.test(form)) return !isBrand || form.length > shortBrand || isWhole(text, form);
  const parts = text.split(form);
  return parts.slice(1).some((after, at) => !/[a-z]$/.test(parts[at] ?? '') && !(isBrand && /^[a-z]/.test(after)));
}

/** The medicines that a text names; of two names that overlap the longer one. Each is one of those that share a name. */
export function namedIn(text: string, names: KnownNames): readonly (readonly Named[])[] {
  let rest = searchForm(text);
  const found: (readonly Named[])[] = [];
  for (const name of candidates(rest, names)) {
    if (!says(rest, name)) continue;
    rest = rest.split(name.form).join('\n');
    found.push(name.of);
  }
  return found;
}

import type { LocalText } from '../../clinical/words/localText.ts';
import { searchForm } from '../../clinical/words/searchForm.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';
import { type Problem, problem } from './problems.ts';

export type Named = Pick<CatalogueGeneric, 'ingredients' | 'name'>;
type Generics = ReadonlyMap<string, Named>;
/** The generics, and medicines that no generic is named after and that may not be prescribed online. */
type Known = { readonly generics: Generics; readonly banned: readonly Named[] };
/** A name as it is found in others, with every generic that has it. */
type Name = { readonly form: string; readonly of: readonly Named[] };

const acid = /^(?:盐酸|硫酸|马来酸|酒石酸|醋酸|枸橼酸|富马酸|甲磺酸|苯磺酸|琥珀酸|氢溴酸|磷酸|丙酸|糠酸)(?=.{3})/;
const leastSigns = { zh: 2, en: 5 };

/** The name without the note on its use, such as "(eye)", and without the acid of a salt in front. */
const nameForm = (name: string): string =>
  searchForm(name.split(/[（(]/, 1)[0] ?? '')
    .replace(acid, '')
    .trim();

/** The names of all generics in a language, and of others that may not be prescribed online; the longest first. */
function namesIn({ generics, banned }: Known, language: keyof LocalText): readonly Name[] {
  const found = new Map<string, Named[]>();
  for (const generic of [...generics.values(), ...banned]) {
    const form = nameForm(generic.name[language]);
    if (form.length >= leastSigns[language]) found.set(form, [...(found.get(form) ?? []), generic]);
  }
  return [...found].map(([form, of]) => ({ form, of })).toSorted((a, b) => b.form.length - a.form.length);
}

const listed = new WeakMap<Generics, Readonly<Record<keyof LocalText, readonly Name[]>>>();

function namesOf(known: Known) {
  const names = listed.get(known.generics) ?? { zh: namesIn(known, 'zh'), en: namesIn(known, 'en') };
  listed.set(known.generics, names);
  return names;
}

const latin = /^[a-z]/;

/** The names that a text says; of two that overlap the longer one. A Latin name does not begin within a word. */
function saidIn(text: string, names: readonly Name[]): readonly Name[] {
  let rest = searchForm(text);
  return names.filter(({ form }) => {
    const parts = rest.split(form);
    const isWithin = latin.test(form) && parts.slice(0, -1).every((before) => /[a-z]$/.test(before));
    if (parts.length === 1 || isWithin) return false;
    rest = parts.join('\n');
    return true;
  });
}

const isPartOf = ({ ingredients }: Named, whole: Named): boolean =>
  ingredients.every((one) => whole.ingredients.includes(one));

/**
 * A product whose name says another medicine than its generic, such as warfarin listed under levothyroxine: every check
 * would be about the wrong one. A compound may be named by its parts; a brand says nothing.
 */
export function nameProblems(
  { genericCode, name, nameEn }: Pick<MedicineFields, 'genericCode' | 'name' | 'nameEn'>,
  known: Known,
): Problem[] {
  const generic = known.generics.get(genericCode);
  if (!generic) return [];
  const names = namesOf(known);
  const said = [...saidIn(name, names.zh), ...saidIn(nameEn, names.en), ...saidIn(name, names.en)];
  const other = said.find(({ of }) => !of.some((one) => isPartOf(one, generic)))?.of[0];
  if (!other) return [];
  return [
    problem(
      'genericCode',
      `名称表示“${other.name.zh}”，而所选通用名为“${generic.name.zh}”。请改正其中一项`,
      `The name says ${other.name.en}, but the generic is ${generic.name.en}. Correct one of them`,
    ),
  ];
}

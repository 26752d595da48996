import type { LocalText } from '../../clinical/words/localText.ts';
import { searchForm } from '../../clinical/words/searchForm.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';
import { type Problem, problem } from './problems.ts';

type Named = Pick<CatalogueGeneric, 'ingredients' | 'name'>;
type Generics = ReadonlyMap<string, Named>;
/** A name as it is found in others, with every generic that has it. */
type Name = { readonly form: string; readonly of: readonly Named[] };

const acid = /^(?:盐酸|硫酸|马来酸|酒石酸|醋酸|枸橼酸|富马酸|甲磺酸|苯磺酸|琥珀酸|氢溴酸|磷酸|丙酸|糠酸)(?=.{3})/;
const leastSigns = { zh: 2, en: 5 };

/** The name without the note on its use, such as "(eye)", and without the acid of a salt in front. */
const nameForm = (name: string): string =>
  searchForm(name.split(/[（(]/, 1)[0] ?? '')
    .replace(acid, '')
    .trim();

/** The names of all generics in a language, the longest first. */
function namesIn(generics: Generics, language: keyof LocalText): readonly Name[] {
  const found = new Map<string, Named[]>();
  for (const generic of generics.values()) {
    const form = nameForm(generic.name[language]);
    if (form.length >= leastSigns[language]) found.set(form, [...(found.get(form) ?? []), generic]);
  }
  return [...found].map(([form, of]) => ({ form, of })).toSorted((a, b) => b.form.length - a.form.length);
}

const listed = new WeakMap<Generics, Readonly<Record<keyof LocalText, readonly Name[]>>>();

function namesOf(generics: Generics) {
  const known = listed.get(generics) ?? { zh: namesIn(generics, 'zh'), en: namesIn(generics, 'en') };
  listed.set(generics, known);
  return known;
}

/** The names that a text says; of two that overlap the longer one. */
function saidIn(text: string, names: readonly Name[]): readonly Name[] {
  let rest = searchForm(text);
  return names.filter(({ form }) => {
    if (!rest.includes(form)) return false;
    rest = rest.replaceAll(form, '\n');
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
  generics: Generics,
): Problem[] {
  const generic = generics.get(genericCode);
  if (!generic) return [];
  const names = namesOf(generics);
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

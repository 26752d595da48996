import { foldText } from '../words/foldText.ts';
import type { LocalText } from '../words/localText.ts';
import type { Place } from '../words/searchForm.ts';
import { misspelling, type Spelling, spellingOf, tolerance } from '../words/spelling.ts';
import { placesWithin, type Term, termsIn } from '../words/writtenTerms.ts';

/**
 * Words by which people name an allergen: a code, its label, and its names, brands and common misspellings; "cef*" and
 * "*cillin" are the stems of a class's names.
 */
export type AllergenName = { readonly code: string; readonly label: LocalText; readonly words: readonly string[] };

/** A code that a text probably means, and the words of the text that say so. */
export type RecognisedAllergen = { readonly code: string; readonly label: LocalText; readonly said: string };

/** The code of names that belong to no allergen of the tables: who writes one has not misspelt another. */
export const otherMedicine = 'other-medicine';

/** Names of other medicines, which no text means as something else. */
export const otherMedicineNames = (words: readonly string[]): AllergenName => ({
  code: otherMedicine,
  label: { en: '', zh: '' },
  words,
});

const isLatin = (word: string): boolean => /^[a-z0-9 /-]+$/.test(word);

const saltsEn =
  /(?: (?:sodium|potassium|hydrochloride|maleate|acetate|bromide|phosphate|etexilate|axetil|disoproxil)){1,3}$/i;
const saltsZh = /^(?:盐酸|醋酸|马来酸|磷酸|富马酸|枸橼酸)|[钠钾]$/g;

/** The names of an ingredient: its label, the label without its salt, and its code, which may be another spelling. */
export function namesOfIngredient(code: string, { en, zh }: LocalText): readonly string[] {
  const short = zh.replace(saltsZh, '');
  return [...new Set([en, zh, en.replace(saltsEn, ''), code.replaceAll('-', ' '), short.length >= 3 ? short : zh])];
}

/** Shortest Chinese name of which one character may be wrong. */
const longEnough = 4;

/** Words of a text that name an allergen, by how many signs they are misspelt, and where they are. */
type Naming = { readonly said: string; readonly edits: number; readonly places: readonly Place[] };

/** Whether a name has one wrong character at this place of a text. */
function isNearlyAt(text: string, from: number, name: string): boolean {
  let wrong = 0;
  for (let at = 0; at < name.length && wrong < 2; at += 1) if (text[from + at] !== name[at]) wrong += 1;
  return wrong === 1;
}

/** A part of a Chinese text that differs from the name in one character. */
function nearlySaid(text: string, name: string): Naming | null {
  for (let from = 0; from + name.length <= text.length; from += 1)
    if (isNearlyAt(text, from, name)) {
      const said = text.slice(from, from + name.length);
      return { said, edits: 1, places: placesWithin(text, said) };
    }
  return null;
}

/** Every place where a text has the words of a term. */
const namingBy = (terms: readonly Term[], { text }: Term, edits: number): Naming => ({
  said: text,
  edits,
  places: terms.filter((term) => term.text === text).map(({ place }) => place),
});

/** A word with the stem of a class: "cefazolin" for "cef*". Any name that is known better counts before it. */
function stemmed(terms: readonly Term[], stem: string): Naming | null {
  const part = stem.replace('*', '');
  if (part === '') return null;
  const fits = (term: string) => (stem.endsWith('*') ? term.startsWith(part) : term.endsWith(part));
  const found = terms.find(({ text }) => /^[a-z]{7,}$/.test(text) && fits(text));
  return found === undefined ? null : namingBy(terms, found, 3);
}

/** A text with its terms, and how each different one is spelt. */
type Reading = {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly spelt: readonly (Term & { readonly spelling: Spelling })[];
};

function readingOf(text: string): Reading {
  const terms = termsIn(text);
  const different = new Map(terms.map((term) => [term.text, term]));
  return { text, terms, spelt: [...different.values()].map((term) => ({ ...term, spelling: spellingOf(term.text) })) };
}

/** A name as it is compared. */
type Form = {
  readonly spelling: Spelling;
  readonly isLatin: boolean;
  /** Whether a Chinese name is long enough to be known with a wrong character; its salt alone is not enough of it. */
  readonly isLong: boolean;
};

const forms = new Map<string, Form>();

/** A name as it is compared; kept, because the same few thousand names are looked for in each text. */
function formOf(word: string): Form {
  const known = forms.get(word);
  if (known) return known;
  const text = foldText(word).trim();
  const isLong = text.replace(saltsZh, '').length >= longEnough;
  const form = { spelling: spellingOf(text), isLatin: isLatin(text), isLong };
  forms.set(word, form);
  return form;
}

/** The words of a text that name this allergen, or null. Chinese names occur inside a sentence, Latin ones as words. */
function namingIn({ text, terms, spelt }: Reading, { spelling, isLatin, isLong }: Form): Naming | null {
  const word = spelling.text;
  if (word.includes('*')) return stemmed(terms, word);
  if (!isLatin) {
    const places = placesWithin(text, word);
    if (places.length > 0) return { said: word, edits: 0, places };
    return isLong ? nearlySaid(text, word) : null;
  }
  const exact = terms.find((term) => term.text === word);
  if (exact) return namingBy(terms, exact, 0);
  if (tolerance(word) === 0) return null;
  const near = spelt.flatMap((term) => {
    const edits = misspelling(term.spelling, spelling);
    return edits === null ? [] : [{ term, edits }];
  });
  const [best] = near.toSorted((one, other) => one.edits - other.edits);
  return best ? namingBy(terms, best.term, best.edits) : null;
}

type Found = AllergenName & Naming & { readonly isExact: boolean };

const overlaps = (a: Place, b: Place): boolean => a.from < b.to && b.from < a.to;
const isInside = (a: Place, b: Place): boolean => b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from;
const byExactness = (a: Found, b: Found): number =>
  Number(b.isExact) - Number(a.isExact) || a.edits - b.edits || b.said.length - a.said.length;

/** Every name of an allergen in a text, in each of its words. */
function allNamings(text: string, names: readonly AllergenName[]): readonly Found[] {
  const reading = readingOf(text);
  return names.flatMap((name) =>
    name.words.flatMap((word) => {
      const form = formOf(word);
      const naming = namingIn(reading, form);
      return naming ? [{ ...name, ...naming, isExact: naming.said === form.spelling.text }] : [];
    }),
  );
}

/** Without what only resembles a name that the same place of the text says better, and without names inside longer ones. */
function longestFirst(found: readonly Found[]): readonly Found[] {
  const kept = found.filter(
    (one) =>
      one.isExact ||
      !found.some(
        (other) =>
          (other.isExact || other.edits < one.edits) &&
          other.places.some((place) => one.places.some((own) => overlaps(own, place))),
      ),
  );
  const places = kept.flatMap((one) => one.places);
  return kept.filter((one) => one.places.some((own) => !places.some((other) => isInside(own, other))));
}

/**
 * Codes that a text about allergies probably means, most exact first. Where a name is inside a longer recognised one, such as
 * "penicillin" in "benzylpenicillin", only the longer one counts; elsewhere in the text the shorter one still does.
 */
export function recogniseAllergens(text: string, names: readonly AllergenName[]): readonly RecognisedAllergen[] {
  const best = new Map<string, Found>();
  for (const one of longestFirst(allNamings(foldText(text), names)).toSorted(byExactness))
    if (one.code !== otherMedicine && !best.has(one.code)) best.set(one.code, one);
  return names
    .flatMap(({ code }) => best.get(code) ?? [])
    .toSorted((a, b) => b.said.length - a.said.length)
    .map(({ code, label, said }) => ({ code, label, said }));
}

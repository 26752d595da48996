import { foldText } from './foldText.ts';
import type { LocalText } from './localText.ts';

/**
 * Words by which people name an allergen: a code, its label, and its names, brands and common misspellings; "cef*" and
 * "*cillin" are the stems of a class's names.
 */
export type AllergenName = { readonly code: string; readonly label: LocalText; readonly words: readonly string[] };

/** A code that a text probably means, and the words of the text that say so. */
export type RecognisedAllergen = { readonly code: string; readonly label: LocalText; readonly said: string };

const isLatin = (word: string): boolean => /^[a-z0-9 /-]+$/.test(word);

const saltsEn =
  /(?: (?:sodium|potassium|hydrochloride|maleate|acetate|bromide|phosphate|etexilate|axetil|disoproxil)){1,3}$/i;
const saltsZh = /^(?:盐酸|醋酸|马来酸|磷酸|富马酸|枸橼酸)|[钠钾]$/g;

/** The names of an ingredient: its label, the label without its salt, and its code, which may be another spelling. */
export function namesOfIngredient(code: string, { en, zh }: LocalText): readonly string[] {
  const short = zh.replace(saltsZh, '');
  return [...new Set([en, zh, en.replace(saltsEn, ''), code.replaceAll('-', ' '), short.length >= 3 ? short : zh])];
}

/** Number of edits by which a misspelt word may differ; short words must be exact. */
const tolerance = (word: string): number => (word.length >= 10 ? 2 : word.length >= 6 ? 1 : 0);

/** A word in one of the spellings that sound alike. */
const bySound = (word: string): string => word.replaceAll('ph', 'f').replace(/[ao]e/g, 'e').replaceAll('y', 'i');

/** Letters inserted, removed, replaced or exchanged with a neighbour between two words. */
function editsBetween(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? Number.POSITIVE_INFINITY;
}

/** Latin words and pairs of neighbouring words of a text, with a plural also in the singular. */
function termsIn(text: string): readonly string[] {
  const words = text.match(/[a-z0-9][a-z0-9-]*/g) ?? [];
  // "amoxicillin500mg" names amoxicillin, but "5-asa" does not name "asa".
  const dosed = words.filter((word) => /^[a-z]{4,}\d/.test(word)).flatMap((word) => word.match(/^[a-z]+/) ?? []);
  // "penicillin-allergic" names penicillin.
  const joined = words.flatMap((word) =>
    word.includes('-') ? word.split('-').filter(({ length }) => length >= 6) : [],
  );
  const triples = words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`);
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return [
    ...new Set(
      [...words, ...dosed, ...joined, ...pairs, ...triples].flatMap((word) =>
        word.endsWith('s') ? [word, word.slice(0, -1)] : [word],
      ),
    ),
  ];
}

/** Shortest Chinese name of which one character may be wrong. */
const longEnough = 4;

/** Words of a text that name an allergen, and by how many signs they are misspelt. */
type Naming = { readonly said: string; readonly edits: number };

/** A part of a Chinese text that differs from the name in one character. */
function nearlySaid(text: string, name: string): Naming | null {
  if (name.length < longEnough) return null;
  const parts = Array.from({ length: Math.max(0, text.length - name.length + 1) }, (_, at) =>
    text.slice(at, at + name.length),
  );
  const said = parts.find((part) => [...part].filter((sign, at) => sign !== name[at]).length === 1);
  return said === undefined ? null : { said, edits: 1 };
}

/** A word with the stem of a class: "cefazolin" for "cef*". Any name that is known better counts before it. */
function stemmed(terms: readonly string[], stem: string): Naming | null {
  const part = stem.replace('*', '');
  const fits = (term: string) => (stem.endsWith('*') ? term.startsWith(part) : term.endsWith(part));
  const said = terms.find((term) => /^[a-z]{7,}$/.test(term) && fits(term));
  return said === undefined ? null : { said, edits: 3 };
}

/** The words of a text that name this allergen, or null. Chinese names occur inside a sentence, Latin ones as words. */
function namingIn(text: string, terms: readonly string[], word: string): Naming | null {
  if (word.includes('*')) return stemmed(terms, word);
  if (!isLatin(word)) return text.includes(word) ? { said: word, edits: 0 } : nearlySaid(text, word);
  if (terms.includes(word)) return { said: word, edits: 0 };
  const [most, sound] = [tolerance(word), bySound(word)];
  if (most === 0) return null;
  const near = terms
    .filter((term) => Math.abs(term.length - word.length) <= most + 1)
    .map((said) => ({ said, edits: editsBetween(bySound(said), sound) }))
    .filter(({ edits }) => edits <= most);
  return near.toSorted((one, other) => one.edits - other.edits)[0] ?? null;
}

const forms = new Map<string, string>();

/** A word as it is compared; kept, because the same few thousand words are looked for in each text. */
function formOf(word: string): string {
  const form = forms.get(word) ?? foldText(word);
  forms.set(word, form);
  return form;
}

const overlap = (a: string, b: string): boolean => a.includes(b) || b.includes(a);

/**
 * Codes that a text about allergies probably means, most exact first. A name inside a longer recognised name, such as
 * "penicillin" in "benzylpenicillin", gives the longer one.
 */
export function recogniseAllergens(text: string, names: readonly AllergenName[]): readonly RecognisedAllergen[] {
  const read = foldText(text);
  const terms = termsIn(read);
  const found = names.flatMap(({ code, label, words }) => {
    const namings = [...new Set(words.map(formOf))].flatMap((word) => {
      const naming = namingIn(read, terms, word);
      return naming ? [{ ...naming, isExact: naming.said === word, length: word.length }] : [];
    });
    const [best] = namings.toSorted(
      (a, b) => Number(b.isExact) - Number(a.isExact) || a.edits - b.edits || b.length - a.length,
    );
    return best ? [{ code, label, ...best }] : [];
  });
  // A misspelt name counts unless the same words name something else better.
  const kept = found.filter(
    (one) =>
      one.isExact ||
      !found.some((other) => overlap(other.said, one.said) && (other.isExact || other.edits < one.edits)),
  );
  return kept
    .filter((one) => !kept.some((other) => other.said !== one.said && other.said.includes(one.said)))
    .toSorted((a, b) => b.said.length - a.said.length)
    .map(({ code, label, said }) => ({ code, label, said }));
}

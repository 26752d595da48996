import type { LocalText } from './checks/tables.ts';

/** Words by which people name an allergen: a code, its label, and its names, brands and common misspellings. */
export type AllergenName = { readonly code: string; readonly label: LocalText; readonly words: readonly string[] };

/** A code that a text probably means, and the words of the text that say so. */
export type RecognisedAllergen = { readonly code: string; readonly label: LocalText; readonly said: string };

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const isLatin = (word: string): boolean => /^[a-z0-9 -]+$/.test(word);

/** Number of edits by which a misspelt word may differ; short words must be exact. */
const tolerance = (word: string): number => (word.length >= 10 ? 2 : word.length >= 6 ? 1 : 0);

/** Whether two words differ by at most `most` letters inserted, removed, replaced or exchanged with a neighbour. */
export function isNearly(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
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
  return (last[b.length] ?? Number.POSITIVE_INFINITY) <= most;
}

/** Latin words and pairs of neighbouring words of a text, with a plural also in the singular. */
function termsIn(text: string): readonly string[] {
  const words = text.match(/[a-z][a-z0-9-]{2,}/g) ?? [];
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return [
    ...new Set([...words, ...pairs].flatMap((word) => (word.endsWith('s') ? [word, word.slice(0, -1)] : [word]))),
  ];
}

/** The words of a text that name this allergen, or null. Chinese names occur inside a sentence, Latin ones as words. */
function saidIn(text: string, terms: readonly string[], word: string): string | null {
  if (!isLatin(word)) return text.includes(word) ? word : null;
  return terms.find((term) => term === word || (tolerance(word) > 0 && isNearly(term, word, tolerance(word)))) ?? null;
}

/**
 * Codes that a text about allergies probably means, most exact first. A name inside a longer recognised name, such as
 * "penicillin" in "benzylpenicillin", gives the longer one.
 */
export function recogniseAllergens(text: string, names: readonly AllergenName[]): readonly RecognisedAllergen[] {
  const read = plain(text);
  const terms = termsIn(read);
  const found = names.flatMap(({ code, label, words }) => {
    const said = words
      .map((word) => ({ word: plain(word), said: saidIn(read, terms, plain(word)) }))
      .filter((one) => one.said !== null)
      .toSorted((a, b) => Number(b.said === b.word) - Number(a.said === a.word) || b.word.length - a.word.length)[0];
    return said ? [{ code, label, said: said.said ?? '', exact: said.said === said.word }] : [];
  });
  const exact = found.filter((one) => one.exact);
  const kept = exact.length > 0 ? exact : found;
  return kept
    .filter((one) => !kept.some((other) => other.said !== one.said && other.said.includes(one.said)))
    .toSorted((a, b) => b.said.length - a.said.length)
    .map(({ code, label, said }) => ({ code, label, said }));
}

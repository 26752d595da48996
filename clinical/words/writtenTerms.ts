import type { Place } from './searchForm.ts';

/** A word of a text, or two or three neighbouring ones, and where the text has it. */
export type Term = { readonly text: string; readonly place: Place };

const placed = (text: string, from: number, to = from + text.length): Term => ({ text, place: { from, to } });

/** The parts of a word that may name something alone: "amoxicillin" in "amoxicillin500mg", "penicillin" in "penicillin-allergic". */
function partsOf({ text, place }: Term): readonly Term[] {
  // "5-asa" does not name "asa".
  const dosed = /^[a-z]{4,}(?=\d)/.exec(text)?.[0];
  const joined = text.includes('-') ? [...text.matchAll(/[^-]{6,}/g)] : [];
  return [
    ...(dosed ? [placed(dosed, place.from)] : []),
    ...joined.map(({ 0: part, index }) => placed(part, place.from + index)),
  ];
}

/** So many neighbouring words as one term. */
const neighbours = (words: readonly Term[], count: number): readonly Term[] =>
  words.slice(count - 1).map(({ place }, at) => {
    const group = words.slice(at, at + count);
    return placed(group.map(({ text }) => text).join(' '), group[0]?.place.from ?? place.from, place.to);
  });

/** Latin words of a text and groups of neighbouring words, with a plural also in the singular. */
export function termsIn(text: string): readonly Term[] {
  const words = [...text.matchAll(/[a-z0-9][a-z0-9-]*/g)].map(({ 0: word, index }) => placed(word, index));
  return [...words, ...words.flatMap(partsOf), ...neighbours(words, 2), ...neighbours(words, 3)].flatMap((term) =>
    term.text.endsWith('s') ? [term, placed(term.text.slice(0, -1), term.place.from, term.place.to - 1)] : [term],
  );
}

/** Where a text has a name inside a sentence, as Chinese names are written; an empty name is nowhere. */
export function placesWithin(text: string, name: string): readonly Place[] {
  if (name === '') return [];
  const places: Place[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    places.push({ from: at, to: at + name.length });
  return places;
}

const letter = /[a-z]/;

/** Whether a text has these words as words: "nasal spray" does not say "asa", "penicillins" says "penicillin". */
export function saysWords(text: string, words: string): boolean {
  return placesWithin(text, words).some(({ from, to }) => {
    if (!letter.test(words)) return true;
    const next = text[to] === 's' ? to + 1 : to;
    return !letter.test(text[from - 1] ?? '') && !letter.test(text[next] ?? '');
  });
}

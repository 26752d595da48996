import { blankPatterns } from './blankPatterns.ts';

/** A place in a text that a template left open, from its first character to behind its last one. */
export type Blank = { readonly start: number; readonly end: number };

const emptyBox = /[□☐◻▢⬜[]/;
const tickedBox = /[☑☒■√✓✔✅]|\[[xX√✓]\]/;
const ends = /[;；。\n]/;

/** Whether the sentence of an empty box has a ticked box as well: "☑有 □无" is answered. */
function isAnsweredBox(text: string, at: number): boolean {
  if (!emptyBox.test(text[at] ?? '')) return false;
  let [from, to] = [at, at];
  while (from > 0 && !ends.test(text[from - 1] ?? '')) from -= 1;
  while (to < text.length && !ends.test(text[to] ?? '')) to += 1;
  return tickedBox.test(text.slice(from, to));
}

/** The blanks of a text in their order; those that touch or overlap are one. The text itself is any number of lines. */
export function findBlanks(text: string): readonly Blank[] {
  const found = blankPatterns
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
    )
    .filter(({ start }) => !isAnsweredBox(text, start))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const blanks: Blank[] = [];
  for (const next of found) {
    const last = blanks.at(-1);
    if (last === undefined || next.start > last.end) blanks.push(next);
    else blanks[blanks.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
  }
  return blanks;
}

/** The first blank of a text, with what it says; null without one. */
export function blankIn(text: string): (Blank & { readonly text: string }) | null {
  const [blank] = findBlanks(text);
  return blank ? { ...blank, text: text.slice(blank.start, blank.end).trim() } : null;
}

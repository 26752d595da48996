import { blankPatterns } from './blankPatterns.ts';

/** A place in a text that a template left open, from its first character to behind its last one. */
export type Blank = { readonly start: number; readonly end: number };

const emptyBox = /[□☐◻▢⬜❏❑○◯[]/g;
const tickedBox = /[☑☒■√✓✔✅●◉]|\[[xX√✓]\]/;
const sentence = /[^;；。\n]+/g;

/** The places of empty boxes whose sentence has a ticked box as well: "☑有 □无" is answered. */
function answeredBoxes(text: string): ReadonlySet<number> {
  const answered = [...text.matchAll(sentence)].filter(({ 0: said }) => tickedBox.test(said));
  return new Set(
    answered.flatMap(({ 0: said, index }) => [...said.matchAll(emptyBox)].map((box) => index + box.index)),
  );
}

/** The text with signs of half width, each at its own place. */
const halfWidth = (text: string) =>
  text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');

/** The blanks of a text in their order; those that touch or overlap are one. The text itself is any number of lines. */
export function findBlanks(written: string): readonly Blank[] {
  const text = halfWidth(written);
  const answered = answeredBoxes(text);
  const found = blankPatterns
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
    )
    .filter(({ start }) => !answered.has(start))
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

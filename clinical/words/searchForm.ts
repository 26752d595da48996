import { inSimplified } from './simplified.ts';

/** Text without differences of width, case, accents and script; the only folding of what people type and search. */
export const folded = (text: string): string =>
  inSimplified(
    text
      .normalize('NFKD')
      .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFKC')
      .toLowerCase()
      .replace(/ß/g, 'ss'),
  );

const blank = /[\s\p{Cc}]+/gu;

/** Text in its form for comparison: folded, without differences of spaces, and without control characters. */
export const searchForm = (text: string): string => folded(text).replace(blank, ' ').trim();

/** A place of the searched form in a text, by its first character and the one after its last. */
export type Place = { readonly from: number; readonly to: number };

/** Where a searched form occurs in a text, without overlaps; a letter that is folded to several is found as a whole. */
export function placesOf(text: string, wanted: string): readonly Place[] {
  if (wanted === '') return [];
  const places: Place[] = [];
  let form = '';
  for (const { 0: sign, index } of text.matchAll(/[\s\p{Cc}]+|[^\p{M}]\p{M}*|\p{M}+/gu)) {
    const piece = folded(sign).replace(blank, ' ');
    form += piece;
    places.push(...Array.from(piece, () => ({ from: index, to: index + sign.length })));
  }
  const found: Place[] = [];
  for (let at = form.indexOf(wanted); at >= 0; at = form.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [places[at], places[at + wanted.length - 1]];
    if (first && last) found.push({ from: first.from, to: last.to });
  }
  return found;
}

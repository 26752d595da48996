import { folded } from './searchForm.ts';

const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ё: 'е',
  β: 'beta',
};

/** Words about medicines and allergies as they are compared: folded like a search, without ligatures and typographic signs. */
export const foldText = (text: string): string =>
  [...folded(text)]
    .map((sign) => letters[sign] ?? sign)
    .join('')
    .replace(/[’‘`´]/g, "'")
    .replace(/[‐‑–—−]/g, '-');

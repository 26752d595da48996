import { searchForm } from '../../clinical/words/searchForm.ts';

/** Precedes and follows each field. */
const separator = '\n';

/**
 * The distinct fields of an entry. `narrow` has all of them, with one control character for each run of characters outside
 * Latin-1: strings with one byte per character take half the memory and are searched several times as fast. `wide` has the
 * fields that contain such characters.
 */
export type Text = { readonly narrow: string; readonly wide: string };
export type Side = keyof Text;

export const emptyText: Text = { narrow: '', wide: '' };

const join = (texts: readonly string[]) => `${separator}${texts.join(separator)}${separator}`;
const isWide = (text: string) => /[^\0-\xff]/.test(text);
const wideMark = '\x01';
const widePunctuationMark = '\x02';

/** ASCII letters and digits, and every other character except general and Chinese punctuation. */
function isInWord(code: number): boolean {
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x01;
  return !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f);
}

export function textOf(fields: readonly (string | null)[]): Text {
  const texts = [...new Set(fields.map((field) => searchForm(field ?? '')))].filter((text) => text !== '');
  const narrow = texts.map((text) =>
    text.replace(/[^\0-\xff]+/g, (run) => (isInWord(run.charCodeAt(run.length - 1)) ? wideMark : widePunctuationMark)),
  );
  const wide = texts.filter(isWide);
  // A slice of a two-byte string stays a two-byte string, so this makes a new one.
  const oneByte = Buffer.from(join(narrow), 'latin1').toString('latin1');
  return { narrow: oneByte, wide: wide.length > 0 ? join(wide) : '' };
}

/** Bits that mark the grams of wide texts, and of characters at the start of a field or word. */
const wideGram = 1 << 24;
const fieldStart = 1 << 25;
const wordStart = 1 << 26;

const pairOf = (first: number, second: number) => ((first + 1) << 8) | second;

/** Calls `visit` with each character and each pair of adjacent characters of a narrow text. */
function eachNarrowGram(text: string, visit: (gram: number) => void): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    visit(code);
    if (at + 1 < text.length) visit(pairOf(code, text.charCodeAt(at + 1)));
  }
}

/** Calls `visit` with each character outside Latin-1 of a wide text, again where it starts a field or a word. */
function eachWideGram(text: string, visit: (gram: number) => void): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0xff) continue;
    visit(wideGram | code);
    if (text[at - 1] === separator) visit(fieldStart | code);
    else if (at > 0 && !isInWord(text.charCodeAt(at - 1))) visit(wordStart | code);
  }
}

/** Calls `visit` with every gram of a text, with some of them more than once. */
export function eachGram({ narrow, wide }: Text, visit: (gram: number) => void): void {
  eachNarrowGram(narrow, visit);
  eachWideGram(wide, visit);
}

/** A text to search for in one of the two forms. */
export type Part = {
  readonly text: string;
  readonly side: Side;
  /** The grams of every text that contains it. With `proves`, a text with these grams certainly contains it. */
  readonly grams: readonly number[];
  readonly proves: boolean;
};

function partOf(text: string): Part {
  const side = isWide(text) ? 'wide' : 'narrow';
  const grams = new Set<number>();
  (side === 'wide' ? eachWideGram : eachNarrowGram)(text, (gram) => grams.add(gram));
  const isPair = text.length === 2 && (side === 'narrow' || text.startsWith(separator));
  return { text, side, grams: [...grams], proves: text.length === 1 || isPair };
}

/** The parsed query: the whole text, a field that equals it or begins with it, and its words. */
export type Query = Record<'whole' | 'equal' | 'start', Part> & {
  readonly words: readonly Part[];
  /** Every text with a word that begins with the whole query has one of these grams; null when grams cannot tell. */
  readonly wordStarts: readonly number[] | null;
};

/** The narrow characters that may precede a word. */
const beforeWords = Array.from({ length: 256 }, (_, code) => code).filter((code) => !isInWord(code));

export function parseQuery(typed: string): Query {
  const text = searchForm(typed);
  const words = [...new Set(text.split(' '))].map(partOf);
  const whole = partOf(text);
  const first = text.charCodeAt(0);
  const wideStarts = first > 0xff ? [fieldStart | first, wordStart | first] : null;
  const wordStarts = whole.side === 'narrow' ? beforeWords.map((code) => pairOf(code, first)) : wideStarts;
  return { whole, wordStarts, equal: partOf(join([text])), start: partOf(`${separator}${text}`), words };
}

/** Whether a word of the text begins with the part. */
export function hasWord(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!isInWord(text.charCodeAt(at - 1))) return true;
  return false;
}

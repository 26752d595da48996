/** Text as it is compared: width, case and spaces do not count, and there are no control characters. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Stands before and after each field. */
const separator = '\n';

/**
 * The fields of an entry, each once. `narrow` has all of them, with one control character instead of each run of signs
 * beyond Latin 1: strings of one byte a sign take half the memory and are searched several times as fast. `wide` has the
 * fields that contain such signs.
 */
export type Text = { readonly narrow: string; readonly wide: string };
export type Side = keyof Text;

export const nothing: Text = { narrow: '', wide: '' };

const join = (texts: readonly string[]) => `${separator}${texts.join(separator)}${separator}`;
const isWide = (text: string) => /[^\0-\xff]/.test(text);
const wideMark = '\x01';
const widePunctuationMark = '\x02';

/** Letters and digits of ASCII, and every other sign but general and Chinese punctuation. */
function isInWord(code: number): boolean {
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x01;
  return !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f);
}

export function textOf(fields: readonly (string | null)[]): Text {
  const texts = [...new Set(fields.map((field) => comparable(field ?? '')))].filter((text) => text !== '');
  const narrow = texts.map((text) =>
    text.replace(/[^\0-\xff]+/g, (run) => (isInWord(run.charCodeAt(run.length - 1)) ? wideMark : widePunctuationMark)),
  );
  const wide = texts.filter(isWide);
  // What is cut from a string of two bytes a sign stays one, whatever is in it.
  const oneByte = Buffer.from(join(narrow), 'latin1').toString('latin1');
  return { narrow: oneByte, wide: wide.length > 0 ? join(wide) : '' };
}

/** These bits tell the grams of wide texts from those of narrow ones, and say what a sign follows. */
const wideGram = 1 << 24;
const fieldStart = 1 << 25;
const wordStart = 1 << 26;

const pairOf = (first: number, second: number) => ((first + 1) << 8) | second;

/** Calls `visit` with each sign and each pair of neighbouring signs of a narrow text. */
function eachNarrowGram(text: string, visit: (gram: number) => void): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    visit(code);
    if (at + 1 < text.length) visit(pairOf(code, text.charCodeAt(at + 1)));
  }
}

/** Calls `visit` with each sign beyond Latin 1 of a wide text, once more where a field or a word begins with it. */
function eachWideGram(text: string, visit: (gram: number) => void): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0xff) continue;
    visit(wideGram | code);
    if (text[at - 1] === separator) visit(fieldStart | code);
    else if (at > 0 && !isInWord(text.charCodeAt(at - 1))) visit(wordStart | code);
  }
}

/** Calls `visit` with everything that an index notes of a text, some of it more than once. */
export function eachGram({ narrow, wide }: Text, visit: (gram: number) => void): void {
  eachNarrowGram(narrow, visit);
  eachWideGram(wide, visit);
}

/** Something that is looked for in one of the two texts. */
export type Part = {
  readonly text: string;
  readonly side: Side;
  /** What every text that contains it has; `proves` says that a text which has these also contains it. */
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

/** What a person typed: the whole, a field that equals it or begins with it, and its words. */
export type Typed = Record<'whole' | 'equal' | 'start', Part> & {
  readonly words: readonly Part[];
  /** Every text in which a word begins with the whole has one of these; null where no gram can tell. */
  readonly wordStarts: readonly number[] | null;
};

/** The narrow signs that a word can follow. */
const beforeWords = Array.from({ length: 256 }, (_, code) => code).filter((code) => !isInWord(code));

export function typedText(typed: string): Typed {
  const text = comparable(typed);
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

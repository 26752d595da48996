/** Why a typed number is not read; `readings` of the answer holds what may have been meant. */
export const numberProblems = [
  'grouping',
  'leadingZero',
  'unit',
  'negative',
  'fraction',
  'unfinished',
  'notWhole',
  'tooFine',
  'tooLong',
  'notANumber',
] as const;
export type NumberProblem = (typeof numberProblems)[number];

/** A typed number as read. `text` is the same number written so that it has one reading only. */
export type TypedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'refused'; readonly why: NumberProblem; readonly readings: readonly string[] };

type Limits = { readonly whole?: boolean; readonly places?: number };

const mostDigits = 9;
const usualPlaces = 4;

const vulgarFractions: Readonly<Record<string, string>> = {
  ...{ '½': '1/2', '¼': '1/4', '¾': '3/4', '⅛': '1/8', '⅜': '3/8', '⅝': '5/8', '⅞': '7/8', '⅕': '1/5', '⅖': '2/5' },
  ...{ '⅗': '3/5', '⅘': '4/5', '⅒': '1/10', '⅓': '1/3', '⅔': '2/3', '⅙': '1/6', '⅚': '5/6', '⅐': '1/7', '⅑': '1/9' },
};
const vulgar = /[½¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅒⅓⅔⅙⅚⅐⅑]/g;

/**
 * Text without the typographic signs that people write inside numbers: every apostrophe is one, invisible signs are gone, and
 * "2½" is "2.5".
 */
export const plainNumberSigns = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[’‘ʼ`´＇]/g, "'")
    .replace(/(?<=\d)[。｡·・‧](?=\d)/g, '.')
    .replace(/(\d?)([½¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅒])/g, (_, digit: string, sign: string) => {
      const [top, bottom] = (vulgarFractions[sign] ?? '').split('/');
      const part = String(Number(top) / Number(bottom));
      return digit === '' ? part : `${digit}${part.slice(1)}`;
    });

/** The same text in ASCII. Only signs with one meaning are replaced, so that "10²" does not become 102. */
const plain = (typed: string): string =>
  typed
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/[。｡·・‧]/g, '.')
    .replace(/[﹐]/g, ',')
    .replace(/[⁄∕÷]/g, '/')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[−–—﹣]/g, '-')
    .replace(/^\s*半\s*$/, '1/2')
    .replace(vulgar, (sign) => ` ${vulgarFractions[sign] ?? ''}`)
    .replace(/\s+/g, ' ')
    .trim();

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** A number as text that has one reading: "1.125" becomes "1.1250", because three decimals may be thousands. */
export function numberText(value: number): string {
  const text = /e/i.test(String(value)) ? withoutTrailingZeros(value.toFixed(10)) : String(value);
  return /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

const refused = (why: NumberProblem, ...readings: number[]): TypedNumber => ({
  kind: 'refused',
  why,
  readings: readings.map(numberText),
});

function accepted(
  whole: string,
  part: string,
  { whole: onlyWhole = false, places = usualPlaces }: Limits,
): TypedNumber {
  const digits = withoutTrailingZeros(part);
  if (whole.length > mostDigits) return refused('tooLong');
  if (/^0\d/.test(whole)) {
    const tenth = /^0[1-9]$/.test(whole) && part === '' && !onlyWhole ? [Number(`0.${whole.slice(1)}`)] : [];
    return refused('leadingZero', ...tenth, Number(`${whole}.${digits || 0}`));
  }
  if (onlyWhole && digits !== '') return refused('notWhole');
  if (digits.length > places) return refused('tooFine');
  const value = Number(`${whole || '0'}.${digits || 0}`);
  return { kind: 'number', value, text: numberText(value) };
}

/** "1/2" and "1 1/2": proper fractions with a short decimal. Others are shown as the decimal to write. */
function fraction(text: string, limits: Limits): TypedNumber {
  const [, whole = '0', top = '', bottom = ''] = /^(?:(\d{1,4}) )?(\d{1,3}) ?\/ ?(\d{1,3})$/.exec(text) ?? [];
  const [n, d] = [Number(top), Number(bottom)];
  if (top === '' || n === 0 || d === 0) return refused('notANumber');
  const value = Number(whole) + n / d;
  const scaled = (n * 10_000) / d;
  if (n >= d || !Number.isInteger(scaled)) return refused('fraction', Math.round(value * 100) / 100);
  return accepted(whole, String(scaled).padStart(4, '0'), limits);
}

/** Groups of three with a sign that cannot be a decimal point, or with two groups, are certain. */
const grouped = /^([1-9]\d{0,2})(?:(?:[ ']\d{3})+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/;
const groupedWithPart =
  /^([1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ ']\d{3})+))\.(\d+)$|^([1-9]\d{0,2}(?:(?:\.\d{3})+|(?:[ ']\d{3})+)),(\d+)$/;

function decimal(text: string, limits: Limits): TypedNumber {
  if (grouped.test(text)) return accepted(text.replace(/\D/g, ''), '', limits);
  const [, first, firstPart, second, secondPart] = groupedWithPart.exec(text) ?? [];
  const many = first ?? second;
  if (many !== undefined) return accepted(many.replace(/\D/g, ''), firstPart ?? secondPart ?? '', limits);
  const [, whole = '', sign = '', part = ''] = /^(\d*)(?:([.,])(\d*))?$/.exec(text) ?? [];
  if (whole === '' && part === '') return /^[.,]$/.test(text) ? refused('unfinished') : refused('notANumber');
  if (sign !== '' && part === '') return refused('unfinished', Number(whole));
  // "1,000" is one or a thousand, "1.000" too; "1,0000" is one or, in groups of four, ten thousand.
  const mayBeGroups = /^[1-9]\d{0,2}$/.test(whole) && (part.length === 3 || (sign === ',' && part.length === 4));
  if (mayBeGroups) {
    const meant = [accepted(whole, part, limits), accepted(`${whole}${part}`, '', limits)];
    return refused('grouping', ...meant.flatMap((one) => (one.kind === 'number' ? [one.value] : [])));
  }
  return accepted(whole, part, limits);
}

/**
 * Reads one number that a person typed or that a file holds, in Chinese or English writing: "1 000", "1,234.5", "0,5",
 * ".5", "1/2", "½", "半", full-width digits and points. What has two readings is refused with both of them. `places` is
 * the most decimals (4 if not given); a sign before the number may only be a plus.
 */
export function readTypedNumber(typed: string, limits: Limits = {}): TypedNumber {
  const text = plain(typed).replace(/^\+ ?/, '');
  if (text === '') return typed.includes('+') || typed.includes('＋') ? refused('unfinished') : { kind: 'empty' };
  if (/^- ?[\d.,]/.test(text)) return refused('negative');
  if (/^[\d.,' /]*\d ?(?:\p{L}|%)+(?:\/.*)?$/u.test(text)) return refused('unit');
  return text.includes('/') ? fraction(text, limits) : decimal(text, limits);
}

/** The number of a typed text that was found valid before; null if it is empty or refused. */
export function typedNumber(typed: string, limits: Limits = {}): number | null {
  const read = readTypedNumber(typed, limits);
  return read.kind === 'number' ? read.value : null;
}

import { t } from '../locales/i18n.ts';

const symbols: Readonly<Record<string, string>> = { hr: 'h', min: 'min', sec: 's' };

/** Intl abbreviates English units as "hr." and "sec"; the product writes h and s, and keeps them beside their number. */
export const withUnitSymbols = (text: string): string =>
  text.replace(/ (hr|min|sec)\b\.?/g, (_, name: string) => `\u00a0${symbols[name]}`);

/**
 * Symbols that are mistaken for others (ISMP list of error-prone abbreviations; Joint Commission “Do not use” list,
 * 2017): "μg" for mg, "IU" for IV, "U" for 0. A hospital's own strengths may have them, also behind the Chinese sign
 * for ten thousand.
 */
const unsafeSymbols = [
  ['numbers.symbols.microgram', /(?<=\d)\s?(?:[μµ]g|ug|mcg)(?![A-Za-z])/g],
  ['numbers.symbols.tenThousandUnits', /(?<=\d)\s?\u4e07\s?(?:IU|U|\u5355\u4f4d)(?![A-Za-z])/g],
  ['numbers.symbols.units', /(?<=\d)\s?(?:IU|U|iu|u)(?![A-Za-z])/g],
] as const;

/**
 * A text of the platform with numbers and units, such as the strength "0.25 g × 24": with safe symbols, and each unit
 * kept beside its number.
 */
export function keepUnits(text: string): string {
  const safe = unsafeSymbols.reduce((now, [name, written]) => now.replace(written, t(name)), text);
  return safe.replace(/(?<=\d) (?=[\p{L}%°])/gu, '\u00a0');
}

/** A short text that stays in one row, such as sex and age. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** The text with normal spaces, for what leaves the screen. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

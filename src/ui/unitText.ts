import { currentLanguage } from '../locales/i18n.ts';
import type { Language } from '../locales/texts.ts';

const symbols: Readonly<Record<string, string>> = { hr: 'h', min: 'min', sec: 's' };

/** Intl abbreviates English units as "hr." and "sec"; the product writes h and s, and keeps them beside their number. */
export const withUnitSymbols = (text: string): string =>
  text.replace(/ (hr|min|sec)\b\.?/g, (_, name: string) => `\u00a0${symbols[name]}`);

type Symbols = readonly (readonly [written: RegExp, safe: string])[];

/**
 * Symbols that are mistaken for others (ISMP list of error-prone abbreviations; Joint Commission “Do not use” list,
 * 2017): "μg" for mg, "IU" for IV, "U" for 0. A hospital's own strengths may have them.
 */
const safeSymbols: Readonly<Record<Language, Symbols>> = {
  en: [
    [/(?<=\d)\s?(?:[μµ]g|ug)(?![\p{L}])/gu, ' mcg'],
    [/(?<=\d)\s?万\s?(?:IU|U|单位)(?![A-Za-z])/gu, ' × 10,000 units'],
    [/(?<=\d)\s?(?:IU|U|iu|u)(?![\p{L}])/gu, ' units'],
  ],
  'zh-CN': [
    [/(?<=\d)\s?(?:[μµ]g|ug|mcg)(?![A-Za-z])/gu, '微克'],
    [/(?<=[\d万])\s?(?:IU|U|iu|u)(?![A-Za-z])/gu, '单位'],
  ],
};

/**
 * A text of the platform with numbers and units, such as the strength "0.25 g × 24": with safe symbols, and each unit
 * kept beside its number.
 */
export function keepUnits(text: string): string {
  const safe = safeSymbols[currentLanguage()].reduce((now, [written, symbol]) => now.replace(written, symbol), text);
  return safe.replace(/(?<=\d) (?=[\p{L}%°])/gu, '\u00a0');
}

/** The text with normal spaces, for what leaves the screen. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

const symbols: Readonly<Record<string, string>> = { hr: 'h', min: 'min', sec: 's' };

/** Intl abbreviates English units as "hr." and "sec"; the product writes h and s, and keeps them beside their number. */
export const withUnitSymbols = (text: string): string =>
  text.replace(/ (hr|min|sec)\b\.?/g, (_, name: string) => `\u00a0${symbols[name]}`);

/** Keeps every unit beside its number in a text of the platform, such as the strength "0.25 g × 24". */
export const keepUnits = (text: string): string => text.replace(/(?<=\d) (?=[\p{L}%°])/gu, '\u00a0');

/** The text with normal spaces, for what leaves the screen. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

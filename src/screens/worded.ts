import { hasText, t } from '../locales/i18n.ts';

/** What the platform names by a code, in words; a code that this version does not know is shown as it is. */
export function worded(under: string, code: string): string {
  const key = `${under}.${code}`;
  return hasText(key) ? (t as (key: string) => string)(key) : code;
}

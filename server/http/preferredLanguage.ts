import type { Language } from '../accounts/caller.ts';

function parsePreference(acceptLanguage: string): Language {
  const [first] = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=');
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => quality > 0 && /^(en|zh)\b/.test(tag))
    .sort((one, other) => other.quality - one.quality);
  return first?.tag.startsWith('en') ? 'en' : 'zh-CN';
}

/** Parsed headers. Browsers send only a handful of different ones, but with every request. */
const parsed = new Map<string, Language>();
const maxCached = 200;
/** Browsers send no longer header, so longer ones are not cached. */
const maxCachedLength = 200;

/** The language that a request prefers; Chinese is the wire's own and the default. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage.length > maxCachedLength)
    return parsePreference(acceptLanguage ?? '');
  const known = parsed.get(acceptLanguage);
  if (known !== undefined) return known;
  if (parsed.size >= maxCached) parsed.clear();
  const language = parsePreference(acceptLanguage);
  parsed.set(acceptLanguage, language);
  return language;
}

/** Characters that turn the direction of the text after them, with their short names in the Unicode standard. */
const controls: Readonly<Record<string, string>> = {
  '202a': 'LRE',
  '202b': 'RLE',
  '202c': 'PDF',
  '202d': 'LRO',
  '202e': 'RLO',
  '2066': 'LRI',
  '2067': 'RLI',
  '2068': 'FSI',
  '2069': 'PDI',
};
const control = /[\u202a-\u202e\u2066-\u2069]/g;
/** The same characters as the content of a message may spell them, which is JSON within a text. */
const spelt = /\\u(202[a-e]|206[6-9])/gi;

const marked = (code: string): string => `[${controls[code.toLowerCase()]}]`;

/**
 * A text whose direction controls are visible and without effect: with an override, "nillicinep" would read
 * "penicillin".
 */
export const withVisibleControls = (text: string): string =>
  text
    .replace(control, (sign) => marked((sign.codePointAt(0) ?? 0).toString(16)))
    .replace(spelt, (_, code: string) => marked(code));

/** A value with every text in it changed, in any depth of objects and lists. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withTexts(field, change)]));
}

/** Applies `withVisibleControls` to every text of an answer of the platform or an event. */
export const withVisibleControlsIn = (value: unknown): unknown => withTexts(value, withVisibleControls);

/** The marks of `isolated` are of the screen: texts that are stored or sent go without them. */
export const withoutIsolatesIn = (value: unknown): unknown =>
  withTexts(value, (text) => text.replace(/[\u2068\u2069]/g, ''));

const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name or text for a place within another text: its direction does not move the words and numbers around it. */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

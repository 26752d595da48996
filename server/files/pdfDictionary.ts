/**
 * The entries of a dictionary by their names, each value as it is written, and where the dictionary ends. `namesFile` is whether
 * one of them, also one that a later entry replaces, would make a stream take its data or its page from another file.
 */
export type Dictionary = { entries: ReadonlyMap<string, string>; namesFile: boolean; end: number };

/** Characters that may still be read; what would take more than a document's own length hides something. */
export type Budget = { left: number };

/** The least cost of one token: reading many short tokens takes longer than their length suggests. */
const leastCost = 4;

// A lone `>` means nothing, and readers skip it.
const token =
  /[\0\t\n\f\r ]*(%[^\r\n]*|\(|<<|>>|>|<[^<>]*>?|[[\]{})]|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+)/y;
const digits = '0123456789abcdef';
/** The value of each byte as a hexadecimal digit; -1 for other bytes. */
const hexValues = Array.from({ length: 256 }, (_, byte) => digits.indexOf(String.fromCharCode(byte).toLowerCase()));
const isPlain = Array.from({ length: 256 }, (_, byte) => /[0-9a-z]/i.test(String.fromCharCode(byte)));
const hash = 0x23;

/** Names may write any character as `#` and its hexadecimal code; letters and digits are put back. */
export function withPlainNames(text: string): string {
  if (!text.includes('#')) return text;
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isHash = bytes[at] === hash;
    const high = isHash ? (hexValues[bytes[at + 1] ?? 0] ?? -1) : -1;
    const low = isHash ? (hexValues[bytes[at + 2] ?? 0] ?? -1) : -1;
    const code = high * 16 + low;
    const isCoded = high >= 0 && low >= 0 && isPlain[code] === true;
    // What is written is never ahead of what is read.
    bytes[length] = isCoded ? code : (bytes[at] ?? 0);
    length += 1;
    if (isCoded) at += 2;
  }
  return bytes.toString('latin1', 0, length);
}

/** The end of a string whose text begins at `at`; brackets inside are balanced. */
function endOfString(text: string, at: number, budget: Budget): number {
  let depth = 1;
  let end = at;
  for (; end < text.length && depth > 0 && budget.left > 0; end += 1) {
    budget.left -= 1;
    if (text[end] === '\\') end += 1;
    else if (text[end] === '(') depth += 1;
    else if (text[end] === ')') depth -= 1;
  }
  return end;
}

/** One token after blanks and comments; null at the end of the text or of the budget. */
function nextToken(text: string, from: number, budget: Budget): { word: string; start: number; end: number } | null {
  for (let at = from; budget.left > 0; ) {
    token.lastIndex = at;
    const word = token.exec(text)?.[1];
    if (word === undefined) return null;
    const start = token.lastIndex - word.length;
    const end = word === '(' ? endOfString(text, start + 1, budget) : token.lastIndex;
    budget.left -= Math.max(leastCost, end - at);
    if (!word.startsWith('%')) return { word, start, end };
    at = end;
  }
  return null;
}

const ofOtherFile = new Set(['FFilter', 'FDecodeParms']);
/** A name or a list behind `F` is the short form of a filter. */
const isFilterOrNothing = /^(?:null$|[/[])/;

/** Whether this entry of a stream names another file: one that holds its data, or a page that is shown in its place. */
const namesOtherFile = (name: string, value: string): boolean =>
  ofOtherFile.has(name) || ((name === 'F' || name === 'Ref') && !isFilterOrNothing.test(value));

const closerOf: Readonly<Record<string, string>> = { '<<': '>>', '[': ']', '{': '}' };
const closers = new Set(Object.values(closerOf));

/**
 * The dictionary that begins at this place; null when there is none, `unended` when it does not end
 * within the budget or its brackets do not match.
 */
export function dictionaryAt(text: string, from: number, budget: Budget): Dictionary | 'unended' | null {
  let found = nextToken(text, from, budget);
  if (found?.word !== '<<') return null;
  const entries = new Map<string, string>();
  let namesFile = false;
  const open = ['>>'];
  let [key, begin]: [string | null, number] = [null, 0];
  for (;;) {
    found = nextToken(text, found.end, budget);
    if (!found) return 'unended';
    const { word, start, end } = found;
    const isKey = open.length === 1 && key === null && word.startsWith('/');
    if (open.length === 1 && key !== null && begin < 0) begin = start;
    const closer = closerOf[word];
    if (closer) open.push(closer);
    // Where brackets do not match, readers differ in what they see.
    if (closers.has(word) && open.pop() !== word) return 'unended';
    if (open.length === 0) return { entries, namesFile, end };
    if (isKey) [key, begin] = [withPlainNames(word.slice(1)), -1];
    else if (open.length === 1 && key !== null) {
      const value = withPlainNames(text.slice(begin, end));
      entries.set(key, value);
      namesFile ||= namesOtherFile(key, value);
      key = null;
    }
  }
}

/** The place of the keyword after blanks and comments; null when something else follows. */
export function keywordAfter(text: string, from: number, keyword: string, budget: Budget): number | null {
  const found = nextToken(text, from, budget);
  return found?.word.startsWith(keyword) ? found.start : null;
}

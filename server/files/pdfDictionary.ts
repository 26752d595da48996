/** The entries of a dictionary by their names, each value as it is written, and where the dictionary ends. */
export type Dictionary = { entries: ReadonlyMap<string, string>; end: number };

/** Characters that may still be read; what would take more than a document's own length hides something. */
export type Budget = { left: number };

const token = /%[^\r\n]*|\(|<<|>>|<[^<>]*>?|[[\]{})]|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const blank = /[\0\t\n\f\r ]*/y;
const escaped = /#([0-9a-f]{2})/gi;
const isLetterOrDigit = /[0-9a-z]/i;

/** Names may write any character as `#` and its hexadecimal code; letters and digits are put back. */
export const withPlainNames = (text: string): string =>
  text.replace(escaped, (written, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return isLetterOrDigit.test(character) ? character : written;
  });

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

/** The place after blanks. */
export function afterBlanks(text: string, at: number): number {
  blank.lastIndex = at;
  blank.exec(text);
  return blank.lastIndex;
}

/** One token after blanks and comments; null at the end of the text or of the budget. */
function nextToken(text: string, from: number, budget: Budget): { word: string; start: number; end: number } | null {
  for (let at = from; budget.left > 0; ) {
    const start = afterBlanks(text, at);
    token.lastIndex = start;
    const [word] = token.exec(text) ?? [];
    if (word === undefined) return null;
    const end = word === '(' ? endOfString(text, start + 1, budget) : start + word.length;
    budget.left -= end - from;
    if (!word.startsWith('%')) return { word, start, end };
    at = end;
  }
  return null;
}

const opens = new Set(['<<', '[', '{']);
const closes = new Set(['>>', ']', '}']);

/** The dictionary that begins at this place; null when there is none, or it does not end within the budget. */
export function dictionaryAt(text: string, from: number, budget: Budget): Dictionary | null {
  let found = nextToken(text, from, budget);
  if (found?.word !== '<<') return null;
  const entries = new Map<string, string>();
  let [depth, key, begin]: [number, string | null, number] = [1, null, 0];
  for (;;) {
    found = nextToken(text, found.end, budget);
    if (!found) return null;
    const { word, start, end } = found;
    const isKey = depth === 1 && key === null && word.startsWith('/');
    if (depth === 1 && key !== null && begin < 0) begin = start;
    if (opens.has(word)) depth += 1;
    if (closes.has(word)) depth -= 1;
    if (depth === 0) return { entries, end };
    if (isKey) [key, begin] = [withPlainNames(word.slice(1)), -1];
    else if (depth === 1 && key !== null) {
      entries.set(key, withPlainNames(text.slice(begin, end)));
      key = null;
    }
  }
}

/** The place of the keyword after blanks and comments; null when something else follows. */
export function keywordAfter(text: string, from: number, keyword: string, budget: Budget): number | null {
  const found = nextToken(text, from, budget);
  return found?.word.startsWith(keyword) ? found.start : null;
}

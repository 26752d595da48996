import { dictionaryAt } from './pdfDictionary.ts';
import { objectLength, type PdfTexts, pdfTexts } from './pdfTexts.ts';

/** A PDF of more pages would make a reader's device slow. */
export const maxPages = 300;

/** Why a PDF is not stored: it does something when it is opened, has too many pages, or hides its objects. */
export type DocumentFlaw = 'acts' | 'tooManyPages' | 'notCheckable';

const pageMark = /<<|>>|\/Type[\0\t\n\f\r ]*\/Pages?(?![a-zA-Z])|\/Count[\0\t\n\f\r ]+(\d{1,9})/g;

/** How many pages a text of a PDF declares: its page objects, or the count of a page tree if that is higher. */
function pagesIn(text: string): number {
  let [pages, most] = [0, 0];
  const open: { isTree: boolean; count: number }[] = [];
  for (const [mark, count] of text.matchAll(pageMark)) {
    const inner = open.at(-1);
    if (mark === '<<') open.push({ isTree: false, count: 0 });
    else if (mark === '>>') {
      const ended = open.pop();
      if (ended?.isTree) most = Math.max(most, ended.count);
    } else if (count !== undefined) {
      if (inner) inner.count = Math.max(inner.count, Number(count));
    } else if (!mark.endsWith('s')) pages += 1;
    else if (inner) inner.isTree = true;
  }
  return Math.max(pages, most);
}

/** Types of actions and forms that run, send or start something; a viewer runs some of them without being asked. */
const acts =
  /\/(?:JavaScript|Launch|SubmitForm|ImportData|RichMedia|XFA|Rendition|GoTo3DView|GoToR|GoToE|Movie|Sound)(?![A-Za-z0-9])/;
/** Other files inside a document, which no check looks into. */
const carries = /\/(?:(?:EmbeddedFiles?|FileAttachment)(?![A-Za-z0-9])|EF[\0\t\n\f\r ]{0,16}(?:<<|\d))/;
const automatic = /\/(?:OpenAction|AA)(?![A-Za-z0-9])/g;
const reference = /^(\d{1,9})[\0\t\n\f\r ]{1,64}(\d{1,5})[\0\t\n\f\r ]{1,64}R(?![A-Za-z0-9])/;

const blanks = '\0\t\n\f\r ';
/** Blanks and comments between two tokens are skipped up to this length; a longer gap hides what follows. */
const longestGap = 1_024;

/** The text after the blanks and comments at its start; null when they do not end. */
function afterGap(text: string): string | null {
  let at = 0;
  while (at < text.length) {
    if (text[at] === '%') {
      const end = text.slice(at).search(/[\r\n]/);
      if (end < 0) return null;
      at += end;
    } else if (blanks.includes(text[at] ?? '')) at += 1;
    else return text.slice(at);
  }
  return null;
}

/** The entries of an action that goes to a page. */
const viewKeys = new Set(['Type', 'S', 'D', 'SD']);

/** Whether a value only chooses the page that is shown first: a destination, or an action that goes to one. */
function isView(value: string | null): boolean {
  if (value === null) return false;
  if (value.startsWith('[')) return true;
  const action = dictionaryAt(value, 0, { left: 2 * value.length });
  if (action === null || action === 'unended') return false;
  return action.entries.get('S') === '/GoTo' && [...action.entries.keys()].every((key) => viewKeys.has(key));
}

/** The objects with this number, whether compressed or not. */
function objectsNumbered(number: number, { texts, compressedObjects }: PdfTexts): (string | null)[] {
  const [plain = ''] = texts;
  const written = new RegExp(`(?<!\\d)0{0,9}${number}[\\0\\t\\n\\f\\r ]{1,64}\\d{1,5}[\\0\\t\\n\\f\\r ]{1,64}obj`, 'g');
  const direct = [...plain.matchAll(written)].map(({ 0: head, index }) => plain.slice(index + head.length));
  return [...direct, ...compressedObjects(number)].map((text) => afterGap(text.slice(0, objectLength)));
}

/** A document has one action for its opening and few others; each that refers to an object costs a search. */
const mostReferences = 32;
/** Keys for automatic actions whose values are looked at; no document has as many. */
const mostActions = 4_096;

/** What the keys for automatic actions have as their values: dictionaries, and numbers of objects. */
function automaticValues(text: string) {
  const values: (string | null)[] = [];
  for (const { 0: name, index } of text.matchAll(automatic)) {
    const from = index + name.length;
    values.push(values.length < mostActions ? afterGap(text.slice(from, from + longestGap)) : null);
    if (values.length > mostActions) break;
  }
  return {
    direct: values.filter((value) => value === null || value.startsWith('<<')),
    numbers: values.flatMap((value) => (value === null ? [] : (reference.exec(value)?.[1] ?? []))),
  };
}

/** Whether what a viewer does by itself is more than showing a page. */
function actsByItself(all: PdfTexts): boolean {
  const found = all.texts.map(automaticValues);
  const numbers = new Set(found.flatMap((one) => one.numbers.map(Number)));
  if (numbers.size > mostReferences || !found.every(({ direct }) => direct.every(isView))) return true;
  return [...numbers].some((number) => {
    const objects = objectsNumbered(number, all);
    return objects.length === 0 || !objects.every(isView);
  });
}

/** Why a PDF is not stored, as far as it says so without being rendered; null when nothing was found. */
export function flawOfDocument(bytes: Buffer): DocumentFlaw | null {
  const all = pdfTexts(bytes);
  if (all === null) return 'notCheckable';
  if (all.texts.some((text) => acts.test(text) || carries.test(text)) || actsByItself(all)) return 'acts';
  return all.texts.reduce((sum, text) => sum + pagesIn(text), 0) > maxPages ? 'tooManyPages' : null;
}

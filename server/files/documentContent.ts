import { isActingAddress } from './pdfAddresses.ts';
import { dictionaryAt, withPlainNames } from './pdfDictionary.ts';
import { objectLength, type PdfTexts, pdfTexts } from './pdfTexts.ts';
import { goesToArticle } from './pdfThreads.ts';

/** A PDF of more pages would make a reader's device slow. */
export const maxPages = 300;

/** Why a PDF is not stored: it does something when it is opened, has too many pages, or hides its objects. */
export type DocumentFlaw = 'acts' | 'tooManyPages' | 'notCheckable';

const pageMark = /\/Type[\0\t\n\f\r ]*\/Pages?(?![a-zA-Z])|\/Count[\0\t\n\f\r ]+(\d{1,9})/y;
const [opening, closing, slash] = [0x3c, 0x3e, 0x2f];
const initials = [...'TC'].map((letter) => letter.charCodeAt(0));

/**
 * The number of pages that a text of a PDF declares: its page objects, or the count of a page tree if that is higher.
 * Brackets are read byte by byte, because a hostile file may consist only of brackets.
 */
function pagesIn(text: string): number {
  let [pages, most] = [0, 0];
  /** The count of each open dictionary, and whether it is a page tree. */
  const [counts, trees]: [number[], boolean[]] = [[], []];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== opening && code !== closing && code !== slash) continue;
    const next = text.charCodeAt(at + 1);
    const inner = counts.length - 1;
    if (code === opening && next === opening) {
      counts.push(0);
      trees.push(false);
      at += 1;
    } else if (code === closing && next === closing) {
      const count = counts.pop() ?? 0;
      if (trees.pop()) most = Math.max(most, count);
      at += 1;
    } else if (code === slash && initials.includes(next)) {
      pageMark.lastIndex = at;
      const [mark, count] = pageMark.exec(text) ?? [];
      if (mark === undefined) continue;
      if (count !== undefined) {
        if (inner >= 0) counts[inner] = Math.max(counts[inner] ?? 0, Number(count));
      } else if (!mark.endsWith('s')) pages += 1;
      else if (inner >= 0) trees[inner] = true;
    }
  }
  return Math.max(pages, most);
}

/** Types of actions and forms that run, send or start something; a viewer runs some of them without being asked. */
const acts =
  /\/(?:JavaScript|OnInstantiate|Launch|SubmitForm|ImportData|RichMedia|RichMediaExecute|XFA|Rendition|GoTo3DView|GoToR|GoToE|Movie|Sound|AlternatePresentations)(?![A-Za-z0-9])/;
/** Other files inside a document, which no check looks into. */
const carries = /\/(?:EmbeddedFiles?|FileAttachment)(?![A-Za-z0-9])/;
/** Files inside a document by another name, and pictures of other files that a printer is to fetch. */
const named = /\/(?:EF|OPI)(?![A-Za-z0-9])/g;
const automatic = /\/(?:OpenAction|AA)(?![A-Za-z0-9])/g;
/** The addresses of links, and what those addresses begin with. */
const address = /\/(?:URI|Base)(?![A-Za-z0-9])/g;
const number = /^[+-]?\d/;
const reference = /^(\d{1,9})[\0\t\n\f\r ]{1,64}(\d{1,5})[\0\t\n\f\r ]{1,64}R(?![A-Za-z0-9])/;

const blanks = '\0\t\n\f\r ';
const blankCodes = new Set([...blanks].map((blank) => blank.charCodeAt(0)));
const lineEnds = new Set([...'\r\n'].map((end) => end.charCodeAt(0)));
const [space, percent] = [0x20, 0x25];
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

/** A document has one action for its opening and few others, each with a few versions of its object. */
const mostReferences = 32;
const mostVersions = 256;
/** Keys of one kind whose values are looked at; no document has as many. */
const mostActions = 4_096;

const objectHead = /(?<!\d)(\d{1,18})[\0\t\n\f\r ]{1,64}\+?\d{1,18}[\0\t\n\f\r ]{1,64}obj/g;
/**
 * A document with one blank for each gap and comment. Text that only looks like a comment is lost, so it is read as well.
 * It is read byte by byte, because an expression over millions of blanks ran out of stack once.
 */
function withoutGaps(text: string): string {
  const kept = Buffer.alloc(text.length);
  let [length, isComment] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    isComment = (isComment || code === percent) && !lineEnds.has(code);
    if (isComment) continue;
    const written = blankCodes.has(code) ? space : code;
    if (written === space && kept[length - 1] === space) continue;
    kept[length] = written;
    length += 1;
  }
  return kept.toString('latin1', 0, length);
}

/** The objects with these numbers, compressed or not; null for a hidden one, and for each one beyond the limit. */
function objectsNumbered(numbers: ReadonlySet<number>, { texts, compressedObjects }: PdfTexts) {
  const found = new Map<number, (string | null)[]>([...numbers].map((number) => [number, []]));
  let left = mostVersions;
  const add = (number: number, text: string) =>
    void found.get(number)?.push(left-- > 0 ? afterGap(text.slice(0, objectLength)) : null);
  const [plain = ''] = texts;
  for (const text of [plain, withoutGaps(plain)])
    for (const { 0: head, 1: written, index } of text.matchAll(objectHead)) {
      const number = Number(written);
      const from = index + head.length;
      if (left >= 0 && numbers.has(number)) add(number, text.slice(from, from + objectLength));
    }
  for (const number of numbers)
    for (const text of compressedObjects(number).slice(0, left + 1)) add(number, withPlainNames(text));
  return [...found.values()];
}

/** What stands behind each of these keys, such as a dictionary or the number of an object; null where a gap hides it. */
function valuesOf(key: RegExp, texts: readonly string[]) {
  const values: (string | null)[] = [];
  for (const text of texts)
    for (const { 0: name, index } of text.matchAll(key)) {
      const from = index + name.length;
      values.push(values.length < mostActions ? afterGap(text.slice(from, from + longestGap)) : null);
      if (values.length > mostActions) return values;
    }
  return values;
}

/** Whether a key names a file within the document, or one that is printed in place of a picture. */
const namesFiles = ({ texts }: PdfTexts) =>
  valuesOf(named, texts).some((value) => value === null || value.startsWith('<<') || number.test(value));

/** The objects that clear references among these values name; null where there are too many. */
function objectsNamed(values: readonly (string | null)[], all: PdfTexts) {
  const numbers = new Set(
    values.flatMap((value) => (value === null ? [] : (reference.exec(value)?.[1] ?? []))).map(Number),
  );
  return numbers.size > mostReferences ? null : objectsNumbered(numbers, all);
}

/** Whether a link runs something or opens a file; the addresses beyond the limit are not looked at. */
function linksAct(all: PdfTexts): boolean {
  const values = valuesOf(address, all.texts);
  const named = objectsNamed(values, all)?.flat() ?? [];
  return [...values, ...named].some((value) => value !== null && isActingAddress(value));
}

/** Whether the value of an automatic action can be judged: a view, or the number of an object in its usual form. */
function isClear(value: string | null): boolean {
  if (value === null) return false;
  return value.startsWith('<<') ? isView(value) : !number.test(value) || reference.test(value);
}

/** Whether what a viewer does by itself is more than showing a page. */
function actsByItself(all: PdfTexts): boolean {
  const values = valuesOf(automatic, all.texts);
  if (!values.every(isClear)) return true;
  const named = objectsNamed(values, all);
  return named === null || !named.every((objects) => objects.length > 0 && objects.every(isView));
}

/** Why a PDF is not stored, as far as it says so without being rendered; null when nothing was found. */
export function flawOfDocument(bytes: Buffer): DocumentFlaw | null {
  const all = pdfTexts(bytes);
  if (all === null) return 'notCheckable';
  if (all.texts.some((text) => acts.test(text) || carries.test(text) || goesToArticle(text))) return 'acts';
  if (all.opensFiles || namesFiles(all) || actsByItself(all) || linksAct(all)) return 'acts';
  return all.texts.reduce((sum, text) => sum + pagesIn(text), 0) > maxPages ? 'tooManyPages' : null;
}

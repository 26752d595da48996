/** A cell of an exported list; a missing value is an empty cell. */
export type Cell = string | number | null | undefined;

/** Spreadsheets run a text that begins so as a formula; full-width forms count too, because some fold them. */
const startsFormula = /^[\s\p{Cc}"'’”]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u;

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",;\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as CSV (RFC 4180) that spreadsheets open as UTF-8, because of the byte order mark. A text that would be run as a
 * formula gets an apostrophe in front.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`;

const unguarded = (cell: string) => (cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell);

/**
 * The cells of a CSV text (RFC 4180); its first line decides between commas, semicolons and tabs. Empty lines are left out,
 * as is the apostrophe that keeps a text from being run as a formula. Null for a text that is no CSV.
 */
export function readCsv(text: string): string[][] | null {
  const content = text.replace(/^\ufeff/, '');
  const [firstLine = ''] = content.split(/\r?\n/, 1);
  const separator = [',', ';', '\t'].find((one) => firstLine.includes(one)) ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let read = 0;
  // A cell: quoted or plain, then what ends it.
  const cells = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    'gy',
  );
  for (const [whole, quoted, plain, end] of content.matchAll(cells)) {
    if (whole === '' && row.length === 0) break;
    read += whole.length;
    row.push(unguarded(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')));
    if (end === separator) continue;
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    row = [];
  }
  return read === content.length ? rows : null;
}

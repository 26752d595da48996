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

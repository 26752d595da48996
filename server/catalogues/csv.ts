import { Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** A row of a file with the number of the line that it begins on. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

const encodings = ['utf-8', 'gb18030'] as const;

/** A file's text; null if it is neither UTF-8, with or without its mark, UTF-16 with its mark, nor GB18030. */
export function decoded(bytes: Uint8Array): string | null {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  for (const encoding of isUtf16 ? (['utf-16le'] as const) : encodings)
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!text.includes('\0')) return text;
    } catch {
      // The file has another encoding.
    }
  return null;
}

const delimiters = [',', ';', '\t'] as const;

/** The separator that the heading has most of, outside quotes. */
function delimiterOf(text: string): string {
  const heading = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => heading.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

const maxRecord = 100_000;
const chunk = 64 * 1024;

function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += chunk) yield text.slice(at, at + chunk);
}

/** Where a file's quotes or columns went wrong. */
export class BrokenCsv extends Error {
  override name = 'BrokenCsv';
  readonly line: number;
  constructor(line: number) {
    super('broken CSV');
    this.line = line;
  }
}

/** Reads rows in pieces, so that other requests are answered between them. Throws `BrokenCsv`. */
export async function* readRows(text: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    max_record_size: maxRecord,
    info: true,
    raw: true,
  });
  const rows = Readable.from(chunksOf(text)).pipe(parser);
  let line = 1;
  try {
    for await (const row of rows as AsyncIterable<{ record: string[]; raw: string }>) {
      const cells = row.record.map(plain);
      if (cells.some((cell) => cell !== '')) yield { line, cells };
      line += row.raw.split(/\r\n|\n|\r/).length - 1;
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('CSV_')) throw new BrokenCsv(line);
    throw cause;
  }
}

/** A spreadsheet would run a cell that begins with one of these as a formula; an apostrophe before it makes it text. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

const plain = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell).trim();
const safe = (cell: string) => (formula.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string) => (/[",;\t\r\n']|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows as CSV with the mark by which spreadsheets recognise UTF-8. */
export const writeRows = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(safe(cell))).join(',')}\r\n`).join('')}`;

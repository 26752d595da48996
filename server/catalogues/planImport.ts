import { setImmediate } from 'node:timers/promises';
import type { CatalogueKind } from '../../contract/extension/catalogueFiles.ts';
import {
  type Column,
  cellOf,
  columnNamed,
  columnsByKind,
  headingOf,
  initialStock,
  readCell,
  schemaByKind,
} from './columns.ts';
import { BrokenCsv, type CsvRow, readRows } from './csv.ts';
import { type Problem, problem, problemsBySchema, type Reason } from './problems.ts';

type Fields = Readonly<Record<string, unknown>>;
/** A row of the catalogue: its fields and whether it is retired. */
export type Stored = { readonly id: string; readonly fields: Fields };

/** A row that the file adds or changes. */
export type Planned = {
  readonly line: number;
  /** Null for a new row. */
  readonly id: string | null;
  readonly fields: Fields;
  readonly stock: number;
  readonly changes: readonly { readonly column: string; readonly before: string; readonly after: string }[];
};
export type RefusedRow = { readonly line: number; readonly column: string | null; readonly reason: Reason };
export type Plan = {
  readonly planned: readonly Planned[];
  readonly unchanged: number;
  readonly refused: readonly RefusedRow[];
};

/** What the rules of a catalogue say about a row. */
export type Rules = {
  readonly kind: CatalogueKind;
  /** The rows of the hospital by their codes. */
  readonly stored: ReadonlyMap<string, Stored>;
  readonly normalise: (fields: never) => object;
  readonly problems: (fields: never) => readonly Problem[];
  /** Called with each accepted row, so that later rows are compared with it. */
  readonly accept?: (fields: never) => void;
  /** What a new row has where its cell is empty or its column missing. */
  readonly defaults: Fields;
  readonly language: 'en' | 'zh-CN';
};

export const maxRows = 20_000;
/** Rows between two pauses, in which other requests are answered. */
const rowsPerSlice = 100;

const refusedAt = (
  line: number,
  columns: readonly Column[],
  { field, reason }: Problem,
  language: Rules['language'],
): RefusedRow => {
  const column = columns.find(({ key }) => key === field);
  return { line, column: column ? headingOf(column, language) : null, reason };
};

/** The columns of the heading, or what is wrong with it. */
function readHeading(columns: readonly Column[], { cells }: CsvRow): (Column | null)[] | Problem {
  const named = cells.map((heading) => (heading === '' ? null : columnNamed(columns, heading)));
  const unknown = cells.find((heading, at) => heading !== '' && named[at] === null);
  if (unknown !== undefined)
    return problem(
      '',
      `没有列“${unknown}”，请使用模板中的列名`,
      `There is no column “${unknown}”; use the headings of the template`,
    );
  const twice = named.find((column, at) => column !== null && named.indexOf(column) !== at);
  if (twice) return problem(twice.key, '该列出现了两次', 'This column appears twice');
  if (!named.some((column) => column?.key === 'code'))
    return problem('code', '缺少编码列，无法识别各行', 'The column of codes is missing, by which rows are recognised');
  return named;
}

function readCells(heading: readonly (Column | null)[], { cells }: CsvRow) {
  const given: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [at, column] of heading.entries()) {
    const cell = cells[at] ?? '';
    if (column === null) {
      if (cell !== '') problems.push(problem('', `第 ${at + 1} 列没有列名`, `Column ${at + 1} has no heading`));
      continue;
    }
    const read = readCell(column, cell);
    if ('reason' in read) problems.push(read);
    else given[column.key] = read.value;
  }
  if (cells.slice(heading.length).some((cell) => cell !== ''))
    problems.push(problem('', '单元格多于列名', 'The row has more cells than there are headings'));
  return { given, problems };
}

const stockProblems = (stock: unknown): Problem[] =>
  stock === null || stock === undefined || (Number.isInteger(stock) && Number(stock) <= 10_000_000)
    ? []
    : [problem(initialStock.key, '请填写整数包装数', 'Write a whole number of packs')];

/** Empty cells of a new row take the default of their column. */
const withDefaults = (given: Fields, defaults: Fields): Fields => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([key, value]) => value !== null || defaults[key] === undefined)),
});

type Read = { readonly rows: readonly CsvRow[] } | { readonly broken: RefusedRow } | 'tooLong';

/** Every row of a file with its heading; what follows a broken quote cannot be trusted, so then there is none. */
async function rowsOf(text: string): Promise<Read> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readRows(text)) {
      rows.push(row);
      if (rows.length > maxRows + 1) return 'tooLong';
    }
    return { rows };
  } catch (cause) {
    if (!(cause instanceof BrokenCsv)) throw cause;
    const { reason } = problem(
      '',
      '引号不完整，无法继续读取该行之后的内容',
      'A quotation mark is not closed, so nothing after this line can be read',
    );
    return { broken: { line: cause.line, column: null, reason } };
  }
}

/** Compares a file with the catalogue row by row. Nothing is written. */
export async function planImport(text: string, rules: Rules): Promise<Plan | 'tooLong'> {
  const { kind, stored, language } = rules;
  const columns = columnsByKind[kind];
  const planned: Planned[] = [];
  const refused: RefusedRow[] = [];
  const lines = new Map<string, number>();
  let unchanged = 0;
  const refuse = (line: number, problems: readonly Problem[]) =>
    refused.push(...problems.map((one) => refusedAt(line, columns, one, language)));

  function plan(named: readonly (Column | null)[], row: CsvRow) {
    const {
      given: { [initialStock.key]: stock, ...given },
      problems,
    } = readCells(named, row);
    const wrong = [...problems, ...stockProblems(stock)];
    if (wrong.length > 0) return refuse(row.line, wrong);
    const written = { ...given, code: kind === 'diagnoses' ? String(given.code).toUpperCase() : given.code };
    const known = stored.get(String(written.code));
    const whole = known ? { ...known.fields, ...written } : withDefaults(written, rules.defaults);
    const { retired, ...values } = whole as Fields;
    const missing = columns.filter(
      ({ key }) =>
        ![initialStock.key, 'retired'].includes(key) &&
        !Object.hasOwn(rules.defaults, key) &&
        (values[key] ?? '') === '',
    );
    if (missing.length > 0)
      return refuse(
        row.line,
        missing.map(({ key }) => problem(key, '缺少内容，请填写', 'Is missing. Fill it in')),
      );
    const bySchema = problemsBySchema(schemaByKind[kind], values);
    if (bySchema.length > 0) return refuse(row.line, bySchema);
    const fields: Fields = { ...rules.normalise(values as never), retired: retired === true };
    const byRules = rules.problems(fields as never);
    if (byRules.length > 0) return refuse(row.line, byRules);
    const earlier = lines.get(String(fields.code));
    if (earlier !== undefined)
      return refuse(row.line, [
        problem('code', `与第 ${earlier} 行的编码相同`, `Line ${earlier} has this code already`),
      ]);
    lines.set(String(fields.code), row.line);
    rules.accept?.(fields as never);
    const changes = columns.flatMap((column) => {
      const cellIn = (row: Fields | undefined) => cellOf(column, row?.[column.key], language);
      const [before, after] = [cellIn(known?.fields), cellIn(fields)];
      return column === initialStock || before === after
        ? []
        : [{ column: headingOf(column, language), before, after }];
    });
    if (known && changes.length === 0) unchanged += 1;
    else
      planned.push({
        line: row.line,
        id: known?.id ?? null,
        fields,
        stock: Number(stock ?? 0),
        changes: known ? changes : [],
      });
  }

  const read = await rowsOf(text);
  if (read === 'tooLong') return read;
  if ('broken' in read) return { planned, unchanged, refused: [read.broken] };
  const [first, ...rows] = read.rows;
  const heading = first ? readHeading(columns, first) : null;
  if (first && heading && 'reason' in heading) {
    refuse(first.line, [heading]);
    return { planned, unchanged, refused };
  }
  for (const [at, row] of rows.entries()) {
    plan(heading as (Column | null)[], row);
    if (at % rowsPerSlice === 0) await setImmediate();
  }
  if (rows.length === 0) refuse(1, [problem('', '文件没有任何数据行', 'The file has no rows')]);
  return { planned, unchanged, refused };
}

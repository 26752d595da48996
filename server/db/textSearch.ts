import { or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isRowId } from './columns.ts';

/** Rows in which one of the columns contains the typed text, whatever its accents, case and width. */
export const contains = (typed: string, ...columns: AnyPgColumn[]): SQL | undefined =>
  or(...columns.map((column) => formContains(typed, sql`search_form(${column})`)));

/** Rows whose stored form contains the typed text, which folds no text of any row. */
export const formContains = (typed: string, form: AnyPgColumn | SQL): SQL =>
  sql`strpos(${form}, search_form(${typed})) > 0`;

/** Rows whose stored form is the typed text. An index finds them: comparing a column reveals nothing of hidden rows. */
export const isForm = (typed: string, form: AnyPgColumn): SQL => sql`${form} = search_form(${typed})`;

/** The limit and offset of a page. */
export const pageOf = ({ pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  limit: pageSize,
  offset: (pageNo - 1) * pageSize,
});

/**
 * Rows with one of these keys; what cannot be a key has no row. The list is one parameter, so that the statement is the
 * same for every page.
 */
export const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(string_to_array(${ids.filter(isRowId).join(',')}, ',')::bigint[])`;

/** Rows in the order of their keys; a key without a row is left out. */
export function inOrderOf<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

import type { PGlite } from '@electric-sql/pglite';
import type { Scope } from '../connection.ts';

type Result = { rows: unknown[]; affectedRows: number };

export function createStatements(
  pg: PGlite,
  now?: () => number,
): (text: string, params?: unknown[], rowMode?: 'array' | 'object', scope?: Scope) => Promise<Result>;

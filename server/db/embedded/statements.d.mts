import type { PGlite } from '@electric-sql/pglite';

type Result = { rows: unknown[]; affectedRows: number };

export function createStatements(
  pg: PGlite,
  now?: () => number,
): (text: string, params?: unknown[], rowMode?: 'array' | 'object') => Promise<Result>;

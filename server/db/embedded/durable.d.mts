import type { PGlite, PGliteOptions } from '@electric-sql/pglite';

export function openDurable(folder: string, options?: PGliteOptions): Promise<PGlite>;

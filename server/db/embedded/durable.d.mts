import type { PGlite, PGliteOptions } from '@electric-sql/pglite';

export function fsyncTree(folder: string): void;
export function openDurable(folder: string, options?: PGliteOptions): Promise<PGlite>;

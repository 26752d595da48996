import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { CatalogueImportId } from '../ids.ts';
import { Int } from '../values.ts';

const kind = z.enum(['medicines', 'diagnoses']);
export type CatalogueKind = z.infer<typeof kind>;

/** A reason in both languages. */
const Reason = z.object({ zh: z.string(), en: z.string() });

const Line = z.object({ line: z.int(), code: z.string(), name: z.string() });

/** What a file would change. Only the first rows of each kind are listed; the counts are of all. */
const DryRun = z.object({
  /** Null if nothing can be applied. */
  id: z.nullable(CatalogueImportId),
  counts: z.object({ added: Int, changed: Int, unchanged: Int, refused: Int }),
  added: z.array(Line),
  changed: z.array(
    z.extend(Line, {
      changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  refused: z.array(z.object({ line: z.int(), column: z.nullable(z.string()), reason: Reason })),
});
export type DryRun = z.infer<typeof DryRun>;

/** Reads a CSV file, sent as multipart field `file`, and says what it would change; the catalogue stays as it is. */
export const checkImport = operation({
  method: 'POST',
  path: '/administration/import/check',
  source: 'ours',
  access: 'administrator',
  wire: 'upload',
  query: z.object({ kind }),
  reply: DryRun,
});

/** Applies what a dry run showed, once; refused if the catalogue was changed since. */
export const applyImport = operation({
  method: 'POST',
  path: '/administration/import/apply',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: CatalogueImportId }),
  reply: z.object({ added: Int, changed: Int }),
});

/** The catalogue as a CSV file in the reader's language, or only its columns. */
export const exportCatalogue = operation({
  method: 'GET',
  path: '/administration/export',
  source: 'ours',
  access: 'administrator',
  query: z.object({ kind, rows: z._default(z.enum(['all', 'none']), 'all') }),
  reply: z.object({ csv: z.string() }),
});

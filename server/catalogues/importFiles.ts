import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type {
  applyImport,
  CatalogueKind,
  checkImport,
  exportCatalogue,
} from '../../contract/extension/catalogueFiles.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import type { Db } from '../db/connection.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { catalogueImport } from '../db/schema/catalogues.ts';
import { catalogueChange, diagnosis, drug } from '../db/schema/drugs.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { IncomingFile } from '../http/route.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { catalogueEntities } from '../trail/rules.ts';
import { appendTrail } from '../trail/trail.ts';
import { changing } from './changes.ts';
import { cellOf, columnsByKind, headingOf } from './columns.ts';
import { decoded, writeRows } from './csv.ts';
import type { Generics } from './medicineFields.ts';
import { maxRows, type Plan, type Planned, planImport } from './planImport.ts';
import { rulesOf, storedRows } from './rulesOf.ts';
import { writeDiagnoses, writeMedicines } from './writeRows.ts';

type DryRun = ReplyInputOf<typeof checkImport>;

const tableOf = { medicines: drug, diagnoses: diagnosis } as const;
/** Rows of each kind that the answer lists. */
const listed = 500;
const retentionMs = 24 * 3_600_000;

/** The number of the last change of this hospital's rows. */
async function revisionOf({ db, own }: Tenanted, kind: CatalogueKind): Promise<number> {
  const table = tableOf[kind];
  const [row] = await db
    .select({ revision: sql<string>`coalesce(max(${table.revision}), 0)` })
    .from(table)
    .where(own(table));
  return Number(row?.revision ?? 0);
}

function shown({ planned, unchanged, refused }: Plan, id: string | null): DryRun {
  const lineOf = ({ line, fields }: Planned) => ({ line, code: String(fields.code), name: String(fields.name) });
  const [added, changed] = [planned.filter((row) => row.id === null), planned.filter((row) => row.id !== null)];
  const refusedRows = new Set(refused.map(({ line }) => line)).size;
  return {
    id,
    counts: { added: added.length, changed: changed.length, unchanged, refused: refusedRows },
    added: added.slice(0, listed).map(lineOf),
    changed: changed.slice(0, listed).map((row) => ({ ...lineOf(row), changes: [...row.changes] })),
    refused: refused.slice(0, listed),
  };
}

/** Import of files by dry run, and export of the same columns. */
export function createImports({ generics }: { generics: Generics }) {
  async function check(
    { kind }: RequestOf<typeof checkImport>,
    { file, ...context }: CallContext & { file: IncomingFile | null },
  ): Promise<Outcome<DryRun>> {
    if (file === null) return refusedWith(Code.badRequest, 'fileMissing', { field: 'file' });
    const { by, at, store, language } = context;
    const bytes = await buffer(file.stream);
    if (file.stream.truncated) return refused(Code.fileTooLarge);
    const text = decoded(bytes);
    if (text === null) return refusedWith(Code.fileTypeRefused, 'fileNotTable');
    // Read before the rows: a change in between makes the plan outdated, never wrong.
    const revision = await revisionOf(store, kind);
    const plan = await planImport(text, rulesOf(kind, await storedRows(store, kind), generics, language));
    if (plan === 'tooLong') return refusedWith(Code.fileTooLarge, 'fileTooLong', { most: maxRows });
    const id = plan.planned.length === 0 ? null : await keep(context, kind, plan, { bytes, revision });
    const result = shown(plan, id);
    await appendTrail(store, by, at, {
      action: 'read',
      entity: catalogueEntities[kind],
      entityId: null,
      patientId: null,
      purpose: null,
      outcome: 'ok',
      detail: { dryRun: id, ...result.counts },
    });
    return done(result);
  }

  /** A person's earlier dry runs that were not applied are of no use after a new one. */
  async function keep(
    { by, at, store }: CallContext,
    kind: CatalogueKind,
    { planned }: Plan,
    { bytes, revision }: { bytes: Buffer; revision: number },
  ): Promise<string> {
    const isMine = and(eq(catalogueImport.staffId, by.id), isNull(catalogueImport.appliedTime));
    await store.remove(catalogueImport, isMine, eq(catalogueImport.kind, kind));
    const fileHash = createHash('sha256').update(bytes).digest('hex');
    const row = { kind, fileHash, revision, plan: planned, staffId: by.id, createTime: at };
    return (await store.add(catalogueImport, row)).id;
  }

  async function apply(
    { id }: RequestOf<typeof applyImport>,
    context: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof applyImport>>> {
    const { by, at, store } = context;
    const isMine = and(eq(catalogueImport.id, id), eq(catalogueImport.staffId, by.id));
    const found = await store.first(catalogueImport, isMine);
    if (!found) return refused(Code.notFound);
    const { kind } = found;
    return changing(context, { entity: catalogueEntities[kind], entityId: null }, async (tx, note) => {
      const stored = await tx.locked(catalogueImport, isMine);
      if (!stored) return refused(Code.notFound);
      const { fileHash, revision, appliedTime } = stored;
      // Only `keep` writes this column.
      const planned = stored.plan as Planned[];
      const counts = {
        added: planned.filter((row) => row.id === null).length,
        changed: planned.filter((row) => row.id !== null).length,
      };
      if (appliedTime !== null) return done(counts);
      // Whoever changes the catalogue counts here, so nobody can until this is committed.
      const table = kind === 'medicines' ? 'drug' : 'diagnosis';
      await tx.db.select().from(catalogueChange).where(eq(catalogueChange.name, table)).for('update');
      if ((await revisionOf(tx, kind)) !== revision) return refusedWith(Code.duplicateRequest, 'importOutdated');
      if (kind === 'medicines') await writeMedicines(tx, planned, generics);
      else await writeDiagnoses(tx, planned);
      await requestRecount(tx, null, at);
      await tx.change(catalogueImport, { appliedTime: at }, eq(catalogueImport.id, id));
      await note(null, { import: id, kind, fileHash, ...counts });
      return done(counts);
    });
  }

  async function exported(
    { kind, rows }: RequestOf<typeof exportCatalogue>,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof exportCatalogue>>> {
    const columns = columnsByKind[kind];
    const stored = rows === 'none' ? [] : await storedRows(store, kind);
    const lines = stored.map(({ fields }) => columns.map((column) => cellOf(column, fields[column.key], language)));
    return done({ csv: writeRows([columns.map((column) => headingOf(column, language)), ...lines]) });
  }

  return { check, apply, exported };
}

/** Removes dry runs after a day. */
export async function removeOldImports(db: Db, at: number): Promise<void> {
  await db.delete(catalogueImport).where(lte(catalogueImport.createTime, at - retentionMs));
}

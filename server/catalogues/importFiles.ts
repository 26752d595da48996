import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq, lte } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type {
  applyImport,
  CatalogueKind,
  checkImport,
  exportCatalogue,
} from '../../contract/extension/catalogueFiles.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import type { Db } from '../db/connection.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { catalogueImport } from '../db/schema/catalogues.ts';
import { catalogueChange } from '../db/schema/drugs.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { IncomingFile } from '../http/route.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { catalogueEntities } from '../trail/rules.ts';
import { appendTrail } from '../trail/trail.ts';
import { changing } from './changes.ts';
import { cellOf, columnsByKind, headingOf } from './columns.ts';
import { decoded, writeRows } from './csv.ts';
import type { KnownMedicines } from './medicineFields.ts';
import { maxRows, type Plan, type Planned, planImport } from './planImport.ts';
import { findOwnImport, isOwnImport, isUnapplied, revisionOf, storedRows } from './queries.ts';
import { rulesOf } from './rulesOf.ts';
import { dryRunOnWire } from './wire.ts';
import { writeDiagnoses, writeMedicines } from './writeRows.ts';

type DryRun = ReplyInputOf<typeof checkImport>;
type Upload = CallContext & { file: IncomingFile | null };
type Needs = KnownMedicines;

const retentionMs = 24 * 3_600_000;

/** Stores a plan. A person's earlier dry runs that were not applied are of no use after a new one. */
async function keep(
  tx: Transaction,
  { by, at }: StaffContext,
  kind: CatalogueKind,
  { planned }: Plan,
  { bytes, revision }: { bytes: Buffer; revision: number },
): Promise<string> {
  await tx.remove(catalogueImport, isUnapplied(by, kind));
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  const row = { kind, fileHash, revision, plan: planned, staffId: by.id, createTime: at };
  return (await tx.add(catalogueImport, row)).id;
}

/** Reads a file and says what it would change; the catalogue stays as it is. */
export const checkFile =
  (known: Needs) =>
  async ({ kind }: RequestOf<typeof checkImport>, { file, ...context }: Upload): Promise<Outcome<DryRun>> => {
    if (file === null) return refusedWith(Code.badRequest, 'fileMissing', { field: 'file' });
    const { by, at, store, language } = context;
    const bytes = await buffer(file.stream);
    if (file.stream.truncated) return refused(Code.fileTooLarge);
    const text = decoded(bytes);
    if (text === null) return refusedWith(Code.fileTypeRefused, 'fileNotTable');
    // Read before the rows: a change in between makes the plan outdated, never wrong.
    const revision = await revisionOf(store, kind);
    const plan = await planImport(text, rulesOf(kind, await storedRows(store, kind), known, language));
    if (plan === 'tooLong') return refusedWith(Code.fileTooLarge, 'fileTooLong', { most: maxRows });
    return store.attempt(async (tx) => {
      const id = plan.planned.length === 0 ? null : await keep(tx, { by, at }, kind, plan, { bytes, revision });
      const result = dryRunOnWire(plan, id);
      const entry = { action: 'read', entity: catalogueEntities[kind], entityId: null, outcome: 'ok' } as const;
      const detail = { dryRun: id, ...result.counts };
      await appendTrail(tx, by, at, { ...entry, patientId: null, purpose: null, detail });
      return done(result);
    });
  };

/** Applies what a dry run showed, once. */
export const applyPlan =
  ({ generics }: Needs) =>
  async (
    { id }: RequestOf<typeof applyImport>,
    context: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof applyImport>>> => {
    const { by, at, store } = context;
    const found = await findOwnImport(store, by, id);
    if (!found) return refused(Code.notFound);
    const { kind } = found;
    return changing(context, { entity: catalogueEntities[kind], entityId: null }, async (tx, note) => {
      const stored = await tx.locked(catalogueImport, isOwnImport(by, id));
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
  };

/** The catalogue as a file with the same columns. */
export async function exportRows(
  { kind, rows }: RequestOf<typeof exportCatalogue>,
  { store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof exportCatalogue>>> {
  const columns = columnsByKind[kind];
  const stored = rows === 'none' ? [] : await storedRows(store, kind);
  const lines = stored.map(({ fields }) => columns.map((column) => cellOf(column, fields[column.key], language)));
  return done({ csv: writeRows([columns.map((column) => headingOf(column, language)), ...lines]) });
}

/** Removes dry runs after a day. */
export async function removeOldImports(db: Db, at: number): Promise<void> {
  await db.delete(catalogueImport).where(lte(catalogueImport.createTime, at - retentionMs));
}

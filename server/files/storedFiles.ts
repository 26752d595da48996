import { eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Log } from '../log.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';
import { type ContentFlaw, cleaningRules, harmful } from './examine.ts';
import type { Cleaned, FileStore } from './fileStore.ts';
import { filesToClean, isKept } from './queries.ts';

type Needs = {
  db: Database;
  uow: UnitOfWork;
  fileStore: Pick<FileStore, 'answers' | 'clean' | 'remove'>;
  now: () => number;
  log: Log;
};
type Found = Pick<
  typeof fileObject.$inferSelect,
  'id' | 'tenantId' | 'key' | 'sha256' | 'quarantine' | 'cleaningTries'
>;
type Counts = Record<Cleaned['outcome'] | 'quarantined', number>;

/** One run ends after so long or so many files, and the next one goes on. */
const mostOfOneRun = { runMs: 20_000, files: 500 };
const batch = 50;
/** A file whose examination had no result so often is not served until later rules find a way. */
const mostTries = 3;

/** Why a file is kept, but no longer served; null if it is served. */
function quarantineOf(result: Cleaned): ContentFlaw | null {
  if (result.outcome === 'unresolved') return 'notCheckable';
  return result.outcome === 'refused' && harmful.has(result.why) ? result.why : null;
}

/**
 * Records what was done to a file. Nothing that is signed covers the content of a file, only its link, so signatures stay
 * valid; the trail gets the hashes of the content before and after, and why a file is not served any more. False when the
 * file has been removed meanwhile.
 */
const record = ({ uow, now }: Needs, file: Found, result: Cleaned): Promise<boolean> =>
  uow.run(file.tenantId, async (tx) => {
    const { id, sha256: before } = file;
    const about = 'about' in result ? result.about : null;
    const quarantine = quarantineOf(result);
    const stored = about && {
      size: about.size,
      sha256: about.sha256,
      width: about.pixels?.width ?? null,
      height: about.pixels?.height ?? null,
    };
    const values = { ...stored, quarantine, cleanedBy: cleaningRules, cleaningTries: 0 };
    const changed = await tx.change(fileObject, values, eq(fileObject.id, id), isKept);
    if (changed.length === 0) return false;
    const isReplaced = about !== null && about.sha256 !== before;
    if (!isReplaced && quarantine === file.quarantine) return true;
    const entry = { action: 'update', entity: 'file', entityId: id, patientId: null, purpose: null } as const;
    const detail = {
      ...(isReplaced ? { sha256Before: before, sha256: about.sha256 } : {}),
      ...(quarantine === file.quarantine ? {} : { quarantine }),
    };
    await appendTrail(tx, jobActor('clean stored files'), now(), { ...entry, outcome: 'ok', detail });
    return true;
  });

const setTries = ({ uow }: Needs, { id, tenantId: hospitalId }: Found, cleaningTries: number) =>
  uow.run(hospitalId, (tx) => tx.change(fileObject, { cleaningTries }, eq(fileObject.id, id)));

/** Examines and cleans a file. The try is stored before it begins, so that it counts even if it ends this process. */
async function tryToClean(needs: Needs, file: Found): Promise<Cleaned> {
  if (file.cleaningTries >= mostTries) return { outcome: 'unresolved' };
  await setTries(needs, file, file.cleaningTries + 1);
  const takeBack = () => setTries(needs, file, file.cleaningTries);
  const result = await needs.fileStore.clean(file.key).catch(async (cause: unknown) => {
    await takeBack();
    throw cause;
  });
  if (result.outcome === 'postponed') await takeBack();
  return result;
}

/** Cleans a file. A run that was killed between content and row is completed by the next one, which finds the file clean. */
async function cleanOne(needs: Needs, file: Found, counts: Counts): Promise<void> {
  const result = await tryToClean(needs, file);
  counts[result.outcome] += 1;
  if (result.outcome === 'postponed') return;
  if (result.outcome === 'unresolved' && file.cleaningTries + 1 < mostTries) return;
  if (quarantineOf(result) !== null) counts.quarantined += 1;
  if (!(await record(needs, file, result)) && result.outcome === 'cleaned') await needs.fileStore.remove([file.key]);
}

/**
 * Removes from stored files what is removed from uploads: place, time and device. A file that may harm the person who
 * opens it is kept, because the hospital must retain it, but no longer served. Each file is examined once for each
 * version of the rules; one whose examination had no result is tried again after all others.
 */
export async function cleanStoredFiles(needs: Needs, most = mostOfOneRun): Promise<number> {
  const { db, fileStore, log } = needs;
  const counts: Counts = { missing: 0, postponed: 0, unresolved: 0, refused: 0, quarantined: 0, clean: 0, cleaned: 0 };
  const tried: string[] = [];
  const nextFiles = (): Promise<Found[]> => filesToClean(db, cleaningRules, tried, batch);
  const start = performance.now();
  const isOver = () => tried.length >= most.files || performance.now() - start > most.runMs;
  for (let files = await nextFiles(); files.length > 0 && !isOver(); files = await nextFiles()) {
    // Otherwise the files of a storage that is away would count as missing.
    await fileStore.answers();
    for (const file of files) {
      if (isOver()) break;
      await cleanOne(needs, file, counts);
      tried.push(file.id);
    }
  }
  if (tried.length > 0) log.info('stored files were cleaned', counts);
  return tried.length;
}

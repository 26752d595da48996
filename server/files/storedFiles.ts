import { and, asc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Log } from '../log.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';
import { cleaningRules, harmful } from './examine.ts';
import type { Cleaned, FileStore } from './fileStore.ts';

type Needs = {
  db: Database;
  uow: UnitOfWork;
  fileStore: Pick<FileStore, 'answers' | 'clean' | 'remove'>;
  now: () => number;
  log: Log;
};
type Found = Pick<typeof fileObject.$inferSelect, 'id' | 'tenantId' | 'key' | 'sha256' | 'quarantine'>;
type Counts = Record<Cleaned['outcome'] | 'quarantined', number>;

/** One run ends after so long or so many files, and the next one goes on. */
const most = { runMs: 20_000, files: 500 };
const batch = 50;

/** Another job removes what was withdrawn without ever being sent. */
const stays = or(isNull(fileObject.withdrawnTime), isNotNull(fileObject.conversationId));

/** Why a file is kept, but no longer served; null if it is served. */
const quarantineOf = (result: Cleaned): string | null =>
  result.outcome === 'refused' && harmful.has(result.why) ? result.why : null;

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
    const values = { ...stored, quarantine, cleanedBy: cleaningRules };
    const changed = await tx.change(fileObject, values, eq(fileObject.id, id), stays);
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

/** Cleans a file. A run that was killed between content and row is completed by the next one, which finds the file clean. */
async function cleanOne(needs: Needs, file: Found, counts: Counts): Promise<void> {
  const result = await needs.fileStore.clean(file.key);
  counts[result.outcome] += 1;
  if (result.outcome === 'postponed') return;
  if (quarantineOf(result) !== null) counts.quarantined += 1;
  if (!(await record(needs, file, result)) && result.outcome === 'cleaned') await needs.fileStore.remove([file.key]);
}

/**
 * Removes from stored files what is removed from uploads: place, time and device. A file that may harm the person who
 * opens it is kept, because the hospital must retain it, but no longer served. Each file is examined once for each
 * version of the rules, and again in later runs as long as the examination has no result.
 */
export async function cleanStoredFiles(needs: Needs): Promise<number> {
  const { db, fileStore, log } = needs;
  const { id, tenantId, key, sha256, quarantine, cleanedBy } = fileObject;
  const counts: Counts = { missing: 0, postponed: 0, refused: 0, quarantined: 0, clean: 0, cleaned: 0 };
  let last = '0';
  const nextFiles = (): Promise<Found[]> =>
    platformWide(db)
      .select({ id, tenantId, key, sha256, quarantine })
      .from(fileObject)
      .where(and(lt(cleanedBy, cleaningRules), gt(id, last), stays))
      .orderBy(asc(id))
      .limit(batch);
  const start = performance.now();
  let done = 0;
  const isOver = () => done >= most.files || performance.now() - start > most.runMs;
  for (let files = await nextFiles(); files.length > 0 && !isOver(); files = await nextFiles()) {
    // Otherwise the files of a storage that is away would count as missing.
    await fileStore.answers();
    for (const file of files.slice(0, most.files - done)) {
      if (isOver()) break;
      await cleanOne(needs, file, counts);
      last = file.id;
      done += 1;
    }
  }
  if (done > 0) log.info('stored files were cleaned', counts);
  return done;
}

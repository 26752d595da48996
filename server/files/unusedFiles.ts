import { and, eq, inArray, isNull } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';
import type { FileStore } from './fileStore.ts';
import { isUnclaimed, readUsedKeys, unclaimedFiles } from './queries.ts';

type Needs = {
  db: Database;
  uow: UnitOfWork;
  fileStore: Pick<FileStore, 'remove' | 'answers'>;
  now: () => number;
};
type Found = Pick<
  typeof fileObject.$inferSelect,
  'id' | 'tenantId' | 'key' | 'ownerType' | 'ownerId' | 'withdrawnTime'
>;

const dayMs = 86_400_000;
/** A file that is in use is checked again after this time, because profile pictures get replaced. */
const recheckMs = 30 * dayMs;
const maxBatch = 500;

/** Withdraws an unused file and records its removal; false when a message has claimed it meanwhile. */
const withdraw = (
  { uow }: Needs,
  { id, tenantId: hospitalId, ownerType, ownerId }: Found,
  at: number,
): Promise<boolean> =>
  uow.run(hospitalId, async (tx) => {
    const isStillUnused = and(eq(fileObject.id, id), isUnclaimed, isNull(fileObject.withdrawnTime));
    if ((await tx.change(fileObject, { withdrawnTime: at }, isStillUnused)).length === 0) return false;
    const entry = { action: 'remove', entity: 'file', entityId: id, purpose: null, outcome: 'ok' } as const;
    await appendTrail(tx, jobActor('unused files'), at, { ...entry, patientId: ownerType === 1 ? ownerId : null });
    return true;
  });

/**
 * Deletes uploads that were never sent and that no data refers to. A file stays a day longer than clients may hold it unsent.
 * It is withdrawn first, after which nobody can open or send it, then deleted, and its row last: the next run completes what
 * a killed one began.
 */
export async function removeUnusedFiles(needs: Needs): Promise<number> {
  const { fileStore, now } = needs;
  // Otherwise the files of a storage that is away would count as deleted.
  await fileStore.answers();
  const db = platformWide(needs.db);
  const at = now();
  const found: Found[] = await unclaimedFiles(needs.db, {
    createdBefore: at - limits.attachmentKeptMs - dayMs,
    checkedBefore: at - recheckMs,
    limit: maxBatch,
  });
  if (found.length === 0) return 0;
  const usedNow = await readUsedKeys(needs.db);
  const isUsed = (file: Found) => file.withdrawnTime === null && usedNow.has(file.key);
  const used = found.filter(isUsed).map((file) => file.id);
  if (used.length > 0) await db.update(fileObject).set({ namedTime: at }).where(inArray(fileObject.id, used));
  let removed = 0;
  for (const file of found.filter((one) => !isUsed(one))) {
    const isRemovable = file.withdrawnTime !== null || (await withdraw(needs, file, at));
    if (!isRemovable) continue;
    await fileStore.remove([file.key]);
    await db.delete(fileObject).where(and(eq(fileObject.id, file.id), isUnclaimed));
    removed += 1;
  }
  return removed;
}

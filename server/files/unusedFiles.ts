import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';
import type { FileStore } from './fileStore.ts';

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

/** The keys in every column that can contain a file link outside conversations, of all hospitals. */
const usedKeys = sql`
select distinct key[1] as key from (
  select concat_ws(' ', avatar, sign_url) as words from staff
  union all select concat_ws(' ', id_card_front, id_card_back, practice_cert_urls, qualification_cert_urls, title_cert_urls) from qualification
  union all select avatar from patient where avatar is not null
  union all select reports::text from his_record where reports <> '[]'
  union all select concat_ws(' ', images, attachments) from consult_order where images <> '[]' or attachments <> '[]'
  union all select attachments::text from case_info where attachments <> '[]'
  union all select content::text from case_version where content->'attachments' <> '[]'
  union all select concat_ws(' ', doctor_signer ->> 'picture', auditor_signer ->> 'picture') from prescription
    where doctor_signer is not null or auditor_signer is not null
  union all select signer ->> 'picture' from case_info where signer is not null
  union all select value::text from ui_setting
  union all select logo from tenant
  union all select url from icon
) texts, regexp_matches(words, '/files/([A-Za-z0-9_-]{20,60}[.][A-Za-z0-9]{2,4})', 'g') as key`;

const unclaimed = isNull(fileObject.conversationId);

/** Withdraws an unused file and records its removal; false when a message has claimed it meanwhile. */
const withdraw = ({ uow }: Needs, { id, tenantId, ownerType, ownerId }: Found, at: number): Promise<boolean> =>
  uow.run(tenantId, async (tx) => {
    const isStillUnused = and(eq(fileObject.id, id), unclaimed, isNull(fileObject.withdrawnTime));
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
  const isOld = lt(fileObject.createTime, at - limits.attachmentKeptMs - dayMs);
  const isUnchecked = or(isNull(fileObject.namedTime), lt(fileObject.namedTime, at - recheckMs));
  const { id, tenantId, key, ownerType, ownerId, withdrawnTime } = fileObject;
  const found: Found[] = await db
    .select({ id, tenantId, key, ownerType, ownerId, withdrawnTime })
    .from(fileObject)
    .where(and(unclaimed, or(isNotNull(withdrawnTime), and(isOld, isUnchecked))))
    .orderBy(asc(fileObject.createTime))
    .limit(maxBatch);
  if (found.length === 0) return 0;
  const { rows } = await db.execute<{ key: string }>(usedKeys);
  const usedNow = new Set(rows.map((row) => row.key));
  const isUsed = (file: Found) => file.withdrawnTime === null && usedNow.has(file.key);
  const used = found.filter(isUsed).map((file) => file.id);
  if (used.length > 0) await db.update(fileObject).set({ namedTime: at }).where(inArray(id, used));
  let removed = 0;
  for (const file of found.filter((one) => !isUsed(one))) {
    const isRemovable = file.withdrawnTime !== null || (await withdraw(needs, file, at));
    if (!isRemovable) continue;
    await fileStore.remove([file.key]);
    await db.delete(fileObject).where(and(eq(id, file.id), unclaimed));
    removed += 1;
  }
  return removed;
}

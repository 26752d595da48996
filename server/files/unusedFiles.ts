import { and, asc, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { fileObject } from '../db/schema/tenants.ts';
import { tenanted } from '../db/tenanted.ts';
import { appendTrail, jobActor } from '../trail/trail.ts';
import type { FileStore } from './fileStore.ts';

type Needs = { db: Database; fileStore: Pick<FileStore, 'remove' | 'answers'>; now: () => number };

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
  union all select value::text from ui_setting
  union all select logo from tenant
  union all select url from icon
) texts, regexp_matches(words, '/files/([A-Za-z0-9_-]{20,60}[.][A-Za-z0-9]{2,4})', 'g') as key`;

/**
 * Deletes uploads that were never sent and that no data refers to. A file stays a day longer than clients may hold it unsent.
 * One that is claimed at the same time is not deleted, because claiming and deleting conflict on its row.
 */
export async function removeUnusedFiles({ db: database, fileStore, now }: Needs): Promise<number> {
  // A file that is left when its row has gone is never removed.
  await fileStore.answers();
  const db = platformWide(database);
  const at = now();
  const isOld = lt(fileObject.createTime, at - limits.attachmentKeptMs - dayMs);
  const isDue = or(isNull(fileObject.namedTime), lt(fileObject.namedTime, at - recheckMs));
  const unclaimed = isNull(fileObject.conversationId);
  const found = await db
    .select({ id: fileObject.id, key: fileObject.key })
    .from(fileObject)
    .where(and(unclaimed, isOld, isDue))
    .orderBy(asc(fileObject.createTime))
    .limit(maxBatch);
  if (found.length === 0) return 0;
  const { rows } = await db.execute<{ key: string }>(usedKeys);
  const used = new Set(rows.map(({ key }) => key));
  const idsOf = (isUsed: boolean) => found.filter(({ key }) => used.has(key) === isUsed).map(({ id }) => id);
  await db
    .update(fileObject)
    .set({ namedTime: at })
    .where(inArray(fileObject.id, [...idsOf(true), '0']));
  const removed = await db
    .delete(fileObject)
    .where(and(inArray(fileObject.id, [...idsOf(false), '0']), unclaimed))
    .returning();
  // Rows are deleted first: a file without a row cannot be opened, but a row without a file would be a broken link.
  await fileStore.remove(removed.map(({ key }) => key));
  for (const { id, tenantId, ownerType, ownerId } of removed) {
    const entry = { action: 'remove', entity: 'file', entityId: id, purpose: null, outcome: 'ok' } as const;
    const patientId = ownerType === 1 ? ownerId : null;
    await appendTrail(tenanted(db, tenantId), jobActor('unused files'), at, { ...entry, patientId });
  }
  return removed.length;
}

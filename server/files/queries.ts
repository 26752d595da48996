import { and, asc, eq, inArray, isNotNull, isNull, like, lt, notInArray, or, sql } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { imConversation } from '../db/schema/messages.ts';
import { fileObject, tenant } from '../db/schema/tenants.ts';

export type FileRow = typeof fileObject.$inferSelect;

/** The hospital's file with this key; null if there is none. */
export const findFile = (store: HospitalStore, key: string) => store.first(fileObject, eq(fileObject.key, key));

/** The hospital's files with these keys. */
export const filesWithKeys = async (store: HospitalStore, keys: readonly string[]): Promise<FileRow[]> =>
  keys.length === 0 ? [] : store.rows(fileObject, inArray(fileObject.key, [...keys]));

/** The conversation that a file was sent in; null for a file that was not sent. */
export const conversationOf = async (store: HospitalStore, { conversationId }: FileRow) =>
  conversationId === null ? null : store.first(imConversation, eq(imConversation.id, conversationId));

/** The file of a link in any hospital; the link's signature decides who may open it. */
export async function findLinkedFile(db: Database, key: string): Promise<FileRow | null> {
  const [row] = await platformWide(db).select().from(fileObject).where(eq(fileObject.key, key)).limit(1);
  return row ?? null;
}

/** Whether a file is the present logo of its hospital, which everybody may see. */
export async function isLogo(db: Database, { tenantId: hospitalId, key }: FileRow): Promise<boolean> {
  const isShown = and(eq(tenant.id, hospitalId), like(tenant.logo, `%/files/${key}/%`));
  const [row] = await platformWide(db).select({ id: tenant.id }).from(tenant).where(isShown).limit(1);
  return row !== undefined;
}

/** Another job removes what was withdrawn without ever being sent. */
export const isKept = or(isNull(fileObject.withdrawnTime), isNotNull(fileObject.conversationId));

/** Files of all hospitals that these rules have not cleaned; those that were tried most often come last. */
export function filesToClean(db: Database, rules: number, except: readonly string[], limit: number) {
  const { id, tenantId: hospitalId, key, sha256, quarantine, cleanedBy, cleaningTries } = fileObject;
  return platformWide(db)
    .select({ id, tenantId: hospitalId, key, sha256, quarantine, cleaningTries })
    .from(fileObject)
    .where(and(lt(cleanedBy, rules), notInArray(id, [...except]), isKept))
    .orderBy(asc(cleaningTries), asc(id))
    .limit(limit);
}

/** A file that no message has. */
export const isUnclaimed = isNull(fileObject.conversationId);

type Unclaimed = { createdBefore: number; checkedBefore: number; limit: number };

/** Files of all hospitals without a message: withdrawn ones, and old ones whose use was not checked lately. */
export function unclaimedFiles(db: Database, { createdBefore, checkedBefore, limit }: Unclaimed) {
  const { id, tenantId: hospitalId, key, ownerType, ownerId, withdrawnTime, createTime, namedTime } = fileObject;
  const isUnchecked = or(isNull(namedTime), lt(namedTime, checkedBefore));
  return platformWide(db)
    .select({ id, tenantId: hospitalId, key, ownerType, ownerId, withdrawnTime })
    .from(fileObject)
    .where(and(isUnclaimed, or(isNotNull(withdrawnTime), and(lt(createTime, createdBefore), isUnchecked))))
    .orderBy(asc(createTime))
    .limit(limit);
}

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

/** The keys of all files that some data of any hospital links to. */
export async function readUsedKeys(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await platformWide(db).execute<{ key: string }>(usedKeys);
  return new Set(rows.map((row) => row.key));
}

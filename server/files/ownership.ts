import { and, eq, inArray, like } from 'drizzle-orm';
import { MessageStatus, MessageType, SenderType } from '../../contract/im.ts';
import type { Caller } from '../accounts/caller.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import { fileObject, tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { cleaningRules } from './examine.ts';
import type { Saved } from './fileStore.ts';

export type FileRow = typeof fileObject.$inferSelect;

const ownerTypeOf = (who: Caller) => (who.kind === 'patient' ? SenderType.patient : SenderType.doctor);

/** Stores the row of a file with its owner. */
export const insertFile = (
  store: Tenanted,
  owner: Caller,
  name: string,
  { key, kind, size, sha256, pixels }: Saved,
  at: number,
) =>
  store.add(fileObject, {
    key,
    name,
    size,
    sha256,
    ownerId: owner.id,
    ownerType: ownerTypeOf(owner),
    createTime: at,
    contentType: kind.type,
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
    cleanedBy: cleaningRules,
  });

export const findFile = (store: Tenanted, key: string) => store.first(fileObject, eq(fileObject.key, key));

/** Whether a reviewer reads the messages of this consultation for a review. */
export type ReviewAccess = (store: Tenanted, auditorId: string, orderId: string, at: number) => Promise<boolean>;

/**
 * Whether a person may open a file: its owner, a party of the conversation it was sent in, or a reviewer who reads that
 * conversation for a review, unless it was withdrawn.
 */
export async function mayOpen(
  store: Tenanted,
  who: Caller,
  file: FileRow,
  { at, mayReviewerRead }: { at: number; mayReviewerRead: ReviewAccess },
): Promise<boolean> {
  if (file.withdrawnTime !== null) return false;
  if (file.ownerId === who.id && file.ownerType === ownerTypeOf(who)) return true;
  const { conversationId } = file;
  if (conversationId === null) return false;
  const conversation = await store.first(imConversation, eq(imConversation.id, conversationId));
  if (!conversation) return false;
  if ((who.kind === 'patient' ? conversation.patientId : conversation.doctorId) === who.id) return true;
  return who.kind === 'staff' && who.isAuditor && (await mayReviewerRead(store, who.id, conversation.orderId, at));
}

/** The file of a link in any hospital; the link's signature decides who may open it. */
export async function findLinkedFile(db: Database, key: string): Promise<FileRow | null> {
  const [row] = await platformWide(db).select().from(fileObject).where(eq(fileObject.key, key)).limit(1);
  return row ?? null;
}

/** Whether a file is the present logo of its hospital, which everybody may see. */
export async function isLogo(db: Database, { tenantId, key }: FileRow): Promise<boolean> {
  const isShown = and(eq(tenant.id, tenantId), like(tenant.logo, `%/files/${key}/%`));
  const [row] = await platformWide(db).select({ id: tenant.id }).from(tenant).where(isShown).limit(1);
  return row !== undefined;
}

const typesWithFiles = [MessageType.image, MessageType.voice, MessageType.video, MessageType.file];

/**
 * Withdraws the files of a recalled message, unless another message of the conversation still shows them. The hospital must
 * retain them with the message, but links no longer open them.
 */
export async function withdrawFiles(store: Tenanted, conversationId: string, keys: readonly string[], at: number) {
  const unused: string[] = [];
  for (const key of keys) {
    const isShown = and(eq(imEvent.status, MessageStatus.normal), inArray(imEvent.type, [...typesWithFiles]));
    const others = await store.count(
      imEvent,
      eq(imEvent.conversationId, conversationId),
      isShown,
      like(imEvent.content, `%${key}%`),
    );
    if (others === 0) unused.push(key);
  }
  if (unused.length > 0)
    await store.change(
      fileObject,
      { withdrawnTime: at },
      and(eq(fileObject.conversationId, conversationId), inArray(fileObject.key, unused)),
    );
}

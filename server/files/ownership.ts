import { and, eq, inArray, like } from 'drizzle-orm';
import { MessageStatus, MessageType, SenderType } from '../../contract/im.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Db } from '../db/connection.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Saved } from './disk.ts';

export type FileRow = typeof fileObject.$inferSelect;

const typeOf = (who: Caller) => (who.kind === 'patient' ? SenderType.patient : SenderType.doctor);

/** Notes whose file it is and what it is. */
export const keepFile = (
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
    ownerType: typeOf(owner),
    createTime: at,
    contentType: kind.type,
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
  });

export const fileWith = (store: Tenanted, key: string) => store.first(fileObject, eq(fileObject.key, key));

/** A file is opened by whoever brought it, and by both sides of the conversation in which they sent it, until it is taken back. */
export async function mayOpen(store: Tenanted, who: Caller, file: FileRow): Promise<boolean> {
  if (file.withdrawnTime !== null) return false;
  if (file.ownerId === who.id && file.ownerType === typeOf(who)) return true;
  const { conversationId } = file;
  if (conversationId === null) return false;
  const side = who.kind === 'patient' ? imConversation.patientId : imConversation.doctorId;
  return (await store.first(imConversation, and(eq(imConversation.id, conversationId), eq(side, who.id)))) !== null;
}

/** The file behind a link, whichever hospital it belongs to: the link's signature decides who may open it. */
export async function fileBehind(db: Db, key: string): Promise<FileRow | null> {
  const [row] = await db.select().from(fileObject).where(eq(fileObject.key, key)).limit(1);
  return row ?? null;
}

const showing = [MessageType.image, MessageType.voice, MessageType.video, MessageType.file];

/**
 * Closes the files of a message that was taken back, unless another message of the conversation still shows them. The
 * hospital keeps them with the message, as its duty to keep records demands; their links open nothing.
 */
export async function withdrawFiles(store: Tenanted, conversationId: string, keys: readonly string[], at: number) {
  const closed: string[] = [];
  for (const key of keys) {
    const isShown = and(eq(imEvent.status, MessageStatus.normal), inArray(imEvent.type, [...showing]));
    const others = await store.count(
      imEvent,
      eq(imEvent.conversationId, conversationId),
      isShown,
      like(imEvent.content, `%${key}%`),
    );
    if (others === 0) closed.push(key);
  }
  if (closed.length > 0)
    await store.change(
      fileObject,
      { withdrawnTime: at },
      and(eq(fileObject.conversationId, conversationId), inArray(fileObject.key, closed)),
    );
}

import { and, eq, like } from 'drizzle-orm';
import { type Caller, UserType } from '../caller.ts';
import type { Saved } from '../files/disk.ts';
import { imConversation, imEvent } from './schema/im.ts';
import { fileObject } from './schema/tenant.ts';
import type { Tenanted } from './tenanted.ts';

export type FileRow = typeof fileObject.$inferSelect;

const senderType = (userType: number) => (userType === UserType.patient ? 1 : 2);
const typeOf = (who: Caller) => (who.kind === 'patient' ? UserType.patient : UserType.staff);

/** Notes whose file it is and what it is. */
export const keepFile = (
  store: Tenanted,
  owner: Caller,
  name: string,
  { key, kind, size, sha256, pixels }: Saved,
  at: number,
) =>
  store.add(fileObject, {
    ...{ key, name, size, sha256, ownerId: owner.id, ownerType: typeOf(owner), createTime: at },
    contentType: kind.type,
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
  });

export const fileWith = (store: Tenanted, key: string) => store.first(fileObject, eq(fileObject.key, key));

/** The conversation in which a file's owner sent it; found once and then kept with the file. */
async function conversationOf(store: Tenanted, file: FileRow): Promise<string | null> {
  if (file.conversationId !== null) return file.conversationId;
  const sent = await store.first(
    imEvent,
    eq(imEvent.senderType, senderType(file.ownerType)),
    eq(imEvent.senderId, file.ownerId),
    like(imEvent.content, `%${file.key}%`),
  );
  if (!sent) return null;
  await store.change(fileObject, { conversationId: sent.conversationId }, eq(fileObject.id, file.id));
  return sent.conversationId;
}

/** A file is opened by whoever brought it, and by the other side of the conversation in which they sent it. */
export async function mayOpen(store: Tenanted, who: Caller, file: FileRow): Promise<boolean> {
  if (file.ownerId === who.id && file.ownerType === typeOf(who)) return true;
  const conversationId = await conversationOf(store, file);
  if (conversationId === null) return false;
  const side = who.kind === 'patient' ? imConversation.patientId : imConversation.doctorId;
  return (await store.first(imConversation, and(eq(imConversation.id, conversationId), eq(side, who.id)))) !== null;
}

import { and, eq } from 'drizzle-orm';
import { type Caller, UserType } from '../caller.ts';
import type { Saved } from '../files/disk.ts';
import { imConversation } from './schema/im.ts';
import { fileObject } from './schema/tenant.ts';
import type { Tenanted } from './tenanted.ts';

export type FileRow = typeof fileObject.$inferSelect;

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

/** A file is opened by whoever brought it, and by both sides of the conversation in which they sent it. */
export async function mayOpen(store: Tenanted, who: Caller, file: FileRow): Promise<boolean> {
  if (file.ownerId === who.id && file.ownerType === typeOf(who)) return true;
  const { conversationId } = file;
  if (conversationId === null) return false;
  const side = who.kind === 'patient' ? imConversation.patientId : imConversation.doctorId;
  return (await store.first(imConversation, and(eq(imConversation.id, conversationId), eq(side, who.id)))) !== null;
}

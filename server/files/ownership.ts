import { and, eq, inArray, like } from 'drizzle-orm';
import { MessageStatus, MessageType } from '../../contract/im.ts';
import type { Caller } from '../accounts/caller.ts';
import { imEvent } from '../db/schema/messages.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { cleaningRules } from './examine.ts';
import type { Saved } from './fileStore.ts';
import { ownerTypeOf } from './policy.ts';

/** Stores the row of a file with its owner. */
export const insertFile = (
  tx: Transaction,
  owner: Caller,
  name: string,
  { key, kind, size, sha256, pixels }: Saved,
  at: number,
) =>
  tx.add(fileObject, {
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

const typesWithFiles = [MessageType.image, MessageType.voice, MessageType.video, MessageType.file];

/**
 * Withdraws the files of a recalled message, unless another message of the conversation still shows them. The hospital must
 * retain them with the message, but links no longer open them.
 */
export async function withdrawFiles(tx: Transaction, conversationId: string, keys: readonly string[], at: number) {
  const unused: string[] = [];
  for (const key of keys) {
    const isShown = and(eq(imEvent.status, MessageStatus.normal), inArray(imEvent.type, [...typesWithFiles]));
    const others = await tx.count(
      imEvent,
      eq(imEvent.conversationId, conversationId),
      isShown,
      like(imEvent.content, `%${key}%`),
    );
    if (others === 0) unused.push(key);
  }
  if (unused.length > 0)
    await tx.change(
      fileObject,
      { withdrawnTime: at },
      and(eq(fileObject.conversationId, conversationId), inArray(fileObject.key, unused)),
    );
}

import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { imConversation } from '../db/schema/messages.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { KeyOf } from '../files/links.ts';
import type { FileRow } from '../files/ownership.ts';
import type { LinkedFiles } from './contentPolicy.ts';
import { isPartyOf, type Party } from './party.ts';

/**
 * Makes uploads part of a conversation, so that both sides can open them, and returns them. Returns null when one of them is
 * not the sender's, is already in another conversation, was withdrawn, or has the wrong type.
 */
export async function claimFiles(
  store: Tenanted,
  keyOf: KeyOf,
  from: Party,
  conversationId: string,
  { urls, types }: LinkedFiles,
): Promise<FileRow[] | null> {
  const place = await store.first(imConversation, eq(imConversation.id, conversationId));
  // Someone who is not a party is refused later for that; this answer must reveal nothing about the files.
  if (!place || !isPartyOf(from, place)) return [];
  const named = urls.map(keyOf);
  const keys = [...new Set(named)].filter((key) => key !== null);
  if (named.includes(null)) return null;
  const mine = and(eq(fileObject.ownerType, from.type), eq(fileObject.ownerId, from.id), inArray(fileObject.key, keys));
  const isHere = or(isNull(fileObject.conversationId), eq(fileObject.conversationId, conversationId));
  const isAvailable = and(isHere, isNull(fileObject.withdrawnTime), isNull(fileObject.quarantine));
  const found = await store.rows(fileObject, mine, isAvailable);
  if (found.length !== keys.length || found.some(({ contentType }) => !types.test(contentType))) return null;
  // A file that was meanwhile removed as unused is no longer among the changed rows.
  const changed = await store.change(fileObject, { conversationId }, mine, isAvailable);
  return changed.length === keys.length ? found : null;
}

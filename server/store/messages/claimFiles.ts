import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { imConversation } from '../schema/im.ts';
import { fileObject } from '../schema/tenant.ts';
import type { Tenanted } from '../tenanted.ts';
import { isPartyOf, type Party } from './party.ts';

/** The name of a file in the store, from a link to it. */
function keyOf(url: string): string | null {
  const base = 'http://platform.invalid';
  return URL.canParse(url, base) ? (new URL(url, base).pathname.split('/').at(-1) ?? null) : null;
}

/** Makes uploads part of a conversation, so that both sides can open them; false when one of them is not the sender's to give. */
export async function claimFiles(store: Tenanted, from: Party, conversationId: string, urls: string[]) {
  const place = await store.first(imConversation, eq(imConversation.id, conversationId));
  // Whoever is no side of it is refused for that, later; here nothing is given away.
  if (!place || !isPartyOf(from, place)) return true;
  const keys = [...new Set(urls.map(keyOf))].filter((key) => key !== null);
  const mine = and(eq(fileObject.ownerType, from.type), eq(fileObject.ownerId, from.id), inArray(fileObject.key, keys));
  const free = or(isNull(fileObject.conversationId), eq(fileObject.conversationId, conversationId));
  const claimed = keys.length === 0 ? [] : await store.change(fileObject, { conversationId }, mine, free);
  return claimed.length === keys.length && keys.length > 0;
}

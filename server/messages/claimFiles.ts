import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { imConversation } from '../db/schema/messages.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { KeyOf } from '../files/links.ts';
import type { Shown } from './contentPolicy.ts';
import { isPartyOf, type Party } from './party.ts';

/** Makes uploads part of a conversation, so that both sides can open them; false when one of them is not the sender's to give, or not what it is shown as. */
export async function claimFiles(
  store: Tenanted,
  keyOf: KeyOf,
  from: Party,
  conversationId: string,
  { urls, types }: Shown,
) {
  const place = await store.first(imConversation, eq(imConversation.id, conversationId));
  // Whoever is no side of it is refused for that, later; here nothing is given away.
  if (!place || !isPartyOf(from, place)) return true;
  const named = urls.map(keyOf);
  const keys = [...new Set(named)].filter((key) => key !== null);
  if (named.includes(null)) return false;
  const mine = and(eq(fileObject.ownerType, from.type), eq(fileObject.ownerId, from.id), inArray(fileObject.key, keys));
  const free = or(isNull(fileObject.conversationId), eq(fileObject.conversationId, conversationId));
  const given = await store.rows(fileObject, mine, free);
  if (given.length !== keys.length || given.some(({ contentType }) => !types.test(contentType))) return false;
  // One that was removed meanwhile, because nothing had named it for long, cannot be shown.
  return (await store.change(fileObject, { conversationId }, mine, free)).length === keys.length;
}

import type { HospitalStore } from '../db/hospitalStore.ts';
import { fileObject } from '../db/schema/tenants.ts';
import type { KeyOf } from '../files/links.ts';
import type { FileRow } from '../files/queries.ts';
import type { LinkedFiles } from './contentPolicy.ts';
import { isPartyOf, type Party } from './party.ts';
import { claimableFiles, findConversation, isClaimable } from './queries.ts';

/**
 * Makes uploads part of a conversation, so that both sides can open them, and returns them. Returns null when one of them is
 * not the sender's, is already in another conversation, was withdrawn, or has the wrong type.
 */
export async function claimFiles(
  store: HospitalStore,
  keyOf: KeyOf,
  from: Party,
  conversationId: string,
  { urls, types }: LinkedFiles,
): Promise<FileRow[] | null> {
  const place = await findConversation(store, conversationId);
  // Someone who is not a party is refused later for that; this answer must reveal nothing about the files.
  if (!place || !isPartyOf(from, place)) return [];
  const named = urls.map(keyOf);
  const keys = [...new Set(named)].filter((key) => key !== null);
  if (named.includes(null)) return null;
  const found = await claimableFiles(store, from, conversationId, keys);
  if (found.length !== keys.length || found.some(({ contentType }) => !types.test(contentType))) return null;
  // A file that was meanwhile removed as unused is no longer among the changed rows.
  const changed = await store.change(fileObject, { conversationId }, isClaimable(from, conversationId, keys));
  return changed.length === keys.length ? found : null;
}

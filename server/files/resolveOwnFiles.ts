import type { HospitalStore } from '../db/hospitalStore.ts';
import type { KeyOf } from './links.ts';
import { mayUse } from './policy.ts';
import { filesWithKeys } from './queries.ts';

type Links = {
  urls: readonly string[];
  /** The media types that are accepted. */
  types: RegExp;
  /** Links that were stored before and may stay. */
  stored?: readonly string[];
  /** Files of this conversation are accepted as well, whichever party sent them. */
  conversationId?: string | null;
};

/**
 * Resolves the links that a person stores in their own data. `foreign` are the links that are not accepted: everything but
 * the person's uploads on this platform and links that were stored before.
 */
export async function resolveOwnFiles(
  store: HospitalStore,
  owner: { type: number; id: string },
  keyOf: KeyOf,
  { urls, types, stored = [], conversationId = null }: Links,
) {
  const added = urls.filter((url) => url !== '' && !stored.includes(url));
  const found = await filesWithKeys(
    store,
    added.flatMap((url) => keyOf(url) ?? []),
  );
  const files = found.filter((file) => mayUse({ owner, types, conversationId }, file));
  return { files, foreign: added.filter((url) => !files.some(({ key }) => key === keyOf(url))) };
}

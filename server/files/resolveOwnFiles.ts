import { inArray } from 'drizzle-orm';
import { fileObject } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { KeyOf } from './links.ts';

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
  store: Tenanted,
  owner: { type: number; id: string },
  keyOf: KeyOf,
  { urls, types, stored = [], conversationId = null }: Links,
) {
  const added = urls.filter((url) => url !== '' && !stored.includes(url));
  const keys = added.flatMap((url) => keyOf(url) ?? []);
  const found = keys.length === 0 ? [] : await store.rows(fileObject, inArray(fileObject.key, keys));
  const files = found.filter(
    (file) =>
      types.test(file.contentType) &&
      file.withdrawnTime === null &&
      file.quarantine === null &&
      ((file.ownerType === owner.type && file.ownerId === owner.id) ||
        (conversationId !== null && file.conversationId === conversationId)),
  );
  return { files, foreign: added.filter((url) => !files.some(({ key }) => key === keyOf(url))) };
}

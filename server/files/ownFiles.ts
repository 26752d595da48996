import { inArray } from 'drizzle-orm';
import { fileObject } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { KeyOf } from './links.ts';

type Named = {
  urls: readonly string[];
  /** The media types that may stand there. */
  types: RegExp;
  /** What stood there before may stay. */
  kept?: readonly string[];
  /** Files of this conversation may be named by its two sides, whoever sent them. */
  conversationId?: string | null;
};

/**
 * The files behind links that a person writes into data of their own, and the links among them that must not stand there:
 * everything but their uploads on this platform and what was there before.
 */
export async function namedFiles(
  store: Tenanted,
  owner: { type: number; id: string },
  keyOf: KeyOf,
  { urls, types, kept = [], conversationId = null }: Named,
) {
  const fresh = urls.filter((url) => url !== '' && !kept.includes(url));
  const keys = fresh.flatMap((url) => keyOf(url) ?? []);
  const found = keys.length === 0 ? [] : await store.rows(fileObject, inArray(fileObject.key, keys));
  const files = found.filter(
    (file) =>
      types.test(file.contentType) &&
      file.withdrawnTime === null &&
      ((file.ownerType === owner.type && file.ownerId === owner.id) ||
        (conversationId !== null && file.conversationId === conversationId)),
  );
  return { files, foreign: fresh.filter((url) => !files.some(({ key }) => key === keyOf(url))) };
}

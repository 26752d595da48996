import type { Database } from '../db/connection.ts';
import { findOrCreateSecret } from '../db/secrets.ts';
import { type SealKey, sealKey } from './chain.ts';

/** The key that signs new seals, and all keys that verify older ones. */
export type SealKeys = { current: SealKey; all: ReadonlyMap<string, SealKey> };

/** Whether the key is stored outside the database, out of reach of somebody who has rights on it alone. */
export const isOutside = (keyId: string): boolean => keyId.startsWith('environment ');

/** The keys of `TRAIL_KEY`, the first of which signs; without any the platform's own in the database. */
export async function openSealKeys(db: Database, secrets: readonly string[]): Promise<SealKeys> {
  const own = sealKey(await findOrCreateSecret(db, 'trail'), 'database');
  const given = secrets.map((secret) => sealKey(secret, 'environment'));
  return { current: given[0] ?? own, all: new Map([...given, own].map((key) => [key.id, key])) };
}

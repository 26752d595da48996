import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Sealed } from './sealed.ts';
import type { Change } from './strokes.ts';

interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  items: { key: [owner: string, kind: string, id: string]; value: Sealed };
}

const open = () =>
  openDB<Schema>('cloudroom-work', 1, {
    upgrade: (db) => {
      db.createObjectStore('keys');
      db.createObjectStore('items');
    },
  });

async function keyIn(db: IDBPDatabase<Schema>, subtle: SubtleCrypto, owner: string): Promise<CryptoKey> {
  const known = await db.get('keys', owner);
  if (known) return known;
  const made = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const tx = db.transaction('keys', 'readwrite', { durability: 'strict' });
  // Two tabs may make a key at once: the first one stands.
  const first = await tx.store.get(owner);
  if (!first) await tx.store.put(made, owner);
  await tx.done;
  return first ?? made;
}

/** Where everybody's unfinished work on this machine lies, and the owner's key to their part of it. */
export async function openVaultDatabase(subtle: SubtleCrypto, owner: string) {
  const db = await open();
  return { db, key: await keyIn(db, subtle, owner) };
}

/**
 * All of it or nothing, in the order in which it is asked for; resolves once it is on the disk. What is committed in the
 * same breath is carried out even when the page goes now; what is left to commit itself is dropped then.
 */
export async function carryOut(db: IDBPDatabase<Schema>, owner: string, changes: readonly Change[]): Promise<void> {
  const tx = db.transaction('items', 'readwrite', { durability: 'strict' });
  const done = changes.map(({ kind, id, sealed }) =>
    sealed ? tx.store.put(sealed, [owner, kind, id]) : tx.store.delete([owner, kind, id]),
  );
  tx.commit();
  await Promise.all([...done, tx.done]);
}

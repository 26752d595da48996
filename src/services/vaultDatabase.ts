import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Sealed } from './sealed.ts';

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

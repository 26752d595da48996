import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Sealed } from './sealed.ts';
import type { Change } from './writeQueue.ts';

interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  items: { key: [owner: string, kind: string, id: string]; value: Sealed };
}

export type Database = IDBPDatabase<Schema>;

const open = (onClosed: () => void) =>
  openDB<Schema>('cloudroom-work', 1, {
    upgrade: (db) => {
      db.createObjectStore('keys');
      db.createObjectStore('items');
    },
    terminated: onClosed,
  });

async function keyIn(db: Database, subtle: SubtleCrypto, owner: string): Promise<CryptoKey> {
  const known = await db.get('keys', owner);
  if (known) return known;
  const made = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const tx = db.transaction('keys', 'readwrite', { durability: 'strict' });
  // Two tabs may create a key at once; the first one wins.
  const first = await tx.store.get(owner);
  if (!first) await tx.store.put(made, owner);
  await tx.done;
  return first ?? made;
}

/**
 * Opens the database of unfinished work on this machine, with the owner's key. `onClosed` is called when the browser has
 * closed it by itself, as it does when a disk fails.
 */
export async function openVaultDatabase(subtle: SubtleCrypto, owner: string, onClosed: () => void) {
  const db = await open(onClosed);
  try {
    return { db, key: await keyIn(db, subtle, owner) };
  } catch (cause) {
    db.close();
    throw cause;
  }
}

const writing = (db: Database, durability: IDBTransactionDurability = 'strict') =>
  db.transaction('items', 'readwrite', { durability });
const put = ({ store }: ReturnType<typeof writing>, owner: string, { kind, id, sealed }: Change) =>
  sealed ? store.put(sealed, [owner, kind, id]) : store.delete([owner, kind, id]);

/**
 * Drafts change faster than a disk can flush, and a late deletion of a sent message loses nothing; these need no strict
 * durability.
 */
const allowsRelaxedDurability = ({ kind, sealed }: Change) => sealed === null || kind === 'draft' || kind === 'desk';

/**
 * Writes all changes or none. Resolves once they survive a killed browser; messages and files then also survive a power
 * cut. The transaction is committed explicitly: browsers finish it even if the page closes now, but drop one that would
 * commit by itself.
 */
export async function applyChanges(db: Database, owner: string, changes: readonly Change[]): Promise<void> {
  const tx = writing(db, changes.every(allowsRelaxedDurability) ? 'relaxed' : 'strict');
  const asked = changes.map((change) => put(tx, owner, change));
  tx.commit();
  await Promise.all([...asked, tx.done]);
}

const nothing: Sealed = { iv: new Uint8Array(), ct: new ArrayBuffer() };

/** Resolves once all earlier writes survive a power cut: the disk flushes in the order of writing. */
export async function flushToDisk(db: Database, owner: string): Promise<void> {
  const tx = writing(db);
  await Promise.all([tx.store.put(nothing, [owner, 'taken', '']), tx.done]);
}

/** Longer than any journal stays in web storage. */
const rememberedMs = 90 * 86_400_000;

/**
 * Applies a journal at most once, because web storage may restore a deleted entry. The journal's name begins with its
 * time.
 */
export async function applyJournalOnce(db: Database, owner: string, name: string, changes: readonly Change[]) {
  const tx = writing(db);
  // If reading fails, this function rejects before it waits for `done`, which then fails as well.
  tx.done.catch(() => {});
  const known = await tx.store.get([owner, 'taken', name]);
  const old = IDBKeyRange.bound([owner, 'taken'], [owner, 'taken', `${Date.now() - rememberedMs}`]);
  const asked = known ? [] : changes.map((change) => put(tx, owner, change));
  await Promise.all([...asked, tx.store.put(nothing, [owner, 'taken', name]), tx.store.delete(old), tx.done]);
}

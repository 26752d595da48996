import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Sealed } from './sealed.ts';
import type { Change } from './writeQueue.ts';

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

const writing = (db: IDBPDatabase<Schema>, durability: IDBTransactionDurability = 'strict') =>
  db.transaction('items', 'readwrite', { durability });
const put = ({ store }: ReturnType<typeof writing>, owner: string, { kind, id, sealed }: Change) =>
  sealed ? store.put(sealed, [owner, kind, id]) : store.delete([owner, kind, id]);

/** Keys are typed faster than a disk confirms them, and nothing is lost where what was sent is deleted late. */
const mayRest = ({ kind, sealed }: Change) => sealed === null || kind === 'draft' || kind === 'desk';

/**
 * All of it or nothing. Resolves once it survives a killed browser; a message or a file also survives a cut of the power
 * then. What is committed in the same breath is carried out even when the page goes now; what is left to commit itself
 * is dropped then.
 */
export async function carryOut(db: IDBPDatabase<Schema>, owner: string, changes: readonly Change[]): Promise<void> {
  const tx = writing(db, changes.every(mayRest) ? 'relaxed' : 'strict');
  const asked = changes.map((change) => put(tx, owner, change));
  tx.commit();
  await Promise.all([...asked, tx.done]);
}

const nothing: Sealed = { iv: new Uint8Array(), ct: new ArrayBuffer() };

/** Everything carried out before survives a cut of the power once this resolves: the disk takes it in the order of writing. */
export async function putOnDisk(db: IDBPDatabase<Schema>, owner: string): Promise<void> {
  const tx = writing(db);
  await Promise.all([tx.store.put(nothing, [owner, 'taken', '']), tx.done]);
}

/** Longer than anybody leaves a note, and any browser takes to write down what became of it. */
const rememberedMs = 90 * 86_400_000;

/** The same with what a page left under a name that begins with its time, once: web storage may bring it back. */
export async function carryOutOnce(db: IDBPDatabase<Schema>, owner: string, name: string, changes: readonly Change[]) {
  const tx = writing(db);
  tx.done.catch(() => {});
  const known = await tx.store.get([owner, 'taken', name]);
  const old = IDBKeyRange.bound([owner, 'taken'], [owner, 'taken', `${Date.now() - rememberedMs}`]);
  const asked = known ? [] : changes.map((change) => put(tx, owner, change));
  await Promise.all([...asked, tx.store.put(nothing, [owner, 'taken', name]), tx.store.delete(old), tx.done]);
}

import { type DBSchema, openDB } from 'idb';
import { limits } from '../../contract/limits.ts';
import { type Sealed, seal, unseal } from './sealed.ts';

/** A logout made here that the platform may not know of yet. It contains the access token alone. */
export type LogoutNote = { readonly id: string; readonly hospitalId: string; readonly access: string };

type Stored = Sealed & { readonly id: string; readonly tenantId: string; readonly at: number };

interface Schema extends DBSchema {
  kept: { key: string; value: Stored };
  keys: { key: 'key'; value: CryptoKey };
}

type Needs = {
  readonly crypto: Crypto | undefined;
  readonly indexedDB: IDBFactory | undefined;
  readonly now: () => number;
  readonly log: (what: string, detail: unknown) => void;
};

const open = () =>
  openDB<Schema>('cloudroom-logouts', 1, {
    upgrade: (db) => {
      db.createObjectStore('kept');
      db.createObjectStore('keys');
    },
  });

/** Logouts still to be sent to the platform, encrypted under a key that scripts cannot export. */
export function createLogoutNotes({ crypto, indexedDB, now, log }: Needs) {
  async function using<T>(
    work: (db: Awaited<ReturnType<typeof open>>, crypto: Crypto) => Promise<T>,
  ): Promise<T | null> {
    if (!indexedDB || !crypto?.subtle) return null;
    try {
      const db = await open();
      try {
        return await work(db, crypto);
      } finally {
        db.close();
      }
    } catch (cause) {
      log('pending logouts cannot be kept', cause);
      return null;
    }
  }

  return {
    /** Resolves to the id once stored; null if it cannot be stored now. */
    keep: ({ id, hospitalId, access }: LogoutNote) =>
      using(async (db, crypto) => {
        const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
        const transaction = db.transaction('keys', 'readwrite');
        const key = (await transaction.store.get('key')) ?? made;
        await Promise.all([transaction.store.put(key, 'key'), transaction.done]);
        return db.put('kept', { ...(await seal(crypto, key, id, access)), id, tenantId: hospitalId, at: now() }, id);
      }),
    remove: (id: string) => using((db) => db.delete('kept', id)),
    /** Notes of earlier pages. An expired sign-in needs no logout. */
    all: () =>
      using(async (db, { subtle }) => {
        const key = await db.get('keys', 'key');
        const found: LogoutNote[] = [];
        for (const note of await db.getAll('kept')) {
          const isAlive = now() - note.at < limits.refreshTokenMs;
          const access = key && isAlive ? await unseal(subtle, key, note.id, note).catch(() => null) : null;
          if (typeof access === 'string') found.push({ id: note.id, hospitalId: note.tenantId, access });
          else await db.delete('kept', note.id);
        }
        return found;
      }),
  };
}

export type LogoutNotes = ReturnType<typeof createLogoutNotes>;

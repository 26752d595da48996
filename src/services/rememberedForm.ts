import { type DBSchema, openDB } from 'idb';
import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';

/** Told by what they are, not by `instanceof`: what a database gives back may come from another realm. */
const isBytes = (value: unknown) => ArrayBuffer.isView(value);
const isBuffer = (value: unknown) => Object.prototype.toString.call(value) === '[object ArrayBuffer]';

const Kept = z.object({
  v: z.literal(1),
  tenant: z.string(),
  user: z.string(),
  iv: z.custom<Uint8Array<ArrayBuffer>>(isBytes),
  ct: z.custom<ArrayBuffer>(isBuffer),
  savedAt: z.number(),
  expiresAt: z.number(),
  failures: z.number(),
});
type Kept = z.infer<typeof Kept>;

interface Schema extends DBSchema {
  kept: { key: 'form' | 'key'; value: unknown };
}

export type RememberedForm = {
  /** Why a form cannot be kept here: WebCrypto exists only on https and localhost. Null where it can. */
  readonly unavailable: 'noCrypto' | 'noStorage' | null;
  /** Account and password of the last person who asked for it, never decrypted before this is called. */
  recall(tenantId: string): Promise<{ username: string; password: string } | null>;
  remember(tenantId: string, form: { username: string; password: string }): Promise<void>;
  /** Deletes form and key. */
  forget(): Promise<void>;
  /** The remembered password was refused; the third time it is forgotten. */
  refused(): Promise<void>;
};

type Needs = {
  readonly crypto: Crypto | undefined;
  readonly indexedDB: IDBFactory | undefined;
  /** The later of this machine's clock and the last time the platform named. */
  readonly latest: () => number;
};

const maxFailures = 3;

/** Changing any of these in the record makes it unreadable. */
const bound = ({ tenant, user, expiresAt }: Pick<Kept, 'tenant' | 'user' | 'expiresAt'>) =>
  new TextEncoder().encode(`${tenant}|${user}|${expiresAt}`);

/**
 * The remembered sign-in form (`reliability.md` section 5): AES-GCM under a key that scripts can use but not read out.
 * It keeps a password out of storage dumps; it does not protect against somebody who reads the browser's profile folder.
 */
export function rememberedForm({ crypto, indexedDB, latest }: Needs): RememberedForm {
  const subtle = crypto?.subtle;
  const unavailable = !subtle ? 'noCrypto' : !indexedDB ? 'noStorage' : null;
  const open = () =>
    openDB<Schema>('cloudroom-form', 1, {
      upgrade: (db) => {
        db.createObjectStore('kept');
      },
    });

  async function using<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>, otherwise: T): Promise<T> {
    if (unavailable) return otherwise;
    try {
      const db = await open();
      try {
        return await work(db);
      } finally {
        db.close();
      }
    } catch {
      return otherwise;
    }
  }

  const forget = () => using((db) => db.clear('kept'), undefined);

  async function read(): Promise<Kept | null> {
    const stored = await using((db) => db.get('kept', 'form'), undefined);
    const kept = Kept.safeParse(stored);
    if (kept.success && latest() < kept.data.expiresAt) return kept.data;
    if (stored !== undefined) await forget();
    return null;
  }

  return {
    unavailable,
    async recall(tenantId) {
      const kept = await read();
      if (kept === null || kept.tenant !== tenantId || !subtle) return null;
      try {
        const key = (await using((db) => db.get('kept', 'key'), undefined)) as CryptoKey;
        const additionalData = bound(kept);
        const plain = await subtle.decrypt({ name: 'AES-GCM', iv: kept.iv, additionalData }, key, kept.ct);
        return { username: kept.user, password: new TextDecoder().decode(plain) };
      } catch {
        await forget();
        return null;
      }
    },
    async remember(tenantId, { username, password }) {
      if (!subtle || !crypto) return;
      const expiresAt = latest() + limits.rememberMs;
      const record = { v: 1 as const, tenant: tenantId, user: username, savedAt: latest(), expiresAt, failures: 0 };
      const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const additionalData = bound(record);
      const ct = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, new TextEncoder().encode(password));
      await using(async (db) => {
        const transaction = db.transaction('kept', 'readwrite');
        await Promise.all([
          transaction.store.put(key, 'key'),
          transaction.store.put({ ...record, iv, ct }, 'form'),
          transaction.done,
        ]);
      }, undefined);
    },
    forget,
    async refused() {
      const kept = await read();
      if (kept === null) return;
      const failures = kept.failures + 1;
      if (failures >= maxFailures) return forget();
      await using((db) => db.put('kept', { ...kept, failures }, 'form'), 'form' as const);
    },
  };
}

import { type DBSchema, openDB } from 'idb';
import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import { seal, unseal } from './sealed.ts';
import type { PlatformTime } from './serverClock.ts';
import { soon } from './soon.ts';

// Checked by shape, because values from a database may belong to another realm and fail `instanceof`.
const isBytes = (value: unknown) => ArrayBuffer.isView(value);
const isBuffer = (value: unknown) => Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/** Fields bound to the encrypted password: changing one of them makes it unreadable. */
const Bound = z.object({
  v: z.literal(2),
  tenant: z.string(),
  user: z.string(),
  savedAt: z.number(),
  expiresAt: z.number(),
  failures: z.number(),
});
const Stored = z.extend(Bound, {
  iv: z.custom<Uint8Array<ArrayBuffer>>(isBytes),
  ct: z.custom<ArrayBuffer>(isBuffer),
});
type Bound = z.infer<typeof Bound>;

interface Schema extends DBSchema {
  kept: { key: 'form' | 'key'; value: unknown };
}

/** What a person types to sign in. */
export type PasswordForm = { readonly username: string; readonly password: string };

type Needs = { readonly crypto: Crypto; readonly time: PlatformTime };

const maxFailures = 3;
/** Largest expected difference between the clocks of two platform servers. */
const skewMs = 60_000;
/** The longest that signing in waits for a slow disk to read the remembered form. */
const patienceMs = 2_000;

const place = ({ v, tenant: hospital, user, savedAt, expiresAt, failures }: Bound) =>
  JSON.stringify([v, hospital, user, savedAt, expiresAt, failures]);

const open = () => openDB<Schema>('cloudroom-form', 1, { upgrade: (db) => void db.createObjectStore('kept') });

/** The encrypted record of the sign-in form, dated by the platform's clock and valid for 30 days. */
export function createFormRecord({ crypto, time }: Needs) {
  async function use<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
    const db = await open();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  }
  const using = <T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>, otherwise: T): Promise<T> =>
    soon(use(work), otherwise, patienceMs);

  const forget = () => using((db) => db.clear('kept'), undefined);

  /** Neither expired nor dated in the future, by the later of the platform's clock and this machine's. */
  const isCurrent = ({ savedAt, expiresAt }: Bound) =>
    savedAt <= time.now() + skewMs && time.latest() < Math.min(expiresAt, savedAt + limits.rememberMs);

  async function read(): Promise<{ bound: Bound; password: string } | null> {
    const [stored, key] = await using(
      (db) => Promise.all([db.get('kept', 'form'), db.get('kept', 'key')]),
      [undefined, undefined],
    );
    if (stored === undefined) return null;
    const record = Stored.safeParse(stored);
    try {
      if (!record.success || !isCurrent(record.data)) throw new Error('not valid now');
      const password = await unseal(crypto.subtle, key as CryptoKey, place(record.data), record.data);
      return { bound: Bound.parse(record.data), password: z.string().parse(password) };
    } catch {
      await forget();
      return null;
    }
  }

  async function write(bound: Bound, password: string) {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const sealed = await seal(crypto, key, place(bound), password);
    await using(async (db) => {
      const transaction = db.transaction('kept', 'readwrite');
      await Promise.all([
        transaction.store.put(key, 'key'),
        transaction.store.put({ ...bound, ...sealed }, 'form'),
        transaction.done,
      ]);
    }, undefined);
  }

  return {
    async recall(hospitalId: string): Promise<PasswordForm | null> {
      const found = await read();
      return found?.bound.tenant === hospitalId ? { username: found.bound.user, password: found.password } : null;
    },
    async remember(hospital: string, { username: user, password }: PasswordForm): Promise<void> {
      const savedAt = time.now();
      await write(
        { v: 2, tenant: hospital, user, savedAt, expiresAt: savedAt + limits.rememberMs, failures: 0 },
        password,
      );
    },
    forget,
    async refused(): Promise<void> {
      const found = await read();
      if (found === null) return;
      const failures = found.bound.failures + 1;
      if (failures >= maxFailures) return forget();
      await write({ ...found.bound, failures }, found.password);
    },
  };
}

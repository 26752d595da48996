import type { createFormRecord, PasswordForm } from './formRecord.ts';
import type { PlatformTime } from './serverClock.ts';

export type RememberedForm = {
  /** Why a form cannot be stored here: WebCrypto exists only on https and localhost. Null if it can. */
  readonly unavailable: 'noCrypto' | 'noStorage' | null;
  /** Decrypts the stored account and password. Nothing is decrypted before this call. */
  recall(hospitalId: string): Promise<PasswordForm | null>;
  remember(hospitalId: string, form: PasswordForm): Promise<void>;
  /** Deletes form and key. */
  forget(): Promise<void>;
  /** Counts a refusal of the remembered password; the third one deletes it. */
  refused(): Promise<void>;
};

type Needs = {
  readonly crypto: Crypto | undefined;
  readonly indexedDB: IDBFactory | undefined;
  readonly time: PlatformTime;
  /** Loads what stores the form. */
  readonly load: () => Promise<{ readonly createFormRecord: typeof createFormRecord }>;
};

/**
 * The remembered sign-in form, encrypted with AES-GCM under a key that scripts can use but not export. It protects a
 * password from storage dumps, but not from somebody who reads the browser's profile folder.
 */
export function createRememberedForm({ crypto, indexedDB, time, load }: Needs): RememberedForm {
  const unavailable = !crypto?.subtle ? 'noCrypto' : !indexedDB ? 'noStorage' : null;
  /** Null also where its code cannot be loaded: logging in does not depend on it. */
  const record = async () => {
    if (!crypto || unavailable !== null) return null;
    const code = await load().catch(() => null);
    return code?.createFormRecord({ crypto, time }) ?? null;
  };
  return {
    unavailable,
    recall: async (hospitalId) => (await record())?.recall(hospitalId) ?? null,
    remember: async (hospitalId, form) => (await record())?.remember(hospitalId, form),
    /** Needs no further code, and a later use of the database waits for it. */
    forget: async () => {
      try {
        indexedDB?.deleteDatabase('cloudroom-form');
      } catch {
        // A browser that forbids its databases has nothing in them to forget.
      }
    },
    refused: async () => (await record())?.refused(),
  };
}

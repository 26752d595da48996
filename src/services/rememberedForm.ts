import type { PlatformTime } from './serverClock.ts';

export type PasswordForm = { readonly username: string; readonly password: string };

export type RememberedForm = {
  /** Why a form cannot be kept here: WebCrypto exists only on https and localhost. Null where it can. */
  readonly unavailable: 'noCrypto' | 'noStorage' | null;
  /** Account and password of the last person who asked for it, never decrypted before this is called. */
  recall(tenantId: string): Promise<PasswordForm | null>;
  remember(tenantId: string, form: PasswordForm): Promise<void>;
  /** Deletes form and key. */
  forget(): Promise<void>;
  /** The remembered password was refused; the third time it is forgotten. */
  refused(): Promise<void>;
};

type Needs = {
  readonly crypto: Crypto | undefined;
  readonly indexedDB: IDBFactory | undefined;
  readonly time: PlatformTime;
};

/**
 * The remembered sign-in form: AES-GCM under a key that scripts can use but not read out. It keeps a password out of
 * storage dumps; it does not protect against somebody who reads the browser's profile folder.
 */
export function createRememberedForm({ crypto, indexedDB, time }: Needs): RememberedForm {
  const unavailable = !crypto?.subtle ? 'noCrypto' : !indexedDB ? 'noStorage' : null;
  const record = async () =>
    crypto && unavailable === null ? (await import('./formRecord.ts')).createFormRecord({ crypto, time }) : null;
  return {
    unavailable,
    recall: async (tenantId) => (await record())?.recall(tenantId) ?? null,
    remember: async (tenantId, form) => (await record())?.remember(tenantId, form),
    forget: async () => (await record())?.forget(),
    refused: async () => (await record())?.refused(),
  };
}

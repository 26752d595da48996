import type * as z from 'zod/mini';
import { uuidv7 } from '../../../contract/uuidv7.ts';
import type { DraftKey } from '../../domain/drafts.ts';
import { type Owner, ownerName } from '../../domain/owner.ts';
import { browserParts } from '../../services/browserParts.ts';
import { tabChannel } from '../../services/crossTab.ts';
import { DraftMessage, draftBook } from '../../services/draftBook.ts';
import { openVault } from '../../services/vault.ts';

/** Locally stored drafts by key. `read` returns null for a draft that no longer matches its schema. */
export type DraftStorage = {
  read<T>(key: DraftKey, shape: z.ZodMiniType<T>): Promise<T | null>;
  write(key: DraftKey, value: unknown): void;
  drop(key: DraftKey): void;
};

type Needs = {
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly log: (what: string, detail: unknown) => void;
};

/** Opens one person's drafts, encrypted locally and synchronised between tabs. `safety$` emits whether they are stored. */
export function openDrafts({ window, owner, log }: Needs) {
  const name = ownerName(owner);
  const { crypto } = window;
  const { indexedDB, BroadcastChannel } = browserParts(window);
  const now = () => Date.now();
  const newId = uuidv7({ now, randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)) });
  const vault = openVault({ crypto, indexedDB, page: window, owner: name, log });
  const channel = tabChannel(`cloudroom-drafts:${name}`, DraftMessage, {
    BroadcastChannel,
    storage: null,
    events: null,
  });
  const drafts = draftBook({ vault, channel, now, tab: newId() });
  return {
    drafts,
    safety$: vault.safety$,
    close() {
      drafts.close();
      channel.close();
      vault.close();
    },
  };
}

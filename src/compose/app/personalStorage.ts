import { uuidv7 } from '../../../contract/uuidv7.ts';
import { type Owner, ownerName } from '../../domain/owner.ts';
import { browserParts } from '../../services/browserParts.ts';
import { createTabChannel } from '../../services/crossTab.ts';
import { createDraftBook, DraftMessage } from '../../services/draftBook.ts';
import { openVault } from '../../services/openVault.ts';
import { createSafeStorage } from '../../services/safeStorage.ts';

type Needs = {
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly log: (what: string, detail: unknown) => void;
};

/** More reloads than a text that was not saved outlives. */
const namesKept = 20;

/** The name of this page in its window, which a reload changes, and those before it. */
function pageNames(window: Window, owner: string, tab: string) {
  const kept = createSafeStorage(() => window.sessionStorage);
  const key = `cloudroom-page:${owner}`;
  const before = kept.getItem(key)?.split(' ') ?? [];
  kept.setItem(key, [...before, tab].slice(-namesKept).join(' '));
  return { tab, before };
}

/** Opens a person's encrypted local storage, and their drafts in it, which are synchronised between their tabs. */
export function openStorage({ window, owner, log }: Needs) {
  const name = ownerName(owner);
  const { crypto } = window;
  const { indexedDB, BroadcastChannel } = browserParts(window);
  const now = () => Date.now();
  const newId = uuidv7({ now, randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)) });
  const vault = openVault({ crypto, indexedDB, page: window, owner: name, log });
  const tabs = { BroadcastChannel, storage: null, events: null };
  const channel = createTabChannel(`cloudroom-drafts:${name}`, DraftMessage, tabs);
  const drafts = createDraftBook({ vault, channel, now, ...pageNames(window, name, newId()) });
  return {
    newId,
    vault,
    drafts,
    close() {
      drafts.close();
      channel.close();
      vault.close();
    },
  };
}

export type PersonalStorage = ReturnType<typeof openStorage>;

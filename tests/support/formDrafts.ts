import { createDraftBook } from '../../src/services/draftBook.ts';
import { createFormDrafts } from '../../src/services/formDrafts.ts';
import { createMemoryVault } from '../../src/services/openVault.ts';
import type { Vault } from '../../src/services/vault.ts';

const silent = { post: () => {}, listen: () => () => {}, close: () => {} };

/** Storage of a person's drafts that outlives a page. */
export const draftVault = (): Vault => createMemoryVault(null);

/** The drafts of forms as a page with this storage has them. */
export function openFormDrafts(vault = draftVault()) {
  const drafts = createFormDrafts();
  drafts.opened(createDraftBook({ vault, channel: silent, now: () => Date.now(), tab: crypto.randomUUID() }));
  return drafts;
}

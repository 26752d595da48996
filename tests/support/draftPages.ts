import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach } from 'vitest';
import { OrderId } from '../../contract/ids.ts';
import { draftKey, type ReplyDraft } from '../../src/domain/drafts.ts';
import type { TabChannel } from '../../src/services/crossTab.ts';
import { createDraftBook, type DraftMessage } from '../../src/services/draftBook.ts';
import { openVault } from '../../src/services/openVault.ts';

globalThis.indexedDB = new IDBFactory();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

let people = 0;
export const replyKey = draftKey('reply', OrderId.parse('1'));

/** One person's browser; each page opened in it has that person's drafts. */
export function draftPages() {
  people += 1;
  const owner = `1:${people}`;
  const tabs = new Set<(news: DraftMessage) => void>();
  let time = 0;
  let delayed: (() => void)[] | null = null;
  /** Messages between the tabs arrive only after the returned call. */
  const delay = () => {
    delayed = [];
    return () => {
      for (const deliver of delayed?.splice(0) ?? []) deliver();
      delayed = null;
    };
  };
  function openPage(tab: string, before: readonly string[] = []) {
    let mine = (_: DraftMessage) => {};
    const channel: TabChannel<DraftMessage> = {
      post: (news) => {
        const deliver = () => {
          for (const hear of tabs) if (hear !== mine) hear(news);
        };
        if (delayed) delayed.push(deliver);
        else deliver();
      },
      listen(hear) {
        mine = hear;
        tabs.add(hear);
        return () => void tabs.delete(hear);
      },
      close() {},
    };
    const vault = openVault({ crypto, indexedDB, page: null, owner, log: () => {} });
    const now = () => {
      time += 1;
      return time;
    };
    const book = createDraftBook({ vault, channel, now, tab, before });
    const close = () => {
      book.close();
      vault.close();
    };
    closing.push(close);
    const text = () => book.draft<ReplyDraft>(replyKey).value?.value.text ?? null;
    return { book, vault, text, close };
  }
  return Object.assign(openPage, { delay });
}

export type DraftPage = ReturnType<ReturnType<typeof draftPages>>;

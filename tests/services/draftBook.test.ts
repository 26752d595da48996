import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { OrderId } from '../../contract/ids.ts';
import { draftKey } from '../../src/domain/drafts.ts';
import { tabChannel } from '../../src/services/crossTab.ts';
import { DraftNews, draftBook } from '../../src/services/draftBook.ts';
import { openVault, type Vault } from '../../src/services/vault.ts';

const Reply = z.object({ text: z.string() });
const key = draftKey('reply', OrderId.parse('3'));
let now = 1_000;

const vault = (owner: string) => openVault({ crypto, indexedDB, owner, log: () => {} });
const book = (of: Vault, tab: string, owner: string) =>
  draftBook({
    vault: of,
    channel: tabChannel(`drafts:${owner}`, DraftNews, { BroadcastChannel, storage: null, events: null }),
    now: () => now++,
    tab,
  });

test('a page that goes away in mid-word finds the word again', async () => {
  const first = vault('1:1');
  const written = book(first, 'a', '1:1');
  for (const text of ['T', 'Ta', 'Tak', 'Take two']) written.write(key, { text });
  await expect.poll(() => book(vault('1:1'), 'b', '1:1').read(key, Reply)).toEqual({ text: 'Take two' });
});

test('what was sent does not come back', async () => {
  const own = book(vault('1:2'), 'a', '1:2');
  own.write(key, { text: 'sent' });
  own.drop(key);
  await expect.poll(() => vault('1:2').get('draft', key, z.unknown())).toBeNull();
});

test('another tab sees the later writing', async () => {
  const [a, b] = [book(vault('1:3'), 'a', '1:3'), book(vault('1:3'), 'b', '1:3')];
  const seen = b.draft<{ text: string }>(key);
  a.write(key, { text: 'from a' });
  await expect.poll(() => seen.value?.value).toEqual({ text: 'from a' });
  b.write(key, { text: 'from b' });
  await expect.poll(() => a.draft<{ text: string }>(key).value?.value).toEqual({ text: 'from b' });
});

test('a draft of an older shape counts as none', async () => {
  const own = book(vault('1:4'), 'a', '1:4');
  own.write(key, { words: ['old'] });
  expect(await own.read(key, Reply)).toBeNull();
});

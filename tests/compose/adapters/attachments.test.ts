import { IDBFactory } from 'fake-indexeddb';
import { NEVER, of, Subscription } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Api } from '../../../contract/catalogue.ts';
import { ClientMessageId, ConversationId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { openAttachments, type UploadMessage } from '../../../src/compose/adapters/attachments.ts';
import type { Outbox } from '../../../src/compose/adapters/outbox.ts';
import type { Upload } from '../../../src/domain/attachedFiles.ts';
import type { TabChannel } from '../../../src/services/crossTab.ts';
import { openVault } from '../../../src/services/openVault.ts';
import type { Vault } from '../../../src/services/vault.ts';
import { newMessageId } from '../../support/messageId.ts';
import 'fake-indexeddb/auto';

globalThis.indexedDB = new IDBFactory();

const here = ConversationId.parse('c1');
const now = Date.UTC(2026, 4, 6, 1);
const dayMs = 24 * 3_600_000;
const messageId = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000');
const Named = z.object({ name: z.string() });
let scope = new Subscription();
afterEach(() => {
  scope.unsubscribe();
  scope = new Subscription();
  vi.useRealTimers();
});

const channel: TabChannel<UploadMessage> = { post: () => {}, listen: () => () => {}, close: () => {} };
const outbox = { changes$: NEVER, write: () => messageId } as unknown as Outbox;
const vaultOf = (owner: string) => openVault({ crypto, indexedDB, page: null, owner, log: () => {} });

/** A page that reads stored files and has no link. */
const page = (vault: Vault) =>
  openAttachments(
    {
      api: {} as Api,
      vault,
      outbox,
      channel,
      linked$: of(false),
      locks: undefined,
      name: 'me',
      newId: newMessageId,
      now: () => now,
      random: () => 0,
    },
    scope,
  );

async function keep(vault: Vault, name: string, more: Partial<Upload>) {
  const id = newMessageId();
  const upload: Upload = {
    id,
    conversationId: here,
    kind: 'file',
    name,
    type: 'application/pdf',
    size: 3,
    width: 0,
    height: 0,
    durationS: 0,
    addedAt: now,
    sendAs: null,
    stored: null,
    ...more,
  };
  await vault.put('uploadBytes', id, btoa('abc'));
  await vault.put('upload', id, upload);
}

test('an old unsent attachment is deleted; one that the doctor sent is transmitted, however late', async () => {
  const vault = vaultOf('1:1');
  const addedAt = now - limits.attachmentKeptMs - dayMs;
  await keep(vault, 'forgotten.pdf', { addedAt });
  await keep(vault, 'sent.pdf', { addedAt, sendAs: messageId });
  await keep(vault, 'lately.pdf', { addedAt: now - dayMs });
  const uploads = page(vault);
  const names = () => uploads.of(here).value.map(({ name, state }) => `${name} ${state}`);
  await expect.poll(names).toEqual(['sent.pdf waiting', 'lately.pdf waiting']);
  const kept = async () => (await vault.all('upload', Named)).map(({ name }) => name).sort();
  await expect.poll(kept).toEqual(['lately.pdf', 'sent.pdf']);
  expect(await uploads.unsent(here)).toBe(2);
});

test('slow storage does not delay the count of unsent files', async () => {
  const vault = vaultOf('1:2');
  await keep(vault, 'waiting.pdf', {});
  const uploads = page(vault);
  await expect.poll(() => uploads.of(here).value.length).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vault.all = () => new Promise(() => {});
  let count: number | null = null;
  void uploads.unsent(here).then((found) => {
    count = found;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(count).toBe(1);
});

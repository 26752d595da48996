import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { ConversationId, OrderId } from '../../contract/ids.ts';
import type { StoredWorkspace } from '../../src/domain/paneLayout.ts';
import { emptyLayout } from '../../src/domain/paneLayout.ts';
import { createLayoutStorage } from '../../src/services/layoutStore.ts';
import { openVault } from '../../src/services/openVault.ts';
import 'fake-indexeddb/auto';

globalThis.indexedDB = new IDBFactory();

const one = OrderId.parse('1');
const open = () =>
  createLayoutStorage(openVault({ crypto, indexedDB, page: null, owner: '1:11', log: () => {} }), { post: () => {} });

const withPane = (id: string) => ({
  ...emptyLayout,
  panes: [{ orderId: OrderId.parse(id), conversationId: ConversationId.parse(id), place: 'grid' as const }],
});

test('an arrangement that storage returns late is not overwritten meanwhile, and is passed on', async () => {
  const before = open();
  await before.restore(() => {});
  before.save(withPane('1'));
  await expect.poll(async () => (await open().restore(() => {}))?.layout.panes).toHaveLength(1);
  const late: StoredWorkspace[] = [];
  const own = openVault({ crypto, indexedDB, page: null, owner: '1:11', log: () => {} });
  let answers = () => {};
  const slow = new Promise<void>((resolve) => {
    answers = resolve;
  });
  const storage = createLayoutStorage(
    { ...own, read: (...what) => slow.then(() => own.read(...what)) },
    { post: () => {} },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const restored = storage.restore((stored) => late.push(stored));
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await restored).toBeNull();
  storage.save(withPane('2'));
  answers();
  await expect.poll(() => late.map((stored) => stored.layout)).toEqual([withPane('1')]);
  storage.save(withPane('3'));
  await expect.poll(async () => (await open().restore(() => {}))?.layout).toEqual(withPane('3'));
});

test('panes, colours, pins and unread marks are the same after a reload', async () => {
  const layout = {
    ...emptyLayout,
    panes: [{ orderId: one, conversationId: ConversationId.parse('c1'), place: 'grid' as const }],
    focused: one,
    pinned: [OrderId.parse('2')],
    unread: [OrderId.parse('3')],
    recent: [one],
    colours: { [one]: 5 },
  };
  const first = open();
  await first.restore(() => {});
  first.save(layout);
  await expect.poll(async () => (await open().restore(() => {}))?.layout ?? null).toEqual(layout);
});

test('panes that an earlier version stored are there again', async () => {
  const vault = openVault({ crypto, indexedDB, page: null, owner: '1:13', log: () => {} });
  await vault.put('desk', 'desk', { version: 2, desk: withPane('1') });
  const storage = createLayoutStorage(vault, { post: () => {} });
  expect((await storage.restore(() => {}))?.layout).toEqual(withPane('1'));
});

test('after a reload an announced ending without a pane gets a minimised one', async () => {
  const keep = () =>
    createLayoutStorage(openVault({ crypto, indexedDB, page: null, owner: '1:12', log: () => {} }), { post: () => {} });
  const key = { orderId: one, conversationId: ConversationId.parse('c1') };
  await keep().keep(key, { at: 108, summary: 'Rest' });
  const found = await keep().restore(() => {});
  expect(found?.finishing).toEqual({ [one]: { at: 108, summary: 'Rest' } });
  expect(found?.layout.panes).toEqual([{ ...key, place: 'minimised' }]);
});

import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ConversationId, OrderId } from '../../contract/ids.ts';
import { keptDesk } from '../../src/compose/keptDesk.ts';
import { emptyDesk } from '../../src/domain/desk.ts';
import { openVault } from '../../src/services/vault.ts';

const one = OrderId.parse('1');
const open = () => keptDesk(openVault({ crypto, indexedDB, owner: '1:11', log: () => {} }), { post: () => {} });

test('panes, pins and what was marked unread are the same after a reload', async () => {
  const desk = {
    ...emptyDesk,
    panes: [{ orderId: one, conversationId: ConversationId.parse('c1'), place: 'grid' as const }],
    focused: one,
    pinned: [OrderId.parse('2')],
    unread: [OrderId.parse('3')],
    recent: [one],
  };
  open().save(desk);
  await expect.poll(async () => (await open().restore())?.desk ?? null).toEqual(desk);
});

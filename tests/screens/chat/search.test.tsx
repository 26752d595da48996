import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationId } from '../../../contract/ids.ts';
import type { ChatMessage } from '../../../src/domain/message.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from '../cloudRoom/room.tsx';

const wang = order('1', 'Wang Min');
const c1 = 'c1' as ConversationId;

async function searching() {
  const room = enter({ running: [wang] });
  await room.user.click(room.chats().getByRole('button', { name: /^Wang Min/ }));
  const box = await room.replyBox('Wang Min');
  for (const words of ['My head hurts', 'Since Monday', 'Only one side of the head'])
    act(() => void room.inbox.addMessage(c1, { body: { kind: 'text', text: words }, mine: false, at: startOfTest }));
  await room.user.click(box);
  await room.user.keyboard('{Control>}f{/Control}');
  const bar = within(await screen.findByRole('search', { name: 'Search in conversation' }));
  const field = bar.getByRole('searchbox', { name: 'Search in conversation' });
  const said = () => bar.getByRole('status').textContent;
  return { ...room, box, bar, field, said };
}

test('Ctrl+F searches the pane’s conversation, newest first; Enter goes to the previous, Shift+Enter on', async () => {
  const { user, field, said } = await searching();
  expect(field).toHaveFocus();
  await user.type(field, 'HEAD');
  expect(said()).toBe('2 of 2');
  await user.keyboard('{Enter}');
  expect(said()).toBe('1 of 2');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(said()).toBe('2 of 2');
});

test('new matches during a search are counted and do not scroll', async () => {
  const { user, field, said, inbox } = await searching();
  await user.type(field, 'head');
  act(() => inbox.receive(c1, 'And the back of the head'));
  await waitFor(() => expect(said()).toBe('2 of 3'));
});

test('Escape closes the search and focuses the reply box', async () => {
  const { user, field, box } = await searching();
  await user.type(field, 'head');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('search')).toBeNull());
  expect(box).toHaveFocus();
});

test('outside a pane Ctrl+F is the browser’s own', async () => {
  const { user, field, chats } = await searching();
  await user.type(field, '{Escape}');
  chats()
    .getByRole('button', { name: /^Wang Min/ })
    .focus();
  await user.keyboard('{Control>}f{/Control}');
  expect(screen.queryByRole('search')).toBeNull();
});

test('a search loads older pages up to the beginning', async () => {
  const { user, field, said, inbox } = await searching();
  const pages = ['Yesterday it was worse', 'It began with a fever'];
  const hasMore = () => act(() => inbox.publish(c1, (before) => ({ ...before, hasOlder: pages.length > 0 })));
  hasMore();
  inbox.inbox.loadOlder = async () => {
    const text = pages.shift() ?? '';
    const older = { key: text, id: null, seq: 0, body: { kind: 'text', text }, senderType: 1, sendTime: startOfTest };
    act(() =>
      inbox.publish(c1, (before) => ({
        ...before,
        firstIndex: before.firstIndex - 1,
        messages: [{ ...(before.messages[0] as ChatMessage), ...older } as ChatMessage, ...before.messages],
      })),
    );
    hasMore();
  };
  await user.type(field, 'fever');
  await waitFor(() => expect(said()).toBe('1 of 1'));
});

test('a search without matches says so', async () => {
  const { user, field, said } = await searching();
  await user.type(field, 'stomach');
  await waitFor(() => expect(said()).toBe('Nothing found'));
});

import { expect, test } from 'vitest';
import { ConversationId, OrderId } from '../../../contract/ids.ts';
import { layoutListener } from '../../../src/compose/app/workspace.ts';
import { emptyLayout } from '../../../src/domain/paneLayout.ts';
import type { Workspace } from '../../../src/machines/workspace.ts';
import { createMarkSync, type LayoutMessage } from '../../../src/services/layoutStore.ts';

const one = OrderId.parse('1');
const conversationId = ConversationId.parse('c1');

function window() {
  const posted: LayoutMessage[] = [];
  const received: unknown[] = [];
  const marks = createMarkSync({ post: (message) => void posted.push(message) });
  const consultation = { send: (event: unknown) => void received.push(event) };
  const workspace = {
    send: (event: unknown) => void received.push(event),
    getSnapshot: () => ({ context: { consultations: { [one]: consultation } } }),
  } as unknown as Workspace;
  return { posted, received, marks, receive: layoutListener(workspace, marks) };
}

test('a pin is posted to the other windows once, and their messages are not echoed', () => {
  const { posted, marks, receive } = window();
  marks.changed({ ...emptyLayout, pinned: [one] });
  marks.changed({ ...emptyLayout, pinned: [one], focused: one });
  expect(posted).toEqual([{ kind: 'marked', pinned: [one], unread: [] }]);
  receive({ kind: 'marked', pinned: [], unread: [one] });
  marks.changed({ ...emptyLayout, unread: [one] });
  expect(posted).toHaveLength(1);
});

test('an ending announced or undone in another window reaches the open consultation', () => {
  const { received, receive } = window();
  receive({ kind: 'announced', orderId: one, conversationId, at: 108, summary: 'Rest' });
  receive({ kind: 'undone', orderId: one });
  receive({ kind: 'undone', orderId: OrderId.parse('2') });
  expect(received).toEqual([
    { type: 'finish.announced', finishing: { at: 108, summary: 'Rest' } },
    { type: 'finish.undoneElsewhere' },
  ]);
});

test('an ending announced in another window opens the consultation here, because that window may close', () => {
  const { received, receive } = window();
  const two = OrderId.parse('2');
  receive({ kind: 'announced', orderId: two, conversationId, at: 108, summary: 'Rest' });
  expect(received).toEqual([
    {
      type: 'arrangement.found',
      stored: {
        layout: { ...emptyLayout, panes: [{ orderId: two, conversationId, place: 'minimised' }] },
        finishing: { [two]: { at: 108, summary: 'Rest' } },
      },
    },
  ]);
});

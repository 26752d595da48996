import { expect, test } from 'vitest';
import { ConversationId, OrderId } from '../../../contract/ids.ts';
import { type DeskMessage, deskListener, markNews } from '../../../src/compose/adapters/desk.ts';
import { emptyDesk } from '../../../src/domain/desk.ts';
import type { Workspace } from '../../../src/machines/workspace.ts';

const one = OrderId.parse('1');
const conversationId = ConversationId.parse('c1');

function window() {
  const told: DeskMessage[] = [];
  const heard: unknown[] = [];
  const marks = markNews({ post: (news) => void told.push(news) });
  const consultation = { send: (event: unknown) => void heard.push(event) };
  const workspace = {
    send: (event: unknown) => void heard.push(event),
    getSnapshot: () => ({ context: { consultations: { [one]: consultation } } }),
  } as unknown as Workspace;
  return { told, heard, marks, hear: deskListener(workspace, marks) };
}

test('a pin is told to the other windows once, and what they told is not told back', () => {
  const { told, marks, hear } = window();
  marks.changed({ ...emptyDesk, pinned: [one] });
  marks.changed({ ...emptyDesk, pinned: [one], focused: one });
  expect(told).toEqual([{ kind: 'marked', pinned: [one], unread: [] }]);
  hear({ kind: 'marked', pinned: [], unread: [one] });
  marks.changed({ ...emptyDesk, unread: [one] });
  expect(told).toHaveLength(1);
});

test('an ending announced or undone elsewhere reaches the consultation, if it is open here', () => {
  const { heard, hear } = window();
  hear({ kind: 'announced', orderId: one, conversationId, at: 108, summary: 'Rest' });
  hear({ kind: 'withdrawn', orderId: one });
  hear({ kind: 'withdrawn', orderId: OrderId.parse('2') });
  expect(heard).toEqual([
    { type: 'finish.announced', finishing: { at: 108, summary: 'Rest' } },
    { type: 'finish.withdrawn' },
  ]);
});

test('an ending announced elsewhere of a consultation that is not open here is taken up all the same: the other window may be closed', () => {
  const { heard, hear } = window();
  const two = OrderId.parse('2');
  hear({ kind: 'announced', orderId: two, conversationId, at: 108, summary: 'Rest' });
  expect(heard).toEqual([
    {
      type: 'arrangement.found',
      kept: {
        desk: { ...emptyDesk, panes: [{ orderId: two, conversationId, place: 'aside' }] },
        finishing: { [two]: { at: 108, summary: 'Rest' } },
      },
    },
  ]);
});

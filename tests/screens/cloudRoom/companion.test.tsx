import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { order } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const wang = order('1', 'Wang Min');
const c1 = wang.conversationId;

async function pane(patch: Parameters<typeof order>[2] = {}) {
  const room = enter({ running: [order('1', 'Wang Min', patch)] }, { path: '/cloudRoom?order=1' });
  const inPane = await room.inPane('Wang Min');
  const set = (online: boolean | null, typing = false) => act(() => room.companion.is(c1, { online, typing }));
  return { ...room, inPane, set };
}

test('the header says in words whether the patient has the chat open, and nothing if unknown', async () => {
  const { inPane, set, replyBox } = await pane();
  await replyBox('Wang Min');
  expect([inPane.queryByText('Online'), inPane.queryByText('Offline')]).toEqual([null, null]);
  set(true);
  expect(inPane.getByText('Online')).toBeInTheDocument();
  set(false);
  expect(inPane.getByText('Offline')).toBeInTheDocument();
});

test('presence is not shown after the consultation has ended', async () => {
  const { inPane, set } = await pane({ status: OrderStatus.finished });
  await inPane.findByRole('heading', { name: 'Wang Min' });
  set(true);
  expect(inPane.queryByText('Online')).toBeNull();
});

test('that the patient is typing is shown but not announced', async () => {
  const { inPane, set, replyBox } = await pane();
  await replyBox('Wang Min');
  set(true, true);
  const typing = inPane.getByText('Wang Min is writing …');
  expect(typing.closest('[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]')).toBeNull();
  set(true, false);
  expect(inPane.queryByText('Wang Min is writing …')).toBeNull();
});

test('typing is reported to the patient when the doctor writes, not when the box is cleared', async () => {
  const { user, replyBox, companion } = await pane();
  const box = await replyBox('Wang Min');
  await user.type(box, 'Hi');
  expect(companion.typedTo).toEqual([c1, c1]);
  await user.clear(box);
  expect(companion.typedTo).toHaveLength(2);
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { MessageType } from '../../../contract/im.ts';
import { draftKey } from '../../../src/domain/drafts.ts';
import { RoomDetail } from '../../../src/screens/cloudRoom/RoomDetail.tsx';
import { fakeApp, order, startOfTest } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';
import { enter } from './room.tsx';

const day = 86_400_000;
const running = [order('1', 'Wang Min')];
const past = (id: string, name: string, daysAgo: number, patch: object = {}) =>
  order(id, name, { status: 30, acceptTime: 1, endTime: startOfTest - daysAgo * day, endReason: 'doctor', ...patch });

test('ended consultations load on request, newest first, read-only with the reason and an archive link', async () => {
  const ended = [past('7', 'Zhao Lei', 1, { endReason: 'timeLimit' }), past('8', 'Sun Yu', 3)];
  const pageOrders = () => ({ list: ended, total: 2 });
  const orderDetail = ({ id }: { id: string }) => ended.find((one) => one.id === id);
  const { user, chats, inPane, calls } = enter({ running, answers: { pageOrders, orderDetail } });
  expect(calls.some(({ name }) => name === 'pageOrders')).toBe(false);
  await user.click(chats().getByRole('button', { name: 'Ended' }));
  await waitFor(() => expect(chats().getAllByRole('listitem')).toHaveLength(2));
  expect(chats().getAllByRole('listitem')[0]).toHaveTextContent('Zhao Lei');
  await user.click(chats().getByRole('button', { name: /^Zhao Lei/ }));
  const pane = await inPane('Zhao Lei');
  expect(await pane.findByText('This consultation has ended.')).toBeVisible();
  expect(pane.getByText(/^The time limit was reached on/)).toBeVisible();
  expect(pane.getByRole('link', { name: 'Read and print it in the archive' })).toHaveAttribute(
    'href',
    '/cloudRoom/detail1?id=7',
  );
  expect(pane.queryByRole('textbox', { name: 'Message Zhao Lei' })).toBeNull();
});

test('a failed load of ended consultations can be retried', async () => {
  let broken = true;
  const pageOrders = () => (broken ? undefined : { list: [past('7', 'Zhao Lei', 1)], total: 1 });
  const { user, chats } = enter({ running, answers: { pageOrders } });
  await user.click(chats().getByRole('button', { name: 'Ended' }));
  expect(await chats().findByText('The ended consultations could not be loaded')).toBeVisible();
  broken = false;
  await user.click(chats().getByRole('button', { name: 'Try again' }));
  expect(await chats().findByRole('button', { name: /^Zhao Lei/ })).toBeVisible();
});

test('the row of a chat that is not loaded shows the complaint and no notice addressed to the patient', async () => {
  const lastMsg = {
    seq: 9,
    type: MessageType.notice,
    senderType: 3,
    summary: '本次问诊已结束。',
    sendTime: startOfTest,
  };
  const picture = { ...lastMsg, type: MessageType.image, summary: '' };
  enter({ running: [order('1', 'Wang Min', { lastMsg }), order('2', 'Li Qiang', { lastMsg: picture })] });
  expect((await screen.findByRole('button', { name: /^Wang Min/ })).textContent).toContain('Headache for two days');
  expect((await screen.findByRole('button', { name: /^Li Qiang/ })).textContent).toContain('Picture');
});

test('a reply that was typed when the patient disputed the consultation stays whole, to copy or to discard', async () => {
  const typed = `First line of a long answer\n${'and more '.repeat(30)}end`;
  const disputed = order('9', 'Qian Bo', { status: OrderStatus.refunding, acceptTime: 1, endReason: 'disputed' });
  const room = enter({ running, answers: { orderDetail: () => disputed } }, { path: '/cloudRoom?order=9' });
  room.drafts.write(draftKey('reply', disputed.id), { text: typed });
  const pane = await room.inPane('Qian Bo');
  const unsent = within(await pane.findByRole('region', { name: 'Your text that was not sent' }));
  expect(unsent.getByText(/^First line/).textContent).toBe(typed);
  await room.user.click(unsent.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(typed);
  await room.user.click(unsent.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(pane.queryByText(/^First line/)).toBeNull());
});

test('a window of its own whose address names no consultation leads to the cloud room', () => {
  show(fakeApp({ running }).within(<RoomDetail />), { path: '/cloudRoom/detail' });
  expect(screen.getByRole('link', { name: 'To the cloud room' })).toHaveAttribute('href', '/cloudRoom');
});

test('a consultation in a status unknown to this version shows the status number and is read-only', async () => {
  const strange = order('9', 'Qian Bo', { status: 99 });
  const { inPane } = enter({ running, answers: { orderDetail: () => strange } }, { path: '/cloudRoom?order=9' });
  const pane = await inPane('Qian Bo');
  expect(await pane.findByText(/99/)).toBeVisible();
  expect(pane.queryByRole('textbox', { name: 'Message Qian Bo' })).toBeNull();
});

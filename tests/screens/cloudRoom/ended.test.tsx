import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MessageType } from '../../../contract/im.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const day = 86_400_000;
const running = [order('1', 'Wang Min')];
const past = (id: string, name: string, daysAgo: number, patch: object = {}) =>
  order(id, name, { status: 30, acceptTime: 1, endTime: startOfTest - daysAgo * day, endReason: 'doctor', ...patch });

test('what has ended is asked for when it is wished for, newest first, and opens to be read with its reason and the way on', async () => {
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
  expect(pane.getByText(/^Its time was over on/)).toBeVisible();
  expect(pane.getByRole('link', { name: 'Read and print it in the archive' })).toHaveAttribute(
    'href',
    '/cloudRoom/detail1?id=7',
  );
  expect(pane.queryByRole('textbox', { name: 'Message Zhao Lei' })).toBeNull();
});

test('ended consultations that cannot be loaded can be asked for again', async () => {
  let broken = true;
  const pageOrders = () => (broken ? undefined : { list: [past('7', 'Zhao Lei', 1)], total: 1 });
  const { user, chats } = enter({ running, answers: { pageOrders } });
  await user.click(chats().getByRole('button', { name: 'Ended' }));
  expect(await chats().findByText('The ended consultations could not be loaded')).toBeVisible();
  broken = false;
  await user.click(chats().getByRole('button', { name: 'Try again' }));
  expect(await chats().findByRole('button', { name: /^Zhao Lei/ })).toBeVisible();
});

test('in a chat that is not loaded the platform’s notice, worded for the patient, gives way to the complaint', async () => {
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

test('a consultation in a state that this version does not know is shown with its number and only read', async () => {
  const strange = order('9', 'Qian Bo', { status: 99 });
  const { inPane } = enter({ running, answers: { orderDetail: () => strange } }, { path: '/cloudRoom?order=9' });
  const pane = await inPane('Qian Bo');
  expect(await pane.findByText(/99/)).toBeVisible();
  expect(pane.queryByRole('textbox', { name: 'Message Qian Bo' })).toBeNull();
});

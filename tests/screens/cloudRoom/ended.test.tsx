import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MessageType } from '../../../contract/im.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const day = 86_400_000;
const running = [order('1', 'Wang Min')];
const past = (id: string, name: string, daysAgo: number, patch: object = {}) =>
  order(id, name, { status: 30, acceptTime: 1, endTime: startOfTest - daysAgo * day, endReason: 'doctor', ...patch });

test('ended consultations load on request, newest first, and open read-only with the reason and a link to the archive', async () => {
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

test('the row of a chat that is not loaded shows the complaint instead of a notice addressed to the patient', async () => {
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

test('a consultation in a status unknown to this version shows the status number and is read-only', async () => {
  const strange = order('9', 'Qian Bo', { status: 99 });
  const { inPane } = enter({ running, answers: { orderDetail: () => strange } }, { path: '/cloudRoom?order=9' });
  const pane = await inPane('Qian Bo');
  expect(await pane.findByText(/99/)).toBeVisible();
  expect(pane.queryByRole('textbox', { name: 'Message Qian Bo' })).toBeNull();
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { MessageType, SenderType } from '../../../contract/im.ts';
import { OrderDetail } from '../../../src/screens/orderRecord/OrderDetail.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { order, Refused, startOfTest } from '../../support/fakeApp.tsx';
import { documentAnswers, finishedOrder } from '../../support/finishedOrder.ts';

const finished = {
  ...finishedOrder,
  endReason: 'timeLimit',
  images: ['/files/a.png'],
  symptoms: 'Throbbing',
  visitedBefore: false,
  rating: { stars: 4, comment: 'Kind', time: startOfTest },
  logs: [
    { time: startOfTest, operator: 'Lin Yue', action: 'accept', remark: null },
    { time: startOfTest + 1, operator: 'Lin Yue', action: 'refuse', remark: 'noTime' },
    { time: startOfTest + 2, operator: '', action: 'frobnicated', remark: 'as it is' },
  ],
};

const said = {
  id: 'm1',
  seq: 1,
  conversationId: finished.conversationId,
  orderId: finished.id,
  senderId: '1',
  senderType: SenderType.patient,
  status: 0,
  type: MessageType.text,
  content: JSON.stringify({ content: 'It throbs' }),
  sendTime: startOfTest,
};

const open = (detail: unknown, path = '/orderRecord/detail?id=1') =>
  openScreen(<OrderDetail />, {
    path,
    answers: {
      orderDetail: () => detail,
      ...documentAnswers,
      queryImMessages: () => ({ list: [said], total: 1, headSeq: 1, events: [], coveredTo: 0 }),
    },
  });

test('a finished order shows all its data', async () => {
  open(finished);
  expect(await screen.findByRole('heading', { name: `Order ${finished.orderNo}` })).toBeVisible();
  expect(screen.getAllByText('Zhang San · Female, 34 years')[0]).toBeVisible();
  expect(screen.getByText('Throbbing')).toBeVisible();
  expect(screen.getByText('Time limit reached')).toBeVisible();
  expect(screen.getByText('4 stars', { exact: false })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Picture 1 from the patient' })).toHaveAttribute('src', '/files/a.png');
  const prescription = await screen.findByRole('region', { name: 'Prescription RX8' });
  expect(within(prescription).getByText('Carbocisteine syrup')).toBeVisible();
  expect(within(prescription).getByText('Approved')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Medical record' })).getByText('Came slowly')).toBeVisible();
  expect(await within(screen.getByRole('region', { name: 'Transcript' })).findByText('It throbs')).toBeInTheDocument();
});

test.each([
  [OrderStatus.refunding, 'startRefund', /Refund of .* started on Mar 2, 2026/],
  [OrderStatus.refunded, 'completeRefund', /was paid back on Mar 2, 2026/],
])('an order in status %i says since when the payment is paid back', async (status, action, text) => {
  const logs = [{ time: startOfTest, operator: '', action, remark: null }];
  open({ ...order('1', 'Zhang San', { status }), attachments: [], logs });
  expect(await screen.findByText(text)).toBeVisible();
});

test('events and reasons are shown in words; unknown ones as named by the platform', async () => {
  open(finished);
  const steps = within(await screen.findByRole('list', { name: 'What happened' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringContaining('Opened · Zhang San'),
    expect.stringContaining('Accepted · Lin Yue'),
    expect.stringMatching(/Declined · Lin Yue.*No time today/),
    expect.stringMatching(/frobnicated.*as it is/),
  ]);
});

test('an open order links to the cloud room, a finished one to its archive', async () => {
  const { unmount } = open({ ...order('1', 'Zhang San'), attachments: [] });
  expect(await screen.findByRole('link', { name: 'Open in the cloud room' })).toHaveAttribute(
    'href',
    '/cloudRoom?order=1',
  );
  unmount();
  open(finished);
  expect(await screen.findByRole('link', { name: 'Transcript and records' })).toHaveAttribute(
    'href',
    '/cloudRoom/detail1?id=1',
  );
});

test('an order that was never accepted has no archive', async () => {
  open({ ...order('1', 'Zhang San', { status: OrderStatus.timedOut }), attachments: [] });
  await screen.findByRole('region', { name: 'Times' });
  expect(screen.queryByRole('link', { name: 'Transcript and records' })).toBeNull();
});

test('another doctor’s order shows the platform’s message and a link back', async () => {
  openScreen(<OrderDetail />, {
    path: '/orderRecord/detail?id=1',
    answers: {
      orderDetail: () => {
        throw new Refused(404, 'Not found');
      },
    },
  });
  expect(await screen.findByText('Not found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/orderRecord');
});

test.each(['', '?id=', '?id=not%20an%20id'])('a URL without an order says so (%j)', (search) => {
  open(finished, `/orderRecord/detail${search}`);
  expect(screen.getByText('No order is named in this address.')).toBeVisible();
});

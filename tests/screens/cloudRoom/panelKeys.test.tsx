import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { order, waitingOrder } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const li = waitingOrder('2', 'Li Qiang');
const wang = order('1', 'Wang Min');
const accepted = { ...li, status: OrderStatus.active, version: 2 };

/** The key of a side panel, and its first field. */
const panels: readonly [string, string, RegExp][] = [
  ['record', '{Alt>}{m}{/Alt}', /^Chief complaint/],
  ['prescription', '{Alt>}{x}{/Alt}', /^Medicine/],
];
const cursorIn = (field: RegExp) =>
  waitFor(() => {
    const label = document.activeElement instanceof HTMLInputElement ? document.activeElement.labels?.[0] : null;
    expect(label?.textContent).toMatch(field);
  });
const replyBox = () => screen.findByRole('textbox', { name: 'Message Li Qiang' });

test.each(panels)(
  'the %s that a key asks for while a patient is accepted opens then, with the cursor',
  async (_, key, field) => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const acceptOrder = async () => {
      await answered;
      return accepted;
    };
    const { user, pane } = enter({ waiting: [li], answers: { acceptOrder } });
    await user.keyboard('{Alt>}{n}{/Alt}');
    await pane('Li Qiang');
    await user.keyboard(key);
    answer();
    expect(await replyBox()).not.toHaveFocus();
    await cursorIn(field);
    await user.keyboard('a');
    expect(await replyBox()).toHaveValue('');
  },
);

test.each(panels)('the %s that a key asks for at once after accepting opens with the cursor', async (_, key, field) => {
  const { user } = enter({ waiting: [li] });
  await user.keyboard(`{Alt>}{n}{/Alt}${key}`);
  await cursorIn(field);
  expect(await replyBox()).not.toHaveFocus();
});

test('the cursor does not jump into the record of a patient from whom the doctor went on to another', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const acceptOrder = async () => {
    await answered;
    return accepted;
  };
  const options = { running: [wang], waiting: [li], answers: { acceptOrder } };
  const { user, pane, replyBox: boxOf } = enter(options, { path: '/cloudRoom?order=1' });
  const other = await boxOf('Wang Min');
  await user.keyboard('{Alt>}{n}{/Alt}');
  await pane('Li Qiang');
  await user.keyboard('{Alt>}{m}{/Alt}');
  act(() => other.focus());
  answer();
  await screen.findByRole('textbox', { name: /^Chief complaint/ });
  await user.keyboard('for Wang');
  expect(other).toHaveFocus();
  expect(other).toHaveValue('for Wang');
});

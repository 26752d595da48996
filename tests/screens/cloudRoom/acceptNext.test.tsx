import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { order, Refused, waitingOrder } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const phone = { consultType: 2 };
const wang = waitingOrder('1', 'Wang Min', { ...phone, priority: 2 });
const li = waitingOrder('2', 'Li Qiang');
const onPhone = order('3', 'Chen Hua', phone);
const lists = {
  Consult_Type: [
    { value: 1, label: 'Text and pictures', colorType: null },
    { value: 2, label: 'Phone', colorType: null },
  ],
};
const limits = [
  { consultType: 1, enabled: true, maxConcurrent: 9 },
  { consultType: 2, enabled: true, maxConcurrent: 1 },
];
type Room = ReturnType<typeof enter>;
const room = (part: Partial<Parameters<typeof enter>[0]>) => enter({ running: [onPhone], lists, limits, ...part });

/** Each way to accept the next patient. */
const ways: readonly [string, (room: Room) => unknown][] = [
  ['the key', ({ user }) => user.keyboard('{Alt>}{n}{/Alt}')],
  ['the empty room', ({ user }) => user.click(screen.getByRole('button', { name: 'Accept next patient' }))],
  [
    'the folded list',
    async ({ user, waitingList }) => {
      await user.click(waitingList().getByRole('button', { name: 'Waiting list' }));
      await user.click(waitingList().getByRole('button', { name: 'Accept next' }));
    },
  ],
];

test.each(ways)(
  '%s accepts the first patient within the limits, and says whom that skips and why',
  async (_, press) => {
    const shown = room({ waiting: [wang, li] });
    await press(shown);
    await waitFor(() => expect(shown.calls).toContainEqual({ name: 'acceptOrder', input: { id: '2' } }));
    expect(shown.said).toEqual(['Skipped: Wang Min (your limit for “Phone” is reached: 1 at once)']);
  },
);

test.each(ways)('%s says why if nobody can be accepted', async (_, press) => {
  const shown = room({ waiting: [wang] });
  await press(shown);
  await waitFor(() =>
    expect(shown.said).toEqual(['Nobody can be accepted now. Wang Min (your limit for “Phone” is reached: 1 at once)']),
  );
  expect(shown.calls.some(({ name }) => name === 'acceptOrder')).toBe(false);
});

test('the folded list names the patient whom its button accepts', async () => {
  const { user, waitingList } = room({ waiting: [wang, li] });
  await user.click(waitingList().getByRole('button', { name: 'Waiting list' }));
  expect(waitingList().getByRole('heading')).toHaveTextContent('Li Qiang');
});

test('a second press while the first patient is being accepted takes the one after', async () => {
  const acceptOrder = () => new Promise(() => {});
  const chen = waitingOrder('4', 'Chen Jun');
  const { user, calls } = room({ waiting: [li, chen], answers: { acceptOrder } });
  const accepted = () => calls.flatMap(({ name, input }) => (name === 'acceptOrder' ? [input] : []));
  for (const ids of [['2'], ['2', '4']]) {
    await user.keyboard('{Alt>}{n}{/Alt}');
    await waitFor(() => expect(accepted()).toEqual(ids.map((id) => ({ id }))));
  }
});

const limitReached = new Refused(Code.orderLimitReached, 'Your limit is reached');

test('a patient whom the platform refuses does not hold up the next press', async () => {
  const chen = waitingOrder('4', 'Chen Jun');
  const acceptOrder = ({ id }: { id: string }) => {
    if (id === '2') throw limitReached;
    return new Promise(() => {});
  };
  const { user, calls, said } = room({ waiting: [li, chen], limits: [], answers: { acceptOrder } });
  const accepted = () => calls.flatMap(({ name, input }) => (name === 'acceptOrder' ? [input] : []));
  await user.keyboard('{Alt>}{n}{/Alt}');
  await screen.findByText(/Your limit is reached/);
  await user.keyboard('{Alt>}{n}{/Alt}');
  await waitFor(() => expect(accepted()).toEqual([{ id: '2' }, { id: '4' }]));
  expect(said).toEqual(['Skipped: Li Qiang (Your limit is reached)']);
});

test('a patient whom the platform refused is tried again if nobody else waits', async () => {
  const acceptOrder = () => {
    throw limitReached;
  };
  const { user, calls } = room({ waiting: [li], limits: [], answers: { acceptOrder } });
  for (const count of [1, 2]) {
    await user.keyboard('{Alt>}{n}{/Alt}');
    await waitFor(() => expect(calls.filter(({ name }) => name === 'acceptOrder')).toHaveLength(count));
    await screen.findByText(/Your limit is reached/);
  }
});

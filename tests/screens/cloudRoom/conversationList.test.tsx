import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const running = [order('1', 'Wang Min'), order('2', 'Li Qiang')];

test('a conversation is marked unread from its row without being opened; opening it clears the mark', async () => {
  const { user, chats, pane } = enter({ running });
  const row = (await chats().findByRole('button', { name: 'Wang Min' })).closest('li') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'More for this conversation' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }));
  const marked = await chats().findByRole('button', { name: 'Wang Min, marked unread' });
  expect(screen.queryByRole('region', { name: /^Consultation with/ })).toBeNull();
  await user.click(marked);
  await pane('Wang Min');
  await waitFor(() => expect(chats().getByRole('button', { name: 'Wang Min, in a pane' })).toBeInTheDocument());
});

const minute = 60_000;
const waitingFor = (minutes: number, id: string, name: string) =>
  order(id, name, {
    waitingSince: startOfTest - minutes * minute,
    lastMsg: {
      seq: 1,
      type: 101,
      senderType: 1,
      summary: `Words of ${name}`,
      sendTime: startOfTest - minutes * minute,
    },
  });

test('where everybody is overdue the longest wait is marked and comes first; each row keeps its message', async () => {
  const late = [16, 90, 17, 18].map((minutes, index) => waitingFor(minutes, `${index + 1}`, `Patient ${index + 1}`));
  const { chats } = enter({ running: late });
  const rows = await chats().findAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.match(/Words of Patient \d/)?.[0])).toEqual(
    [2, 4, 3, 1].map((number) => `Words of Patient ${number}`),
  );
  const marked = rows.filter((row) => row.querySelector('[data-unmarked]') === null);
  expect(marked).toEqual([rows[0]]);
  const line = within(rows[0] as HTMLElement).getByText('Words of Patient 2').parentElement;
  expect(line).toHaveTextContent(/Words of Patient 2$/);
});

test('a wait that has just passed its limit says so without a number', async () => {
  const { chats } = enter({ running: [waitingFor(15, '1', 'Wang Min'), waitingFor(16, '2', 'Li Qiang')] });
  const rows = await chats().findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('.ui-clock')?.textContent)).toEqual([
    '+1\u00a0minwaiting 16\u00a0min, 1\u00a0min longer than the limit',
    'overduewaiting 15\u00a0min, just past the limit',
  ]);
});

const limits = (maxConcurrent: number | null) => [{ consultType: 1, enabled: true, maxConcurrent }];

test('the list shows the number of running consultations and the maximum of the doctor', async () => {
  const { chats } = enter({ running, limits: limits(6) });
  expect(await chats().findByText('2 of 6 consultations at once')).toBeInTheDocument();
});

test('without a maximum the list shows only the count', () => {
  const { chats } = enter({ running, limits: limits(null) });
  expect(chats().queryByText(/at once/)).toBeNull();
});

test('more than 99 unread messages are shown as "99+" and announced as "more than 99"', async () => {
  const { chats } = enter({
    running: [order('1', 'Wang Min', { unread: 99 }), order('2', 'Li Qiang', { unread: 250 })],
  });
  expect(await chats().findByRole('button', { name: 'Wang Min, 99 unread' })).toHaveTextContent('99');
  expect(await chats().findByRole('button', { name: 'Li Qiang, more than 99 unread' })).toHaveTextContent('99+');
});

test('a list that failed to load shows no count and does not say that no consultation is running', async () => {
  const { chats } = enter({ state: 'failed', limits: limits(6) });
  expect(await chats().findByText('not known of 6 consultations at once')).toBeInTheDocument();
  expect(chats().queryByText('No consultation is running')).toBeNull();
  expect(chats().getByText('Your consultations could not be loaded')).toBeVisible();
  expect(chats().getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('a loading list says so', async () => {
  const { chats } = enter({ state: 'loading' });
  expect(chats().queryByText('No consultation is running')).toBeNull();
  expect(await chats().findByRole('status', { name: 'Loading' })).toBeVisible();
});

const composing = [
  { key: 'Escape', isComposing: true },
  { key: 'Escape', keyCode: 229 },
] as const;

test('Escape that cancels a candidate of an input method keeps the search open', async () => {
  const { user, chats } = enter({ running });
  await user.click(await chats().findByRole('button', { name: 'Search' }));
  const box = chats().getByRole('searchbox', { name: 'Search conversations' });
  await user.type(box, 'wang');
  for (const key of composing) fireEvent.keyDown(box, key);
  expect(box).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(box).not.toBeInTheDocument();
});

test('Escape that cancels a candidate keeps the focus in the record: the next letters go to no patient', async () => {
  const { user, chats, inPane, replyBox } = enter({ running });
  await user.click(await chats().findByRole('button', { name: 'Wang Min' }));
  const reply = await replyBox('Wang Min');
  await user.click((await inPane('Wang Min')).getByRole('tab', { name: 'Record' }));
  const [field] = await (await inPane('Wang Min')).findAllByRole('textbox', { name: /complaint/i });
  if (!field) throw new Error('the record has no complaint');
  field.focus();
  for (const key of composing) fireEvent.keyDown(field, key);
  expect(field).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(reply).toHaveFocus();
});

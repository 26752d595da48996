import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const sendTime = startOfTest - 5 * 60_000;
const lastMsg = { seq: 1, type: 101, senderType: 1, summary: 'Thank you', sendTime } as const;
const wang = (more: object) => order('1', 'Wang Min', { waitingSince: sendTime, lastMsg, ...more });
const said = { until: sendTime, time: startOfTest, by: '11' };

const answers = {
  setNoAnswer: ({ until }: { until: number | null }) =>
    wang({ version: 2, noAnswer: until && said, answerTime: until, waitingSince: until === null ? sendTime : null }),
};

test('the row says that no answer is needed, shows it, and takes it back', async () => {
  const { user, chats, calls } = enter({ running: [wang({ noAnswer: null })], answers: answers as never });
  await user.click(await chats().findByRole('button', { name: /^Wang Min/ }));
  const menu = async (entry: string) => {
    await user.click(chats().getByRole('button', { name: 'More for this conversation' }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await menu('No answer needed');
  await waitFor(() => expect(calls).toContainEqual({ name: 'setNoAnswer', input: { id: '1', until: sendTime } }));
  expect(await chats().findByRole('button', { name: /Wang Min.*No answer needed/ })).toBeVisible();
  const pane = await screen.findByRole('region', { name: 'Consultation with Wang Min' });
  expect(within(pane).getByText('No answer needed')).toBeVisible();
  await menu('An answer is needed');
  await waitFor(() => expect(calls).toContainEqual({ name: 'setNoAnswer', input: { id: '1', until: null } }));
  await waitFor(() => expect(chats().queryByText('No answer needed')).toBeNull());
});

test('Alt+Shift+L says it for the focused consultation', async () => {
  const { user, chats, calls, replyBox } = enter({ running: [wang({ noAnswer: null })], answers: answers as never });
  await user.click(await chats().findByRole('button', { name: /^Wang Min/ }));
  await replyBox('Wang Min');
  await user.keyboard('{Alt>}{Shift>}{l}{/Shift}{/Alt}');
  await waitFor(() => expect(calls).toContainEqual({ name: 'setNoAnswer', input: { id: '1', until: sendTime } }));
});

test('a platform without this call is not offered it', async () => {
  const { user, chats } = enter({ running: [wang({})] });
  await chats().findByRole('button', { name: /^Wang Min/ });
  await user.click(chats().getByRole('button', { name: 'More for this conversation' }));
  await screen.findByRole('menuitem', { name: 'Mark as unread' });
  expect(screen.queryByRole('menuitem', { name: 'No answer needed' })).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { order } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const running = [order('1', 'Wang Min'), order('2', 'Li Qiang')];

test('a conversation is marked unread from its row, without being opened, until it is opened', async () => {
  const { user, chats, pane } = enter({ running });
  const row = (await chats().findByRole('button', { name: 'Wang Min' })).closest('li') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'More for this conversation' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }));
  const marked = await chats().findByRole('button', { name: 'Wang Min, marked unread' });
  expect(screen.queryByRole('region', { name: /^Consultation with/ })).toBeNull();
  await user.click(marked);
  await pane('Wang Min');
  await waitFor(() => expect(chats().getByRole('button', { name: 'Wang Min' })).toBeInTheDocument());
});

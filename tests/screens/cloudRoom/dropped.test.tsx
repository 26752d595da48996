import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { order } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

test('a picture dropped on a chat focuses its reply box, so that Enter sends it to that patient', async () => {
  const { user, chats, replyBox, inPane } = enter({ running: [order('1', 'Wang Min'), order('2', 'Li Qiang')] });
  for (const name of ['Wang Min', 'Li Qiang'])
    await user.click(chats().getByRole('button', { name: new RegExp(`^${name}`) }));
  await waitFor(async () => expect(await replyBox('Li Qiang')).toHaveFocus());
  const pane = await inPane('Wang Min');
  const files = [new File(['%PDF-1.4'], 'report.pdf', { type: 'application/pdf' })];
  fireEvent.drop(pane.getByRole('log'), { dataTransfer: { files, types: ['Files'] } });
  expect(await pane.findByText('report.pdf')).toBeInTheDocument();
  expect(await replyBox('Wang Min')).toHaveFocus();
});

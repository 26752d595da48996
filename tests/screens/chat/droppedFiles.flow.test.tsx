import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { keepStrayFilesOut } from '../../../src/services/strayFiles.ts';
import { order } from '../../support/fakeApp.tsx';
import { enter } from '../cloudRoom/room.tsx';

/** What a drag carries: its data types, to which its beginning may add. */
function carried(...types: string[]) {
  return { types, files: [], dropEffect: 'copy', setData: (type: string) => void types.push(type) };
}

async function openChat() {
  onTestFinished(keepStrayFilesOut(window));
  const { user, chats } = enter({ running: [order('1', 'Wang Min')] });
  await user.click(chats().getByRole('button', { name: /^Wang Min/ }));
  const log = await screen.findByRole('log');
  const isOffered = () => screen.queryByText('Drop to attach for Wang Min') !== null;
  return { log, isOffered };
}

test('a file from outside is offered for attaching', async () => {
  const { log, isOffered } = await openChat();
  fireEvent.dragOver(log, { dataTransfer: carried('Files') });
  expect(isOffered()).toBe(true);
});

test('a picture that is dragged from the page itself is not offered, and dropping it does nothing', async () => {
  const { log, isOffered } = await openChat();
  const dataTransfer = carried('Files', 'text/uri-list');
  fireEvent.dragStart(document.body, { dataTransfer });
  fireEvent.dragOver(log, { dataTransfer });
  expect([isOffered(), dataTransfer.dropEffect]).toEqual([false, 'none']);
  expect(fireEvent.drop(log, { dataTransfer })).toBe(false);
});

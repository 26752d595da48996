import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationId } from '../../../contract/ids.ts';
import type { Delivery, MessageBody } from '../../../src/domain/message.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from './room.tsx';

const c1 = 'c1' as ConversationId;
const text = (words: string): MessageBody => ({ kind: 'text', text: words });

/** A chat whose own messages are in the delivery state set by the test. */
async function chatting(status = 20) {
  const wang = { ...order('1', 'Wang Min'), status };
  const room = enter({ running: [wang] });
  await room.user.click(room.chats().getByRole('button', { name: /^Wang Min/ }));
  const log = within(await screen.findByRole('log', { name: 'Conversation with Wang Min' }));
  const says = (body: MessageBody, delivery: Delivery) =>
    room.inbox.addMessage(c1, { body, mine: true, at: startOfTest, delivery });
  return { ...room, log, says };
}

test('the up arrow in an empty reply box takes back the last unsent message, failed or waiting', async () => {
  const { says, log, user, replyBox } = await chatting();
  says(text('Refused'), { state: 'failed', why: 'forbidden', message: '', retryAfterMs: null });
  says(text('Still waiting'), { state: 'queued' });
  says(text('On its way'), { state: 'sending' });
  await log.findByText('On its way');
  const box = await replyBox('Wang Min');
  await user.type(box, '{ArrowUp}');
  expect(box).toHaveValue('Still waiting');
  await waitFor(() => expect(log.queryByText('Still waiting')).toBeNull());
  await user.clear(box);
  await user.type(box, '{ArrowUp}');
  expect(box).toHaveValue('Refused');
  await user.clear(box);
  await user.type(box, '{ArrowUp}');
  expect(box).toHaveValue('');
  await waitFor(() => expect(log.getByText('On its way')).toBeVisible());
});

test('a message that is already being sent cannot be taken back and stays in the chat', async () => {
  const { says, log, user, replyBox, inbox } = await chatting();
  says(text('Just going out'), { state: 'queued' });
  await log.findByText('Just going out');
  inbox.outbox.discard = () => {};
  const box = await replyBox('Wang Min');
  await user.type(box, '{ArrowUp}');
  expect(box).toHaveValue('');
  expect(log.getByText('Just going out')).toBeInTheDocument();
});

test('only messages written by the doctor can be recalled; a prescription card cannot', async () => {
  const { says, log } = await chatting();
  const card: MessageBody = { kind: 'prescription', prescriptionId: 'rx' as never, prescriptionNo: 'RX1' };
  says(card, { state: 'sent' });
  says(text('Written'), { state: 'sent' });
  fireEvent.pointerOver(await log.findByText('Written'));
  expect(await log.findByRole('button', { name: 'Take back' })).toBeVisible();
  fireEvent.pointerOver(log.getByText(/RX1/));
  await waitFor(() => expect(log.queryByRole('button', { name: 'Take back' })).toBeNull());
});

test('a message stored by a clock that was ahead is not offered for taking back', async () => {
  const { log, inbox } = await chatting();
  const delivery = { state: 'sent' } as const;
  inbox.addMessage(c1, { body: text('Ahead'), mine: true, at: startOfTest + 7_200_000, delivery });
  fireEvent.pointerOver(await log.findByText('Ahead'));
  await log.findByRole('button', { name: 'Copy text' });
  expect(log.queryByRole('button', { name: 'Take back' })).toBeNull();
});

test('no message can be recalled after the consultation has ended', async () => {
  const { says, log } = await chatting(30);
  says(text('Written'), { state: 'sent' });
  fireEvent.pointerOver(await log.findByText('Written'));
  await log.findByRole('button', { name: 'Copy text' });
  expect(log.queryByRole('button', { name: 'Take back' })).toBeNull();
});

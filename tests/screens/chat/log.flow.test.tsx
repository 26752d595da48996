import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationId } from '../../../contract/ids.ts';
import type { Delivery, MessageBody } from '../../../src/domain/message.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from '../cloudRoom/room.tsx';

const wang = order('1', 'Wang Min');
const c1 = 'c1' as ConversationId;
const text = (words: string): MessageBody => ({ kind: 'text', text: words });

/** Messages arrive after the chat is open, because without layout rows that exist before stay hidden. */
async function chatting() {
  const room = enter({ running: [wang] });
  const says = (body: MessageBody, delivery?: Delivery) =>
    room.inbox.addMessage(c1, {
      body,
      mine: delivery !== undefined,
      at: startOfTest,
      ...(delivery ? { delivery } : {}),
    });
  const opened = async () => {
    await room.user.click(room.chats().getByRole('button', { name: /^Wang Min/ }));
    return within(await screen.findByRole('log', { name: 'Conversation with Wang Min' }));
  };
  return { ...room, says, opened };
}

test('own messages show their delivery state in a word; patients’ messages do not', async () => {
  const { says, opened } = await chatting();
  const log = await opened();
  says(text('From the patient'));
  for (const state of ['queued', 'sending', 'sent', 'delivered', 'read'] as const) says(text(`Is ${state}`), { state });
  await log.findByText('Is read');
  const metaOf = (words: string) => log.getByText(words).closest('.chat-row')?.querySelector('.chat-meta')?.textContent;
  expect(metaOf('From the patient')).toBe('09:30');
  expect(metaOf('Is queued')).toBe('09:30Waiting to be sent');
  expect(metaOf('Is read')).toBe('09:30Read');
  says(text('Is held'), { state: 'rateLimited' });
  await log.findByText('Is held');
  expect(metaOf('Is held')).toBe('09:30Waiting: too many messages at once');
});

test('message elements carry the message ids', async () => {
  const { says, opened } = await chatting();
  const log = await opened();
  says(text('Mine'), { state: 'sent' });
  const bubble = (await log.findByText('Mine')).closest('.chat-message');
  expect(bubble).toHaveAttribute('data-message-id', '1');
  expect(bubble).toHaveAttribute('data-client-message-id', 'c1');
});

test('an unsent message says why and can be resent or deleted', async () => {
  const { says, opened, user } = await chatting();
  const log = await opened();
  says(text('Too fast'), { state: 'failed', why: 'rateLimited', message: '', retryAfterMs: 3_000 });
  await waitFor(() =>
    expect(log.getByText('Too many messages at once: not sent. Send it again in 3 s.')).toBeVisible(),
  );
  await user.click(log.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(log.queryByText('Not sent')).toBeNull());
  says(text('Refused'), { state: 'failed', why: 'forbidden', message: '', retryAfterMs: null });
  await user.click(await log.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(log.queryByText('Refused')).toBeNull());
});

test('a line marks the first unread message and stays while the chat is open', async () => {
  const { says, opened, inbox } = await chatting();
  says(text('Read before'));
  inbox.publish(c1, (before) => ({ ...before, doctorReadUpTo: 1 }));
  says(text('New'));
  const log = await opened();
  await waitFor(() => expect(log.getByText('New messages').closest('.chat-row')).toHaveTextContent('New'));
  says(text('Newer'));
  await log.findByText('Newer');
  expect(log.getAllByText('New messages')).toHaveLength(1);
});

test('messages on the screen are marked as read', async () => {
  const { says, opened, inbox } = await chatting();
  says(text('One'));
  says(text('Two'));
  await opened();
  await waitFor(() => expect(inbox.readUpTo.at(-1)).toEqual({ conversationId: c1, seq: 2 }));
});

test('messages that arrive in a hidden tab are marked as read when the tab is visible again', async () => {
  const { says, opened, inbox } = await chatting();
  const log = await opened();
  const show = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show('hidden');
  says(text('Unseen'));
  await log.findByText('Unseen');
  expect(inbox.readUpTo).toEqual([]);
  show('visible');
  expect(inbox.readUpTo).toEqual([{ conversationId: c1, seq: 1 }]);
  Reflect.deleteProperty(document, 'visibilityState');
});

test('messages that arrive under a dialog or lock screen are marked as read only when visible again', async () => {
  const { says, opened, inbox } = await chatting();
  const log = await opened();
  const { documentElement: page } = document;
  const root = screen.getByRole('log').closest('body > *') as HTMLElement;
  const covers = [
    [() => root.setAttribute('aria-hidden', 'true'), () => root.removeAttribute('aria-hidden')],
    [() => root.setAttribute('inert', ''), () => root.removeAttribute('inert')],
    [() => page.setAttribute('data-locked', ''), () => page.removeAttribute('data-locked')],
  ] as const;
  for (const [n, [cover, uncover]] of covers.entries()) {
    cover();
    says(text(`Under cover ${n}`));
    await log.findByText(`Under cover ${n}`);
    expect(inbox.readUpTo.map(({ seq }) => seq)).not.toContain(n + 1);
    uncover();
    await waitFor(() => expect(inbox.readUpTo.at(-1)).toEqual({ conversationId: c1, seq: n + 1 }));
  }
});

/** A chat with one message that was seen; scroll positions are set by hand. */
async function scrolling(scrollHeight: number) {
  const room = await chatting();
  const log = await room.opened();
  room.says(text('Seen'));
  await waitFor(() => expect(room.inbox.readUpTo.at(-1)).toEqual({ conversationId: c1, seq: 1 }));
  const scroller = (await log.findByText('Seen')).closest<HTMLElement>('[data-virtuoso-scroller]');
  if (!scroller) throw new Error('the chat has no list');
  const place = { scrollHeight, clientHeight: 300, scrollTop: 0 };
  for (const name of ['scrollHeight', 'clientHeight', 'scrollTop'] as const)
    Object.defineProperty(scroller, name, { get: () => place[name], set: () => {} });
  return { ...room, log, scroller, place };
}

test('a message that arrives while the reader scrolls away is not marked as read', async () => {
  const { says, log, inbox, scroller } = await scrolling(1_000);
  // Virtuoso reports leaving the end with a delay.
  fireEvent.wheel(scroller, { deltaY: -600 });
  says(text('Not seen'));
  await log.findByText('Not seen');
  expect(inbox.readUpTo).toHaveLength(1);
});

test('scrolling up a little and back to the end resumes following', async () => {
  const { says, log, inbox, scroller, place } = await scrolling(320);
  fireEvent.wheel(scroller, { deltaY: -20 });
  place.scrollTop = 20;
  fireEvent.scroll(scroller);
  place.scrollHeight = 420;
  says(text('Seen as well'));
  await log.findByText('Seen as well');
  await waitFor(() => expect(inbox.readUpTo.at(-1)).toEqual({ conversationId: c1, seq: 2 }));
});

test('only http and https become links, opened without opener; text is never parsed as HTML', async () => {
  const { says, opened } = await chatting();
  const log = await opened();
  says(text('See https://example.com/a and javascript:alert(1) <b>bold</b>'));
  const [link, ...others] = await log.findAllByRole('link');
  expect(others).toEqual([]);
  expect(link).toHaveAttribute('href', 'https://example.com/a');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect(log.getByText(/<b>bold<\/b>/)).toBeVisible();
});

test('an own message can be recalled for five minutes and leaves a placeholder', async () => {
  const { says, opened, user, now$ } = await chatting();
  const log = await opened();
  says(text('Wrong patient'), { state: 'sent' });
  await user.hover(await log.findByText('Wrong patient'));
  // user-event leaves the chat on its way to the button, unlike a real pointer.
  fireEvent.click(await log.findByRole('button', { name: 'Take back' }));
  expect(await log.findByText('You took a message back')).toBeVisible();
  says(text('Too late'), { state: 'sent' });
  now$.next(startOfTest + 6 * 60_000);
  await user.hover(await log.findByText('Too late'));
  await log.findByRole('button', { name: 'Copy text' });
  expect(log.queryByRole('button', { name: 'Take back' })).toBeNull();
});

test('arrow keys move the focus between messages', async () => {
  const { says, opened, user } = await chatting();
  const log = await opened();
  says(text('First'));
  says(text('Second'));
  (await log.findByText('Second')).closest<HTMLElement>('.chat-message')?.focus();
  await user.keyboard('{ArrowUp}');
  expect(log.getByText('First').closest('.chat-message')).toHaveFocus();
});

test('a picture reserves its size; an expired link is renewed and a failed picture can be retried', async () => {
  const fresh: string[] = [];
  const room = enter({
    running: [wang],
    answers: {
      signFile: ({ url }: { url: string }) => {
        fresh.push(url);
        return fresh.length > 1 ? { url: '/fresh.png', expireTime: 1 } : undefined;
      },
    },
  });
  const body: MessageBody = { kind: 'image', url: '/old.png', thumbnailUrl: null, width: 800, height: 400, name: null };
  await room.user.click(room.chats().getByRole('button', { name: /^Wang Min/ }));
  await screen.findByRole('log');
  room.inbox.addMessage(c1, { body, mine: false, at: startOfTest });
  const picture = await screen.findByRole('img', { name: 'Picture' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['220', '110']);
  picture.dispatchEvent(new Event('error'));
  const log = within(await screen.findByRole('log'));
  await room.user.click(await log.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(log.getByRole('img')).toHaveAttribute('src', '/fresh.png'));
});

test('a prescription in the chat shows its current status and opens beside the chat', async () => {
  const { opened, inbox, user, inPane } = await chatting();
  const log = await opened();
  inbox.addMessage(c1, {
    body: { kind: 'prescription', prescriptionId: 'rx' as never, prescriptionNo: 'RX1' },
    mine: true,
    at: startOfTest,
  });
  inbox.publish(c1, (before) => ({
    ...before,
    prescriptions: { rx: { id: 'rx' as never, status: 11, auditStatus: 3, version: 2, remark: 'Dose too high' } },
  }));
  await user.click(await log.findByRole('button', { name: /Prescription RX1.*Dose too high/ }));
  const pane = await inPane('Wang Min');
  await waitFor(() => expect(pane.getByRole('tab', { name: 'Prescription' })).toHaveAttribute('aria-selected', 'true'));
});

test('a conversation that failed to load can be retried', async () => {
  const { inbox, user, chats, inPane } = await chatting();
  inbox.publish(c1, (before) => ({ ...before, state: 'failed' }));
  await user.click(chats().getByRole('button', { name: /^Wang Min/ }));
  const pane = await inPane('Wang Min');
  const said = await pane.findByText('The conversation could not be loaded.');
  await user.click(within(said.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }));
  expect(await pane.findByRole('log')).toBeVisible();
});

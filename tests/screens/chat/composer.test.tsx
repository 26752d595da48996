import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import type { DoctorServices } from '../../../src/screens/app/app.ts';
import { replies, writing } from '../../support/composing.tsx';

test('Enter sends and clears the box; Shift+Enter starts a new line', async () => {
  const { user, box, texts } = writing();
  await user.type(box, 'First{Shift>}{Enter}{/Shift}second{Enter}');
  expect(texts()).toEqual(['First\nsecond']);
  expect(box).toHaveValue('');
});

test('Enter during input method composition never sends', async () => {
  const { user, box, texts } = writing();
  await user.type(box, 'wang');
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
  expect(texts()).toEqual([]);
  expect(box).toHaveValue('wang');
});

test('with that setting Ctrl+Enter or ⌘+Enter sends, Enter starts a new line, and composition never sends', async () => {
  const { user, box, texts } = writing({ answers: { getUiSetting: () => ({ 'keys.send': 'modEnter' }) } });
  expect(await screen.findByText('Ctrl+Enter sends, Enter starts a new line')).toBeVisible();
  await user.type(box, 'First{Enter}second{Shift>}{Enter}{/Shift}third');
  expect(texts()).toEqual([]);
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true, isComposing: true });
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true, keyCode: 229 });
  expect(texts()).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(texts()).toEqual(['First\nsecond\nthird']);
  await user.type(box, 'Fourth{Meta>}{Enter}{/Meta}');
  expect(texts()).toEqual(['First\nsecond\nthird', 'Fourth']);
});

test('the reply box says which keys send', () => {
  const { box } = writing();
  expect(box).toHaveAccessibleDescription(/Enter sends, Shift\+Enter starts a new line/);
});

test('an empty or blank text is not sent', async () => {
  const { user, box, texts, send } = writing();
  await user.type(box, '  {Enter}');
  await user.click(send);
  expect(texts()).toEqual([]);
});

test('typed text is stored as a draft of this consultation; after sending, the outbox drops the draft', async () => {
  const { user, box, drafts } = writing();
  await user.type(box, 'Half');
  expect(drafts.draft('reply:1' as never).value).toMatchObject({ value: { text: 'Half' } });
  await user.type(box, '{Enter}');
  expect(box).toHaveValue('');
  expect(drafts.draft('reply:1' as never).value).toMatchObject({ value: { text: 'Half' } });
});

test('a text that cannot be sent stays in the box', async () => {
  const { user, box, texts } = writing({ closed: true });
  await user.type(box, 'Too late{Enter}');
  expect(texts()).toEqual([]);
  expect(box).toHaveValue('Too late');
});

test('a draft written in another window appears here, with a note if it replaced text', async () => {
  const { user, box, drafts } = writing();
  drafts.writeElsewhere('reply:1' as never, { text: 'From elsewhere' });
  await waitFor(() => expect(box).toHaveValue('From elsewhere'));
  expect(screen.queryByText('Changed in another window')).toBeNull();
  await user.type(box, ', and here');
  drafts.writeElsewhere('reply:1' as never, { text: 'Elsewhere again' });
  expect(await screen.findByText('Changed in another window')).toBeVisible();
  expect(box).toHaveValue('Elsewhere again');
});

test('text that another window replaced or sent another text for is put back on request', async () => {
  const { user, box, drafts } = writing();
  await user.type(box, 'Take two');
  drafts.writeElsewhere('reply:1' as never, { text: 'Come today' });
  await waitFor(() => expect(box).toHaveValue('Come today'));
  drafts.drop('reply:1' as never);
  await waitFor(() => expect(box).toHaveValue(''));
  await user.click(screen.getByRole('button', { name: 'Take my text' }));
  expect(box).toHaveValue('Take two');
  expect(screen.queryByText('Changed in another window')).toBeNull();
});

test('text that another window replaced is still offered after a reload, until the doctor writes', async () => {
  const { user, box, drafts } = writing();
  await user.type(box, 'Take two');
  drafts.writeElsewhere('reply:1' as never, { text: 'Come today' });
  await waitFor(() => expect(box).toHaveValue('Come today'));
  expect(drafts.draft('replaced:1' as never).value).toMatchObject({ value: { text: 'Take two' } });
  cleanup();
  const again = writing();
  again.drafts.writeElsewhere('reply:1' as never, { text: 'Come today' });
  again.drafts.writeElsewhere('replaced:1' as never, { text: 'Take two' });
  await again.user.click(await screen.findByRole('button', { name: 'Take my text' }));
  expect(again.box).toHaveValue('Take two');
  expect(screen.queryByRole('button', { name: 'Take my text' })).toBeNull();
  expect(again.drafts.draft('replaced:1' as never).value).toBeNull();
});

test('text that another window went on with and sent is not offered again', async () => {
  const { user, box, drafts } = writing();
  await user.type(box, 'Take two');
  drafts.writeElsewhere('reply:1' as never, { text: 'Take two a day' });
  await waitFor(() => expect(box).toHaveValue('Take two a day'));
  expect(screen.queryByRole('button', { name: 'Take my text' })).toBeNull();
  drafts.drop('reply:1' as never);
  await waitFor(() => expect(box).toHaveValue(''));
  expect(screen.queryByRole('button', { name: 'Take my text' })).toBeNull();
});

test('a draft sent in another window disappears here', async () => {
  const { box, drafts } = writing();
  drafts.writeElsewhere('reply:1' as never, { text: 'From elsewhere' });
  await waitFor(() => expect(box).toHaveValue('From elsewhere'));
  drafts.drop('reply:1' as never);
  await waitFor(() => expect(box).toHaveValue(''));
});

test('the next user on the same page gets only their own quick replies', async () => {
  let mine = [{ ...replies[1], title: 'Of the first doctor' }];
  const { user, box, app } = writing({ answers: { getQuickReplies: () => mine } });
  await user.type(box, '/');
  await screen.findByText('Of the first doctor');
  await user.clear(box);
  mine = [{ ...replies[1], title: 'Of the second doctor' }];
  const work$ = app.work$ as BehaviorSubject<DoctorServices | null>;
  act(() => work$.next(work$.value && { ...work$.value }));
  await user.type(screen.getByRole('textbox', { name: 'Message 王敏' }), '/');
  expect(await screen.findByText('Of the second doctor')).toBeInTheDocument();
  expect(screen.queryByText('Of the first doctor')).toBeNull();
});

test('a slash opens the quick replies; pinyin initials find one, Enter inserts it with its variables', async () => {
  const { user, box, texts } = writing();
  await user.type(box, '/');
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  await user.type(box, 'wh');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('您好王敏女士，我是Lin Yue。');
  expect(screen.queryByRole('option')).toBeNull();
  expect(texts()).toEqual([]);
});

test.each(['、', '／'])(
  '%s at the start, which input methods type for the slash, opens the quick replies too',
  async (slash) => {
    const { user, box } = writing();
    await user.type(box, slash);
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    await user.type(box, 'wh');
    await user.keyboard('{Enter}');
    expect(box).toHaveValue('您好王敏女士，我是Lin Yue。');
  },
);

test.each(['/cough', '/cough ', '／cough', '、咳嗽', '/dry cough', '/'])(
  'a search for a quick reply, %j, is sent only when the doctor says so',
  async (typed) => {
    const { user, box, texts, send } = writing({ answers: { getQuickReplies: () => [] } });
    await user.type(box, `${typed}{Enter}{Enter}`);
    await user.click(send);
    expect(texts()).toEqual([]);
    expect(box).toHaveValue(typed);
    expect(await screen.findByRole('alert')).toHaveTextContent(typed.trim());
    await user.click(screen.getByRole('button', { name: 'Send it to 王敏' }));
    expect(texts()).toEqual([typed.trim()]);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('whether to send what looks like a search is answered by two keys', async () => {
  const { user, box, texts } = writing({ answers: { getQuickReplies: () => [] } });
  await user.type(box, '/cough{Enter}');
  await screen.findByRole('alert');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Send it to 王敏' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(texts()).toEqual(['/cough']);
  expect(box).toHaveFocus();
});

test('a search closed with Escape and one whose replies are still loading are not sent either', async () => {
  const { user, box, texts } = writing({ answers: { getQuickReplies: () => new Promise(() => {}) } });
  await user.type(box, '/fever{Enter}');
  expect(texts()).toEqual([]);
  await user.keyboard('{Escape}{Enter}');
  expect(texts()).toEqual([]);
  await user.type(box, ' since Monday, or longer? Please tell me more.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an unfilled variable blocks sending and is selected for replacement', async () => {
  const { user, box, texts } = writing();
  await user.type(box, '/nick');
  await screen.findByRole('option', { name: /Nickname/ });
  await user.keyboard('{Tab}');
  expect(box).toHaveValue('Dear {{patient.nickname}}, welcome.');
  await user.keyboard('{Enter}');
  expect(texts()).toEqual([]);
  expect(screen.getByText(/Nothing is known for/)).toBeVisible();
  await user.keyboard('Xiao Min');
  expect(box).toHaveValue('Dear Xiao Min, welcome.');
  await user.keyboard('{Enter}');
  expect(texts()).toEqual(['Dear Xiao Min, welcome.']);
});

test('the button opens the same list with its own search box; the reply is inserted at the caret', async () => {
  const { user, box } = writing();
  await user.type(box, 'Hello. ');
  await user.click(screen.getByRole('button', { name: 'Quick replies' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search quick replies' }), 'temperature');
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('Hello. Have you measured your temperature?');
  expect(box).toHaveFocus();
});

test('Escape closes the list and keeps the text', async () => {
  const { user, box } = writing();
  await user.type(box, '/');
  await screen.findAllByRole('option');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(box).toHaveValue('/');
  expect(box).toHaveFocus();
});

test('the last used reply is listed first', async () => {
  const { user, box } = writing();
  await user.type(box, '/fever');
  await screen.findByRole('option', { name: /Fever/ });
  await user.keyboard('{Enter}');
  await user.clear(box);
  await user.type(box, '/');
  expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('Fever');
});

test('near the limit the remaining length is shown; beyond it nothing is sent', async () => {
  const { box, texts, user } = writing();
  fireEvent.change(box, { target: { value: '好'.repeat(limits.textLength - 10) } });
  expect(screen.getByText('10 characters left')).toBeVisible();
  fireEvent.change(box, { target: { value: '😀'.repeat(limits.textLength + 1) } });
  expect(screen.getByText('One character too many. Shorten the message to send it.')).toBeVisible();
  expect(box).toBeInvalid();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(texts()).toEqual([]);
});

test('the up arrow in an empty box takes back an unsent message', async () => {
  const { user, box } = writing({ unsent: 'This did not go' });
  await user.type(box, '{ArrowUp}');
  expect(box).toHaveValue('This did not go');
});

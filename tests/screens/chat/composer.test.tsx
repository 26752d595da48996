import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { ConversationId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Reply } from '../../../src/domain/outgoing.ts';
import type { AttachedHere } from '../../../src/domain/upload.ts';
import type { Work } from '../../../src/screens/app.ts';
import { Composer } from '../../../src/screens/chat/Composer.tsx';
import { useAttachments } from '../../../src/screens/chat/useAttachments.ts';
import { fakeApp, order, Refused } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';

// jsdom makes no addresses for files.
Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: () => {} });

const wang = order('1', '王敏');
const replies = [
  { id: '1', title: '问候', content: '您好{{patient.name}}{{patient.title}}，我是{{doctor.name}}。', type: 1, sort: 1 },
  { id: '2', title: 'Fever', content: 'Have you measured your temperature?', type: 2, sort: 2 },
  { id: '3', title: 'Nickname', content: 'Dear {{patient.nickname}}, welcome.', type: 2, sort: 3 },
] as unknown as QuickReply[];

type BoxProps = { readonly unsent: string | null; readonly onSend: (reply: Reply) => boolean };

function Box({ unsent, onSend }: BoxProps) {
  return (
    <Composer
      onWriting={() => {}}
      orderId={wang.id}
      patient={wang.patient}
      attachments={useAttachments(wang.conversationId)}
      onSend={onSend}
      takeBackUnsent={() => unsent}
    />
  );
}

type Options = { readonly unsent?: string | null; readonly answers?: object; readonly closed?: boolean };

function writing({ unsent = null, answers = {}, closed = false }: Options = {}) {
  const fake = fakeApp({ answers: { getQuickReplies: () => replies, ...answers } });
  const sent: Reply[] = [];
  const shown = show(fake.within(<Box unsent={unsent} onSend={(reply) => !closed && sent.push(reply) > 0} />));
  const box = screen.getByRole('textbox', { name: 'Message 王敏' });
  const texts = () => sent.map(({ content }) => JSON.parse(content).content ?? JSON.parse(content).url);
  return { ...shown, ...fake, sent, texts, box, send: screen.getByRole('button', { name: 'Send' }) };
}

test('Enter sends and empties the box; Shift+Enter starts a new line', async () => {
  const { user, box, texts } = writing();
  await user.type(box, 'First{Shift>}{Enter}{/Shift}second{Enter}');
  expect(texts()).toEqual(['First\nsecond']);
  expect(box).toHaveValue('');
});

test('Enter that belongs to an input method never sends', async () => {
  const { user, box, texts } = writing();
  await user.type(box, 'wang');
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
  expect(texts()).toEqual([]);
  expect(box).toHaveValue('wang');
});

test('whoever has chosen so sends with Ctrl+Enter or ⌘+Enter, and Enter starts a new line; composing still sends nothing', async () => {
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

test('nothing and blanks are not sent', async () => {
  const { user, box, texts, send } = writing();
  await user.type(box, '  {Enter}');
  await user.click(send);
  expect(texts()).toEqual([]);
});

test('what is typed is kept as a draft of this consultation; once it is sent the draft is for the outbox to drop', async () => {
  const { user, box, drafts } = writing();
  await user.type(box, 'Half');
  expect(drafts.draft('reply:1' as never).value).toMatchObject({ value: { text: 'Half' } });
  await user.type(box, '{Enter}');
  expect(box).toHaveValue('');
  expect(drafts.draft('reply:1' as never).value).toMatchObject({ value: { text: 'Half' } });
});

test('a text that cannot be sent now stays in the box', async () => {
  const { user, box, texts } = writing({ closed: true });
  await user.type(box, 'Too late{Enter}');
  expect(texts()).toEqual([]);
  expect(box).toHaveValue('Too late');
});

test('what another window writes appears here; if it replaced something, that is said', async () => {
  const { user, box, drafts } = writing();
  drafts.writeElsewhere('reply:1' as never, { text: 'From elsewhere' });
  await waitFor(() => expect(box).toHaveValue('From elsewhere'));
  expect(screen.queryByText('Changed in another window')).toBeNull();
  await user.type(box, ', and here');
  drafts.writeElsewhere('reply:1' as never, { text: 'Elsewhere again' });
  expect(await screen.findByText('Changed in another window')).toBeVisible();
  expect(box).toHaveValue('Elsewhere again');
});

test('what another window sends disappears here', async () => {
  const { box, drafts } = writing();
  drafts.writeElsewhere('reply:1' as never, { text: 'From elsewhere' });
  await waitFor(() => expect(box).toHaveValue('From elsewhere'));
  drafts.drop('reply:1' as never);
  await waitFor(() => expect(box).toHaveValue(''));
});

test('whoever signs in next on the same page is offered their own quick replies, and nothing of the doctor before', async () => {
  let mine = [{ ...replies[1], title: 'Of the first doctor' }];
  const { user, box, app } = writing({ answers: { getQuickReplies: () => mine } });
  await user.type(box, '/');
  await screen.findByText('Of the first doctor');
  await user.clear(box);
  mine = [{ ...replies[1], title: 'Of the second doctor' }];
  const work$ = app.work$ as BehaviorSubject<Work | null>;
  act(() => work$.next(work$.value && { ...work$.value }));
  await user.type(screen.getByRole('textbox', { name: 'Message 王敏' }), '/');
  expect(await screen.findByText('Of the second doctor')).toBeInTheDocument();
  expect(screen.queryByText('Of the first doctor')).toBeNull();
});

test('a slash at the start opens the quick replies; pinyin initials find one, Enter inserts it filled in', async () => {
  const { user, box, texts } = writing();
  await user.type(box, '/');
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  await user.type(box, 'wh');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('您好王敏Ms，我是Lin Yue。');
  expect(screen.queryByRole('option')).toBeNull();
  expect(texts()).toEqual([]);
});

test('a variable that nobody can fill in blocks sending, and is selected to be replaced', async () => {
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

test('the button opens the same list with a search of its own; the reply goes to the caret', async () => {
  const { user, box } = writing();
  await user.type(box, 'Hello. ');
  await user.click(screen.getByRole('button', { name: 'Quick replies' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search quick replies' }), 'temperature');
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('Hello. Have you measured your temperature?');
  expect(box).toHaveFocus();
});

test('Escape closes the list and leaves the text', async () => {
  const { user, box } = writing();
  await user.type(box, '/');
  await screen.findAllByRole('option');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(box).toHaveValue('/');
  expect(box).toHaveFocus();
});

test('the reply used last is offered first', async () => {
  const { user, box } = writing();
  await user.type(box, '/fever');
  await screen.findByRole('option', { name: /Fever/ });
  await user.keyboard('{Enter}');
  await user.clear(box);
  await user.type(box, '/');
  expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('Fever');
});

test('near the limit the room left is told, and past it nothing goes', async () => {
  const { box, texts, user } = writing();
  fireEvent.change(box, { target: { value: '好'.repeat(limits.textLength - 10) } });
  expect(screen.getByText('10 characters left')).toBeVisible();
  fireEvent.change(box, { target: { value: '😀'.repeat(limits.textLength + 1) } });
  expect(screen.getByText('One character too many. Shorten the message to send it.')).toBeVisible();
  expect(box).toBeInvalid();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(texts()).toEqual([]);
});

test('the up arrow in an empty box takes back what could not be sent', async () => {
  const { user, box } = writing({ unsent: 'This did not go' });
  await user.type(box, '{ArrowUp}');
  expect(box).toHaveValue('This did not go');
});

const rash = () => new File(['12345'], 'rash.png', { type: 'image/png' });
const report = () => new File(['%PDF-1.7'], 'report.pdf', { type: 'application/pdf' });
const stored = (name: string, type: string) => ({
  url: `/files/${name}`,
  name,
  size: 5,
  type,
  width: null,
  height: null,
});

/** A composer and its platform, and what the outbox has been given. */
function attaching(options: Options = {}) {
  const shown = writing({ answers: { uploadFile: () => stored('rash.png', 'image/png') }, ...options });
  const outbox = () => shown.inbox.inbox.timeline(wang.conversationId).value.messages.map(({ body }) => body);
  const input = shown.container.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('no file box');
  const paste = (...files: File[]) => fireEvent.paste(shown.box, { clipboardData: { files, types: ['Files'] } });
  return { ...shown, outbox, input, paste };
}

test('a chosen picture waits with its preview, can be taken out, and goes with the next send', async () => {
  const { user, box, input, outbox } = attaching();
  await user.upload(input, rash());
  expect(await screen.findByRole('img', { name: 'Picture to send: rash.png' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove rash.png' }));
  expect(screen.queryByRole('img')).toBeNull();
  await user.upload(input, rash());
  await screen.findByRole('img', { name: 'Picture to send: rash.png' });
  expect(outbox()).toEqual([]);
  await user.type(box, '{Enter}');
  await waitFor(() =>
    expect(outbox()).toMatchObject([{ kind: 'image', url: '/files/rash.png', width: 40, height: 30 }]),
  );
  expect(screen.queryByRole('img')).toBeNull();
});

test('text copied from an office program is pasted as text, though a picture of it lies beside it', () => {
  const { box } = attaching();
  const types = ['text/plain', 'text/html', 'Files'];
  expect(fireEvent.paste(box, { clipboardData: { files: [rash()], types } })).toBe(true);
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('a document goes as a file; its button is "Attach file"', async () => {
  const { user, box, paste, outbox } = attaching({
    answers: { uploadFile: () => stored('report.pdf', 'application/pdf') },
  });
  expect(screen.getByRole('button', { name: 'Attach file' })).toBeVisible();
  paste(report());
  expect(await screen.findByText('report.pdf')).toBeVisible();
  await user.type(box, '{Enter}');
  await waitFor(() => expect(outbox()).toMatchObject([{ kind: 'file', name: 'report.pdf', type: 'application/pdf' }]));
});

test('what another window takes care of is shown as it stands there, and left to it', async () => {
  const { attachedElsewhere$, user, box, outbox } = attaching();
  const one = { id: 'u1', conversationId: wang.conversationId, kind: 'file', name: 'report.pdf' } as const;
  const here: AttachedHere = { ...one, durationS: 0, addedAt: 1, isSending: false, percent: 0 };
  const other: AttachedHere = {
    ...here,
    id: 'u2',
    conversationId: ConversationId.parse('somebody-else'),
    name: 'other.pdf',
  };
  attachedElsewhere$.next(new Map([here, other].map((file) => [file.id, file])));
  const row = await screen.findByRole('listitem');
  expect(row).toHaveTextContent('report.pdfAttached in another window');
  expect(within(row).queryByRole('button')).toBeNull();
  await user.type(box, '{Enter}');
  expect(outbox()).toEqual([]);
  attachedElsewhere$.next(new Map([[here.id, { ...here, isSending: true, percent: 40 }]]));
  await waitFor(() => expect(row).toHaveTextContent('Being sent in another window, 40 %'));
  attachedElsewhere$.next(new Map());
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('sent while it is still on its way, it goes by itself as soon as it is there', async () => {
  let arrive: (file: object) => void = () => {};
  const arriving = new Promise((resolve) => {
    arrive = resolve;
  });
  const { user, box, paste, outbox } = attaching({ answers: { uploadFile: () => arriving } });
  paste(rash());
  expect(await screen.findByRole('progressbar', { name: 'Sending rash.png, 0 %' })).toBeVisible();
  await user.type(box, '{Enter}');
  expect(outbox()).toEqual([]);
  arrive(stored('rash.png', 'image/png'));
  await waitFor(() => expect(outbox()).toHaveLength(1));
});

test('without a link it waits and says so, and is sent when the link is back', async () => {
  const { user, box, paste, outbox, linked$ } = attaching();
  linked$.next(false);
  paste(rash());
  expect(await screen.findByText('Waiting')).toBeVisible();
  await user.type(box, '{Enter}');
  expect(outbox()).toEqual([]);
  linked$.next(true);
  await waitFor(() => expect(outbox()).toHaveLength(1));
});

test('a file that cannot be sent, or is too large, is named and not taken', async () => {
  const { paste } = attaching();
  paste(new File(['x'], 'list.exe', { type: 'application/x-msdownload' }));
  expect(await screen.findByText('list.exe cannot be sent: only pictures and PDF documents can.')).toBeVisible();
  const huge = new File(['x'], 'huge.png', { type: 'image/png' });
  Object.defineProperty(huge, 'size', { value: limits.fileBytes + 1 });
  paste(huge);
  expect(await screen.findByText('huge.png is larger than 16 MB.')).toBeVisible();
  expect(screen.queryByText(/list.exe/)).toBeNull();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('what the platform refuses stays with its reason, and can be sent again', async () => {
  let refusing = true;
  const { user, box, paste, outbox } = attaching({
    answers: {
      uploadFile() {
        if (refusing) throw new Refused(1_050_005_001, 'its kind is not supported');
        return stored('rash.png', 'image/png');
      },
    },
  });
  paste(rash());
  await user.type(box, '{Enter}');
  expect(await screen.findByText('rash.png was not taken: its kind is not supported')).toBeVisible();
  expect(outbox()).toEqual([]);
  refusing = false;
  await user.click(screen.getByRole('button', { name: 'Send rash.png again' }));
  await waitFor(() => expect(outbox()).toHaveLength(1));
});

const recording = { file: new Blob(['webm'], { type: 'audio/webm' }), name: 'voice.webm', durationS: 7 };

test('a voice note is recorded, listened to, and sent', async () => {
  const { user, voice, outbox } = attaching({ answers: { uploadFile: () => stored('voice.webm', 'audio/webm') } });
  await user.click(screen.getByRole('button', { name: 'Record voice message' }));
  expect(screen.getByRole('status')).toHaveTextContent('Allow the microphone');
  act(() => voice.hears({ type: 'microphone.opened' }));
  act(() => voice.hears({ type: 'voice.measured', level: 0.4, elapsedMs: 7_200 }));
  expect(screen.getByRole('timer', { name: '53 seconds left' })).toHaveTextContent('0:07 / 1:00');
  expect(screen.getByRole('meter', { name: 'Loudness' })).toHaveAttribute('value', '0.4');
  await user.click(screen.getByRole('button', { name: 'Stop recording' }));
  expect(voice.told).toEqual(['open', 'stop']);
  act(() => voice.hears({ type: 'recording.ended', recording }));
  expect(screen.getByRole('group', { name: 'Your recording' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send recording' }));
  await waitFor(() => expect(outbox()).toEqual([{ kind: 'voice', url: '/files/voice.webm', durationS: 7 }]));
  expect(screen.queryByRole('region', { name: 'Voice message' })).toBeNull();
  expect(voice.told).toEqual(['open', 'stop', 'closed']);
});

test('what was being said when the reply box goes away is kept beside it, and not sent', async () => {
  const { user, voice, outbox, uploads, unmount } = attaching();
  await user.click(screen.getByRole('button', { name: 'Record voice message' }));
  act(() => voice.hears({ type: 'microphone.opened' }));
  unmount();
  expect(voice.told).toEqual(['open', 'stop']);
  voice.hears({ type: 'recording.ended', recording });
  await waitFor(() => expect(uploads.of(wang.conversationId).value).toMatchObject([{ kind: 'voice', sendAs: null }]));
  expect([voice.told.at(-1), outbox()]).toEqual(['closed', []]);
});

test('a recording that is dropped closes the microphone and sends nothing', async () => {
  const { user, voice, outbox } = attaching();
  await user.click(screen.getByRole('button', { name: 'Record voice message' }));
  act(() => voice.hears({ type: 'microphone.opened' }));
  await user.click(screen.getByRole('button', { name: 'Discard recording' }));
  expect(voice.told).toEqual(['open', 'closed']);
  expect(outbox()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Record voice message' })).toHaveFocus();
});

test.each([
  ['denied', /microphone is blocked/],
  ['noMicrophone', /No microphone was found/],
  ['unsupported', /This browser cannot record/],
] as const)('when recording is impossible (%s) the reason is said', async (why, words) => {
  const { user, voice } = attaching();
  await user.click(screen.getByRole('button', { name: 'Record voice message' }));
  act(() => voice.hears({ type: 'microphone.refused', why }));
  expect(screen.getByRole('alert')).toHaveTextContent(words);
});

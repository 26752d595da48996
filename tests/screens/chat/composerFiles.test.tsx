import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConversationId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { SharedAttachment } from '../../../src/domain/attachedFiles.ts';
import { type Options, wang, writing } from '../../support/composing.tsx';
import { Refused } from '../../support/fakeApp.tsx';

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

/** A composer with a platform that stores files. */
function attaching(options: Options = {}) {
  const shown = writing({ answers: { uploadFile: () => stored('rash.png', 'image/png') }, ...options });
  const outbox = () => shown.inbox.inbox.timeline(wang.conversationId).value.messages.map(({ body }) => body);
  const input = shown.container.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('no file box');
  const paste = (...files: File[]) => fireEvent.paste(shown.box, { clipboardData: { files, types: ['Files'] } });
  return { ...shown, outbox, input, paste };
}

test('a chosen picture is shown as a preview, can be removed, and is sent with the next send', async () => {
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

test('text copied from an office program is pasted as text, although the clipboard also has a picture', () => {
  const { box } = attaching();
  const types = ['text/plain', 'text/html', 'Files'];
  expect(fireEvent.paste(box, { clipboardData: { files: [rash()], types } })).toBe(true);
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('a document is sent as a file; its button is "Attach file"', async () => {
  const { user, box, paste, outbox } = attaching({
    answers: { uploadFile: () => stored('report.pdf', 'application/pdf') },
  });
  expect(screen.getByRole('button', { name: 'Attach file' })).toBeVisible();
  paste(report());
  expect(await screen.findByText('report.pdf')).toBeVisible();
  await user.type(box, '{Enter}');
  await waitFor(() => expect(outbox()).toMatchObject([{ kind: 'file', name: 'report.pdf', type: 'application/pdf' }]));
});

test('an upload in another window is shown read-only with its state', async () => {
  const { attachedElsewhere$, user, box, outbox } = attaching();
  const one = { id: 'u1', conversationId: wang.conversationId, kind: 'file', name: 'report.pdf' } as const;
  const here: SharedAttachment = { ...one, durationS: 0, addedAt: 1, isSending: false, percent: 0 };
  const other: SharedAttachment = {
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

test('an attachment sent while uploading is sent automatically when the upload completes', async () => {
  let arrive: (file: object) => void = () => {};
  const arriving = new Promise((resolve) => {
    arrive = resolve;
  });
  const { user, box, paste, outbox } = attaching({ answers: { uploadFile: () => arriving } });
  paste(rash());
  expect(await screen.findByRole('progressbar', { name: 'Sending rash.png, 0\u00a0%' })).toBeVisible();
  await user.type(box, '{Enter}');
  expect(outbox()).toEqual([]);
  arrive(stored('rash.png', 'image/png'));
  await waitFor(() => expect(outbox()).toHaveLength(1));
});

test('offline, an attachment says that it waits and is sent when the connection is back', async () => {
  const { user, box, paste, outbox, linked$ } = attaching();
  linked$.next(false);
  paste(rash());
  expect(await screen.findByText('Waiting')).toBeVisible();
  await user.type(box, '{Enter}');
  expect(outbox()).toEqual([]);
  linked$.next(true);
  await waitFor(() => expect(outbox()).toHaveLength(1));
});

test('a file of a wrong type or too large is rejected by name', async () => {
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

test('a refused upload stays with its reason and can be retried', async () => {
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

test('a voice note is recorded, played back and sent', async () => {
  const { user, voice, outbox } = attaching({ answers: { uploadFile: () => stored('voice.webm', 'audio/webm') } });
  await user.click(screen.getByRole('button', { name: 'Record voice message' }));
  expect(screen.getByRole('status')).toHaveTextContent('Allow the microphone');
  act(() => voice.emit({ type: 'microphone.opened' }));
  act(() => voice.emit({ type: 'voice.measured', level: 0.4, elapsedMs: 7_200 }));
  expect(screen.getByRole('timer', { name: '53 seconds left' })).toHaveTextContent('0:07 / 1:00');
  expect(screen.getByRole('meter', { name: 'Loudness' })).toHaveAttribute('value', '0.4');
  await user.click(screen.getByRole('button', { name: 'Stop recording' }));
  expect(voice.commands).toEqual(['open', 'stop']);
  act(() => voice.emit({ type: 'recording.ended', recording }));
  expect(screen.getByRole('group', { name: 'Your recording' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send recording' }));
  await waitFor(() => expect(outbox()).toEqual([{ kind: 'voice', url: '/files/voice.webm', durationS: 7 }]));
  expect(screen.queryByRole('region', { name: 'Voice message' })).toBeNull();
  expect(voice.commands).toEqual(['open', 'stop', 'closed']);
});

test('a recording in progress when the reply box unmounts is attached and not sent', async () => {
  const { user, voice, outbox, uploads, unmount } = attaching();
  await user.click(screen.getByRole('button', { name: 'Record voice message' }));
  act(() => voice.emit({ type: 'microphone.opened' }));
  unmount();
  expect(voice.commands).toEqual(['open', 'stop']);
  voice.emit({ type: 'recording.ended', recording });
  await waitFor(() => expect(uploads.of(wang.conversationId).value).toMatchObject([{ kind: 'voice', sendAs: null }]));
  expect([voice.commands.at(-1), outbox()]).toEqual(['closed', []]);
});

test('discarding a recording closes the microphone and sends nothing', async () => {
  const { user, voice, outbox } = attaching();
  await user.click(screen.getByRole('button', { name: 'Record voice message' }));
  act(() => voice.emit({ type: 'microphone.opened' }));
  await user.click(screen.getByRole('button', { name: 'Discard recording' }));
  expect(voice.commands).toEqual(['open', 'closed']);
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
  act(() => voice.emit({ type: 'microphone.refused', why }));
  expect(screen.getByRole('alert')).toHaveTextContent(words);
});

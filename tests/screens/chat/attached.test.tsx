import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MessageBody } from '../../../src/domain/message.ts';
import { MessageContent } from '../../../src/screens/chat/MessageContent.tsx';
import type { RowActions } from '../../../src/screens/chat/rowActions.ts';
import { fakeApp, startOfTest } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';

const soon = startOfTest + 3_600_000;
const past = startOfTest - 1;

/** jsdom cannot play media, so record the calls; an effect also plays, so events must not be wrapped in `act`. */
const players = new Map<HTMLMediaElement, boolean>();
beforeEach(() => {
  players.clear();
  HTMLMediaElement.prototype.play = async function play(this: HTMLMediaElement) {
    players.set(this, true);
    this.dispatchEvent(new Event('play'));
  };
  HTMLMediaElement.prototype.pause = function pause(this: HTMLMediaElement) {
    if (players.get(this)) this.dispatchEvent(new Event('pause'));
    players.set(this, false);
  };
});

type Options = { readonly renewed?: string | null; readonly refusal?: string | null };

/** Renders messages and records requests to renew their links. */
function saying(bodies: readonly MessageBody[], { renewed = null, refusal = null }: Options = {}) {
  const asked: string[] = [];
  const seen: MessageBody[] = [];
  const actions = {
    fileLink: (url: string) => url,
    renewLink: async (url: string) => {
      asked.push(url);
      return renewed;
    },
    linkRefusal: () => refusal,
    openPicture: (picture: MessageBody) => void seen.push(picture),
  } as unknown as RowActions;
  const { within: inApp } = fakeApp();
  const shown = show(
    inApp(
      <div>
        {bodies.map((body, at) => (
          <MessageContent key={String(at)} message={{ body } as never} actions={actions} card={null} />
        ))}
      </div>,
    ),
  );
  return { ...shown, asked, seen };
}

const voice = (url: string, durationS = 12): MessageBody => ({ kind: 'voice', url, durationS });
const player = (seconds: number) => within(screen.getByRole('group', { name: `Voice message, ${seconds}\u00a0s` }));
const audioOf = (container: HTMLElement, at = 0) => container.querySelectorAll('audio')[at] as HTMLAudioElement;

test('a voice note plays, pauses and shows its duration', async () => {
  const { user } = saying([voice('/a.weba')]);
  expect(player(12).getByText('0:12')).toBeVisible();
  await user.click(player(12).getByRole('button', { name: 'Play' }));
  await user.click(player(12).getByRole('button', { name: 'Pause' }));
  expect(player(12).getByRole('button', { name: 'Play' })).toBeVisible();
});

test('only one voice note plays at a time', async () => {
  const { user } = saying([voice('/a.weba', 3), voice('/b.weba', 4)]);
  await user.click(player(3).getByRole('button', { name: 'Play' }));
  await user.click(player(4).getByRole('button', { name: 'Play' }));
  expect(player(3).getByRole('button', { name: 'Play' })).toBeVisible();
  expect(player(4).getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('arrow keys seek five seconds in a voice note, within its duration', () => {
  saying([voice('/a.weba')]);
  const slider = player(12).getByRole('slider', { name: 'Position in the recording' });
  for (const [key, at] of [
    ['ArrowRight', '5'],
    ['ArrowRight', '10'],
    ['ArrowRight', '12'],
    ['ArrowLeft', '7'],
  ] as const) {
    fireEvent.keyDown(slider, { key });
    expect(slider).toHaveValue(at);
  }
  expect(slider).toHaveAttribute('aria-valuetext', '0:07 of 0:12');
});

test('a voice note recorded without a duration can still be sought', () => {
  const { container } = saying([voice('/a.weba')]);
  const audio = audioOf(container);
  const places: number[] = [];
  let duration = Number.POSITIVE_INFINITY;
  Object.defineProperties(audio, {
    duration: { get: () => duration },
    currentTime: { set: (at: number) => void places.push(at), get: () => 0 },
  });
  fireEvent.keyDown(player(12).getByRole('slider'), { key: 'ArrowRight' });
  fireEvent.loadedMetadata(audio);
  duration = 12.1;
  fireEvent.durationChange(audio);
  expect(places).toEqual([1e7, 5]);
});

test('an expired link of a voice note is renewed; a failed one can be retried', async () => {
  const { user, container, asked } = saying([voice('/old.weba')]);
  fireEvent.error(audioOf(container));
  expect(await screen.findByText('The recording could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked).toEqual(['/old.weba', '/old.weba']);
});

test('a renewed voice note continues from its new link', async () => {
  const { container } = saying([voice('/old.weba')], { renewed: '/fresh.weba' });
  fireEvent.error(audioOf(container));
  await waitFor(() => expect(players.get(audioOf(container))).toBe(true));
  expect(audioOf(container)).toHaveAttribute('src', '/fresh.weba');
});

const report = (expires: number): MessageBody => ({
  kind: 'file',
  url: `/files/r.pdf?expires=${expires}`,
  name: '化验单.pdf',
  sizeBytes: 123_456,
  type: 'application/pdf',
});

test('a document shows its name, kind and size and opens by its valid link', async () => {
  const { asked } = saying([report(soon)]);
  const link = screen.getByRole('link', { name: /化验单\.pdf.*PDF/ });
  expect(link).toHaveTextContent('124 kB');
  fireEvent.focus(link);
  expect(fireEvent.click(link)).toBe(true);
  expect(asked).toEqual([]);
});

/** A fake of the window that a click opens. */
function otherWindow() {
  const other = {
    opener: window as Window | null,
    document: document.implementation.createHTMLDocument(),
    close: vi.fn(),
  };
  const went: [address: string, rel: string][] = [];
  other.document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement) went.push([target.getAttribute('href') ?? '', target.rel]);
  });
  const opened = vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window);
  return { other, went, opened };
}

test('an expired link is renewed before the document opens in a window that cannot access this page', async () => {
  const { other, went, opened } = otherWindow();
  saying([report(past)], { renewed: `/fresh.pdf?expires=${soon}` });
  expect(fireEvent.click(screen.getByRole('link'))).toBe(false);
  // Browsers allow a new window only during the click.
  expect([opened.mock.calls, other.opener, other.document.title]).toEqual([
    [['about:blank', '_blank']],
    null,
    '化验单.pdf',
  ]);
  await waitFor(() => expect(went).toEqual([[`/fresh.pdf?expires=${soon}`, 'noreferrer']]));
  expect(screen.getByRole('link')).toHaveAttribute('href', `/fresh.pdf?expires=${soon}`);
  opened.mockRestore();
});

test('a document that may no longer be opened says so, and its window closes', async () => {
  const { other, went, opened } = otherWindow();
  saying([report(past)]);
  fireEvent.click(screen.getByRole('link'));
  expect(await screen.findByText('The file cannot be opened now.')).toBeVisible();
  expect([other.close.mock.calls.length, went]).toEqual([1, []]);
  opened.mockRestore();
});

test('a visible link is renewed before it expires', async () => {
  saying([report(past)], { renewed: `/fresh.pdf?expires=${soon}` });
  await waitFor(() => expect(screen.getByRole('link')).toHaveAttribute('href', `/fresh.pdf?expires=${soon}`));
});

test('if pop-ups are blocked, the link is renewed for the next click', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  saying([report(past)], { renewed: `/fresh.pdf?expires=${soon}` });
  fireEvent.click(screen.getByRole('link'));
  await waitFor(() => expect(screen.getByRole('link')).toHaveAttribute('href', `/fresh.pdf?expires=${soon}`));
  opened.mockRestore();
});

const card: MessageBody = { kind: 'patient', name: 'Wang Min', chiefComplaint: 'Rash', images: ['/1.png', '/2.png'] };

test('pictures of the patient’s card open full size, and a failed one can be retried', async () => {
  const { user, container, seen, asked } = saying([card]);
  const [first, second] = screen.getAllByRole('button', { name: 'Picture' });
  if (!first || !second) throw new Error('no pictures');
  await user.click(first);
  expect(seen).toMatchObject([{ kind: 'image', url: '/1.png' }]);
  fireEvent.error(container.querySelectorAll('img')[1] as HTMLImageElement);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(asked).toEqual(['/2.png', '/2.png']);
});

test('a picture that is no longer served says why, and offers no vain second try', async () => {
  const picture: MessageBody = {
    kind: 'image',
    url: '/rash.jpg',
    thumbnailUrl: null,
    width: 300,
    height: 200,
    name: null,
  };
  const { container } = saying([picture], { refusal: 'This file is no longer opened.' });
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(await screen.findByText('This file is no longer opened.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

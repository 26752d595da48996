import { filter, Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import { ConversationId } from '../../contract/ids.ts';
import type { SharedAttachment } from '../../src/domain/attachedFiles.ts';
import { type AttachedMessage, createAttachedElsewhere } from '../../src/streams/attachedElsewhere.ts';

const picture = (more: Partial<SharedAttachment> = {}): SharedAttachment => ({
  id: 'u1',
  conversationId: ConversationId.parse('c1'),
  kind: 'image',
  name: 'rash.jpg',
  durationS: 0,
  addedAt: 1,
  isSending: false,
  percent: 0,
  ...more,
});

/** A doctor's windows with a shared channel; closing a window releases its files. */
function windows() {
  const listening = new Set<Subject<AttachedMessage>>();
  const posted: AttachedMessage['kind'][] = [];
  const letGo$ = new Subject<string>();
  function open() {
    const scope = new Subscription();
    const messages$ = new Subject<AttachedMessage>();
    const post = (message: AttachedMessage) => {
      posted.push(message.kind);
      for (const other of listening) if (other !== messages$) other.next(message);
    };
    listening.add(messages$);
    const ownerGone$ = (id: string) => letGo$.pipe(filter((one) => one === id));
    const attached = createAttachedElsewhere({ messages$, post, ownerGone$ }, scope);
    return {
      ...attached,
      shown: () => [...attached.all$.value.values()].map(({ name, percent }) => `${name} ${percent}`),
    };
  }
  return { open, posted, letGo$ };
}

test('a file attached in one window is shown with its progress in the others until it is gone', () => {
  const { open } = windows();
  const [here, there] = [open(), open()];
  here.share(picture());
  expect([here.shown(), there.shown()]).toEqual([[], ['rash.jpg 0']]);
  here.share(picture({ isSending: true, percent: 40 }));
  expect(there.shown()).toEqual(['rash.jpg 40']);
  here.unshare('u1');
  expect(there.shown()).toEqual([]);
});

test('a window that opens later sees what was attached before', () => {
  const { open } = windows();
  const here = open();
  here.share(picture());
  expect(open().shown()).toEqual(['rash.jpg 0']);
});

test('an unchanged state is not sent', () => {
  const { open, posted } = windows();
  const here = open();
  here.share(picture());
  here.share(picture());
  here.unshare('u1');
  here.unshare('u1');
  expect(posted).toEqual(['requested', 'changed', 'removed']);
});

test('files of a killed window disappear unless another window takes them over', () => {
  const { open, letGo$ } = windows();
  const [here, there, third] = [open(), open(), open()];
  here.share(picture());
  here.share(picture({ id: 'u2', name: 'other.jpg' }));
  letGo$.next('u1');
  expect(there.shown()).toEqual(['other.jpg 0']);
  there.share(picture({ id: 'u2', name: 'other.jpg' }));
  expect([there.shown(), third.shown()]).toEqual([[], ['other.jpg 0']]);
});

import { filter, Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import { ConversationId } from '../../contract/ids.ts';
import type { AttachedHere } from '../../src/domain/attachedFiles.ts';
import { type AttachedNews, attachedElsewhere } from '../../src/streams/attachedElsewhere.ts';

const picture = (more: Partial<AttachedHere> = {}): AttachedHere => ({
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
  const listening = new Set<Subject<AttachedNews>>();
  const told: AttachedNews['kind'][] = [];
  const letGo$ = new Subject<string>();
  function open() {
    const scope = new Subscription();
    const news$ = new Subject<AttachedNews>();
    const tell = (news: AttachedNews) => {
      told.push(news.kind);
      for (const other of listening) if (other !== news$) other.next(news);
    };
    listening.add(news$);
    const let$ = (id: string) => letGo$.pipe(filter((one) => one === id));
    const attached = attachedElsewhere({ news$, tell, let$ }, scope);
    return {
      ...attached,
      shown: () => [...attached.all$.value.values()].map(({ name, percent }) => `${name} ${percent}`),
    };
  }
  return { open, told, letGo$ };
}

test('a file attached in one window is shown with its progress in the others until it is gone', () => {
  const { open } = windows();
  const [here, there] = [open(), open()];
  here.stands(picture());
  expect([here.shown(), there.shown()]).toEqual([[], ['rash.jpg 0']]);
  here.stands(picture({ isSending: true, percent: 40 }));
  expect(there.shown()).toEqual(['rash.jpg 40']);
  here.gone('u1');
  expect(there.shown()).toEqual([]);
});

test('a window that opens later sees what was attached before', () => {
  const { open } = windows();
  const here = open();
  here.stands(picture());
  expect(open().shown()).toEqual(['rash.jpg 0']);
});

test('an unchanged state is not sent', () => {
  const { open, told } = windows();
  const here = open();
  here.stands(picture());
  here.stands(picture());
  here.gone('u1');
  here.gone('u1');
  expect(told).toEqual(['asked', 'stands', 'gone']);
});

test('files of a killed window disappear unless another window takes them over', () => {
  const { open, letGo$ } = windows();
  const [here, there, third] = [open(), open(), open()];
  here.stands(picture());
  here.stands(picture({ id: 'u2', name: 'other.jpg' }));
  letGo$.next('u1');
  expect(there.shown()).toEqual(['other.jpg 0']);
  there.stands(picture({ id: 'u2', name: 'other.jpg' }));
  expect([there.shown(), third.shown()]).toEqual([[], ['other.jpg 0']]);
});

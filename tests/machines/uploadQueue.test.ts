import { Observable, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { fromEventObservable, fromObservable, fromPromise } from 'xstate';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Preparation, Upload } from '../../src/domain/attachedFiles.ts';
import { attachedFiles } from '../../src/machines/selectors/uploadQueue.ts';
import { type TransmissionEvent, uploadMachine } from '../../src/machines/upload.ts';
import { type UploadAdopted, uploadQueueMachine } from '../../src/machines/uploadQueue.ts';
import { createActor, until } from '../support/actors.ts';

const as = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000');
const stored = { url: '/files/1', name: 'a.jpg', size: 3, type: 'image/jpeg', width: 4, height: 3 };
const file = new Blob(['abc']);
const uploadOf = (id: string, addedAt = 1): Upload => ({
  ...{ id, conversationId: ConversationId.parse('c1'), kind: 'image', name: `${id}.jpg`, type: 'image/jpeg' },
  ...{ size: 3, width: 4, height: 3, durationS: 0, addedAt, sendAs: null, stored: null },
});

type Given = {
  readonly found?: () => Promise<readonly string[]>;
  readonly prepare?: () => Promise<Preparation>;
};

/** The attached files of one tab; the test ends their transmissions and grants their locks. */
function queue({ found = async () => [], prepare }: Given = {}) {
  const link$ = new Subject<{ type: 'link.lost' } | { type: 'link.restored' }>();
  const peers$ = new Subject<{ type: 'upload.found'; id: string }>();
  const sending = new Map<string, Subject<TransmissionEvent>>();
  const adopting = new Map<string, Subject<UploadAdopted>>();
  const locks: string[] = [];
  const shared: string[] = [];
  /** A lock that is held while it is observed. */
  const lock = (id: string, events$: Subject<UploadAdopted>) =>
    new Observable<UploadAdopted>((subscriber) => {
      locks.push(id);
      const events = events$.subscribe(subscriber);
      return () => {
        locks.splice(locks.indexOf(id), 1);
        events.unsubscribe();
      };
    });
  const upload = uploadMachine.provide({
    actors: {
      prepare: fromPromise(
        prepare ??
          (async ({ input: { upload: it } }) => ({
            ...{ outcome: 'prepared', file, name: it.name, type: it.type, width: 4, height: 3 },
          })),
      ),
      storeLocally: fromPromise(async (): Promise<unknown> => null),
      transmit: fromEventObservable(({ input }) => {
        const events$ = new Subject<TransmissionEvent>();
        sending.set(input.upload.id, events$);
        return events$;
      }),
      handOver: fromObservable(
        () => new Observable<never>((subscriber) => queueMicrotask(() => subscriber.complete())),
      ),
      drop: fromPromise(async (): Promise<unknown> => null),
    },
  });
  const actor = createActor(
    uploadQueueMachine.provide({
      actors: {
        upload,
        link: fromEventObservable(() => link$),
        peers: fromEventObservable(() => peers$),
        findStored: fromPromise(found),
        claim: fromEventObservable(({ input }) => lock(input, new Subject())),
        adopt: fromEventObservable(({ input }) => {
          const events$ = new Subject<UploadAdopted>();
          adopting.set(input, events$);
          return lock(input, events$);
        }),
      },
    }),
  );
  actor.on('file.shared', ({ one }) => void shared.push(`${one.id} ${one.percent}%`));
  actor.on('file.unshared', ({ id }) => void shared.push(`${id} gone`));
  actor.start();
  const states = () => attachedFiles(actor.getSnapshot()).map(({ id, state }) => `${id} ${state}`);
  return {
    ...{ actor, peers$, sending, locks, shared, states },
    links: () => link$.next({ type: 'link.restored' }),
    breaks: () => link$.next({ type: 'link.lost' }),
    attaches: (...uploads: readonly Upload[]) => {
      for (const one of uploads) actor.send({ type: 'file.attached', upload: one, file });
    },
    sends: (id: string) => actor.send({ type: 'upload.requested', id, event: { type: 'send.requested', as } }),
    cancels: (id: string) => actor.send({ type: 'upload.requested', id, event: { type: 'cancel.requested' } }),
    arrives: (id: string) =>
      sending.get(id)?.next({ type: 'transmission.ended', output: { outcome: 'stored', stored } }),
    /** The lock of a file of another tab or an earlier page is free. */
    adopts: (id: string, kept: UploadAdopted['stored']) =>
      adopting.get(id)?.next({ type: 'upload.adopted', id, stored: kept }),
    are: (...wanted: readonly string[]) => until(actor, () => states().join() === wanted.join()),
  };
}

test('files are transmitted one at a time, those that are sent first', async () => {
  const { attaches, are, links, sends, arrives } = queue();
  attaches(uploadOf('a', 1), uploadOf('b', 2), uploadOf('c', 3));
  await are('a waiting', 'b waiting', 'c waiting');
  links();
  sends('c');
  await are('a uploading', 'b waiting', 'c waiting');
  arrives('a');
  await are('a ready', 'b waiting', 'c uploading');
});

test('a file that is attached while the link is up is transmitted at once', async () => {
  const { attaches, are, links } = queue();
  links();
  attaches(uploadOf('a'));
  await are('a uploading');
});

test('without a link the file that was under way waits; with the link it goes on', async () => {
  const { attaches, are, links, breaks, sending } = queue();
  attaches(uploadOf('a'));
  links();
  await are('a uploading');
  breaks();
  expect(sending.get('a')?.observed).toBe(false);
  await are('a waiting');
  links();
  await are('a uploading');
});

test('a link that returns ends the pause of a file at once', async () => {
  const { attaches, are, links, breaks, sending, states } = queue();
  attaches(uploadOf('a'));
  links();
  await are('a uploading');
  sending.get('a')?.next({ type: 'transmission.ended', output: { outcome: 'lost' } });
  await are('a paused');
  breaks();
  links();
  expect(states()).toEqual(['a uploading']);
});

test('a file that was sent leaves the queue and its lock, and the next one goes', async () => {
  const { actor, attaches, are, links, sends, arrives, locks } = queue();
  attaches(uploadOf('a', 1), uploadOf('b', 2));
  links();
  await are('a uploading', 'b waiting');
  expect(locks).toEqual(['a', 'b']);
  sends('a');
  arrives('a');
  await until(actor, (s) => s.context.claims.length === 1);
  await are('b uploading');
  expect(locks).toEqual(['b']);
});

test('a file that is cancelled without a link leaves the queue and its lock', async () => {
  const { actor, attaches, are, cancels, locks } = queue();
  attaches(uploadOf('a'));
  await are('a waiting');
  cancels('a');
  await until(actor, (s) => s.context.claims.length === 0);
  expect(locks).toEqual([]);
});

test('the next file goes when the one under way is cancelled', async () => {
  const { attaches, are, links, cancels } = queue();
  attaches(uploadOf('a', 1), uploadOf('b', 2));
  await are('a waiting', 'b waiting');
  links();
  await are('a uploading', 'b waiting');
  cancels('a');
  await are('b uploading');
});

test('a link that comes lets the first file go at once', async () => {
  const { attaches, are, links, states } = queue();
  attaches(uploadOf('a'));
  await are('a waiting');
  links();
  expect(states()).toEqual(['a uploading']);
});

test('a file that an earlier page left goes on here once its lock is free', async () => {
  const { actor, adopts, are, locks } = queue({ found: async () => ['a'] });
  await until(actor, (s) => s.context.claims.length === 1);
  expect(locks).toEqual(['a']);
  adopts('a', { upload: uploadOf('a'), file });
  await are('a waiting');
});

test('a file that another tab stores is claimed once', async () => {
  const { peers$, adopts, are, locks } = queue();
  for (const _ of [1, 2]) peers$.next({ type: 'upload.found', id: 'a' });
  expect(locks).toEqual(['a']);
  adopts('a', { upload: uploadOf('a'), file });
  await are('a waiting');
  peers$.next({ type: 'upload.found', id: 'a' });
  expect(locks).toEqual(['a']);
});

test('a file that another tab has finished is not shown, and its lock is given back', async () => {
  const { actor, peers$, adopts, locks, states } = queue();
  peers$.next({ type: 'upload.found', id: 'a' });
  adopts('a', null);
  expect([states(), locks, actor.getSnapshot().context.claims]).toEqual([[], [], []]);
});

test('files are attached and transmitted although the storage of this machine cannot be read', async () => {
  const { attaches, are, links } = queue({ found: () => Promise.reject(new Error('unreadable')) });
  links();
  await are();
  attaches(uploadOf('a'));
  await are('a uploading');
});

test('other tabs see how far a file is, in steps of five percent, and that it has gone', async () => {
  const { attaches, are, links, sending, sends, arrives, shared } = queue();
  links();
  attaches(uploadOf('a'));
  await are('a uploading');
  sending.get('a')?.next({ type: 'progress.made', part: 0.58 });
  expect([...new Set(shared)]).toEqual(['a 0%', 'a 55%']);
  sends('a');
  arrives('a');
  await are();
  expect(shared.at(-1)).toBe('a gone');
});

test('other tabs do not see a file that cannot be sent', async () => {
  const { attaches, are, shared } = queue({ prepare: async () => ({ outcome: 'tooLarge' }) });
  attaches(uploadOf('a'));
  await are('a tooLarge');
  expect(shared.at(-1)).toBe('a gone');
});

test('a request for a file that is not here changes nothing', async () => {
  const { attaches, are, cancels, states } = queue();
  attaches(uploadOf('a'));
  await are('a waiting');
  cancels('b');
  expect(states()).toEqual(['a waiting']);
});

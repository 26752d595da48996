import { BehaviorSubject, Observable, Subject, Subscription } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { ClientMessageId, ConversationId } from '../../../contract/ids.ts';
import { createUploads } from '../../../src/compose/adapters/uploads.ts';
import type { Preparation, Transmission, Upload } from '../../../src/domain/attachedFiles.ts';
import type { Outgoing, OutgoingChange, Reply } from '../../../src/domain/outgoing.ts';

/** A busy machine encrypts and stores later. */
const patience = { timeout: 10_000 };

const here = ConversationId.parse('c1');
const messageId = (n: number) => ClientMessageId.parse(`0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`);
const picture = (name = 'rash.jpg') => new File(['abc'], name, { type: 'image/jpeg' });

type Kept = Map<string, { upload: Upload; file: Blob | null }>;

/** One browser: its stored files, and which tab has the lock of each. */
function browser() {
  const kept: Kept = new Map();
  const owners = new Map<string, { watchers: (() => void)[] }>();
  const attached$ = new Subject<string>();
  const claim = (id: string) =>
    new Observable<void>((subscriber) => {
      const lock = owners.get(id) ?? { watchers: [] };
      owners.set(id, lock);
      const mine = () => subscriber.next();
      lock.watchers.push(mine);
      if (lock.watchers.length === 1) mine();
      return () => {
        const wasFirst = lock.watchers[0] === mine;
        lock.watchers.splice(lock.watchers.indexOf(mine), 1);
        if (wasFirst) lock.watchers[0]?.();
      };
    });
  return { kept, claim, attached$ };
}

type World = ReturnType<typeof browser>;

/** A tab of that browser. The test completes transmissions. */
function tab(world: World = browser(), prepared: Partial<Preparation> = {}) {
  const { kept, claim, attached$ } = world;
  const scope = new Subscription();
  const linked$ = new BehaviorSubject(true);
  const changes$ = new Subject<OutgoingChange>();
  const written: { reply: Reply; id: ClientMessageId }[] = [];
  const running: { id: string; report(part: number): void; end(how: Transmission): void; signal: AbortSignal }[] = [];
  const givenUp: string[] = [];
  const posted: string[] = [];
  let made = world.kept.size * 100 + Math.floor(performance.now());
  const uploads = createUploads(
    {
      prepare: async (file, { name, type }) =>
        ({ outcome: 'prepared', file, name, type, width: 40, height: 30, ...prepared }) as Preparation,
      transmit: ({ upload: { id }, report, signal }) =>
        new Promise((end) => void running.push({ id, report, end, signal })),
      giveUp: ({ id }) => void givenUp.push(id),
      store: {
        async keep(upload, file) {
          kept.set(upload.id, { upload, file });
        },
        note(upload) {
          kept.set(upload.id, { upload, file: kept.get(upload.id)?.file ?? null });
        },
        drop: async (id) => kept.delete(id),
        ids: async () => [...kept.keys()],
        async read(id) {
          const found = kept.get(id);
          return found?.file ? { upload: found.upload, file: found.file } : null;
        },
      },
      claim,
      peers: {
        attached$,
        post: (id) => attached$.next(id),
        share: ({ name, isSending, percent }) => {
          const word = `${name} ${isSending ? 'sending' : 'attached'} ${percent}`;
          if (posted.at(-1) !== word) posted.push(word);
        },
        unshare: () => void posted.push('gone'),
      },
      linked$,
      outbox: { write: (_, reply, __, id) => void written.push({ reply, id }), changes$ },
      newId: () => `u${++made}`,
      newMessageId: () => messageId(++made),
      now: () => ++made,
      random: () => 0,
    },
    scope,
  );
  const all = () => uploads.of(here).value;
  const stored = (name = 'rash.jpg'): Transmission => ({
    outcome: 'stored',
    stored: { url: `/files/${name}`, name, size: 3, type: 'image/jpeg', width: null, height: null },
  });
  /** The outbox has stored this message and is sending it. */
  const sending = (id: ClientMessageId) =>
    changes$.next({
      kind: 'changed',
      outgoing: { clientMessageId: id, conversationId: here, delivery: { state: 'sending' } } as Outgoing,
    });
  const states = () => all().map(({ state }) => state);
  const sendAll = () => uploads.send(all().map(({ id }) => id));
  return {
    uploads,
    linked$,
    written,
    running,
    givenUp,
    posted,
    all,
    states,
    stored,
    sending,
    sendAll,
    close: () => scope.unsubscribe(),
  };
}

test('files are transmitted one at a time, and each waits on the platform until the doctor sends it', async () => {
  const { uploads, running, states, stored, sendAll, written } = tab();
  uploads.add(here, [picture('1.jpg'), picture('2.jpg')]);
  await vi.waitFor(() => expect(states()).toEqual(['uploading', 'waiting']), patience);
  running[0]?.end(stored());
  await vi.waitFor(() => expect(states()).toEqual(['ready', 'uploading']), patience);
  running[1]?.end(stored());
  await vi.waitFor(() => expect(states()).toEqual(['ready', 'ready']), patience);
  expect(written).toEqual([]);
  sendAll();
  expect(written).toHaveLength(2);
  expect(states()).toEqual([]);
});

test('a lost link ends the attempt, and the next attempt starts automatically when it is back', async () => {
  const { uploads, running, states, linked$, stored } = tab();
  uploads.add(here, [picture()]);
  await vi.waitFor(() => expect(running).toHaveLength(1), patience);
  running[0]?.report(0.4);
  linked$.next(false);
  expect(running[0]?.signal.aborted).toBe(true);
  expect(states()).toEqual(['waiting']);
  linked$.next(true);
  await vi.waitFor(() => expect(running).toHaveLength(2), patience);
  running[1]?.end(stored());
  await vi.waitFor(() => expect(states()).toEqual(['ready']), patience);
});

test('a transmission without an answer is retried; another file is transmitted meanwhile', async () => {
  const { uploads, running, states } = tab();
  uploads.add(here, [picture('1.jpg'), picture('2.jpg')]);
  await vi.waitFor(() => expect(running).toHaveLength(1), patience);
  running[0]?.end({ outcome: 'lost' });
  await vi.waitFor(() => expect(states()).toEqual(['paused', 'uploading']), patience);
  await vi.waitFor(() => expect(states()).toEqual(['waiting', 'uploading']), patience);
});

test('files sent together arrive in order, even if the first is retried', async () => {
  const { uploads, running, states, sendAll, stored, written } = tab();
  uploads.add(here, [picture('before.jpg'), picture('after.jpg')]);
  await vi.waitFor(() => expect(states()).toEqual(['uploading', 'waiting']), patience);
  sendAll();
  running[0]?.end({ outcome: 'lost' });
  await vi.waitFor(() => expect(states()).toEqual(['paused', 'waiting']), patience);
  await vi.waitFor(() => expect(states()).toEqual(['uploading', 'waiting']), patience);
  running[1]?.end(stored('before.jpg'));
  await vi.waitFor(() => expect(states()).toEqual(['uploading']), patience);
  running[2]?.end(stored('after.jpg'));
  await vi.waitFor(() => expect(written).toHaveLength(2), patience);
  expect(written.map(({ reply }) => JSON.parse(reply.content).name)).toEqual(['before.jpg', 'after.jpg']);
});

test('a refused file stays with its reason until it is retried or removed', async () => {
  const { uploads, running, all, states, stored } = tab();
  uploads.add(here, [picture()]);
  await vi.waitFor(() => expect(running).toHaveLength(1), patience);
  running[0]?.end({ outcome: 'refused', message: 'no such kind' });
  await vi.waitFor(() => expect(all()).toMatchObject([{ state: 'refused', refusal: 'no such kind' }]), patience);
  uploads.retry(all()[0]?.id ?? '');
  await vi.waitFor(() => expect(running).toHaveLength(2), patience);
  running[1]?.end(stored());
  await vi.waitFor(() => expect(states()).toEqual(['ready']), patience);
});

test('removing a file stops its transmission, deletes it locally and cancels it at the platform', async () => {
  const world = browser();
  const { uploads, running, all, givenUp } = tab(world);
  uploads.add(here, [picture()]);
  await vi.waitFor(() => expect(running).toHaveLength(1), patience);
  uploads.cancel(all()[0]?.id ?? '');
  expect(running[0]?.signal.aborted).toBe(true);
  expect(givenUp).toEqual([running[0]?.id]);
  expect(all()).toEqual([]);
  await vi.waitFor(() => expect(world.kept.size).toBe(0), patience);
});

test('the other windows show the progress of a file until its message is in the outbox or it is removed', async () => {
  const { uploads, running, posted, sendAll, stored, states, all } = tab();
  uploads.add(here, [picture()]);
  await vi.waitFor(() => expect(running).toHaveLength(1), patience);
  for (const part of [0.01, 0.03, 0.07, 0.08]) running[0]?.report(part);
  sendAll();
  running[0]?.end(stored());
  await vi.waitFor(() => expect(posted.at(-1)).toBe('gone'), patience);
  expect(posted).toEqual([...['attached 0', 'attached 5', 'sending 5'].map((word) => `rash.jpg ${word}`), 'gone']);
  uploads.add(here, [picture('other.jpg')]);
  await vi.waitFor(() => expect(states()).toEqual(['uploading']), patience);
  uploads.cancel(all()[0]?.id ?? '');
  expect(posted.slice(-2)).toEqual(['other.jpg attached 0', 'gone']);
});

test('unsupported files are named, and unreadable ones are marked', async () => {
  const { uploads, states } = tab(browser(), { outcome: 'unreadable' });
  const program = new File(['x'], 'a.exe', { type: 'application/x-msdownload' });
  expect(uploads.add(here, [program, picture()])).toEqual(['a.exe']);
  await vi.waitFor(() => expect(states()).toEqual(['unreadable']), patience);
});

test('a reload restores attachments, and a message already sent for one uses the same id', async () => {
  const world = browser();
  const before = tab(world);
  before.uploads.add(here, [picture('unsent.jpg'), picture('sent.jpg')]);
  await vi.waitFor(() => expect(before.running).toHaveLength(1), patience);
  before.uploads.send([before.all()[1]?.id ?? '']);
  await vi.waitFor(() => expect(world.kept.size).toBe(2), patience);
  const wanted = [...world.kept.values()].find(({ upload }) => upload.name === 'sent.jpg')?.upload.sendAs;
  expect(wanted).toBeTruthy();
  before.close();

  const after = tab(world);
  await vi.waitFor(() => expect(after.all()).toHaveLength(2), patience);
  await vi.waitFor(() => expect(after.running).toHaveLength(1), patience);
  after.running[0]?.end(after.stored());
  await vi.waitFor(() => expect(after.running).toHaveLength(2), patience);
  after.running[1]?.end(after.stored());
  await vi.waitFor(() => expect(after.written.map(({ id }) => id)).toEqual([wanted]), patience);
});

test('a file stays stored until its message is, so that a crash in between sends it with the same id', async () => {
  const world = browser();
  const first = tab(world);
  first.uploads.add(here, [picture()]);
  await vi.waitFor(() => expect(first.running).toHaveLength(1), patience);
  first.running[0]?.end(first.stored());
  await vi.waitFor(() => expect(first.states()).toEqual(['ready']), patience);
  first.sendAll();
  expect(first.written).toHaveLength(1);
  expect(world.kept.size).toBe(1);
  first.close();

  const second = tab(world);
  await vi.waitFor(() => expect(second.written).toEqual(first.written), patience);
  expect(second.running).toEqual([]);
  const [message] = second.written;
  if (message) second.sending(message.id);
  await vi.waitFor(() => expect(world.kept.size).toBe(0), patience);
});

test('one of two tabs handles a file; when it closes, the other one does', async () => {
  const world = browser();
  const [one, other] = [tab(world), tab(world)];
  one.uploads.add(here, [picture()]);
  await vi.waitFor(() => expect(one.running).toHaveLength(1), patience);
  expect(other.all()).toEqual([]);
  one.close();
  await vi.waitFor(() => expect(other.running).toHaveLength(1), patience);
  other.running[0]?.end(other.stored());
  await vi.waitFor(() => expect(other.states()).toEqual(['ready']), patience);
});

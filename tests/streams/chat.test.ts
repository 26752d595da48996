import { map, type Observable, timer } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Positions } from '../../contract/http/im.ts';
import { ClientMessageId } from '../../contract/ids.ts';
import { type ConversationEvent, type ImMessage, SenderType } from '../../contract/im.ts';
import { textContent } from '../../src/domain/messageBody.ts';
import type { Outgoing } from '../../src/domain/outgoing.ts';
import type { Timeline } from '../../src/domain/timeline.ts';
import { type ChatNeeds, createChat, type GapQuery, type PageQuery } from '../../src/streams/chat.ts';
import { conversationId, seen, takenBack, written } from '../support/conversations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const travelMs = 1;
const settled = (ms = 20) => vi.advanceTimersByTimeAsync(ms);

const id = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000');
const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  clientMessageId: id,
  conversationId,
  type: 101,
  content: textContent('mine'),
  writtenAt: 9,
  delivery: { state: 'queued' },
  seq: null,
  ...more,
});
const echo = (seq: number) => written(seq, { by: SenderType.doctor, text: 'mine', clientMessageId: id });
const texts = ({ messages }: Timeline) =>
  messages.map(({ body, delivery, recalled }) => {
    const text = recalled ? 'gone' : body.kind === 'text' ? body.text : body.kind;
    return delivery ? `${text} ${delivery.state}` : text;
  });

type Page = Parameters<ChatNeeds['older']>[0];
type Fails = { older?: number; pull?: number; positions?: Positions };

/** A platform with these events, and one chat. */
function chat(events: readonly ConversationEvent[], fails: Fails = {}, sizes: Partial<ChatNeeds> = {}) {
  const stored = [...events];
  const asked: (PageQuery | GapQuery)[] = [];
  const settledIds: [string, number][] = [];
  const applied: number[] = [];
  const left = { older: fails.older ?? 0, pull: fails.pull ?? 0 };
  const head = () => stored.at(-1)?.seq ?? 0;
  const answer = <T>(kind: 'older' | 'pull', make: () => T): Observable<T> => {
    const fails = left[kind] > 0;
    left[kind] -= 1;
    return timer(travelMs).pipe(
      map(() => {
        if (fails) throw new Error('no link');
        return make();
      }),
    );
  };
  const rows = ({ beforeSeq, limit }: Page): ImMessage[] =>
    stored.flatMap((event) => (event.kind === 'message' && event.seq < beforeSeq ? [event.message] : [])).slice(-limit);
  const stream = createChat(
    conversationId,
    {
      older: (page) => {
        asked.push(page);
        return answer('older', () => ({ list: rows(page), headSeq: head(), positions: fails.positions }));
      },
      pull: (page) => {
        asked.push(page);
        return answer('pull', () => {
          const found = stored.filter(({ seq }) => seq > page.afterSeq).slice(0, page.limit);
          return { events: found, coveredTo: found.at(-1)?.seq ?? head(), headSeq: head() };
        });
      },
      noteEcho: (...one) => void settledIds.push(one),
      pageSize: 3,
      fillSize: 2,
      keep: 100,
      maxPauseMs: 4_000,
      ...sizes,
    },
    { applied: (all) => applied.push(...all.map(({ seq }) => seq)), changed: () => {} },
  );
  stream.setLinked(true);
  const fail = (kind: 'older' | 'pull') => {
    left[kind] = 1;
  };
  return { stream, stored, asked, settledIds, applied, fail, now: () => stream.timeline.value };
}

test('a chat opens with its latest page and what happened after it, and reports nothing of that as new', async () => {
  const { now, applied } = chat([
    ...[1, 2, 3, 4].map((seq) => written(seq)),
    seen(5, SenderType.doctor, 4),
    takenBack(6, 4),
  ]);
  await settled();
  expect(texts(now())).toEqual(['m2', 'm3', 'gone']);
  expect([now().state, now().cursor, now().unread, now().hasOlder, applied]).toEqual(['live', 6, 0, true, []]);
});

test('a chat with more unread messages than a page holds counts them all', async () => {
  const events = [1, 2, 3, 4, 5, 6].map((seq) => written(seq));
  const positions = { doctorReadUpTo: 1, patientReadUpTo: 0, patientDeliveredUpTo: 0 };
  const { now, asked } = chat(events, { positions }, { fillSize: 200 });
  await settled();
  expect([now().state, now().unread, texts(now())[0]]).toEqual(['live', 5, 'm1']);
  expect(asked.filter((page) => 'beforeSeq' in page)).toHaveLength(2);
});

test('a chat that is read up to its latest page asks for no more of it', async () => {
  const positions = { doctorReadUpTo: 4, patientReadUpTo: 0, patientDeliveredUpTo: 0 };
  const { now, asked } = chat(
    [1, 2, 3, 4, 5, 6].map((seq) => written(seq)),
    { positions },
    { fillSize: 200 },
  );
  await settled();
  expect([now().unread, asked.filter((page) => 'beforeSeq' in page).length]).toEqual([2, 1]);
});

test('a live event is shown at once and reported as new', async () => {
  const { stream, now, applied } = chat([written(1)]);
  await settled();
  stream.receive(written(2));
  expect([texts(now()), now().unread, applied]).toEqual([['m1', 'm2'], 2, [2]]);
});

test('a gap is loaded page by page, and events that came early wait for it', async () => {
  const { stream, stored, now, asked, applied } = chat([written(1)]);
  await settled();
  asked.length = 0;
  stored.push(...[2, 3, 4, 5].map((seq) => written(seq)));
  stream.receive(written(5));
  await settled();
  expect(texts(now())).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  expect(asked).toEqual([
    { conversationId, afterSeq: 1, limit: 2 },
    { conversationId, afterSeq: 3, limit: 2 },
  ]);
  expect(applied).toEqual([2, 3, 4, 5]);
});

test('a lost push is detected from the length of the conversation', async () => {
  const { stream, stored, now } = chat([written(1)]);
  await settled();
  stored.push(written(2));
  stream.setHead(2);
  await settled();
  expect(texts(now())).toEqual(['m1', 'm2']);
});

test('events that arrive while the chat is loading are not lost', async () => {
  const { stream, stored, now } = chat([written(1)], { older: 1 });
  stored.push(written(2));
  stream.receive(written(2));
  await settled(520);
  expect(texts(now())).toEqual(['m1', 'm2']);
});

test('a chat that cannot be loaded reports it and retries with growing pauses', async () => {
  const { now, asked } = chat([written(1)], { older: 3 });
  await settled();
  expect(now().state).toBe('failed');
  await settled(500 + 1_000);
  expect([now().state, asked.length]).toEqual(['failed', 3]);
  await settled(2_000);
  expect([now().state, texts(now())]).toEqual(['live', ['m1']]);
});

test('loaded messages are shown although later ones cannot be loaded yet', async () => {
  const { now } = chat([written(1), seen(2, SenderType.doctor, 1)], { pull: 1 });
  await settled();
  expect([now().state, texts(now()), now().cursor]).toEqual(['live', ['m1'], 0]);
  await settled(500);
  expect([now().cursor, now().unread]).toEqual([2, 0]);
});

test('a link that comes back does not wait for the pause', async () => {
  const { stream, now } = chat([written(1)], { older: 3 });
  await settled(500 + 1_000 + 100);
  expect(now().state).toBe('failed');
  stream.setLinked(false);
  stream.setLinked(true);
  await settled();
  expect(texts(now())).toEqual(['m1']);
});

test('while the link is down the chat is marked stale', async () => {
  const { stream, now } = chat([written(1)]);
  await settled();
  stream.setLinked(false);
  expect(now().state).toBe('stale');
});

test('a platform that covers nothing is not requested in a tight loop', async () => {
  const { stream, asked } = chat([written(1)]);
  await settled();
  asked.length = 0;
  stream.setHead(9);
  await settled(480);
  expect(asked).toHaveLength(1);
});

test('an own message is shown at once; its echo replaces it under the same key, before or after the answer', async () => {
  const { stream, now, settledIds } = chat([written(1)]);
  await settled();
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing() });
  expect(texts(now())).toEqual(['m1', 'mine queued']);
  const [key] = now()
    .messages.slice(-1)
    .map((message) => message.key);
  stream.receive(echo(2));
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing({ delivery: { state: 'sent' }, seq: 2 }) });
  expect([texts(now()), now().messages.at(-1)?.key]).toEqual([['m1', 'mine sent'], key]);
  expect(settledIds).toEqual([[id, 2]]);
});

test('an answer that comes before the echo keeps the bubble until the echo is there', async () => {
  const { stream, now } = chat([written(1)]);
  await settled();
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing({ delivery: { state: 'sent' }, seq: 3 }) });
  expect(texts(now())).toEqual(['m1', 'mine sent']);
  stream.receive(written(2));
  expect(texts(now())).toEqual(['m1', 'm2', 'mine sent']);
  stream.receive(echo(3));
  expect(texts(now())).toEqual(['m1', 'm2', 'mine sent']);
});

test('a message that was stored before the page was loaded shows once', async () => {
  const { stream, now, settledIds } = chat([written(1), echo(2)]);
  await settled();
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing() });
  expect([texts(now()), settledIds]).toEqual([['m1', 'mine sent'], [[id, 2]]]);
});

test('a stored message that the outbox resumes is never seen twice, not even while the chat loads', async () => {
  const noteEcho = (_: string, seq: number) =>
    stream.setOutgoing({ kind: 'changed', outgoing: outgoing({ delivery: { state: 'sent' }, seq }) });
  const { stream } = chat([written(1), echo(2), written(3)], { pull: 1 }, { noteEcho });
  const most = new Set<number>();
  const mine = ({ messages }: Timeline) => messages.filter(({ clientMessageId }) => clientMessageId === id).length;
  stream.timeline.subscribe((timeline) => most.add(mine(timeline)));
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing() });
  await settled(2_000);
  expect([...most]).toEqual([0, 1]);
  expect(texts(stream.timeline.value)).toEqual(['m1', 'mine sent', 'm3']);
});

test('when the outbox resumes several messages, none is seen twice while another settles', async () => {
  const other = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000001');
  const noteEcho = (clientMessageId: ClientMessageId, seq: number) => {
    const told = { clientMessageId, delivery: { state: 'sent' }, seq } as const;
    stream.setOutgoing({ kind: 'changed', outgoing: outgoing(told) });
  };
  const second = written(2, { by: SenderType.doctor, text: 'next', clientMessageId: other });
  const { stream } = chat([echo(1), second], {}, { noteEcho });
  const seen = new Set<string>();
  stream.timeline.subscribe(({ messages }) => void seen.add(messages.map(({ key }) => key.at(-1)).join('')));
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing() });
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing({ clientMessageId: other }) });
  await settled(2_000);
  expect([...seen]).toEqual(['', '0', '01']);
});

test('a deleted message disappears', async () => {
  const { stream, now } = chat([written(1)]);
  await settled();
  stream.setOutgoing({ kind: 'changed', outgoing: outgoing() });
  stream.setOutgoing({ kind: 'dropped', conversationId, clientMessageId: id });
  expect(texts(now())).toEqual(['m1']);
});

test('older pages load one at a time until the beginning', async () => {
  const { stream, now, asked } = chat([1, 2, 3, 4, 5].map((seq) => written(seq)));
  await settled();
  asked.length = 0;
  const both = [stream.loadOlder(), stream.loadOlder()];
  await settled();
  await Promise.all(both);
  expect([texts(now()), now().hasOlder, asked.length]).toEqual([['m1', 'm2', 'm3', 'm4', 'm5'], false, 1]);
  await stream.loadOlder();
  expect(asked).toHaveLength(1);
});

test('an older page that fails to load leaves the chat unchanged', async () => {
  const { stream, now, fail } = chat([1, 2, 3, 4].map((seq) => written(seq)));
  await settled();
  fail('older');
  const paged = stream.loadOlder();
  await settled();
  await paged;
  expect([texts(now()), now().hasOlder]).toEqual([['m2', 'm3', 'm4'], true]);
});

test('a chat whose end is shown unloads its oldest messages late, unless the doctor has scrolled back', async () => {
  const { stream, now } = chat([written(1)], {}, { keep: 2 });
  await settled();
  stream.timeline.subscribe();
  const hear = (from: number, to: number) => {
    for (let seq = from; seq <= to; seq += 1) stream.receive(written(seq));
    stream.setRead(to);
  };
  hear(2, 20);
  expect(now().messages).toHaveLength(20);
  hear(21, 21);
  expect([texts(now()), now().hasOlder]).toEqual([['m20', 'm21'], true]);
  const paged = stream.loadOlder();
  await settled();
  await paged;
  const before = now().messages.length;
  hear(22, 45);
  expect(now().messages).toHaveLength(before + 24);
});

test('a chat off the screen keeps only its latest messages loaded', async () => {
  const { stream, now } = chat([written(1)], {}, { keep: 2 });
  await settled();
  for (const seq of [2, 3, 4, 5]) stream.receive(written(seq));
  expect([texts(now()), now().hasOlder]).toEqual([['m4', 'm5'], true]);
  const paged = stream.loadOlder();
  await settled();
  await paged;
  stream.timeline.subscribe();
  for (const seq of [6, 7, 8]) stream.receive(written(seq));
  expect(now().messages.length).toBeGreaterThan(4);
});

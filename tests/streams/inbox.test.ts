import { BehaviorSubject, defer, of, Subject, throwError, timer } from 'rxjs';
import { map } from 'rxjs/operators';
import { expect, test, vi } from 'vitest';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { type ConversationEvent, SenderType } from '../../contract/im.ts';
import { textContent } from '../../src/domain/messageBody.ts';
import type { OutgoingChange } from '../../src/domain/outgoing.ts';
import type { Timeline } from '../../src/domain/timeline.ts';
import { createInbox, type Inbox } from '../../src/streams/inbox.ts';
import { written as saidHere, seen } from '../support/conversations.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();
const settled = (ms = 50) => vi.advanceTimersByTimeAsync(ms);

const [one, two] = [ConversationId.parse('c1'), ConversationId.parse('c2')];
const written = (id: ConversationId, seq: number, by: number = SenderType.patient) => saidHere(seq, { in: id, by });
const texts = ({ messages }: Timeline) => messages.map(({ body }) => (body.kind === 'text' ? body.text : body.kind));
const checkEveryMs = 5_000;

/** A platform with two conversations, and the inbox of their doctor. */
function openInbox(stored: Record<string, ConversationEvent[]> = { c1: [written(one, 1)], c2: [written(two, 1)] }) {
  const events$ = new Subject<ConversationEvent>();
  const linked$ = new BehaviorSubject(true);
  const running$ = new BehaviorSubject<readonly ConversationId[]>([one, two]);
  const outgoing$ = new Subject<OutgoingChange>();
  const joins: (readonly string[])[] = [];
  const left: string[] = [];
  const told: [string, string, number][] = [];
  const applied: string[] = [];
  let httpWorks = true;
  const head = (id: string) => stored[id]?.at(-1)?.seq ?? 0;
  const answer = <T>(make: () => T) =>
    defer(() => (httpWorks ? timer(1).pipe(map(make)) : throwError(() => new Error('no link'))));
  const inbox: Inbox = createInbox(
    {
      events$,
      linked$,
      running$,
      outgoing$,
      older: ({ conversationId, beforeSeq, limit }) =>
        answer(() => ({
          list: (stored[conversationId] ?? [])
            .flatMap((event) => (event.kind === 'message' && event.seq < beforeSeq ? [event.message] : []))
            .slice(-limit),
          headSeq: head(conversationId),
        })),
      pull: ({ conversationId, afterSeq, limit }) =>
        answer(() => {
          const events = (stored[conversationId] ?? []).filter(({ seq }) => seq > afterSeq).slice(0, limit);
          return { events, coveredTo: events.at(-1)?.seq ?? head(conversationId), headSeq: head(conversationId) };
        }),
      join: (ids) => {
        joins.push(ids);
        return of(Object.fromEntries(ids.map((id) => [id, head(id)])));
      },
      leave: (id) => void left.push(id),
      sendRead: ({ conversationId, upTo }) => of(told.push(['read', conversationId, upTo])),
      sendDelivered: ({ conversationId, upTo }) => of(told.push(['delivered', conversationId, upTo])),
      recall: async () => null,
      noteEcho: () => {},
      pageSize: 50,
      fillSize: 200,
      keep: 200,
      maxPauseMs: 4_000,
      checkEveryMs,
    },
    scope(),
  );
  scope().add(inbox.applied$.subscribe(({ conversationId, event }) => applied.push(`${conversationId} ${event.seq}`)));
  const say = (event: ConversationEvent, pushed = true) => {
    stored[event.conversationId]?.push(event);
    if (pushed) events$.next(event);
  };
  const setHttp = (works: boolean) => {
    httpWorks = works;
  };
  const row = (id: ConversationId) => inbox.summaries.value.get(id);
  return { inbox, events$, linked$, running$, outgoing$, joins, left, told, applied, say, setHttp, row };
}

test('running conversations are loaded without being opened, and each event reaches its conversation', async () => {
  const { say, row, applied } = openInbox();
  await settled();
  say(written(two, 2));
  expect([row(one)?.unread, row(two)?.unread, applied]).toEqual([1, 2, ['c2 2']]);
});

test('all conversations are joined in one request, and again when the link is back', async () => {
  const { joins, linked$ } = openInbox();
  await settled();
  expect(joins.at(-1)).toEqual([one, two]);
  joins.length = 0;
  linked$.next(false);
  linked$.next(true);
  await settled();
  expect(joins).toEqual([[one, two]]);
});

test('events missed while the link was down are loaded for every conversation, not only the open one', async () => {
  const { inbox, say, linked$, row } = openInbox();
  inbox.timeline(one);
  await settled();
  linked$.next(false);
  say(written(one, 2), false);
  say(written(two, 2), false);
  linked$.next(true);
  await settled();
  expect([texts(inbox.timeline(one).value), row(two)?.unread]).toEqual([['m1', 'm2'], 2]);
});

test('a push lost on a working link is detected at the next check', async () => {
  const { inbox, say } = openInbox();
  await settled();
  say(written(one, 2), false);
  await settled(checkEveryMs);
  expect(texts(inbox.timeline(one).value)).toEqual(['m1', 'm2']);
});

test('the inbox is ready when it has joined and everything missed is loaded or has failed to load', async () => {
  const { inbox, linked$, say, setHttp } = openInbox();
  const was: boolean[] = [];
  inbox.ready.subscribe((ready) => was.push(ready));
  await settled();
  linked$.next(false);
  say(written(one, 2), false);
  linked$.next(true);
  expect(inbox.ready.value).toBe(false);
  await settled();
  expect(was).toEqual([false, true, false, true]);
  linked$.next(false);
  say(written(two, 2), false);
  setHttp(false);
  linked$.next(true);
  await settled();
  expect(inbox.ready.value).toBe(true);
});

test('reading clears the badge at once and sends the last position once, only for messages of others', async () => {
  const { inbox, say, row, told } = openInbox();
  await settled();
  say(written(one, 2));
  say(written(one, 3, SenderType.doctor));
  inbox.markRead(one, 1);
  inbox.markRead(one, 3);
  inbox.markRead(one, 1);
  expect(row(one)?.unread).toBe(0);
  await settled(300);
  expect(told.filter(([what]) => what === 'read')).toEqual([['read', 'c1', 2]]);
});

test('a position that could not be sent is sent when the link is back', async () => {
  const { inbox, linked$, told } = openInbox();
  await settled();
  linked$.next(false);
  inbox.markRead(one, 1);
  await settled(300);
  expect(told.filter(([what]) => what === 'read')).toEqual([]);
  linked$.next(true);
  await settled(300);
  expect(told.filter(([what]) => what === 'read')).toEqual([['read', 'c1', 1]]);
});

test('reading in another tab clears the badge here', async () => {
  const { say, row } = openInbox();
  await settled();
  say(seen(2, SenderType.doctor, 1));
  expect(row(one)?.unread).toBe(0);
});

test('delivered positions of several messages are sent together', async () => {
  const { say, told } = openInbox({ c1: [], c2: [] });
  await settled();
  say(written(one, 1));
  say(written(one, 2));
  await settled(1_500);
  expect(told).toEqual([['delivered', 'c1', 2]]);
});

test('a conversation that no longer runs is unloaded, unless it is open', async () => {
  const { inbox, running$, row, left } = openInbox();
  inbox.timeline(one);
  await settled();
  running$.next([]);
  expect([row(one)?.unread, row(two), left]).toEqual([1, undefined, ['c2']]);
  inbox.close(one);
  expect([row(one), left]).toEqual([undefined, ['c2', 'c1']]);
});

test('a conversation that is not loaded yet has no count and no waits of its own', async () => {
  const { row, linked$ } = openInbox();
  linked$.next(false);
  linked$.next(true);
  expect([row(one)?.unread, row(one)?.unanswered]).toEqual([null, null]);
  await settled();
  expect([row(one)?.unread, row(one)?.unanswered?.length]).toEqual([1, 1]);
});

test('own messages count in the row of their conversation, even if it is opened later', async () => {
  const { inbox, outgoing$, row } = openInbox({ c1: [], c2: [], c3: [] });
  await settled();
  const three = ConversationId.parse('c3');
  const outgoing = {
    clientMessageId: ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000'),
    conversationId: three,
    type: 101,
    content: textContent('mine'),
    writtenAt: 1,
    seq: null,
    delivery: { state: 'failed', why: 'forbidden', message: '', retryAfterMs: null } as const,
  };
  outgoing$.next({ kind: 'changed', outgoing });
  expect(row(three)).toBeUndefined();
  inbox.timeline(three);
  await settled();
  expect([row(three)?.failed, row(three)?.unsent, row(three)?.unanswered]).toEqual([1, 0, []]);
});

test('after the sign-out the inbox ignores all events', async () => {
  const { inbox, events$, linked$ } = openInbox();
  await settled();
  const shown = inbox.timeline(one);
  scope().unsubscribe();
  events$.next(written(one, 2));
  expect([texts(shown.value), events$.observed, linked$.observed]).toEqual([['m1'], false, false]);
});

test('a conversation that is opened before it runs is loaded, and joined with the others', async () => {
  const { inbox, joins, running$ } = openInbox({ c1: [written(one, 1)], c2: [written(two, 1)] });
  running$.next([]);
  await settled();
  joins.length = 0;
  inbox.timeline(two);
  await settled();
  expect([joins.at(-1), texts(inbox.timeline(two).value)]).toEqual([[two], ['m1']]);
});

test('a conversation that leaves while the link is down is left without a word to the platform', async () => {
  const { running$, linked$, left, row } = openInbox();
  await settled();
  linked$.next(false);
  running$.next([one]);
  expect([left, row(two), row(one)?.unread]).toEqual([[], undefined, 1]);
});

test('a running conversation stays loaded when its pane closes', async () => {
  const { inbox, left, row } = openInbox();
  inbox.timeline(one);
  await settled();
  inbox.close(one);
  expect([left, row(one)?.unread]).toEqual([[], 1]);
});

test('a delivered position is told once, and not for what the doctor has read or written', async () => {
  const { inbox, say, told } = openInbox({ c1: [], c2: [] });
  await settled();
  say(written(one, 1));
  inbox.markRead(one, 1);
  say(written(one, 2, SenderType.doctor));
  await settled(3_000);
  expect(told).toEqual([
    ['read', 'c1', 1],
    ['delivered', 'c1', 1],
  ]);
});

test('rows are told when they change, and only then', async () => {
  const { inbox, say } = openInbox();
  await settled();
  let told = 0;
  inbox.summaries.subscribe(() => {
    told += 1;
  });
  say(seen(2, SenderType.patient, 0));
  expect(told).toBe(1);
  say(written(one, 3));
  expect(told).toBe(2);
});

const mine = (seq: number | null, state: 'queued' | 'sent' = 'queued'): OutgoingChange => ({
  kind: 'changed',
  outgoing: {
    ...{
      clientMessageId: ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000'),
      conversationId: two,
      type: 101,
    },
    ...{ content: textContent('mine'), writtenAt: 1, seq, delivery: { state } },
  },
});

test.each<[string, OutgoingChange]>([
  ['was stored by the platform', mine(2, 'sent')],
  [
    'was deleted',
    {
      ...{ kind: 'dropped', conversationId: two },
      clientMessageId: ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000'),
    },
  ],
])('an own message that %s is no longer unsent where its conversation is opened later', async (_, end) => {
  const { inbox, outgoing$, running$, row } = openInbox();
  running$.next([]);
  await settled();
  outgoing$.next(mine(null));
  outgoing$.next(end);
  inbox.timeline(two);
  await settled();
  expect(row(two)?.unsent).toBe(0);
});

test('reading or retrying a conversation that is not here does nothing', async () => {
  const { inbox, told } = openInbox({ c1: [], c2: [] });
  const three = ConversationId.parse('c3');
  inbox.markRead(three, 4);
  inbox.retry(three);
  await settled(3_000);
  expect(told).toEqual([]);
});

test('positions that wait are not sent after the sign-out', async () => {
  const { inbox, told } = openInbox();
  await settled();
  inbox.markRead(one, 1);
  scope().unsubscribe();
  await settled(3_000);
  expect(told).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClientMessageId } from '../../contract/ids.ts';
import { type ConversationEvent, SenderType } from '../../contract/im.ts';
import {
  type Chat,
  type ChatEffect,
  type ChatEvent,
  type ChatSettings,
  newChat,
  nextRequest,
  reduceChat,
  timelineOfChat,
} from '../../src/domain/chat.ts';
import { textContent } from '../../src/domain/messageBody.ts';
import type { Outgoing } from '../../src/domain/outgoing.ts';
import { conversationId, written } from '../support/conversations.ts';

const settings: ChatSettings = { pageSize: 3, fillSize: 2, keep: 1_000, isOnScreen: true };
const ownId = (seq: number) => ClientMessageId.parse(`0190a1b2-0000-7000-8000-${String(seq).padStart(12, '0')}`);
/** Every third message is the doctor's own. */
const stored = (seq: number): ConversationEvent =>
  seq % 3 === 0 ? written(seq, { by: SenderType.doctor, clientMessageId: ownId(seq) }) : written(seq);
const outgoing = (id: ClientMessageId, seq: number | null): Outgoing => ({
  clientMessageId: id,
  conversationId,
  type: 101,
  content: textContent('own'),
  writtenAt: 1,
  delivery: { state: seq === null ? 'sending' : 'sent' },
  seq,
});

/** A chat, a platform with `head` stored messages, and every effect so far. */
function scene(head: number) {
  let chat: Chat = newChat(conversationId);
  const effects: ChatEffect[] = [];
  const all = Array.from({ length: head }, (_, index) => stored(index + 1));
  const send = (event: ChatEvent) => {
    const step = reduceChat(chat, event, settings);
    chat = step.chat;
    effects.push(...step.effects);
  };
  const page = (beforeSeq: number, limit: number) => ({
    list: all
      .flatMap((event) => (event.kind === 'message' && event.seq < beforeSeq ? [event.message] : []))
      .slice(-limit),
    headSeq: head,
  });
  function answer() {
    const request = nextRequest(chat);
    if (request === null) return send({ type: 'catchUp.completed' });
    if (request.kind === 'latest') return send({ type: 'latest.loaded', page: page(Number.MAX_SAFE_INTEGER, 3) });
    if (request.kind === 'unread') return send({ type: 'unread.loaded', page: page(request.beforeSeq, 2) });
    const events = all.slice(request.afterSeq, request.afterSeq + settings.fillSize);
    const coveredTo = events.at(-1)?.seq ?? head;
    send({ type: 'gap.filled', page: { afterSeq: request.afterSeq, events, coveredTo, headSeq: head } });
  }
  return { send, answer, effects, page, now: () => chat };
}

function open(head: number) {
  const opened = scene(head);
  while (opened.now().phase !== 'open') opened.answer();
  opened.effects.length = 0;
  return opened;
}

const shownKeys = (chat: Chat) => timelineOfChat(chat).messages.map(({ key }) => key);
const types = (effects: readonly ChatEffect[]) => effects.map(({ type }) => type);

test('a live event of an open chat is published, then announced', () => {
  const { send, effects } = open(2);
  send({ type: 'event.received', event: written(3) });
  expect(types(effects)).toEqual(['publish', 'announce']);
});

test('an event that arrives while the chat loads raises its head, so that the catch-up includes it', () => {
  const { send, answer, now } = scene(4);
  answer();
  send({ type: 'event.received', event: written(5) });
  expect([now().conversation.cursor, nextRequest(now())]).toEqual([1, { kind: 'gap', afterSeq: 1 }]);
});

test("the platform's copy removes the bubble before its message is settled", () => {
  const { send, effects, now } = open(2);
  send({ type: 'outgoing.changed', change: { kind: 'changed', outgoing: outgoing(ownId(3), null) } });
  effects.length = 0;
  send({ type: 'event.received', event: stored(3) });
  expect(effects[0]).toEqual({ type: 'noteEcho', id: ownId(3), seq: 3 });
  expect([now().bubbles.size, shownKeys(now()).filter((key) => key === ownId(3))]).toEqual([0, [ownId(3)]]);
});

test('a chat off the screen unloads its oldest messages, one on the screen does not', () => {
  const few: ChatSettings = { ...settings, keep: 1 };
  const { now } = open(3);
  const event: ChatEvent = { type: 'event.received', event: written(4) };
  const lengths = [true, false].map(
    (isOnScreen) => reduceChat(now(), event, { ...few, isOnScreen }).chat.conversation.messages.length,
  );
  expect(lengths).toEqual([4, 1]);
});

test('a doctor who reads back keeps the loaded history', () => {
  const { send, now } = open(6);
  send({ type: 'older.requested' });
  const step = reduceChat(now(), { type: 'doctor.read', upTo: 6 }, { ...settings, keep: 0 });
  expect(step.chat.conversation.messages).toHaveLength(now().conversation.messages.length);
});

type Action = { readonly kind: 'push' | 'head' | 'link' | 'answer' | 'fail' | 'write' | 'ack'; readonly seq: number };
const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('push', 'push', 'answer', 'answer', 'head', 'link', 'fail', 'write', 'ack'),
  seq: fc.integer({ min: 1, max: 15 }),
});

function apply({ kind, seq }: Action, { send, answer }: ReturnType<typeof scene>) {
  const own = outgoing(ownId(seq - (seq % 3) || 3), null);
  if (kind === 'push') send({ type: 'event.received', event: stored(seq) });
  else if (kind === 'head') send({ type: 'head.learnt', seq });
  else if (kind === 'link') send({ type: 'link.changed', isLinked: seq % 2 === 0 });
  else if (kind === 'answer') answer();
  else if (kind === 'fail') send({ type: 'catchUp.failed' });
  else if (kind === 'write') send({ type: 'outgoing.changed', change: { kind: 'changed', outgoing: own } });
  else
    send({
      type: 'outgoing.changed',
      change: { kind: 'changed', outgoing: outgoing(own.clientMessageId, seq - (seq % 3) || 3) },
    });
}

test('in any order of events the cursor never falls, no row appears twice and none below it is missing', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const one = scene(15);
      let before = 0;
      for (const each of actions) {
        apply(each, one);
        const chat = one.now();
        const { cursor, base, messages } = chat.conversation;
        if (chat.phase !== 'loading' && chat.phase !== 'failed') {
          expect(cursor).toBeGreaterThanOrEqual(before);
          before = cursor;
          const seqs = messages.map(({ seq }) => seq).filter((seq) => seq <= cursor);
          expect(seqs).toEqual(Array.from({ length: cursor - base }, (_, index) => base + index + 1));
        }
        expect(new Set(shownKeys(chat)).size).toBe(shownKeys(chat).length);
      }
    }),
  );
});

test('answers to every request complete the chat after any history, and no copied message stays a bubble', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const one = scene(15);
      for (const each of actions) apply(each, one);
      for (let rounds = 0; nextRequest(one.now()) !== null && rounds < 50; rounds += 1) one.answer();
      one.answer();
      const { phase, conversation, bubbles } = one.now();
      expect([phase, conversation.cursor, nextRequest(one.now())]).toEqual(['open', 15, null]);
      const copied = new Set(conversation.messages.map(({ clientMessageId }) => clientMessageId));
      expect([...bubbles.keys()].filter((id) => copied.has(id))).toEqual([]);
    }),
  );
});

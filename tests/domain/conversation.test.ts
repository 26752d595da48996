import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConversationEvent, SenderType } from '../../contract/im.ts';
import { conversationFrom, fill, openedWith, prepend, receive, trimmed } from '../../src/domain/conversation.ts';
import { fromWire } from '../../src/domain/conversationEvents.ts';
import type { Conversation } from '../../src/domain/timeline.ts';
import { conversationId, message, seen, takenBack, written } from '../support/conversations.ts';

const { doctor, patient } = SenderType;
const empty = conversationFrom(conversationId, 0);
const receiveAll = (events: readonly ConversationEvent[], from: Conversation = empty) =>
  events.reduce((state, event) => receive(state, event).state, from);
const texts = ({ messages }: Conversation) =>
  messages.map(({ body, recalled }) => (recalled ? 'gone' : body.kind === 'text' ? body.text : body.kind));
const deliveries = ({ messages }: Conversation) => messages.map(({ delivery }) => delivery?.state ?? null);

test('an event is applied in its place, and held while one before it is missing', () => {
  const early = receiveAll([written(1), written(3)]);
  expect([texts(early), early.cursor, early.headSeq]).toEqual([['m1'], 1, 3]);
  const filled = receive(early, written(2));
  expect([texts(filled.state), filled.state.cursor]).toEqual([['m1', 'm2', 'm3'], 3]);
  expect(filled.applied.map(({ seq }) => seq)).toEqual([2, 3]);
});

test('a repeated event changes nothing', () => {
  const once = receiveAll([written(1), written(2)]);
  expect(receive(once, written(1)).state).toBe(once);
});

test('a gap fill moves the cursor past a seq without an event', () => {
  const timeline = receiveAll([written(1), written(4)]);
  const page = { afterSeq: 1, events: [written(3)], coveredTo: 3, headSeq: 4 };
  const { state } = fill(timeline, page);
  expect([texts(state), state.cursor]).toEqual([['m1', 'm3', 'm4'], 4]);
});

test('a page requested beyond the cursor is not applied, because it would leave a gap', () => {
  const { state } = fill(receiveAll([written(1)]), { afterSeq: 5, events: [written(6)], coveredTo: 6, headSeq: 6 });
  expect([texts(state), state.cursor]).toEqual([['m1'], 1]);
});

test('a recalled message keeps its place and loses its content', () => {
  expect(texts(receiveAll([written(1), written(2), takenBack(3, 1)]))).toEqual(['gone', 'm2']);
});

test('a message recalled before its page was loaded is not shown', () => {
  const state = receiveAll([takenBack(3, 1)], { ...empty, base: 2, cursor: 2 });
  expect(texts(prepend(state, { list: [message(1), message(2)] }, 2))).toEqual(['gone', 'm2']);
});

test('own messages become delivered and read by the patient, and never less', () => {
  const own = [1, 2, 3].map((seq) => written(seq, { by: doctor }));
  const state = receiveAll([...own, seen(4, patient, 1, 2), seen(5, patient, 0, 1)]);
  expect(deliveries(state)).toEqual(['read', 'delivered', 'sent']);
  expect([state.patientReadUpTo, state.patientDeliveredUpTo]).toEqual([1, 2]);
});

test("the doctor's reading does not change the delivery state of own messages", () => {
  const state = receiveAll([written(1, { by: doctor }), written(2), seen(3, doctor, 2)]);
  expect([deliveries(state), state.doctorReadUpTo]).toEqual([['sent', null], 2]);
});

test('the later of two prescription versions wins', () => {
  const mark = (seq: number, version: number): ConversationEvent => ({
    kind: 'prescription',
    conversationId,
    seq,
    prescriptionId: 'p1' as never,
    prescriptionNo: 'RX1',
    status: version * 10,
    auditStatus: 0,
    version,
    remark: null,
  });
  expect(receiveAll([mark(1, 2), mark(2, 1)]).prescriptions).toEqual({
    p1: { id: 'p1', status: 20, auditStatus: 0, version: 2, remark: null },
  });
});

test('a conversation opens with its latest page; the fill after it adds positions and no message twice', () => {
  const opened = openedWith(conversationId, { list: [message(5, { by: doctor }), message(7)] }, 2);
  expect([opened.base, opened.cursor]).toEqual([4, 4]);
  const events = [written(5, { by: doctor }), seen(6, patient, 5), written(7)];
  const { state } = fill(opened, { afterSeq: 4, events, coveredTo: 7, headSeq: 7 });
  expect([texts(state), deliveries(state)]).toEqual([
    ['m5', 'm7'],
    ['read', null],
  ]);
});

test('a page that is not full reaches the beginning', () => {
  expect(openedWith(conversationId, { list: [message(1), message(2)] }, 50).base).toBe(0);
});

test('older messages are prepended without moving existing rows', () => {
  const opened = openedWith(conversationId, { list: [message(3), message(4)] }, 2);
  const more = prepend(opened, { list: [message(1), message(2)] }, 2);
  expect(texts(more)).toEqual(['m1', 'm2', 'm3', 'm4']);
  expect(more.firstIndex).toBe(opened.firstIndex - 2);
});

test('unloaded messages of a long chat can be loaded again', () => {
  const long = receiveAll([1, 2, 3, 4].map((seq) => written(seq)));
  const short = trimmed(long, 2);
  expect([texts(short), short.base, short.firstIndex]).toEqual([['m3', 'm4'], 2, long.firstIndex + 2]);
  expect(texts(prepend(short, { list: [message(1), message(2)] }, 50))).toEqual(texts(long));
});

const kinds = fc.constantFrom('patient', 'doctor', 'recall', 'patientRead', 'doctorRead');
const toEvent = (kind: string, seq: number): ConversationEvent => {
  if (kind === 'recall') return takenBack(seq, Math.max(1, seq - 3));
  if (kind === 'patientRead') return seen(seq, patient, Math.max(0, seq - 2), seq - 1);
  if (kind === 'doctorRead') return seen(seq, doctor, seq - 1);
  return written(seq, { by: kind === 'doctor' ? doctor : patient });
};
const conversations = fc.array(kinds, { minLength: 1, maxLength: 30 }).chain((all) => {
  const events = all.map((kind, index) => toEvent(kind, index + 1));
  return fc.record({
    events: fc.constant(events),
    arrivals: fc.array(fc.nat(events.length - 1), { maxLength: 90 }),
    pages: fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 30 }),
  });
});

test('repeated, reordered and lost events with gap fills produce the same chat', () => {
  fc.assert(
    fc.property(conversations, ({ events, arrivals, pages }) => {
      const inOrder = receiveAll(events);
      const stirred = arrivals.reduce((state, which, step) => {
        const event = events[which];
        const arrived = event ? receive(state, event).state : state;
        const size = pages[step];
        if (size === undefined) return arrived;
        const page = events.slice(arrived.cursor, arrived.cursor + size);
        const coveredTo = arrived.cursor + page.length;
        return fill(arrived, { afterSeq: arrived.cursor, events: page, coveredTo, headSeq: events.length }).state;
      }, empty);
      const rest = events.slice(stirred.cursor);
      const end = fill(stirred, {
        afterSeq: stirred.cursor,
        events: rest,
        coveredTo: events.length,
        headSeq: events.length,
      }).state;
      expect(end).toEqual(inOrder);
    }),
  );
});

test('opening late and paging back produces the same chat as receiving every event', () => {
  fc.assert(
    fc.property(conversations, fc.nat(30), ({ events }, size) => {
      const all = receiveAll(events);
      const rows = events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
      const asked = size + 1;
      const { doctorReadUpTo, patientReadUpTo, patientDeliveredUpTo } = all;
      const positions = { doctorReadUpTo, patientReadUpTo, patientDeliveredUpTo };
      const opened = openedWith(conversationId, { list: rows.slice(-asked), positions }, asked);
      const later = fill(opened, {
        afterSeq: opened.cursor,
        events: events.slice(opened.cursor),
        coveredTo: events.length,
        headSeq: events.length,
      }).state;
      const recalledOnWire = new Set(events.flatMap((event) => (event.kind === 'recall' ? [event.messageSeq] : [])));
      const older = rows
        .filter(({ seq }) => seq <= opened.base)
        .map((row) => (recalledOnWire.has(row.seq) ? { ...row, status: 2, content: '' } : row));
      const whole = prepend(later, { list: older, positions }, older.length + 1);
      expect([texts(whole), deliveries(whole)]).toEqual([texts(all), deliveries(all)]);
      expect(whole.doctorReadUpTo).toBe(all.doctorReadUpTo);
    }),
  );
});

test('an own message with a malformed client id is shown; it is never taken for the copy of another one', () => {
  const [id, foreign] = ['01890a5d-ac96-774b-bcce-b302099a8057', 'ID 7'];
  const own = (clientMessageId: string) => fromWire(message(1, { by: SenderType.doctor, clientMessageId }));
  expect(own(id)).toMatchObject({ clientMessageId: id, body: { kind: 'text', text: 'm1' } });
  expect(own(foreign)).toMatchObject({ clientMessageId: null, body: { kind: 'text', text: 'm1' } });
});

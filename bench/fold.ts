import { ConversationId } from '../contract/ids.ts';
import { ConversationEvent } from '../contract/im.ts';
import { conversationFrom, receive, trimmed } from '../src/domain/conversation.ts';
import { amount, runsOf } from './amounts.ts';
import { median, type Row } from './row.ts';

const count = amount(20_000, 500);
const runs = runsOf(5);
const conversationId = ConversationId.parse('1');

const events = Array.from({ length: count }, (_, index) => {
  const seq = index + 1;
  const message = {
    id: String(seq),
    seq,
    clientMessageId: null,
    conversationId: '1',
    orderId: '1',
    senderId: '7',
    senderType: 1,
    type: 101,
    content: JSON.stringify({ content: `message ${seq}` }),
    status: 0,
    sendTime: seq,
  };
  return ConversationEvent.parse({ kind: 'message', conversationId: '1', seq, message });
});

const timed = (work: () => void) => {
  const start = performance.now();
  work();
  return ((performance.now() - start) * 1_000) / count;
};

const loadedMost = 200;

/** Applies all events to one conversation, of which `window` messages stay loaded as in a chat read at its end. */
function fold(window: number) {
  let state = conversationFrom(conversationId, 0);
  for (const event of events) {
    state = receive(state, event).state;
    if (state.messages.length > 2 * window) state = trimmed(state, window);
  }
}

function push() {
  let all: unknown[] = [];
  for (const event of events)
    all = [...all.slice(-loadedMost), event.kind === 'message' ? JSON.parse(event.message.content) : null];
}

/** The cost of a gap-free conversation, compared with pushing the same messages into an array. */
export async function foldBench(): Promise<Row[]> {
  const [windowed, whole, anchor]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    windowed.push(timed(() => fold(loadedMost)));
    whole.push(timed(() => fold(count)));
    anchor.push(timed(push));
  }
  const against = { anchor: median(anchor), unit: 'µs' };
  return [
    { what: 'fold one live event into a chat that is read at its end', ours: median(windowed), ...against },
    { what: 'fold one live event into a chat read back to 20,000 messages', ours: median(whole), ...against },
  ];
}

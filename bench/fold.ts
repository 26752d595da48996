import { ConversationId } from '../contract/ids.ts';
import { ConversationEvent } from '../contract/im.ts';
import { conversationFrom, receive } from '../src/domain/conversation.ts';
import { median, type Row } from './row.ts';

const count = 20_000;
const runs = 5;
const conversationId = ConversationId.parse('1');

const events = Array.from({ length: count }, (_, index) => {
  const seq = index + 1;
  const message = {
    ...{ id: String(seq), seq, clientMessageId: null, conversationId: '1', orderId: '1', senderId: '7' },
    ...{ senderType: 1, type: 101, content: JSON.stringify({ content: `message ${seq}` }), status: 0, sendTime: seq },
  };
  return ConversationEvent.parse({ kind: 'message', conversationId: '1', seq, message });
});

const timed = (work: () => void) => {
  const start = performance.now();
  work();
  return ((performance.now() - start) * 1_000) / count;
};

/** What it costs to keep a conversation without holes, against pushing the same messages into an array as they come. */
export async function foldBench(): Promise<Row[]> {
  const [ours, anchor]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    ours.push(
      timed(() => {
        let state = conversationFrom(conversationId, 0);
        for (const event of events) state = receive(state, event).state;
      }),
    );
    anchor.push(
      timed(() => {
        let all: unknown[] = [];
        for (const event of events)
          all = [...all.slice(-200), event.kind === 'message' ? JSON.parse(event.message.content) : null];
      }),
    );
  }
  return [
    { what: 'fold one live event into a growing conversation', ours: median(ours), anchor: median(anchor), unit: 'µs' },
  ];
}

import { Code } from '../../contract/envelope.ts';
import { pullMessages, readMessages, sendMessage } from '../../contract/extension/im.ts';
import { queryImMessages } from '../../contract/http/im.ts';
import type { ConversationId } from '../../contract/ids.ts';
import { ConversationEvent, MessageStatus, MessageType, SendAck } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { DoneAck, JoinAck } from '../../contract/socket.ts';
import type { Group } from '../check.ts';
import { equal, must, needed } from '../finding.ts';
import type { World } from '../world.ts';

const conversationOf = (world: World): ConversationId => world.accepted().conversationId;

const written = (world: World, content: string, clientMessageId = world.newMessageId()) => ({
  clientMessageId,
  conversationId: conversationOf(world),
  type: MessageType.text,
  content: JSON.stringify({ content }),
});

async function stored(world: World, message: ReturnType<typeof written>) {
  const ack = await (await world.treatingLink()).ask('message:send', message, SendAck);
  must(ack.ok, ack.ok ? '' : `refused as ${ack.why}`, ack, 'ok');
  return ack;
}

/** Each seq once, in rising order. */
const inOrder = (seqs: readonly number[]) => [...new Set(seqs)].sort((a, b) => a - b);

/** The number of an event of the shared conversation; every other event was checked when it was heard. */
const seqIn = (sent: unknown): number => ConversationEvent.safeParse(sent).data?.seq ?? 0;

/** All events of the shared conversation, page by page. */
async function wholeHistory(world: World) {
  const doctor = await world.treating();
  const events: ConversationEvent[] = [];
  for (let afterSeq = 0; ; ) {
    const page = await doctor.call(queryImMessages, { conversationId: conversationOf(world), afterSeq, limit: 20 });
    events.push(...page.events);
    const covers = page.coveredTo > afterSeq || afterSeq >= page.headSeq;
    must(covers, 'a page covers nothing although there is more', page.coveredTo, `later than ${afterSeq}`);
    afterSeq = page.coveredTo;
    if (afterSeq >= page.headSeq) return { events, headSeq: page.headSeq };
  }
}

/** Messages: stored once, in order, and nothing lost. */
export const messages: Group = {
  name: 'Messages',
  core: true,
  checks: [
    {
      rule: 'a join answers the head of the conversation',
      async run(world) {
        const id = conversationOf(world);
        const link = await world.treatingLink();
        const ack = await link.ask('conversation:join', { conversationIds: [id] }, JoinAck);
        const head = ack.ok ? ack.heads[id] : undefined;
        must(typeof head === 'number', 'the head is missing', head, 'a number');
        world.joinedAt = head;
      },
    },
    {
      rule: 'a message is acknowledged with id and seq, and is pushed to the other windows of the doctor',
      async run(world) {
        const link = await world.treatingLink();
        const message = written(world, 'Guten Tag 您好 👋');
        const ack = await stored(world, message);
        const pushed = await link.hears('conversation:event', ConversationEvent, (event) => event.seq === ack.seq);
        equal(
          pushed.kind === 'message' ? pushed.message.content : pushed.kind,
          message.content,
          'the text has changed',
        );
      },
    },
    {
      rule: 'a repeated message keeps its first id and seq, whatever its text is now',
      async run(world) {
        const message = written(world, 'once');
        const first = await stored(world, message);
        const again = await stored(world, written(world, 'twice', message.clientMessageId));
        equal([again.id, again.seq], [first.id, first.seq], 'it was stored twice');
        const { events } = await wholeHistory(world);
        const same = events.filter(
          (event) => event.kind === 'message' && event.message.clientMessageId === message.clientMessageId,
        );
        equal(same.length, 1, `${same.length} messages with one clientMessageId`);
      },
    },
    {
      rule: 'ten repeats at the same moment store one message',
      async run(world) {
        const message = written(world, 'ten at once');
        const acks = await Promise.all(Array.from({ length: 10 }, () => stored(world, message)));
        equal(new Set(acks.map(({ seq }) => seq)).size, 1, 'they have different seqs');
      },
    },
    {
      rule: 'socket and HTTP store the same message once',
      async run(world) {
        const message = written(world, 'by two ways');
        const [bySocket, byHttp] = await Promise.all([
          stored(world, message),
          (await world.treating()).call(sendMessage, message),
        ]);
        equal(bySocket.seq, byHttp.seq, 'it was stored twice');
      },
    },
    {
      rule: 'seqs are dense: 1, 2, 3 … up to the head, after twenty messages at the same moment',
      async run(world) {
        await Promise.all(Array.from({ length: 20 }, (_, n) => stored(world, written(world, `number ${n}`))));
        const { events, headSeq } = await wholeHistory(world);
        const seqs = events.map(({ seq }) => seq);
        equal(new Set(seqs).size, seqs.length, 'a seq occurs twice');
        equal(seqs, inOrder(seqs), 'they are out of order');
        equal(seqs.at(-1), headSeq, `the last seq is ${seqs.at(-1)}, the head ${headSeq}`);
      },
    },
    {
      rule: 'older messages come before a seq, the newest last',
      async run(world) {
        const doctor = await world.treating();
        const { headSeq } = await wholeHistory(world);
        const page = { conversationId: conversationOf(world), beforeSeq: headSeq, limit: 5 };
        const { list } = await doctor.call(queryImMessages, page);
        equal(list.length, 5, `${list.length} messages instead of 5`);
        const seqs = list.map(({ seq }) => seq);
        equal(
          seqs,
          inOrder(seqs).filter((seq) => seq < headSeq),
          'wrong order',
        );
      },
    },
    {
      rule: 'a message that is too long is refused as “validation”, and the next one is stored',
      async run(world) {
        const link = await world.treatingLink();
        const ack = await link.ask('message:send', written(world, 'x'.repeat(limits.textLength + 1)), SendAck);
        equal(ack.ok ? 'ok' : ack.why, 'validation', ack.ok ? 'it was stored' : `it is refused as ${ack.why}`);
        await stored(world, written(world, 'after it'));
      },
    },
    {
      rule: "nobody joins or writes into another doctor's conversation",
      async run(world) {
        const id = conversationOf(world);
        const link = await world.otherLink();
        const joined = await link.ask('conversation:join', { conversationIds: [id] }, JoinAck);
        must(!joined.ok || joined.refused.includes(id), 'the join was allowed', joined, 'a refusal');
        const ack = await link.ask('message:send', written(world, 'from a stranger'), SendAck);
        equal(ack.ok ? 'ok' : ack.why, 'forbidden', ack.ok ? 'the message was stored' : `refused as ${ack.why}`);
        const read = await (await world.other()).ask(queryImMessages, { conversationId: id, afterSeq: 0 });
        const hidden = [Code.notFound, Code.forbidden];
        must(
          hidden.some((code) => code === read.code),
          `reading answers code ${read.code}`,
          read.code,
          hidden.join(' or '),
        );
        const reached = link.heard.filter(({ name }) => name === 'conversation:event').length;
        equal(reached, 0, 'events reach the stranger');
      },
    },
    {
      rule: 'a recalled message has no text any more, here and in the history',
      async run(world) {
        const link = await world.treatingLink();
        const { id, seq } = await stored(world, written(world, 'a slip'));
        const recall = { conversationId: conversationOf(world), messageId: id };
        equal((await link.ask('message:recall', recall, DoneAck)).ok, true, 'the recall is refused');
        await link.hears(
          'conversation:event',
          ConversationEvent,
          (event) => event.kind === 'recall' && event.messageSeq === seq,
        );
        const { events } = await wholeHistory(world);
        const kept = events.find((event) => event.kind === 'message' && event.message.id === id);
        must(
          kept?.kind === 'message' && kept.message.status === MessageStatus.recalled,
          'it is not marked as recalled',
          kept?.kind === 'message' ? `status ${kept.message.status}` : kept?.kind,
          `status ${MessageStatus.recalled}`,
        );
        must(!kept.message.content.includes('a slip'), 'its text is still delivered', 'its text', 'no text');
      },
    },
    {
      rule: 'read positions only rise',
      async run(world) {
        const link = await world.treatingLink();
        const conversationId = conversationOf(world);
        const { seq } = await stored(world, written(world, 'read up to here'));
        const positionAfter = async (readUpTo: number) => {
          equal((await link.ask('message:read', { conversationId, readUpTo }, DoneAck)).ok, true, 'it is refused');
          const doctor = await world.treating();
          return (await doctor.call(queryImMessages, { conversationId })).positions?.doctorReadUpTo ?? 0;
        };
        const first = await positionAfter(seq);
        must(first > 0, 'the position is not answered', first, 'more than 0');
        const later = await positionAfter(1);
        must(later >= first, 'the position fell', later, `at least ${first}`);
      },
    },
    {
      rule: 'every event after the join was pushed once to the doctor who joined',
      async run(world) {
        const joinedAt = needed(world.joinedAt, 'needs a join');
        const link = await world.treatingLink();
        const { events } = await wholeHistory(world);
        const due = events.map(({ seq }) => seq).filter((seq) => seq > joinedAt);
        const last = due.at(-1) ?? 0;
        await link.hears('conversation:event', ConversationEvent, (event) => event.seq >= last);
        // What was sent before this answer has arrived before it.
        await link.ask('conversation:join', { conversationIds: [conversationOf(world)] }, JoinAck);
        const pushed = link.heard.flatMap(({ name, sent }) => (name === 'conversation:event' ? [seqIn(sent)] : []));
        const times = (seq: number) => pushed.filter((one) => one === seq).length;
        for (const seq of due) equal(times(seq), 1, `event ${seq} was pushed ${times(seq)} times`);
      },
    },
    {
      rule: 'without a socket, events are pulled after a cursor and read positions set',
      async run(world) {
        const doctor = await world.treating();
        const conversationId = conversationOf(world);
        const { headSeq } = await wholeHistory(world);
        const pulled = await doctor.call(pullMessages, { cursors: { [conversationId]: headSeq - 1 } });
        const head = pulled.heads[conversationId] ?? 0;
        must(head >= headSeq, `the head is ${head}, not ${headSeq} or later`, head, `at least ${headSeq}`);
        // The patient may have written meanwhile.
        must(pulled.events.length >= 1, 'no event instead of the last one', pulled.events.length, 'at least 1');
        for (const [n, { seq }] of pulled.events.entries()) equal(seq, headSeq + n, `event ${n + 1} has seq ${seq}`);
        await doctor.call(readMessages, { conversationId, readUpTo: headSeq });
        const { positions } = await doctor.call(queryImMessages, { conversationId });
        const position = positions?.doctorReadUpTo ?? 0;
        must(position > 0, 'the position is not answered', position, 'more than 0');
      },
    },
    {
      rule: 'the patient hears the doctor, and the doctor the patient',
      beyond: true,
      async run(world) {
        const phone = await world.phone();
        const link = await world.treatingLink();
        const text = `Heard at ${Date.now()}`;
        const heard = phone.hears(text, 10_000);
        await stored(world, written(world, text));
        await heard;
        const said = await phone.says(conversationOf(world), 'I hear you');
        await link.hears('conversation:event', ConversationEvent, (event) => event.seq === said.seq);
      },
    },
  ],
};

import type * as z from 'zod/mini';
import type { ClientEventName, clientEvents } from '../../contract/socket.ts';
import type { Messages } from '../messages/messages.ts';
import { refusal } from '../messages/onWire.ts';
import { partyOf } from '../messages/party.ts';
import type { Presence } from './presence.ts';
import { rooms } from './rooms.ts';
import type { Answer, Link } from './types.ts';

type Sent<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;

/** What the server does at an event, and what it answers once that is done. */
export type Commands = { [Name in ClientEventName]: (link: Link, sent: Sent<Name>) => Promise<Answer<Name>> };

type Needs = { messages: Messages; presence: Presence; now: () => number };

const done = { ok: true } as const;
const notYours = refusal('forbidden', 'not a conversation of yours');

/** The socket's side of conversations and lists. Everything here can also be done, or learnt, by plain calls. */
export function createCommands({ messages, presence, now }: Needs): Commands {
  const place = (link: Link, conversationId: string) => {
    const { tenantId, type } = partyOf(link.data.who);
    return {
      room: rooms.conversation(tenantId, conversationId),
      side: rooms.side(tenantId, conversationId, type),
    };
  };

  async function isOwn(link: Link, conversationId: string): Promise<boolean> {
    if (link.rooms.has(place(link, conversationId).room)) return true;
    return (await messages.places(partyOf(link.data.who), [conversationId])).length > 0;
  }

  async function raise(link: Link, conversationId: string, mark: 'read' | 'delivered', upTo: number) {
    if (!(await isOwn(link, conversationId))) return notYours;
    await messages.raise(partyOf(link.data.who), { conversationId, mark, upTo });
    return done;
  }

  async function watch(link: Link, isAuditors: boolean, room: 'awaiting' | 'audit') {
    const { who } = link.data;
    if (who.kind !== 'staff' || who.isAuditor !== isAuditors) return refusal('forbidden', 'not your list');
    // What is asked for after the answer misses nothing that is told from here on.
    await link.join(rooms[room](who.tenantId));
    return done;
  }

  return {
    async 'conversation:join'(link, { conversationIds }) {
      const party = partyOf(link.data.who);
      const own = (await messages.places(party, conversationIds)).map(({ id }) => id);
      const fresh = own.filter((id) => !link.rooms.has(place(link, id).room));
      await link.join(own.flatMap((id) => Object.values(place(link, id))));
      // Only what was committed before the room was joined can be missing from it, so the heads are read after joining.
      const heads = Object.fromEntries((await messages.places(party, own)).map(({ id, lastSeq }) => [id, lastSeq]));
      const senderType = party.type === 1 ? 2 : 1;
      const hear = (conversationId: string, online: boolean) =>
        link.emit('presence', { conversationId, senderType, online, time: now() });
      presence.came(party, fresh, hear).catch(() => {});
      return { ok: true, heads, refused: conversationIds.filter((id) => !own.includes(id)) };
    },
    async 'conversation:leave'(link, { conversationIds }) {
      // Only somebody who was there can go: anything else would announce another doctor's absence.
      const joined = conversationIds.filter((id) => link.rooms.has(place(link, id).room));
      for (const id of joined) for (const room of Object.values(place(link, id))) await link.leave(room);
      presence.went(partyOf(link.data.who), joined).catch(() => {});
      return done;
    },
    'message:send': (link, message) => messages.send(partyOf(link.data.who), message),
    'message:recall': (link, { conversationId, messageId }) =>
      messages.recall(partyOf(link.data.who), conversationId, messageId),
    'message:read': (link, { conversationId, readUpTo }) => raise(link, conversationId, 'read', readUpTo),
    'message:delivered': (link, { conversationId, deliveredUpTo }) =>
      raise(link, conversationId, 'delivered', deliveredUpTo),
    async typing(link, { conversationId }) {
      const { room } = place(link, conversationId);
      if (!link.rooms.has(room)) return notYours;
      link.to(room).volatile.emit('typing', { conversationId, senderType: partyOf(link.data.who).type });
      return done;
    },
    'awaiting:watch': (link) => watch(link, false, 'awaiting'),
    'audit:watch': (link) => watch(link, true, 'audit'),
  };
}

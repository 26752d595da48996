import type * as z from 'zod/mini';
import type { ClientEventName, clientEvents } from '../../contract/socket.ts';
import { roleOf } from '../db/roles.ts';
import type { Messages } from '../messages/messages.ts';
import { type Party, partyOf } from '../messages/party.ts';
import { refusal } from '../messages/wire.ts';
import type { Actor } from '../trail/trail.ts';
import type { Presence } from './presence.ts';
import type { ReviewerPresence } from './reviewerPresence.ts';
import { rooms } from './rooms.ts';
import type { Answer, ClientSocket } from './types.ts';

type Sent<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;

/** What the server does for each event, and its acknowledgement. */
export type Commands = {
  [Name in ClientEventName]: (socket: ClientSocket, sent: Sent<Name>, actor: Actor) => Promise<Answer<Name>>;
};

type Needs = {
  messages: Messages;
  presence: Presence;
  auditors: ReviewerPresence;
  /** Tells the sockets of other processes that somebody types. */
  sendTyping: (typing: RemoteTyping) => void;
  now: () => number;
};

/** That a party types, for the sockets of a room in other processes. */
export type RemoteTyping = { room: string; conversationId: string; senderType: Party['type'] };

const done = { ok: true } as const;
const notOwnConversation = refusal('forbidden', 'not a conversation of yours');

/** The commands of the socket for conversations and lists. Calls over HTTP send and read messages as well. */
export function createCommands({ messages, presence, auditors: reviewers, sendTyping, now }: Needs): Commands {
  const roomsOf = (socket: ClientSocket, conversationId: string) => {
    const { hospitalId, type } = partyOf(socket.data.who);
    return {
      room: rooms.conversation(hospitalId, conversationId),
      side: rooms.side(hospitalId, conversationId, type),
    };
  };

  async function isOwn(socket: ClientSocket, conversationId: string): Promise<boolean> {
    if (socket.rooms.has(roomsOf(socket, conversationId).room)) return true;
    return (await messages.ownAmong(partyOf(socket.data.who), [conversationId])).length > 0;
  }

  async function raise(socket: ClientSocket, rise: Parameters<Messages['raisePosition']>[0], actor: Actor) {
    if (!(await isOwn(socket, rise.conversationId))) return notOwnConversation;
    await messages.raisePosition(rise, { by: partyOf(socket.data.who), actor });
    return done;
  }

  async function watch(socket: ClientSocket, role: 'doctor' | 'auditor', room: 'awaiting' | 'audit') {
    const { who } = socket.data;
    if (who.kind !== 'staff' || roleOf(who) !== role) return refusal('forbidden', 'not your list');
    // The client loads the list after this acknowledgement, so the load and the later events leave no gap.
    await socket.join(rooms[room](who.hospitalId));
    return done;
  }

  return {
    async 'conversation:join'(socket, { conversationIds }) {
      const party = partyOf(socket.data.who);
      const own = (await messages.ownAmong(party, conversationIds)).map(({ id }) => id);
      const newlyJoined = own.filter((id) => !socket.rooms.has(roomsOf(socket, id).room));
      await socket.join(own.flatMap((id) => Object.values(roomsOf(socket, id))));
      // The heads are read after joining: every event up to a head can be loaded, and every later one arrives live.
      const heads = Object.fromEntries((await messages.ownAmong(party, own)).map(({ id, lastSeq }) => [id, lastSeq]));
      const senderType = party.type === 1 ? 2 : 1;
      const notify = (conversationId: string, online: boolean) =>
        socket.emit('presence', { conversationId, senderType, online, time: now() });
      presence.enter(party, newlyJoined, notify);
      return { ok: true, heads, refused: conversationIds.filter((id) => !own.includes(id)) };
    },
    async 'conversation:leave'(socket, { conversationIds }) {
      // Only joined conversations are left; otherwise a client could announce another doctor's absence.
      const joined = conversationIds.filter((id) => socket.rooms.has(roomsOf(socket, id).room));
      for (const id of joined) for (const room of Object.values(roomsOf(socket, id))) await socket.leave(room);
      presence.leave(partyOf(socket.data.who), joined);
      return done;
    },
    'message:send': (socket, message, actor) => messages.send(message, { by: partyOf(socket.data.who), actor }),
    'message:recall': (socket, which, actor) => messages.recall(which, { by: partyOf(socket.data.who), actor }),
    'message:read': (socket, { conversationId, readUpTo: upTo }, actor) =>
      raise(socket, { conversationId, mark: 'read', upTo }, actor),
    'message:delivered': (socket, { conversationId, deliveredUpTo: upTo }, actor) =>
      raise(socket, { conversationId, mark: 'delivered', upTo }, actor),
    async typing(socket, { conversationId }) {
      const { room } = roomsOf(socket, conversationId);
      if (!socket.rooms.has(room)) return notOwnConversation;
      const senderType = partyOf(socket.data.who).type;
      socket.to(room).volatile.emit('typing', { conversationId, senderType });
      sendTyping({ room, conversationId, senderType });
      return done;
    },
    'connection:ping': async () => done,
    'awaiting:watch': (socket) => watch(socket, 'doctor', 'awaiting'),
    async 'audit:watch'(socket) {
      const answer = await watch(socket, 'auditor', 'audit');
      if (answer.ok) reviewers.announce(socket.data.who.hospitalId);
      return answer;
    },
    async 'audit:reviewing'(socket, { prescriptionId }) {
      const { hospitalId } = socket.data.who;
      if (!socket.rooms.has(rooms.audit(hospitalId))) return refusal('forbidden', 'not your list');
      socket.data.reviewing = prescriptionId;
      reviewers.announce(hospitalId);
      return done;
    },
  };
}

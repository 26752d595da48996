import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { ConversationId } from '../ids.ts';
import { ConversationEvent, OutgoingMessage, Stored } from '../im.ts';
import { Int, text } from '../values.ts';

/** The HTTP equivalent of the socket's `message:send`, for networks without sockets. */
export const sendMessage = operation({
  method: 'POST',
  path: '/infra/imMsg/send',
  source: 'ours',
  access: 'party',
  body: OutgoingMessage,
  reply: Stored,
});

export const readMessages = operation({
  method: 'PUT',
  path: '/infra/imMsg/read',
  source: 'ours',
  access: 'party',
  body: z.object({ conversationId: ConversationId, readUpTo: Int.check(z.minimum(0)) }),
  reply: z.literal(true),
});

/** No doctor has this many conversations; bounded, because each requested one adds a row to the trail. */
const maxCursors = 500;

/** All events after each given cursor, over all conversations at once. */
export const pullMessages = operation({
  method: 'POST',
  path: '/infra/imMsg/pull',
  source: 'ours',
  access: 'party',
  body: z.object({
    cursors: z
      .record(text(64), Int.check(z.minimum(0)))
      .check(z.refine((cursors) => Object.keys(cursors).length <= maxCursors, `has more than ${maxCursors} entries`)),
    size: z._default(Int.check(z.minimum(1), z.maximum(200)), 200),
  }),
  reply: z.object({
    events: z.array(ConversationEvent),
    coveredTo: z.record(z.string(), Int),
    heads: z.record(z.string(), Int),
  }),
});

import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { ConversationId } from '../ids.ts';
import { ConversationEvent, ImMessage } from '../im.ts';
import { Int } from '../values.ts';

/** Read and delivery positions of both sides; all three only rise. */
export const Positions = z.object({ doctorReadUpTo: Int, patientReadUpTo: Int, patientDeliveredUpTo: Int });
export type Positions = z.infer<typeof Positions>;

/**
 * A conversation's history: with `beforeSeq` the messages before it, newest last, and with `afterSeq` all later events, in
 * `events`, complete up to `coveredTo` (a repeated send uses up a seq without an event). `maxId`/`minId` are the existing
 * platform's names.
 */
export const queryImMessages = operation({
  method: 'POST',
  path: '/infra/imMsg/queryImMg',
  source: 'ours',
  access: 'party',
  body: z.object({
    conversationId: ConversationId,
    afterSeq: z.optional(Int.check(z.minimum(0))),
    beforeSeq: z.optional(Int.check(z.minimum(0))),
    limit: z.optional(Int.check(z.minimum(1), z.maximum(200))),
    maxId: z.optional(Int),
    minId: z.optional(Int),
    pageNo: z.optional(Int.check(z.minimum(1))),
    pageSize: z.optional(Int.check(z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({
    list: z.array(ImMessage),
    total: Int,
    headSeq: Int,
    events: z._default(z.array(ConversationEvent), []),
    coveredTo: z._default(Int, 0),
    positions: z.nullish(Positions),
  }),
});

/** Connection parameters for live messages. */
export const getImConfig = operation({
  method: 'GET',
  path: '/infra/im/getImConfig',
  source: 'ours',
  access: 'account',
  reply: z.object({
    url: z.string(),
    path: z.string(),
    transports: z.array(z.string()),
    pingIntervalMs: Int,
    pongTimeoutMs: Int,
    recallMinutes: Int,
    maxTextLength: Int,
    maxFileMb: Int,
  }),
});

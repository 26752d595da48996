import { Code } from '../../contract/envelope.ts';
import type * as extension from '../../contract/extension/im.ts';
import type { RefusalReason } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Caller } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import type { Messages } from './messages.ts';
import { partyOf } from './party.ts';

type PartyCall = CallContext<Caller>;

const codes: Readonly<Record<RefusalReason, Code>> = {
  validation: Code.badRequest,
  forbidden: Code.notFound,
  conversationClosed: Code.conversationClosed,
  rateLimited: Code.tooManyRequests,
  recallTooLate: Code.recallTooLate,
};

/** How clients reach the socket, and the limits of messages. */
export const socketConfig = (socketPath: string) => async () =>
  done({
    url: '',
    path: socketPath,
    transports: ['websocket'],
    pingIntervalMs: limits.pingIntervalMs,
    pongTimeoutMs: limits.pongTimeoutMs,
    recallMinutes: limits.recallWithinMs / 60_000,
    maxTextLength: limits.textLength,
    maxFileMb: limits.fileBytes / 1024 / 1024,
  });

/** Sends a message, as the socket does. */
export const sendMessage =
  (messages: Messages) =>
  async (message: RequestOf<typeof extension.sendMessage>, { by }: PartyCall) => {
    const answer = await messages.send(message, { by: partyOf(by), actor: by });
    if (answer.ok) return done(answer);
    const { why, field = null, retryAfterMs = null } = answer;
    return refused(codes[why], { why, field, retryAfterMs });
  };

/** Stores up to where a party has read its conversation. */
export const raiseRead =
  (messages: Messages) =>
  async ({ conversationId, readUpTo: upTo }: RequestOf<typeof extension.readMessages>, { by }: PartyCall) => {
    if ((await messages.ownAmong(partyOf(by), [conversationId])).length === 0) return refused(Code.notFound);
    await messages.raisePosition({ conversationId, mark: 'read', upTo }, { by: partyOf(by), actor: by });
    return done(true as const);
  };

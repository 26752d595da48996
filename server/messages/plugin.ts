import type { FastifyInstance } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { pullMessages, readMessages, sendMessage } from '../../contract/extension/im.ts';
import { getImConfig, queryImMessages } from '../../contract/http/im.ts';
import type { RefusalReason } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { done, refused } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import type { Messages } from './messages.ts';
import { partyOf } from './party.ts';

type Needs = { uow: UnitOfWork; messages: Messages; socketPath: string };

const codes: Readonly<Record<RefusalReason, Code>> = {
  validation: Code.badRequest,
  forbidden: Code.notFound,
  conversationClosed: Code.conversationClosed,
  rateLimited: Code.tooManyRequests,
  recallTooLate: Code.recallTooLate,
};

const read = { action: 'read', entity: 'conversation', purpose: null } as const;

const configOf = (socketPath: string) => ({
  url: '',
  path: socketPath,
  transports: ['websocket'],
  pingIntervalMs: limits.pingIntervalMs,
  pongTimeoutMs: limits.pongTimeoutMs,
  recallMinutes: limits.recallWithinMs / 60_000,
  maxTextLength: limits.textLength,
  maxFileMb: limits.fileBytes / 1024 / 1024,
});

/** Conversations over HTTP: history and back-fill, and the socket's commands for networks that allow no socket. */
export async function messagesPlugin(app: FastifyInstance, { uow, messages, socketPath }: Needs): Promise<void> {
  app.addOperations([
    route(getImConfig)(async () => done(configOf(socketPath))),
    route(queryImMessages)(async (query, { user, tenantId, now }) => {
      const role = user.kind === 'patient' ? 'patient' : user.isAuditor ? 'auditor' : 'doctor';
      const { isOwn, patientId, ...history } = await messages.history({ ...partyOf(user), role }, query);
      // The two sides read their conversation all day, which is one row; a read by anybody else is a row each.
      if (isOwn) return history;
      const entry = { ...read, patientId, entityId: query.conversationId };
      await appendTrail(uow.read(tenantId), user, now, { ...entry, ...readOutcome(history.ok) });
      return history;
    }),
    route(pullMessages)(async (pull, { user }) => done(await messages.pull(partyOf(user), pull))),
    route(sendMessage)(async (message, { user }) => {
      const answer = await messages.send(partyOf(user), message, user);
      if (answer.ok) return done(answer);
      const { why, field = null, retryAfterMs = null } = answer;
      return refused(codes[why], { why, field, retryAfterMs });
    }),
    route(readMessages)(async ({ conversationId, readUpTo: upTo }, { user }) => {
      if ((await messages.ownAmong(partyOf(user), [conversationId])).length === 0) return refused(Code.notFound);
      await messages.raisePosition(partyOf(user), { conversationId, mark: 'read', upTo }, user);
      return done(true);
    }),
  ]);
}

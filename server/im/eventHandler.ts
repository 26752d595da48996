import type * as z from 'zod/mini';
import type { RefusalReason } from '../../contract/im.ts';
import { type ClientEventName, clientEvents } from '../../contract/socket.ts';
import { compiled } from '../http/compiledSchemas.ts';
import { validationMessage } from '../http/messages.ts';
import { preferredLanguage } from '../http/preferredLanguage.ts';
import { createTokenBuckets, type TokenRate } from '../limits/tokenBuckets.ts';
import { refusal } from '../messages/wire.ts';
import type { EnsureTrail } from '../trail/ensureTrail.ts';
import { eventRules } from '../trail/rules.ts';
import type { Commands } from './commands.ts';
import type { ObserveCommand } from './observeCommands.ts';
import { actorOf, type ClientSocket } from './types.ts';

type Needs = {
  commands: Commands;
  now: () => number;
  ensureTrail: EnsureTrail;
  rate: TokenRate | undefined;
  observe: ObserveCommand;
  onRateLimited: (name: ClientEventName) => void;
  onFault: (cause: unknown) => void;
};

type Answered = { ok: true } | { ok: false; why: RefusalReason };

/** The events of one socket: two hundred at once, and a hundred a second in the long run. */
const eventRate: TokenRate = { burst: 200, perSecond: 100 };
/** The cost of an event grows with its conversations, because each of them is looked up. */
const conversationsPerToken = 25;
/** A client that ignores this many refusals is disconnected. */
const maxRefusals = 1_000;

const costOf = (sent: unknown): number => {
  const { conversationIds } = (sent ?? {}) as { conversationIds?: unknown };
  return Array.isArray(conversationIds) ? Math.max(1, Math.ceil(conversationIds.length / conversationsPerToken)) : 1;
};

/** A refusal with its validation message in the language of the connected browser. */
const inLanguageOf = <A extends { ok: boolean; message?: string }>({ handshake }: ClientSocket, answer: A): A =>
  answer.message === undefined
    ? answer
    : {
        ...answer,
        message: validationMessage(answer.message, preferredLanguage(handshake.headers['accept-language'])),
      };

/** Parses a client's events, runs their commands, records them on the trail and acknowledges them. */
export function createEventHandler({ commands, now, ensureTrail, rate, observe, onRateLimited, onFault }: Needs) {
  // A socket is in one process, so nobody else counts its events.
  const takeTokens = createTokenBuckets(now);

  /** Milliseconds that this socket must wait; disconnects it after too many refusals. */
  function waitFor(socket: ClientSocket, cost: number): number {
    const retryAfterMs = takeTokens({ uses: [{ key: socket.id, rate: rate ?? eventRate }], cost });
    if (retryAfterMs === 0) return 0;
    socket.data.refusals += 1;
    if (socket.data.refusals > maxRefusals) socket.disconnect(true);
    return retryAfterMs;
  }

  /** Runs one command and acknowledges it. A fault on this side is not acknowledged, so that the client tries again. */
  async function run(socket: ClientSocket, name: ClientEventName, sent: unknown, ack: (answer: unknown) => void) {
    const parsed = compiled<z.ZodMiniType>(clientEvents[name]).safeParse(sent);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = issue?.path.map(String).join('.') ?? '';
      ack(inLanguageOf(socket, refusal('validation', issue?.message ?? 'invalid', { field })));
      return 'refused';
    }
    socket.data.pending += 1;
    try {
      // The event's own schema parsed its data.
      const actor = actorOf(socket, name);
      const answer: Answered = await commands[name](socket, parsed.data as never, actor);
      const request = { hospitalId: socket.data.who.hospitalId, actor, at: now(), call: name, input: parsed.data };
      const result = answer.ok ? ({ ok: true, reply: answer } as const) : ({ ok: false, why: answer.why } as const);
      await ensureTrail(eventRules[name], request, result);
      ack(inLanguageOf(socket, answer));
      return answer.ok ? 'ok' : 'refused';
    } catch (cause) {
      onFault(cause);
      return 'fault';
    } finally {
      socket.data.pending -= 1;
    }
  }

  async function handle(socket: ClientSocket, name: ClientEventName, args: unknown[]) {
    const last = args.at(-1);
    const ack = typeof last === 'function' ? (answer: unknown) => void last(answer) : () => {};
    const retryAfterMs = waitFor(socket, costOf(args[0]));
    if (retryAfterMs > 0) {
      onRateLimited(name);
      return ack(refusal('rateLimited', 'too many events', { retryAfterMs }));
    }
    const sent = typeof args[0] === 'function' ? undefined : (args[0] ?? {});
    await observe(socket, name, () => run(socket, name, sent, ack));
  }

  return { handle, waitFor };
}

import type { Server as HttpServer } from 'node:http';
import { Server, type ServerOptions } from 'socket.io';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { RefusalReason } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { type ClientEventName, clientEvents } from '../../contract/socket.ts';
import type { Standing } from '../accounts/socketSessions.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Bus } from '../events/bus.ts';
import { compiled } from '../http/compiledSchemas.ts';
import { preferredLanguage, validationMessage } from '../http/wordings.ts';
import { faultOf, type Log } from '../log.ts';
import type { Messages } from '../messages/messages.ts';
import { refusal } from '../messages/onWire.ts';
import { partyOf } from '../messages/party.ts';
import type { EnsureTrail } from '../trail/ensureTrail.ts';
import { eventRules, type TrailRule } from '../trail/rules.ts';
import { appendDailyTrail } from '../trail/trail.ts';
import { coalesce } from './coalesce.ts';
import { createCommands } from './commands.ts';
import { createDailyReaderTrail } from './dailyReaderTrail.ts';
import { type AdmitNeeds, admitted, isOwnOrigin, Refused } from './handshake.ts';
import { createPresence } from './presence.ts';
import { publish } from './publish.ts';
import { rooms } from './rooms.ts';
import { watchEndings } from './sessionEndings.ts';
import { createTokenBucket, type TokenRate } from './tokenBucket.ts';
import { actorOf, type Io, type Link, placeOf } from './types.ts';

type Needs = AdmitNeeds & {
  server: HttpServer;
  path: string;
  origins: readonly string[];
  messages: Messages;
  standing(sessionIds: readonly string[]): Promise<Map<string, Standing>>;
  bus: Bus;
  now: () => number;
  log: Log;
  uow: UnitOfWork;
  ensureTrail: EnsureTrail;
  /** Replaces the limit on the events of one socket. */
  rate?: TokenRate;
  /** Joins the sockets of several processes; without one each process serves its own. */
  adapter?: ServerOptions['adapter'];
};

const largestFrame = 64 * 1024;
const mostSocketsEach = 30;
/** The events of one socket: two hundred at once, and a hundred a second in the long run. */
const eventRate: TokenRate = { burst: 200, perSecond: 100 };
/** A join is as much work as it has conversations. */
const conversationsPerEvent = 25;
/** Who goes on this long after being told to wait is no client of ours. */
const mostRefusals = 1_000;
/** An opened socket that does not say who it is ends after this. */
const greetWithinMs = 20_000;

const costOf = (sent: unknown): number => {
  const { conversationIds } = (sent ?? {}) as { conversationIds?: unknown };
  return Array.isArray(conversationIds) ? Math.max(1, Math.ceil(conversationIds.length / conversationsPerEvent)) : 1;
};

/** A refusal whose complaint is in the language of the browser that connected. */
const inLanguageOf = <A extends { ok: boolean; message?: string }>({ handshake }: Link, answer: A): A =>
  answer.message === undefined
    ? answer
    : {
        ...answer,
        message: validationMessage(answer.message, preferredLanguage(handshake.headers['accept-language'])),
      };

type Answered = { ok: true } | { ok: false; why: RefusalReason };

const names = Object.keys(clientEvents) as ClientEventName[];

/** Live messages: who may connect, what they may say, and what they are told. It keeps nothing that a restart would lose. */
export function createGateway(needs: Needs) {
  const { server, path, origins, messages, standing, bus, now, log, uow, ensureTrail, adapter } = needs;
  const io: Io = new Server(server, {
    path,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    pingInterval: limits.pingIntervalMs,
    pingTimeout: limits.pongTimeoutMs,
    maxHttpBufferSize: largestFrame,
    connectTimeout: greetWithinMs,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request, origins)),
    ...(adapter === undefined ? {} : { adapter }),
  });
  io.engine.on('connection', coalesce);
  const presence = createPresence(io, now);
  const commands = createCommands({ messages, presence, now });
  const onFault = (cause: unknown) => log.error('the socket gateway failed', faultOf(cause));
  const endings = watchEndings({ io, bus, now, standing, onFault });
  const recordReaders = createDailyReaderTrail({ io, uow, now, onFault });
  const unsubscribe = bus.subscribe((event) => {
    recordReaders(event);
    publish(io, event);
  });
  const bucket = createTokenBucket({ now, ...(needs.rate ?? eventRate) });
  let ignored = 0;

  /** Whoever is turned away repeats it, so a day of it is one row. */
  async function noteRefused(link: Link, cause: Error) {
    if (!(cause instanceof Refused)) return;
    const { who, data, claimed } = cause;
    const tenantId = who?.tenantId ?? claimed;
    if (tenantId === null || (!who && (await needs.tenantState(tenantId)) === 'unknown')) return;
    const actor = { userType: who?.userType ?? null, userId: who?.userId ?? null, ...placeOf(link) };
    const entry = { action: 'create', entity: 'session', entityId: null, patientId: null, purpose: 'socket' } as const;
    await appendDailyTrail(uow.read(tenantId), actor, now(), { ...entry, outcome: 'refused', detail: data });
  }

  io.use((link, next) => {
    const turnAway = (cause: Error) => {
      noteRefused(link, cause)
        .catch(onFault)
        .finally(() => next(cause));
    };
    admitted(link.handshake.auth, needs).then(
      (present) => {
        const { tenantId, kind, id } = present.who;
        const connected = io.of('/').adapter.rooms.get(rooms.person(tenantId, kind, id))?.size ?? 0;
        if (connected >= mostSocketsEach) return turnAway(new Refused(Code.tooManyRequests, present.who));
        link.data = present;
        // At once, so that of many handshakes at the same time each counts those before it.
        void link.join(rooms.person(tenantId, kind, id));
        next();
      },
      (cause: unknown) => turnAway(cause instanceof Error ? cause : new Error('refused')),
    );
  });

  /** How long this socket has to wait; whoever never does is shown out. */
  function slowDown(link: Link, cost: number): number {
    const retryAfterMs = bucket(link.id, cost);
    if (retryAfterMs === 0) return 0;
    link.data.refusals += 1;
    if (link.data.refusals > mostRefusals) link.disconnect(true);
    return retryAfterMs;
  }

  /** Reads an event, does it and answers. What fails on our side is not answered, so that the client tries again. */
  async function take(link: Link, name: ClientEventName, args: unknown[]) {
    const last = args.at(-1);
    const ack = typeof last === 'function' ? (answer: unknown) => void last(answer) : () => {};
    const retryAfterMs = slowDown(link, costOf(args[0]));
    if (retryAfterMs > 0) return ack(refusal('rateLimited', 'too many events', { retryAfterMs }));
    const parsed = compiled<z.ZodMiniType>(clientEvents[name]).safeParse(
      typeof args[0] === 'function' ? undefined : (args[0] ?? {}),
    );
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = issue?.path.map(String).join('.') ?? '';
      return ack(inLanguageOf(link, refusal('validation', issue?.message ?? 'invalid', { field })));
    }
    try {
      // The schema that parsed it is the one of this very event.
      const answer: Answered = await commands[name](link, parsed.data as never);
      const { tenantId } = link.data.who;
      const request = { tenantId, actor: actorOf(link), at: now(), call: name, input: parsed.data };
      const rule: TrailRule = eventRules[name];
      const row = ensureTrail(rule, request, answer.ok ? { ok: true, reply: answer } : { ok: false, why: answer.why });
      if (!('follows' in rule)) await row;
      ack(inLanguageOf(link, answer));
      await row;
    } catch (cause) {
      onFault(cause);
    }
  }

  io.on('connection', (link) => {
    const { who } = link.data;
    void link.join(rooms.session(who.tenantId, who.sessionId));
    endings.limit(link);
    for (const name of names) link.on(name, (...args: unknown[]) => void take(link, name, args));
    link.onAny((name: string) => {
      if (Object.hasOwn(clientEvents, name)) return;
      ignored += 1;
      slowDown(link, 1);
    });
    link.on('disconnecting', () => {
      const party = partyOf(who);
      const suffix = `:${party.type}`;
      const prefix = rooms.conversation(who.tenantId, '');
      const left = [...link.rooms].flatMap((room) =>
        room.startsWith(prefix) && room.endsWith(suffix) ? [room.slice(prefix.length, -suffix.length)] : [],
      );
      link.once('disconnect', () => void presence.went(party, left).catch(() => {}));
    });
  });

  return {
    /** How many events came that this version does not know. */
    ignored: () => ignored,
    /** How many people are connected to this process. */
    connected: () => io.of('/').sockets.size,
    /** Says goodbye to everybody; the HTTP server is ended by whoever made it. */
    async close() {
      endings.stop();
      unsubscribe();
      io.disconnectSockets(true);
      // The goodbyes go out with the turn of the loop; closing the engine would throw them away.
      await new Promise((resolve) => setImmediate(resolve));
      io.engine.close();
      await io.of('/').adapter.close();
    },
  };
}

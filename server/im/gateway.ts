import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { limits } from '../../contract/limits.ts';
import { type ClientEventName, clientEvents } from '../../contract/socket.ts';
import type { ActiveSession } from '../accounts/socketSessions.ts';
import type { Link } from '../cluster/link.ts';
import { createSharedState, type SharedState } from '../cluster/sharedState.ts';
import type { Bus } from '../events/bus.ts';
import { networkOf } from '../http/network.ts';
import type { Proxies } from '../http/proxies.ts';
import type { TokenRate } from '../limits/tokenBuckets.ts';
import { faultOf, type Log } from '../log.ts';
import type { Messages } from '../messages/messages.ts';
import { partyOf } from '../messages/party.ts';
import { createObservation, type Observation } from '../observe/observation.ts';
import type { EnsureTrail } from '../trail/ensureTrail.ts';
import { coalesceWrites } from './coalesceWrites.ts';
import { createCommands, type RemoteTyping } from './commands.ts';
import { createDailyReaderTrail } from './dailyReaderTrail.ts';
import { drainSockets } from './drain.ts';
import { createEventHandler } from './eventHandler.ts';
import { type HandshakeNeeds, isAllowedOrigin, requireHandshake } from './handshake.ts';
import { createHandshakeQueue } from './handshakeQueue.ts';
import { createMissedHints } from './missedEvents.ts';
import { createCommandObserver } from './observeCommands.ts';
import { createOccupancy } from './occupancy.ts';
import { createPresence } from './presence.ts';
import { publish } from './publish.ts';
import { createReviewerPresence } from './reviewerPresence.ts';
import { rooms } from './rooms.ts';
import { watchSessions } from './sessionWatch.ts';
import { limitBuffer } from './slowConsumers.ts';
import { createSocketCounts } from './socketCounts.ts';
import { setSocketHeaders, tooManyHandshakes } from './socketHeaders.ts';
import type { ClientSocket, Io } from './types.ts';
import { createUnfinishedHandshakes, type UnfinishedLimits } from './unfinishedHandshakes.ts';

type Needs = HandshakeNeeds & {
  server: HttpServer;
  path: string;
  origins: readonly string[];
  proxies: Proxies;
  messages: Messages;
  activeSessions(sessionIds: readonly string[]): Promise<Map<string, ActiveSession>>;
  bus: Bus;
  log: Log;
  observation?: Observation;
  ensureTrail: EnsureTrail;
  /** Replaces the limit on the events of one socket. */
  rate?: TokenRate;
  /** Replaces the limits on connections that are not admitted yet. */
  unfinishedLimits?: UnfinishedLimits;
  /** What connects the sockets of several processes; without it this process is alone. */
  cluster?: { link: Link | null; state: SharedState };
};

const maxFrameBytes = 64 * 1024;
/** A connection without a valid handshake is closed after this. */
const handshakeTimeoutMs = 20_000;

const names = Object.keys(clientEvents) as ClientEventName[];

/** The conversations that a socket has joined as its party. */
function joinedConversations({ data: { who }, rooms: joined }: ClientSocket): string[] {
  const prefix = rooms.conversation(who.hospitalId, '');
  const suffix = `:${partyOf(who).type}`;
  return [...joined].flatMap((room) =>
    room.startsWith(prefix) && room.endsWith(suffix) ? [room.slice(prefix.length, -suffix.length)] : [],
  );
}

/** Live messages over Socket.IO: handshakes, the clients' events, and published events. It stores nothing. */
export function createGateway(needs: Needs) {
  const { server, path, origins, proxies, messages, activeSessions, bus, now, log, uow, ensureTrail } = needs;
  let isEnding = false;
  const { link, state } = needs.cluster ?? { link: null, state: createSharedState(null) };
  const unfinished = createUnfinishedHandshakes(needs.unfinishedLimits);
  const io: Io = new Server(server, {
    path,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    pingInterval: limits.pingIntervalMs,
    pingTimeout: limits.pongTimeoutMs,
    maxHttpBufferSize: maxFrameBytes,
    connectTimeout: handshakeTimeoutMs,
    allowRequest(request, decide) {
      if (isEnding || !isAllowedOrigin(request, origins, proxies)) return decide(null, false);
      decide(tooManyHandshakes, unfinished.begin(request, networkOf(proxies.addressOf(request))));
    },
  });
  let slow = 0;
  io.engine.on('connection', (connection: object) => {
    coalesceWrites(connection);
    limitBuffer(connection, () => {
      slow += 1;
    });
  });
  setSocketHeaders(io, server, path, proxies);
  io.use((socket, next) => {
    socket.handshake.address = proxies.addressOf(socket.request);
    next();
  });
  const onFault = (cause: unknown) => log.error('the socket gateway failed', faultOf(cause));
  const occupancy = createOccupancy({ io, state });
  const counts = createSocketCounts(state);
  const queue = createHandshakeQueue();
  requireHandshake(io, { ...needs, occupancy, queue }, onFault);
  const presence = createPresence({ io, occupancy, state, now });
  const reviewers = createReviewerPresence({ io, state, uow, onFault });
  const sendTyping = (typing: RemoteTyping) => link?.sendVolatile('typing', typing);
  link?.on<RemoteTyping>('typing', ({ room, ...typing }) => void io.to(room).volatile.emit('typing', typing));
  link?.onMissed(createMissedHints(io));
  const commands = createCommands({ messages, presence, auditors: reviewers, sendTyping, now });
  const observation = needs.observation ?? createObservation(needs);
  const observe = createCommandObserver({ log, observation });
  const onRateLimited = observation.metrics.rateLimited;
  const events = createEventHandler({
    commands,
    now,
    ensureTrail,
    rate: needs.rate,
    observe,
    onRateLimited,
    onFault,
  });
  const sessions = watchSessions({ io, bus, now, activeSessions, onFault });
  const recordReaders = createDailyReaderTrail({ io, uow, now, onFault });
  const unsubscribe = bus.subscribe((event) => {
    recordReaders(event);
    publish(io, event);
  });
  let ignored = 0;

  io.on('connection', (socket) => {
    const { who } = socket.data;
    unfinished.finish(socket.request);
    void socket.join(rooms.session(who.hospitalId, who.sessionId));
    sessions.expire(socket);
    socket.once('disconnect', counts.add(socket.data));
    for (const name of names) socket.on(name, (...args: unknown[]) => void events.handle(socket, name, args));
    socket.onAny((name: string) => {
      if (Object.hasOwn(clientEvents, name)) return;
      ignored += 1;
      events.waitFor(socket, 1);
    });
    socket.on('disconnecting', () => {
      const left = joinedConversations(socket);
      const isReviewers = socket.rooms.has(rooms.audit(who.hospitalId));
      socket.once('disconnect', () => {
        if (isReviewers) reviewers.announce(who.hospitalId);
      });
      socket.once('disconnect', () => presence.leave(partyOf(who), left));
    });
  });

  return {
    /** How many events were ignored because this version does not know them. */
    ignored: () => ignored,
    /** The members of staff with a connection, in any process. */
    async connectedStaff(hospitalId: string): Promise<ReadonlySet<string>> {
      const prefix = rooms.person(hospitalId, 'staff', '');
      return new Set([...occupancy.roomsUnder(prefix)].map((room) => room.slice(prefix.length)));
    },
    ownSockets: counts.ofProcess,
    socketsOfHospital: counts.ofHospital,
    /** How many sockets are connected to this process. */
    connected: () => io.of('/').sockets.size,
    /** How many handshakes wait for their turn. */
    waitingHandshakes: queue.waiting,
    /** How many connections are not admitted yet. */
    unfinishedHandshakes: unfinished.count,
    /** How many clients were disconnected because they did not read. */
    slowConsumers: () => slow,
    /** Refuses new sockets, which may still be asked for on established connections. */
    refuseSockets() {
      isEnding = true;
    },
    /** Makes every client reconnect, spread over `withinMs`, each when its events are acknowledged. */
    drain: (withinMs: number) => drainSockets(io, withinMs),
    /** Disconnects every socket. The creator of the HTTP server closes that server. */
    async close() {
      sessions.stop();
      unsubscribe();
      io.disconnectSockets(true);
      // The disconnect packets are sent in this turn of the event loop; closing the engine earlier would drop them.
      await new Promise((resolve) => setImmediate(resolve));
      io.engine.close();
      await io.of('/').adapter.close();
    },
  };
}

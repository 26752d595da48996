import { BehaviorSubject, concatMap, Observable, of, Subject, startWith, switchMap } from 'rxjs';
import { io, type Socket } from 'socket.io-client';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import { ConversationEvent, SendAck } from '../../contract/im.ts';
import {
  AccountChanged,
  type AckOf,
  AwaitingChanged,
  type ClientEvent,
  type ClientEventName,
  DoneAck,
  HospitalChanged,
  JoinAck,
  PatientChanged,
  PrescriptionChanged,
  Presence,
  RecordChanged,
  type ServerEvents,
  Typing,
} from '../../contract/socket.ts';
import type { staffEvents } from '../../contract/staffEvents.ts';
import { withVisibleControlsIn } from '../domain/direction.ts';

type ReceivedEvents = Omit<ServerEvents, 'events:missed' | 'session:expired' | 'session:revoked'>;

type Shape<Name extends keyof ReceivedEvents> = z.ZodMiniType<ReceivedEvents[Name]>;
/** Events of parts that load after the first view; their schemas come with them. */
type LateEvent = keyof typeof staffEvents;
type OwnShape<Name extends keyof ReceivedEvents> = Name extends LateEvent ? [Shape<Name>] : [];

const received: { readonly [Name in Exclude<keyof ReceivedEvents, LateEvent>]: Shape<Name> } = {
  'conversation:event': ConversationEvent,
  'awaiting:changed': AwaitingChanged,
  'prescription:changed': PrescriptionChanged,
  'record:changed': RecordChanged,
  'patient:changed': PatientChanged,
  'account:changed': AccountChanged,
  'hospital:changed': HospitalChanged,
  typing: Typing,
  presence: Presence,
};

const ackOf = (name: ClientEventName) =>
  name === 'message:send' ? SendAck : name === 'conversation:join' ? JoinAck : DoneAck;

type Needs = {
  readonly url: string;
  readonly path: string;
  /** The current token and hospital, read at every attempt; null while nobody is signed in. */
  readonly credentials: () => { readonly token: string; readonly tenantId: string } | null;
  /** Called when the platform refused the token. Resolves true once a usable one exists, false if there is none. */
  readonly renew: (token: string) => Promise<boolean>;
  /** Called when the platform ended the sign-in. */
  readonly revoked: (token: string) => void;
  readonly ackTimeoutMs: number;
  /** A link silent for this long counts as dead, until the platform names its own times. */
  readonly silenceMs: number;
  readonly log: (what: string, detail: unknown) => void;
  readonly window: Window;
};

/** The realtime connection to the platform. */
export type ImSocket = {
  readonly linked$: BehaviorSubject<boolean>;
  /** Like `linked$`, and interrupted when pushes were missed on a working link: lists load again when it returns. */
  readonly current$: Observable<boolean>;
  events<Name extends keyof ReceivedEvents>(name: Name, ...shape: OwnShape<Name>): Observable<ReceivedEvents[Name]>;
  /** Emits an event and waits for the acknowledgement. Null if none came; the event may still have been processed. */
  request<Name extends ClientEventName>(name: Name, data: ClientEvent<Name>): Promise<AckOf<Name> | null>;
  /** Emits an event without acknowledgement. */
  emit<Name extends ClientEventName>(name: Name, data: ClientEvent<Name>): void;
  /** Applies how long the platform says a live link may be silent: its ping interval plus pong timeout. */
  allowSilence(ms: number): void;
  /** Number of received events whose kind or shape this version does not know; they are ignored. */
  readonly ignored: () => number;
  /** Connects at once if disconnected, for example because there is a new token. */
  wake(): void;
  close(): void;
};

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const probeMs = 3_000;

/**
 * Socket.IO with dead-link detection that never stops reconnecting. Each handshake reads the current token, a refused
 * token is renewed through the session, and returning to the page or the network probes at once.
 */
export function openImSocket(needs: Needs): ImSocket {
  const { window, log } = needs;
  let { silenceMs } = needs;
  const linked$ = new BehaviorSubject(false);
  const missed$ = new Subject<void>();
  const current$ = linked$.pipe(
    switchMap((linked) =>
      linked
        ? missed$.pipe(
            concatMap(() => of(false, true)),
            startWith(true),
          )
        : of(false),
    ),
  );
  let usedToken = '';
  let ignored = 0;
  let closed = false;

  const socket: Socket = io(needs.url, {
    path: needs.path,
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 500,
    reconnectionDelayMax: 4_000,
    randomizationFactor: 0.5,
    timeout: 10_000,
    auth: (respond) => {
      const credentials = needs.credentials();
      usedToken = credentials?.token ?? '';
      respond(credentials ?? { token: '', tenantId: '' });
    },
  });

  /** The reason the platform gave before it disconnected; null if none. */
  let disconnectReason: 'expired' | 'revoked' | null = null;
  let refusals = 0;
  let reconnectTimer: number | undefined;

  function connect() {
    if (!closed && !socket.connected && needs.credentials()) socket.connect();
  }

  function connectLater() {
    window.clearTimeout(reconnectTimer);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** refusals);
    reconnectTimer = window.setTimeout(connect, pauseMs * (0.5 + Math.random() / 2));
    refusals += 1;
  }

  async function renewAndConnect() {
    const refused = usedToken;
    if (closed || !(await needs.renew(refused))) return;
    // A renewal that returns the same token must not cause a storm of attempts.
    if (needs.credentials()?.token === refused) connectLater();
    else connect();
  }

  socket.on('connect', () => {
    disconnectReason = null;
    refusals = 0;
    noteTraffic();
    linked$.next(true);
  });
  socket.on('disconnect', (reason) => {
    linked$.next(false);
    // Socket.IO does not reconnect by itself after the server disconnects.
    if (reason !== 'io server disconnect') return;
    // If the revoked sign-in has already been replaced, reconnect at once.
    if (disconnectReason === 'revoked' && needs.credentials()?.token === usedToken) return;
    if (disconnectReason === 'expired') void renewAndConnect();
    else connectLater();
  });
  socket.on('connect_error', (error) => {
    linked$.next(false);
    // Socket.IO reconnects by itself unless the server refused the connection.
    if (socket.active) return;
    const code: unknown = 'data' in error ? Reflect.get(Object(error.data), 'code') : null;
    if (code === Code.unauthorised) void renewAndConnect();
    else connectLater();
  });
  socket.on('events:missed', () => missed$.next());
  socket.on('session:expired', () => {
    disconnectReason = 'expired';
    void renewAndConnect();
  });
  socket.on('session:revoked', () => {
    disconnectReason = 'revoked';
    needs.revoked(usedToken);
  });
  socket.onAny((name: string) => {
    if (!(name in received) && !socket.hasListeners(name)) ignored += 1;
  });

  /** Drops a link that was silent for too long, so that Socket.IO opens a new one. */
  let lastTrafficAt = performance.now();
  const noteTraffic = () => {
    lastTrafficAt = performance.now();
  };
  socket.io.on('ping', noteTraffic);
  socket.io.on('open', noteTraffic);
  socket.onAny(noteTraffic);
  const isSilent = () => performance.now() - lastTrafficAt > silenceMs;
  const isSilentSince = (then: number) => lastTrafficAt < then;
  const drop = () => {
    if (socket.connected && isSilent()) socket.io.engine.close();
  };
  const watchdog = window.setInterval(drop, 1_000);
  /** Sends an event that requires an answer; without one in time the link counts as dead. */
  function probe() {
    if (closed || window.document.visibilityState === 'hidden') return;
    if (!socket.connected) return wake();
    const asked = performance.now();
    window.setTimeout(() => {
      if (socket.connected && lastTrafficAt < asked) socket.io.engine.close();
    }, probeMs);
    socket.emit('conversation:leave', { conversationIds: ['0'] }, noteTraffic);
  }
  /** Connects at once instead of waiting for the backoff. */
  function wake() {
    if (closed || socket.connected || !needs.credentials()) return;
    window.clearTimeout(reconnectTimer);
    socket.disconnect().connect();
  }
  window.addEventListener('online', probe);
  window.addEventListener('pageshow', probe);
  window.document.addEventListener('visibilitychange', probe);
  connect();

  return {
    wake,
    linked$,
    current$,
    events<Name extends keyof ReceivedEvents>(name: Name, ...own: OwnShape<Name>) {
      // Events without their own schema are among the received ones, by the type of the parameters.
      const shape = (own[0] ?? received[name as keyof typeof received]) as Shape<Name>;
      return new Observable<ReceivedEvents[Name]>((subscriber) => {
        const listen = (sent: unknown) => {
          const read = shape.safeParse(withVisibleControlsIn(sent));
          if (read.success) return subscriber.next(read.data);
          ignored += 1;
          log(`a ${name} event of an unknown shape`, read.error.issues);
        };
        socket.on(name as string, listen);
        return () => void socket.off(name as string, listen);
      });
    },
    async request<Name extends ClientEventName>(name: Name, data: ClientEvent<Name>) {
      if (!socket.connected) return null;
      const began = performance.now();
      try {
        const answer: unknown = await socket.timeout(needs.ackTimeoutMs).emitWithAck(name, data);
        noteTraffic();
        const read = ackOf(name).safeParse(answer);
        // `read` was parsed with the schema of this event.
        return read.success ? (read.data as AckOf<Name>) : null;
      } catch {
        // No acknowledgement in time, or the link was lost; the caller retries.
        if (isSilentSince(began)) probe();
        return null;
      }
    },
    emit: (name, data) => {
      if (socket.connected) socket.volatile.emit(name, data);
    },
    allowSilence(ms) {
      silenceMs = ms;
    },
    ignored: () => ignored,
    close() {
      closed = true;
      window.clearInterval(watchdog);
      window.clearTimeout(reconnectTimer);
      window.removeEventListener('online', probe);
      window.removeEventListener('pageshow', probe);
      window.document.removeEventListener('visibilitychange', probe);
      socket.disconnect();
      linked$.next(false);
      linked$.complete();
    },
  };
}

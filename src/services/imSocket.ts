import { BehaviorSubject, filter, fromEvent, map, merge, Observable, Subject } from 'rxjs';
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
import type { LinkSignal, SocketCommand } from '../machines/link.ts';

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
  readonly credentials: () => { readonly token: string; readonly hospitalId: string } | null;
  readonly ackTimeoutMs: number;
  readonly log: (what: string, detail: unknown) => void;
  readonly window: Window;
};

/** Events to and from the platform. */
export type ImEvents = {
  events<Name extends keyof ReceivedEvents>(name: Name, ...shape: OwnShape<Name>): Observable<ReceivedEvents[Name]>;
  /** Emits an event and waits for the acknowledgement. Null if none came; the event may still have been processed. */
  request<Name extends ClientEventName>(name: Name, data: ClientEvent<Name>): Promise<AckOf<Name> | null>;
  /** Emits an event without acknowledgement. */
  emit<Name extends ClientEventName>(name: Name, data: ClientEvent<Name>): void;
  /** Number of received events whose kind or shape this version does not know; they are ignored. */
  readonly ignored: () => number;
};

const connectionOf = ({ url, path, credentials }: Needs, signal: (signal: LinkSignal) => void): Socket =>
  io(url, {
    path,
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 500,
    reconnectionDelayMax: 4_000,
    randomizationFactor: 0.5,
    timeout: 10_000,
    auth: (respond) => {
      const { token, hospitalId } = credentials() ?? { token: '', hospitalId: '' };
      signal({ type: 'token.presented', token });
      respond({ token, tenantId: hospitalId });
    },
  });

/** Reports what happens to the connection. Socket.IO reconnects by itself unless the platform ended or refused it. */
function watchSocket(socket: Socket, { credentials }: Needs, signal: (signal: LinkSignal) => void) {
  const noteTraffic = () => signal({ type: 'traffic.seen', at: performance.now() });
  socket.on('connect', () => signal({ type: 'socket.connected', at: performance.now() }));
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    signal({ type: reason === 'io server disconnect' ? 'socket.ended' : 'socket.lost' });
  });
  socket.on('connect_error', (error) => {
    if (socket.active) return;
    const code: unknown = 'data' in error ? Reflect.get(Object(error.data), 'code') : null;
    signal({ type: 'handshake.refused', unauthorised: code === Code.unauthorised });
  });
  socket.on('session:expired', () => signal({ type: 'session.expired' }));
  socket.on('session:revoked', () => signal({ type: 'session.revoked', current: credentials()?.token ?? null }));
  socket.onAny(noteTraffic);
  socket.io.on('ping', noteTraffic);
}

/** What the machine of the link asks of the socket. */
const commandsOf = (
  socket: Socket,
  { credentials }: Needs,
  signal: (signal: LinkSignal) => void,
): Record<SocketCommand['type'], () => void> => ({
  open: () => {
    if (credentials() === null) signal({ type: 'token.missing' });
    else socket.disconnect().connect();
  },
  rest: () => void socket.disconnect(),
  drop: () => socket.io.engine.close(),
  ping: () => void socket.emit('connection:ping', {}, () => signal({ type: 'ping.answered', at: performance.now() })),
});

/** Socket.IO as the machine of the link sees it, and the events of the platform, parsed. It decides nothing. */
export function createImSocket(needs: Needs) {
  const { window, log } = needs;
  const { document } = window;
  const socketSignals$ = new Subject<LinkSignal>();
  const signal = (sent: LinkSignal) => socketSignals$.next(sent);
  const ignored$ = new BehaviorSubject(0);
  const countIgnored = () => ignored$.next(ignored$.value + 1);
  const isVisible = () => document.visibilityState !== 'hidden';
  const socket = connectionOf(needs, signal);
  watchSocket(socket, needs, signal);
  socket.onAny((name: string) => {
    if (!(name in received) && !socket.hasListeners(name)) countIgnored();
  });
  const returned$ = merge(
    fromEvent(window, 'online'),
    fromEvent(window, 'pageshow'),
    fromEvent(document, 'visibilitychange'),
  ).pipe(
    filter(isVisible),
    map(() => ({ type: 'page.returned' }) as const),
  );

  const events: ImEvents = {
    events<Name extends keyof ReceivedEvents>(name: Name, ...own: OwnShape<Name>) {
      // Events without their own schema are among the received ones, by the type of the parameters.
      const shape = (own[0] ?? received[name as keyof typeof received]) as Shape<Name>;
      return new Observable<ReceivedEvents[Name]>((subscriber) => {
        const listen = (sent: unknown) => {
          const read = shape.safeParse(withVisibleControlsIn(sent));
          if (read.success) return subscriber.next(read.data);
          countIgnored();
          log(`a ${name} event of an unknown shape`, read.error.issues);
        };
        socket.on(name as string, listen);
        return () => void socket.off(name as string, listen);
      });
    },
    async request<Name extends ClientEventName>(name: Name, data: ClientEvent<Name>) {
      if (!socket.connected) return null;
      const askedAt = performance.now();
      try {
        const answer: unknown = await socket.timeout(needs.ackTimeoutMs).emitWithAck(name, data);
        signal({ type: 'traffic.seen', at: performance.now() });
        const read = ackOf(name).safeParse(answer);
        // `read` was parsed with the schema of this event.
        return read.success ? (read.data as AckOf<Name>) : null;
      } catch {
        // No acknowledgement in time, or the link was lost; the caller retries.
        if (isVisible()) signal({ type: 'answer.missed', askedAt });
        return null;
      }
    },
    emit: (name, data) => {
      if (socket.connected) socket.volatile.emit(name, data);
    },
    ignored: () => ignored$.value,
  };

  return {
    ...events,
    signals$: merge(socketSignals$, returned$),
    /** Pushes were missed on a working link. */
    missed$: fromEvent(socket, 'events:missed'),
    commands: commandsOf(socket, needs, signal),
  };
}

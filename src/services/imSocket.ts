import { BehaviorSubject, Observable } from 'rxjs';
import { io, type Socket } from 'socket.io-client';
import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import { ConversationEvent, SendAck } from '../../contract/im.ts';
import {
  type AckOf,
  AuditChanged,
  AwaitingChanged,
  type ClientEvent,
  type ClientEventName,
  DoneAck,
  JoinAnswer,
  PrescriptionChanged,
  Presence,
  type ServerEvents,
  Typing,
} from '../../contract/socket.ts';

type Heard = Omit<ServerEvents, 'session:expired' | 'session:revoked'>;

const heard: { readonly [Name in keyof Heard]: z.ZodMiniType<Heard[Name]> } = {
  'conversation:event': ConversationEvent,
  'awaiting:changed': AwaitingChanged,
  'prescription:changed': PrescriptionChanged,
  'audit:changed': AuditChanged,
  typing: Typing,
  presence: Presence,
};

const ackOf = (name: ClientEventName) =>
  name === 'message:send' ? SendAck : name === 'conversation:join' ? JoinAnswer : DoneAck;

type Needs = {
  readonly url: string;
  readonly path: string;
  /** The current token and hospital, asked for at every attempt; null while nobody is signed in. */
  readonly credentials: () => { readonly token: string; readonly tenantId: string } | null;
  /** The platform refused the token: renew it. Resolves when there is a usable one, or false when there is none. */
  readonly renew: (token: string) => Promise<boolean>;
  /** The platform ended the sign-in. */
  readonly revoked: (token: string) => void;
  readonly ackTimeoutMs: number;
  /** Without a sign of life for so long the link counts as dead: ping interval and pong time-out together. */
  readonly silenceMs: number;
  readonly log: (what: string, detail: unknown) => void;
  readonly window: Window;
};

/** The live link to the platform. */
export type ImSocket = {
  readonly linked$: BehaviorSubject<boolean>;
  hear<Name extends keyof Heard>(name: Name): Observable<Heard[Name]>;
  /** Says something and waits for the answer; null when none came, which says nothing about whether it was done. */
  ask<Name extends ClientEventName>(name: Name, said: ClientEvent<Name>): Promise<AckOf<Name> | null>;
  /** Says something that nobody waits for. */
  say<Name extends ClientEventName>(name: Name, said: ClientEvent<Name>): void;
  /** Events of a kind or shape that this version does not know; ignored. */
  readonly ignored: () => number;
  close(): void;
};

/**
 * Socket.IO as a link that knows when it is dead and never gives up: the token goes in the handshake and is asked for anew
 * each time, a refused one is renewed through the session, and coming back to the page or the network probes at once.
 */
export function openImSocket(needs: Needs): ImSocket {
  const { window, log } = needs;
  const linked$ = new BehaviorSubject(false);
  let usedToken = '';
  let ignored = 0;
  let closed = false;

  const socket: Socket = io(needs.url, {
    path: needs.path,
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
    timeout: 10_000,
    auth: (give) => {
      const credentials = needs.credentials();
      usedToken = credentials?.token ?? '';
      give(credentials ?? { token: '', tenantId: '' });
    },
  });

  async function renewAndConnect() {
    if (closed || !(await needs.renew(usedToken)) || closed) return;
    if (!socket.connected) socket.connect();
  }

  socket.on('connect', () => linked$.next(true));
  socket.on('disconnect', (reason) => {
    linked$.next(false);
    // Socket.IO does not come back by itself from a goodbye that the server said.
    if (reason === 'io server disconnect') void renewAndConnect();
  });
  socket.on('connect_error', (error) => {
    linked$.next(false);
    const code: unknown = 'data' in error ? Reflect.get(Object(error.data), 'code') : null;
    if (code === Code.unauthorised || !socket.active) void renewAndConnect();
  });
  socket.on('session:expired', () => void renewAndConnect());
  socket.on('session:revoked', () => needs.revoked(usedToken));
  socket.onAny((name: string) => {
    if (!(name in heard) && !name.startsWith('session:')) ignored += 1;
  });

  /** A link that has been silent for too long is dropped, so that Socket.IO builds a new one. */
  let lastSign = performance.now();
  const sign = () => {
    lastSign = performance.now();
  };
  socket.io.on('ping', sign);
  socket.io.on('open', sign);
  socket.onAny(sign);
  const isSilent = () => performance.now() - lastSign > needs.silenceMs;
  const drop = () => {
    if (socket.connected && isSilent()) socket.io.engine.close();
  };
  const watchdog = window.setInterval(drop, 1_000);
  const probe = () => {
    if (closed || window.document.visibilityState === 'hidden') return;
    if (!socket.connected) {
      if (needs.credentials()) socket.disconnect().connect();
      return;
    }
    const asked = performance.now();
    window.setTimeout(() => {
      if (socket.connected && lastSign < asked) socket.io.engine.close();
    }, 3_000);
    socket.emit('conversation:leave', { conversationIds: ['0'] }, sign);
  };
  window.addEventListener('online', probe);
  window.addEventListener('pageshow', probe);
  window.document.addEventListener('visibilitychange', probe);
  if (needs.credentials()) socket.connect();

  return {
    linked$,
    hear<Name extends keyof Heard>(name: Name) {
      return new Observable<Heard[Name]>((watcher) => {
        const listen = (sent: unknown) => {
          const read = heard[name].safeParse(sent);
          if (read.success) return watcher.next(read.data);
          ignored += 1;
          log(`a ${name} event of an unknown shape`, read.error.issues);
        };
        socket.on(name as string, listen);
        return () => void socket.off(name as string, listen);
      });
    },
    async ask<Name extends ClientEventName>(name: Name, said: ClientEvent<Name>) {
      if (!socket.connected) return null;
      try {
        const answer: unknown = await socket.timeout(needs.ackTimeoutMs).emitWithAck(name, said);
        sign();
        const read = ackOf(name).safeParse(answer);
        // The schema is the one of this event, so the answer is of its type.
        return read.success ? (read.data as AckOf<Name>) : null;
      } catch {
        // No answer in time, or the link went: whoever asked asks again.
        return null;
      }
    },
    say: (name, said) => {
      if (socket.connected) socket.volatile.emit(name, said);
    },
    ignored: () => ignored,
    close() {
      closed = true;
      window.clearInterval(watchdog);
      window.removeEventListener('online', probe);
      window.removeEventListener('pageshow', probe);
      window.document.removeEventListener('visibilitychange', probe);
      socket.disconnect();
      linked$.next(false);
      linked$.complete();
    },
  };
}

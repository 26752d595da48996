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
  /** Connects at once where it is not: a new token is there. */
  wake(): void;
  close(): void;
};

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const probeMs = 3_000;

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
    reconnectionDelayMax: 4_000,
    randomizationFactor: 0.5,
    timeout: 10_000,
    auth: (give) => {
      const credentials = needs.credentials();
      usedToken = credentials?.token ?? '';
      give(credentials ?? { token: '', tenantId: '' });
    },
  });

  /** Whether the platform said why it is about to hang up. */
  let farewell: 'expired' | 'revoked' | null = null;
  let refusals = 0;
  let again: number | undefined;

  function connect() {
    if (!closed && !socket.connected && needs.credentials()) socket.connect();
  }

  function connectLater() {
    window.clearTimeout(again);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** refusals);
    again = window.setTimeout(connect, pauseMs * (0.5 + Math.random() / 2));
    refusals += 1;
  }

  async function renewAndConnect() {
    const refused = usedToken;
    if (closed || !(await needs.renew(refused))) return;
    // A renewal that changes nothing must not turn into a storm of attempts.
    if (needs.credentials()?.token === refused) connectLater();
    else connect();
  }

  socket.on('connect', () => {
    farewell = null;
    refusals = 0;
    sign();
    linked$.next(true);
  });
  socket.on('disconnect', (reason) => {
    linked$.next(false);
    // Socket.IO does not come back by itself from a goodbye that the server said.
    if (reason !== 'io server disconnect') return;
    // The sign-in that was ended may have been replaced already; then there is nothing to wait for.
    if (farewell === 'revoked' && needs.credentials()?.token === usedToken) return;
    if (farewell === 'expired') void renewAndConnect();
    else connectLater();
  });
  socket.on('connect_error', (error) => {
    linked$.next(false);
    // Nor from a refusal; from anything else it does.
    if (socket.active) return;
    const code: unknown = 'data' in error ? Reflect.get(Object(error.data), 'code') : null;
    if (code === Code.unauthorised) void renewAndConnect();
    else connectLater();
  });
  socket.on('session:expired', () => {
    farewell = 'expired';
    void renewAndConnect();
  });
  socket.on('session:revoked', () => {
    farewell = 'revoked';
    needs.revoked(usedToken);
  });
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
  const isSilentSince = (then: number) => lastSign < then;
  const drop = () => {
    if (socket.connected && isSilent()) socket.io.engine.close();
  };
  const watchdog = window.setInterval(drop, 1_000);
  /** Something that the platform answers; without an answer in time the link is dead, whatever the socket believes. */
  function probe() {
    if (closed || window.document.visibilityState === 'hidden') return;
    if (!socket.connected) return wake();
    const asked = performance.now();
    window.setTimeout(() => {
      if (socket.connected && lastSign < asked) socket.io.engine.close();
    }, probeMs);
    socket.emit('conversation:leave', { conversationIds: ['0'] }, sign);
  }
  /** Tries at once instead of waiting out the pause. */
  function wake() {
    if (closed || socket.connected || !needs.credentials()) return;
    window.clearTimeout(again);
    socket.disconnect().connect();
  }
  window.addEventListener('online', probe);
  window.addEventListener('pageshow', probe);
  window.document.addEventListener('visibilitychange', probe);
  connect();

  return {
    wake,
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
      const began = performance.now();
      try {
        const answer: unknown = await socket.timeout(needs.ackTimeoutMs).emitWithAck(name, said);
        sign();
        const read = ackOf(name).safeParse(answer);
        // The schema is the one of this event, so the answer is of its type.
        return read.success ? (read.data as AckOf<Name>) : null;
      } catch {
        // No answer in time, or the link went: whoever asked asks again.
        if (isSilentSince(began)) probe();
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
      window.clearTimeout(again);
      window.removeEventListener('online', probe);
      window.removeEventListener('pageshow', probe);
      window.document.removeEventListener('visibilitychange', probe);
      socket.disconnect();
      linked$.next(false);
      linked$.complete();
    },
  };
}

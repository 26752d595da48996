import { io } from 'socket.io-client';
import type * as z from 'zod/mini';
import { getImConfig } from '../contract/http/im.ts';
import { Broken, must } from './finding.ts';
import { mustFit, type Target } from './http.ts';
import type { Person } from './person.ts';

type Auth = { token?: string; tenantId?: string };

/** Where the platform's sockets are, as it says itself. */
async function placeOf(target: Target, person: Person) {
  const { url, path } = await person.call(getImConfig, {});
  return { url: url === '' ? target.url : new URL(url, target.url).origin, path };
}

/** A socket that does not reconnect by itself, for checks of the handshake. */
export async function handshake(target: Target, person: Person, auth: Auth) {
  const { url, path } = await placeOf(target, person);
  const socket = io(url, { path, auth, transports: ['websocket'], reconnection: false, forceNew: true });
  const outcome = await new Promise<'connected' | { code: unknown }>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error: Error & { data?: { code?: unknown } }) =>
      resolve({ code: error.data?.code ?? null }),
    );
  });
  return { socket, outcome };
}

const answerMs = 10_000;
const pushMs = 10_000;

/** A person's socket; remembers every event, so that a check can wait for one that has come already. */
export async function connect(target: Target, person: Person) {
  const auth = { token: person.tokens.accessToken, tenantId: target.hospitalId };
  const { socket, outcome } = await handshake(target, person, auth);
  must(outcome === 'connected', 'the socket refuses a fresh token', outcome, 'connected');
  const heard: { name: string; sent: unknown }[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((name: string, sent: unknown) => {
    heard.push({ name, sent });
    for (const look of waiting) look();
  });

  return {
    socket,
    heard: heard as readonly { name: string; sent: unknown }[],
    /** Sends an event and parses its acknowledgement. */
    async ask<S extends z.ZodMiniType>(name: string, payload: unknown, schema: S): Promise<z.output<S>> {
      const answer: unknown = await socket
        .timeout(answerMs)
        .emitWithAck(name, payload)
        .catch(() => {
          const expected = `an acknowledgement within ${answerMs / 1_000} s`;
          throw new Broken(`${name} is not acknowledged`, { expected, received: 'none' });
        });
      mustFit(schema, answer, `acknowledgement of ${name}`);
      return schema.parse(answer) as z.output<S>;
    },
    /**
     * Waits for an event that fits, from a place in `heard` on; all events of that name must have the contract's shape.
     */
    async hears<S extends z.ZodMiniType>(name: string, schema: S, fits: (event: z.output<S>) => boolean, from = 0) {
      let looked = from;
      const find = (): z.output<S> | null => {
        for (; looked < heard.length; looked += 1) {
          const one = heard[looked];
          if (one?.name !== name) continue;
          mustFit(schema, one.sent, `event ${name}`);
          const event = schema.parse(one.sent) as z.output<S>;
          if (fits(event)) return event;
        }
        return null;
      };
      const there = find();
      if (there !== null) return there;
      return new Promise<z.output<S>>((resolve, reject) => {
        const end = (respond: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          respond();
        };
        const expected = `a fitting event ${name} within ${pushMs / 1_000} s`;
        const others = heard.filter((one) => one.name === name).length;
        const late = new Broken(`no fitting event ${name}`, { expected, received: `${others} others of that name` });
        const timer = setTimeout(() => end(() => reject(late)), pushMs);
        const look = () => {
          try {
            const found = find();
            if (found !== null) end(() => resolve(found));
          } catch (cause) {
            end(() => reject(cause));
          }
        };
        waiting.add(look);
      });
    },
    close: () => void socket.disconnect(),
  };
}

export type Link = Awaited<ReturnType<typeof connect>>;

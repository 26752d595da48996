import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstValueFrom } from 'rxjs';
import { filter } from 'rxjs/operators';
import { Server, type Socket } from 'socket.io';
import { afterEach, expect, test } from 'vitest';
import { ConversationId } from '../../../contract/ids.ts';
import { openLink } from '../../../src/compose/adapters/link.ts';
import { written } from '../../support/conversations.ts';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const path = '/infra/im';
const conversationId = ConversationId.parse('c1');

/** A page whose visibility and network the test controls, on which time passes ten times as fast. */
function fakeWindow() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const timers = {
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms / 10),
    clearTimeout,
    setInterval: (run: () => void, ms: number) => setInterval(run, ms / 10),
    clearInterval,
  };
  const window = Object.assign(new EventTarget(), timers, { document: page });
  return window as unknown as Window;
}

type Platform = { accepts?: (token: string) => number | null; onLink?: (link: Socket) => void };

/** A minimal Socket.IO platform. */
async function platform({ accepts = () => null, onLink = () => {} }: Platform = {}) {
  const http = createServer();
  const io = new Server(http, { path, transports: ['websocket'], pingInterval: 10_000, pingTimeout: 8_000 });
  const seen: unknown[] = [];
  io.use((link, next) => {
    seen.push(link.handshake.auth);
    const code = accepts(String(link.handshake.auth.token));
    next(code === null ? undefined : Object.assign(new Error('refused'), { data: { code } }));
  });
  io.on('connection', (link) => {
    link.on('connection:ping', (_, ack) => ack({ ok: true }));
    onLink(link);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  closing.push(() => io.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, io, seen };
}

type Client = {
  url: string;
  tokens?: string[];
  renew?: (token: string) => Promise<boolean>;
  silenceMs?: number;
};

/** The client's end of the link; each renewal uses the next of `tokens`. */
function linked({ url, tokens = ['t1'], renew, silenceMs = 18_000 }: Client) {
  const renewed: string[] = [];
  const revoked: string[] = [];
  const logged: string[] = [];
  let current: string | null = tokens[0] ?? null;
  const window = fakeWindow();
  const link = openLink({
    url,
    path,
    window,
    silenceMs,
    ackTimeoutMs: 300,
    credentials: () => (current === null ? null : { token: current, hospitalId: '1' }),
    renew:
      renew ??
      (async (token) => {
        renewed.push(token);
        current = tokens[tokens.indexOf(token) + 1] ?? null;
        return current !== null;
      }),
    revoked: (token) => void revoked.push(token),
    log: (what) => void logged.push(what),
  });
  closing.push(() => link.close());
  const is = (state: boolean) => firstValueFrom(link.linked$.pipe(filter((now) => now === state)));
  const sign = (token: string | null) => {
    current = token;
  };
  return { link, renewed, revoked, logged, window, is, sign };
}

test('the current token and hospital are sent in the handshake, and never in the address', async () => {
  const { url, seen, io } = await platform();
  const { is } = linked({ url });
  await is(true);
  expect(seen).toEqual([{ token: 't1', tenantId: '1' }]);
  expect([...io.sockets.sockets.values()][0]?.handshake.query).not.toHaveProperty('token');
});

test('a refused token is renewed through the session, and the link connects with the new one', async () => {
  const { url } = await platform({ accepts: (token) => (token === 't2' ? null : 401) });
  const { is, renewed } = linked({ url, tokens: ['t1', 't2'] });
  await is(true);
  expect(renewed).toEqual(['t1']);
});

test('a token that expires while connected is renewed, and the link reconnects', async () => {
  const { url, io, seen } = await platform({ accepts: (token) => (token === 'gone' ? 401 : null) });
  const { is, renewed } = linked({ url, tokens: ['t1', 't2'] });
  await is(true);
  io.emit('session:expired', {});
  io.disconnectSockets();
  await is(false);
  await is(true);
  expect([renewed[0], seen.at(-1)]).toEqual(['t1', { token: 't2', tenantId: '1' }]);
});

test('a disconnect without a reason causes a reconnect without a renewal', async () => {
  const { url, io } = await platform();
  const { is, renewed } = linked({ url });
  await is(true);
  io.disconnectSockets();
  await is(false);
  await is(true);
  expect(renewed).toEqual([]);
});

test('a revoked sign-in ends the session, and the link does not reconnect until there is a new one', async () => {
  const { url, io, seen } = await platform();
  const { is, revoked, link, sign } = linked({ url });
  await is(true);
  io.emit('session:revoked', { reason: 'logout' });
  io.disconnectSockets();
  await is(false);
  expect([revoked, seen.length]).toEqual([['t1'], 1]);
  sign('t9');
  link.wake();
  await is(true);
  expect(seen.at(-1)).toEqual({ token: 't9', tenantId: '1' });
});

test('the end of a replaced sign-in does not cut the link', async () => {
  const { url, io, seen } = await platform();
  const { is, sign } = linked({ url });
  await is(true);
  sign('t9');
  io.emit('session:revoked', { reason: 'logout' });
  io.disconnectSockets();
  await is(false);
  await is(true);
  expect(seen.at(-1)).toEqual({ token: 't9', tenantId: '1' });
});

test('a renewal that returns the same token does not cause a storm of attempts', async () => {
  const { url, seen } = await platform({ accepts: () => 401 });
  let renewals = 0;
  const { link } = linked({
    url,
    renew: async () => {
      renewals += 1;
      return true;
    },
  });
  await expect.poll(() => renewals).toBe(2);
  link.close();
  expect(seen.length).toBe(2);
});

test('a refusal for another reason is retried later, without a renewal', async () => {
  let refusals = 1;
  const { url } = await platform({ accepts: () => (refusals-- > 0 ? 429 : null) });
  const { is, renewed } = linked({ url });
  await is(true);
  expect(renewed).toEqual([]);
});

test('events are parsed at the edge; an unknown kind or shape is counted and ignored', async () => {
  const { url, io } = await platform();
  const { link, is, logged } = linked({ url });
  const received: number[] = [];
  link.events('conversation:event').subscribe(({ seq }) => received.push(seq));
  await is(true);
  io.emit('conversation:event', { kind: 'message', seq: 'no number' });
  io.emit('from:the:future', {});
  io.emit('conversation:event', written(3));
  await expect.poll(() => received).toEqual([3]);
  expect([link.ignored(), logged.length]).toEqual([2, 1]);
});

test('a valid acknowledgement is returned; an invalid or missing one gives null', async () => {
  const { url } = await platform({
    onLink: (link) => {
      link.on('conversation:join', (_, ack) => ack({ ok: true, heads: { c1: 7 }, refused: [] }));
      link.on('message:read', (_, ack) => ack({ what: 'ever' }));
      link.on('typing', () => {});
    },
  });
  const { link, is } = linked({ url });
  expect(await link.request('typing', { conversationId })).toBeNull();
  await is(true);
  expect(await link.request('conversation:join', { conversationIds: [conversationId] })).toEqual({
    ok: true,
    heads: { c1: 7 },
    refused: [],
  });
  expect(await link.request('message:read', { conversationId, readUpTo: 1 })).toBeNull();
  expect(await link.request('typing', { conversationId })).toBeNull();
});

test('a silent link is detected and replaced although neither side closed it', async () => {
  const { url } = await platform();
  const { is } = linked({ url, silenceMs: 200 });
  await is(true);
  await is(false);
  await is(true);
});

test('the platform’s own times decide how long a link may be silent', async () => {
  const { url } = await platform();
  const { link, is } = linked({ url });
  await is(true);
  link.allowSilence(200);
  await is(false);
  await is(true);
});

test('returning to the page reconnects at once instead of waiting for the backoff', async () => {
  let refusals = 6;
  const { url, seen } = await platform({ accepts: () => (refusals-- > 0 ? 503 : null) });
  const { is, window } = linked({ url });
  await expect.poll(() => seen.length, { timeout: 3_000 }).toBe(2);
  refusals = 0;
  window.dispatchEvent(new Event('online'));
  await is(true);
  expect(seen.length).toBe(3);
});

test.each(['online', 'pageshow', 'visibilitychange'])(
  'on “%s” a link that looks alive is asked at once, and replaced when nobody answers',
  async (sign) => {
    let answers = 0;
    const answered = () => {
      answers += 1;
    };
    const { url, io } = await platform({ onLink: (link) => link.on('connection:ping', answered) });
    const { is, window, link } = linked({ url, silenceMs: 60_000 });
    const tell = () => (sign === 'visibilitychange' ? window.document : window).dispatchEvent(new Event(sign));
    await is(true);
    await link.request('connection:ping', {});
    const before = answers;
    tell();
    await expect.poll(() => answers).toBe(before + 1);
    // The server side is closed silently: events get no acknowledgement.
    for (const { conn } of io.sockets.sockets.values()) conn.transport.removeAllListeners();
    tell();
    await is(false);
    await is(true);
  },
);

test('without a sign-in nothing connects until there is one', async () => {
  const { url, seen } = await platform();
  const { is, link, sign } = linked({ url, tokens: [] });
  link.wake();
  sign('t1');
  link.wake();
  await is(true);
  expect(seen).toEqual([{ token: 't1', tenantId: '1' }]);
});

test('a refused token that cannot be renewed is not tried again until there is a new sign-in', async () => {
  const { url, seen } = await platform({ accepts: (token) => (token === 't9' ? null : 401) });
  const { is, renewed, link, sign } = linked({ url });
  await expect.poll(() => renewed).toEqual(['t1']);
  sign('t9');
  link.wake();
  await is(true);
  expect(seen).toEqual(['t1', 't9'].map((token) => ({ token, tenantId: '1' })));
});

test('a request without an answer on a silent link causes a probe, and the dead link is replaced', async () => {
  const { url, io } = await platform();
  const { is, link } = linked({ url, silenceMs: 60_000 });
  await is(true);
  await link.request('connection:ping', {});
  for (const { conn } of io.sockets.sockets.values()) conn.transport.removeAllListeners();
  expect(await link.request('typing', { conversationId })).toBeNull();
  await is(false);
  await is(true);
});

test('a closed link never connects again', async () => {
  const { url, io } = await platform();
  const { link, is } = linked({ url });
  await is(true);
  link.close();
  await expect.poll(() => io.sockets.sockets.size).toBe(0);
  link.wake();
  expect(link.linked$.value).toBe(false);
});

test('pushes that were missed interrupt what follows them, and not the link', async () => {
  const links: Socket[] = [];
  const { url } = await platform({ onLink: (link) => void links.push(link) });
  const { link, is } = linked({ url });
  await is(true);
  const [linkStates, currentStates] = [[] as boolean[], [] as boolean[]];
  link.linked$.subscribe((now) => linkStates.push(now));
  link.current$.subscribe((now) => currentStates.push(now));
  links[0]?.emit('events:missed', {});
  await expect.poll(() => currentStates).toEqual([true, false, true]);
  expect(linkStates).toEqual([true]);
});

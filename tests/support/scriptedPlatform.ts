import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Server } from 'socket.io';
import { catalogue } from '../../contract/catalogue.ts';
import { type Account, type CallName, people, usualAnswers } from './scriptedAnswers.ts';
import { scriptedTokens, wireLogin } from './scriptedTokens.ts';
import { serveClient } from './staticClient.ts';

/** One received request. */
export type Call = {
  name: CallName | null;
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | null;
  hospital: string | null;
  contentType: string;
  body: Buffer;
  at: number;
};

/** The reaction to a request: data in the envelope, a refusal, a raw answer, silence, or a broken line. */
export type Reply =
  | { data: unknown }
  | { code: number; msg?: string; data?: unknown }
  | { status?: number; contentType: string; body: string | Buffer }
  | 'silence'
  | 'reset';
type Script = (call: Call) => Reply | null | Promise<Reply | null>;

const names = new Map(
  Object.entries(catalogue).map(([name, { method, path }]) => [`${method} ${path}`, name as CallName]),
);
const unauthorised: Reply = { code: 401, msg: '账号未登录' };
const tokenless: ReadonlySet<CallName | null> = new Set([
  'login',
  'refreshToken',
  'smsLogin',
  'logout',
  'getTenantByWebsite',
]);

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform');
  const path = pathname.replace(/^\/api/, '');
  const method = request.method ?? 'GET';
  return {
    name: names.get(`${method} ${path}`) ?? null,
    method,
    path,
    query: searchParams,
    token: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
    hospital: request.headers['tenant-id']?.toString() ?? null,
    contentType: request.headers['content-type'] ?? '',
    body: await buffer(request),
    at: performance.now(),
  };
}

function send(answer: ServerResponse, reply: Reply) {
  if (reply === 'silence') return;
  if (reply === 'reset') return void answer.socket?.resetAndDestroy();
  if ('body' in reply)
    return void answer.writeHead(reply.status ?? 200, { 'content-type': reply.contentType }).end(reply.body);
  const envelope = 'code' in reply ? { msg: '', data: null, ...reply } : { code: 200, msg: '', data: reply.data };
  answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
}

/** A platform with scripted answers that also serves the built client. */
export async function scriptedPlatform() {
  const tokens = scriptedTokens();
  const calls: Call[] = [];
  const scripts: Script[] = [];
  let origin = '';
  /** Requests that are being received or answered; those that a test holds do not count. */
  let busy = 0;

  function login(call: Call): Reply {
    const { username, password } = JSON.parse(call.body.toString()) as { username: string; password: string };
    const isKnown = Object.hasOwn(people, username) && password === 'Cloudroom2026';
    if (!isKnown) return { code: 1_002_000_000, msg: '登录失败，账号密码不正确' };
    return { data: wireLogin(tokens.issue(username as Account)) };
  }

  function refresh(call: Call): Reply {
    const inBody = call.body.length > 0 ? (JSON.parse(call.body.toString()) as { refreshToken?: string }) : {};
    const next = tokens.rotate(call.query.get('refreshToken') ?? inBody.refreshToken ?? '');
    return next === null ? { code: 401, msg: '刷新令牌已过期' } : { data: wireLogin(next) };
  }

  function usual(call: Call): Reply {
    if (call.name === 'login') return login(call);
    if (call.name === 'refreshToken') return refresh(call);
    const account = tokens.owner(call.token);
    if (account === null && !tokenless.has(call.name) && (call.token !== null || !isPublic(call.name)))
      return unauthorised;
    if (call.name === null) return { code: 404, msg: '请求未找到' };
    return { data: usualAnswers[call.name]?.({ account, query: call.query, origin }) ?? null };
  }

  async function react(call: Call): Promise<Reply> {
    for (const script of [...scripts].reverse()) {
      const reply = await script(call);
      if (reply !== null) return reply;
    }
    return usual(call);
  }

  const server = createServer((request, answer) => {
    const path = new URL(request.url ?? '/', 'http://platform').pathname;
    if (path === '/config.json') return send(answer, { contentType: 'application/json', body: JSON.stringify({}) });
    if (!path.startsWith('/api/')) return void serveClient(path, answer);
    busy += 1;
    void readCall(request)
      .then(async (call) => {
        calls.push(call);
        send(answer, await react(call));
      })
      .catch(() => answer.destroy())
      .finally(() => {
        busy -= 1;
      });
  });
  const sockets = new Server(server, { path: '/infra/im', transports: ['websocket'], serveClient: false });
  sockets.use((socket, next) => {
    const account = tokens.owner(socket.handshake.auth.token ?? null);
    next(account === null ? Object.assign(new Error('unauthorised'), { data: { code: 401 } }) : undefined);
  });
  sockets.on('connection', (socket) => {
    socket.onAny((_event, ...args) => {
      const ack: unknown = args.at(-1);
      if (typeof ack === 'function') ack({ ok: true, heads: {}, refused: [] });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const on = (name: CallName | null, script: Script) => {
    const own: Script = (call) => (name === null || call.name === name ? script(call) : null);
    scripts.push(own);
    return () => void scripts.splice(scripts.indexOf(own), 1);
  };

  return {
    url: origin,
    tokens,
    sockets,
    /**
     * Answers a call (null: every call) with this script until the returned function is called; if it returns null, the
     * next script applies.
     */
    on,
    /** Answers the next call of this name, once. */
    next(name: CallName, reply: Reply) {
      const off = on(name, () => {
        off();
        return reply;
      });
    },
    /** Holds every answer to this call until `release`. */
    hold(name: CallName) {
      let release = () => {};
      const released = new Promise<null>((resolve) => {
        release = () => resolve(null);
      });
      const off = on(name, async () => {
        busy -= 1;
        await released;
        busy += 1;
        return null;
      });
      return () => {
        off();
        release();
      };
    },
    isBusy: () => busy > 0,
    /** Requests since the start or the last `forget`, optionally of one call. */
    calls: (name?: CallName) => calls.filter((call) => name === undefined || call.name === name),
    forget: () => void calls.splice(0),
    /** Restores the initial state. All clients must have disconnected. */
    reset() {
      scripts.splice(0);
      calls.splice(0);
      tokens.reset();
    },
    async close() {
      await sockets.close();
      server.closeAllConnections();
    },
  };
}

export type ScriptedPlatform = Awaited<ReturnType<typeof scriptedPlatform>>;

const isPublic = (name: CallName | null) => name !== null && catalogue[name].access === 'public';

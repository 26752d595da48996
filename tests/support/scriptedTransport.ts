import { type AxiosAdapter, AxiosError, CanceledError, type InternalAxiosRequestConfig } from 'axios';
import { catalogue } from '../../contract/catalogue.ts';

/** One received request. */
export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly token: string | null;
  readonly hospital: string | null;
  readonly body: unknown;
};

const publicPaths: ReadonlySet<string> = new Set(
  Object.values(catalogue)
    .filter(({ access }) => access === 'public')
    .map(({ path }) => path),
);

type Reply = unknown;
type Handler = (seen: Seen) => Reply | Promise<Reply>;

const ok = (data: unknown) => ({ code: 200, msg: '', data });
const isoDate = () => new Date(Date.now()).toUTCString();

/** An in-memory platform: each path as scripted; only the latest access token is accepted. */
export function scriptedTransport() {
  let generation = 1;
  const owners = new Map<string, string>();
  const seen: Seen[] = [];
  const handlers = new Map<string, Handler>();

  const tokensOf = (userId: string) => {
    const tokens = {
      userId,
      accessToken: `access-${userId}-${generation}`,
      refreshToken: `refresh-${userId}-${generation}`,
      expiresTime: Date.now() + 30 * 60_000,
    };
    generation += 1;
    owners.set(tokens.accessToken, userId);
    owners.set(tokens.refreshToken, userId);
    return tokens;
  };
  const person = (userId: string) => ({
    memberAccountId: userId,
    doctorId: userId,
    name: `Doctor ${userId}`,
    isAuditor: false,
  });

  const usual: Record<string, Handler> = {
    '/system/tenant/get-by-website': () => ok({ name: 'Demo General Hospital', systemTenantId: '1' }),
    '/doctor/auth/login': ({ body }) => ok(tokensOf(String((body as { username: string }).username))),
    '/doctor/auth/refresh-token': ({ query }) => {
      const userId = owners.get(query.refreshToken ?? '');
      if (userId === undefined) return { code: 400, msg: '无效的刷新令牌', data: null };
      for (const [token, owner] of owners) if (owner === userId) owners.delete(token);
      return ok(tokensOf(userId));
    },
    '/doctor/auth/logout': () => ok(true),
    '/doctor/auth/get-doctor-info': ({ token }) => ok(person(owners.get(token ?? '') ?? '')),
    '/system/dict-data/get-by-dict-type': () => ok([]),
  };

  const holds = new Map<string, Promise<void>>();
  let pace: ((request: Seen) => Promise<unknown>) | null = null;

  async function answer(request: Seen): Promise<Reply> {
    await holds.get(request.path);
    await pace?.(request);
    const isKnown = request.token !== null && owners.has(request.token);
    if (!isKnown && (request.token !== null || !publicPaths.has(request.path)))
      return { code: 401, msg: '账号未登录', data: null };
    const handler = handlers.get(request.path) ?? usual[request.path];
    return handler ? handler(request) : ok(null);
  }

  const seenOf = (config: InternalAxiosRequestConfig): Seen => {
    const url = new URL(config.url ?? '');
    return {
      method: (config.method ?? 'get').toUpperCase(),
      path: url.pathname.replace(/^\/api/, ''),
      query: Object.fromEntries(url.searchParams),
      token: String(config.headers.get('Authorization') ?? '').replace(/^Bearer /, '') || null,
      hospital: (config.headers.get('tenant-id') as string | null) ?? null,
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
    };
  };

  const adapter: AxiosAdapter = (config) =>
    new Promise((resolve, reject) => {
      const request = seenOf(config);
      seen.push(request);
      const fail = (code: string) => reject(new AxiosError(code, code, config));
      config.signal?.addEventListener?.('abort', () => reject(new CanceledError()));
      const timer = config.timeout ? setTimeout(() => fail('ECONNABORTED'), config.timeout) : undefined;
      const answered = answer(request).finally(() => clearTimeout(timer));
      answered.then(
        (data) => {
          if (data instanceof Lost) fail(data.code);
          else if (data instanceof Status)
            resolve({ config, data: data.body, status: data.status, statusText: '', headers: { date: isoDate() } });
          else resolve({ config, data, status: 200, statusText: 'OK', headers: { date: isoDate() } });
        },
        () => fail('ERR_NETWORK'),
      );
    });

  return {
    adapter,
    seen,
    tokensOf,
    ok,
    /** Sets the answer on a path. */
    on: (path: string, handler: Handler) => handlers.set(path, handler),
    /** Holds answers on a path until the returned function is called. */
    hold(path: string): () => void {
      let open = () => {};
      holds.set(
        path,
        new Promise((resolve) => {
          open = resolve;
        }),
      );
      return () => {
        holds.delete(path);
        open();
      };
    },
    /** Every answer waits for the promise that this returns. */
    pacedBy(next: (request: Seen) => Promise<unknown>) {
      pace = next;
    },
    usually: (path: string) => handlers.delete(path),
    /** From now on every issued token is refused, except for renewing. */
    expireAccess() {
      for (const token of owners.keys()) if (token.startsWith('access-')) owners.delete(token);
    },
    calls: (path: string) => seen.filter((request) => request.path === path),
    refreshes: () => seen.filter((request) => request.path === '/doctor/auth/refresh-token').length,
  };
}

/** The connection fails. */
export class Lost {
  readonly code: string;
  constructor(code = 'ERR_NETWORK') {
    this.code = code;
  }
}

/** An answer with a failed status code. */
export class Status {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown = '') {
    this.status = status;
    this.body = body;
  }
}

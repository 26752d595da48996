import { type AxiosAdapter, type AxiosResponse, create, isAxiosError, isCancel } from 'axios';
import { limits } from '../../contract/limits.ts';
import { isAnswerType, type Received } from '../domain/answers.ts';
import { withoutIsolatesIn, withVisibleControlsIn } from '../domain/direction.ts';
import type { Configuration } from './config.ts';
import type { ServerClock } from './serverClock.ts';

export type Query = Readonly<Record<string, unknown>>;

export type Sending = {
  readonly query?: Query;
  /** Access token to send. The address decides whether the request may carry it. */
  readonly token?: string | null;
  /** False: the token is never sent, whatever the address. */
  readonly isToken?: boolean;
  /** Overrides the current hospital. */
  readonly hospitalId?: string;
  readonly signal?: AbortSignal | null;
  readonly timeoutMs?: number;
  readonly idempotencyKey?: string | null;
  readonly onProgress?: ((part: number) => void) | null;
};

type Needs = {
  readonly config: Pick<Configuration, 'current'>;
  /** The hospital of the next request. */
  readonly hospitalId: () => string;
  readonly language: () => string;
  readonly clock: ServerClock;
  readonly adapter?: AxiosAdapter;
};

type Request = Sending & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly wants?: 'json' | 'file';
};

/** A large file on a slow line takes longer than an ordinary call. */
const uploadTimeoutMs = 10 * 60_000;

/** Sign-in and renewal never carry a token. The path decides, not the query. */
export const mayCarryToken = (url: URL): boolean => !/\/login|\/refresh-token/.test(url.pathname);

/** Encodes a query as the platform expects: lists repeat their name, nested fields are joined by dots. */
export function toSearch(query: Query): string {
  const search = new URLSearchParams();
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) for (const one of value) add(name, one);
    else if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner);
    else search.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return search.toString();
}

/** The request layer: base address, hospital, token, JSON, 30 s timeout, no cookies. It does not interpret answers. */
export function createHttp({ config, hospitalId, language, clock, adapter }: Needs) {
  const axios = create({
    timeout: limits.requestTimeoutMs,
    withCredentials: false,
    validateStatus: () => true,
    ...(adapter ? { adapter } : {}),
  });

  function addressOf(path: string, query: Query = {}): URL {
    const { apiHost, apiPrefix } = config.current;
    const url = new URL(/^https?:/i.test(path) ? path : `${apiHost}${apiPrefix}${path}`);
    const search = toSearch(query);
    if (search) url.search = url.search ? `${url.search}&${search}` : search;
    return url;
  }

  /** Hospital and token are sent to the platform's origin only. */
  function headersOf(url: URL, sending: Sending): Record<string, string> {
    if (url.origin !== new URL(config.current.apiHost).origin) return {};
    const { token, isToken, idempotencyKey } = sending;
    return {
      'tenant-id': sending.hospitalId ?? hospitalId(),
      'Accept-Language': language(),
      ...(token && isToken !== false && mayCarryToken(url) ? { Authorization: `Bearer ${token}` } : {}),
      ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    };
  }

  /** An address on the storage host, unless that is the platform itself and the path is one of its calls. */
  function isOnFileHost(url: URL): boolean {
    const { apiHost, apiPrefix, fileHost } = config.current;
    if (url.origin !== new URL(fileHost).origin) return false;
    return url.origin !== new URL(apiHost).origin || !url.pathname.startsWith(`${apiPrefix}/`);
  }

  async function received(url: URL, { status, data }: AxiosResponse): Promise<Received> {
    const from = isOnFileHost(url) ? 'fileHost' : 'platform';
    if (!(data instanceof Blob)) return { kind: 'reply', from, status, body: withVisibleControlsIn(data) };
    if (from === 'fileHost' || !isAnswerType(data.type)) return { kind: 'file', from, status, file: data };
    return { kind: 'reply', from, status, body: withVisibleControlsIn(parsed(await data.text())) };
  }

  async function send(request: Request): Promise<Received> {
    const url = addressOf(request.path, request.query);
    const { onProgress } = request;
    try {
      const response = await axios.request({
        url: url.href,
        method: request.method,
        headers: headersOf(url, request),
        responseType: request.wants === 'file' ? 'blob' : 'json',
        ...(request.body === undefined ? {} : { data: withoutIsolatesIn(request.body) }),
        ...(request.timeoutMs ? { timeout: request.timeoutMs } : {}),
        ...(request.signal ? { signal: request.signal } : {}),
        ...(onProgress ? { onUploadProgress: ({ progress }) => onProgress(progress ?? 0) } : {}),
      });
      if (url.origin === new URL(config.current.apiHost).origin)
        clock.observe(String(response.headers.date ?? '') || null);
      return await received(url, response);
    } catch (error) {
      if (isCancel(error)) return { kind: 'lost', why: 'aborted' };
      if (!isAxiosError(error)) throw error;
      return { kind: 'lost', why: error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'timeout' : 'network' };
    }
  }

  return {
    get: (path: string, sending: Sending = {}) => send({ ...sending, method: 'GET', path }),
    post: (path: string, body: unknown, sending: Sending = {}) => send({ ...sending, method: 'POST', path, body }),
    put: (path: string, body: unknown, sending: Sending = {}) => send({ ...sending, method: 'PUT', path, body }),
    delete: (path: string, sending: Sending = {}) => send({ ...sending, method: 'DELETE', path }),
    download: (path: string, sending: Sending = {}) => send({ ...sending, method: 'GET', path, wants: 'file' }),
    upload(path: string, file: Blob, sending: Sending = {}) {
      const form = new FormData();
      form.append('file', file);
      return send({ timeoutMs: uploadTimeoutMs, ...sending, method: 'POST', path, body: form });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type Http = ReturnType<typeof createHttp>;

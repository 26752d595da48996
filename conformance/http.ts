import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Code, Envelope, isSuccess } from '../contract/envelope.ts';
import { RetryLater } from '../contract/http/auth.ts';
import type { InputOf, Operation, ReplyOf } from '../contract/operation.ts';
import { Broken } from './check.ts';

export type Target = { readonly url: string; readonly prefix: string; readonly tenantId: string };

/** An answer as it came: `code` is the business code, null if the body is no envelope. */
export type Reply = {
  readonly status: number;
  readonly code: number | null;
  readonly msg: string;
  readonly data: unknown;
};

type Sending = { token?: string | null; tenantId?: string | null; headers?: Record<string, string> };

const timeoutMs = 30_000;
const longestWaitMs = 60_000;

/** Places where a value does not fit its schema, without the values themselves. */
export function misfits(schema: z.ZodMiniType, value: unknown): string | null {
  const { success, error } = z.safeParse(schema, value);
  if (success) return null;
  const places = error.issues.slice(0, 4).map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`);
  return places.join('; ');
}

/** Requests to the platform, with the raw answer. */
export function createHttp({ url, prefix, tenantId }: Target) {
  const base = `${url.replace(/\/$/, '')}${prefix}`;

  async function raw(method: string, path: string, sending: Sending, body?: BodyInit): Promise<Response> {
    const tenant = sending.tenantId === undefined ? tenantId : sending.tenantId;
    const headers = {
      'accept-language': 'en',
      ...(tenant === null ? {} : { 'tenant-id': tenant }),
      ...(sending.token ? { authorization: `Bearer ${sending.token}` } : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...sending.headers,
    };
    const signal = AbortSignal.timeout(timeoutMs);
    return fetch(`${base}${path}`, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  }

  function addressOf({ method, path }: Operation, input: Record<string, unknown>, inQuery: boolean) {
    const rest = { ...input };
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = encodeURIComponent(String(rest[key]));
      delete rest[key];
      return value;
    });
    const isBody = !inQuery && (method === 'POST' || method === 'PUT');
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    if (isBody) return { address: filled, body: JSON.stringify(rest) };
    const address = given.length === 0 ? filled : `${filled}?${search}`;
    return { address, body: method === 'POST' || method === 'PUT' ? '{}' : undefined };
  }

  async function read(response: Response): Promise<Reply> {
    const { status } = response;
    const body = await response.json().catch(() => null);
    const envelope = Envelope.safeParse(body);
    if (!envelope.success) return { status, code: null, msg: '', data: body };
    return { status, code: envelope.data.code, msg: envelope.data.msg, data: envelope.data.data };
  }

  /** Makes a call and returns the answer as it came; `inQuery` puts the fields of a POST into the query. */
  async function ask<O extends Operation>(
    operation: O,
    input: InputOf<O> | Record<string, unknown>,
    sending: Sending & { inQuery?: boolean } = {},
  ): Promise<Reply> {
    const { address, body } = addressOf(operation, { ...(input as object) }, sending.inQuery ?? false);
    return read(await raw(operation.method, address, sending, body));
  }

  /** Like `ask`, and asks once more after the time that the platform names if there were too many requests. */
  async function askPatiently<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    sending: Sending & { inQuery?: boolean },
  ) {
    const reply = await ask(operation, input, sending);
    const later = RetryLater.safeParse(reply.data);
    if (reply.code !== Code.tooManyRequests || !later.success || later.data.retryAfterMs > longestWaitMs) return reply;
    await wait(later.data.retryAfterMs);
    return ask(operation, input, sending);
  }

  /** Makes a call that must succeed with an answer of the contract's shape. */
  async function call<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    sending: Sending & { inQuery?: boolean } = {},
  ): Promise<ReplyOf<O>> {
    const what = `${operation.method} ${operation.path}`;
    const reply = await askPatiently(operation, input, sending);
    if (reply.code === null) throw new Broken(`${what} answers ${reply.status} without an envelope {code, msg, data}`);
    if (!isSuccess(reply.code)) throw new Broken(`${what} is refused with code ${reply.code}`);
    const wrong = misfits(operation.reply, reply.data);
    if (wrong) throw new Broken(`${what}: ${wrong}`);
    return z.parse(operation.reply, reply.data) as ReplyOf<O>;
  }

  return { raw, read, ask, call };
}

export type Http = ReturnType<typeof createHttp>;

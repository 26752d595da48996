import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Code, Envelope, isSuccess } from '../contract/envelope.ts';
import { RetryLater } from '../contract/http/auth.ts';
import type { InputOf, Operation, ReplyOf } from '../contract/operation.ts';
import { createEvidence } from './evidence.ts';
import { Broken, type Compared, shown } from './finding.ts';

export type Target = { readonly url: string; readonly prefix: string; readonly hospitalId: string };

/** An answer as it came: `code` is the business code, null if the body is no envelope. */
export type Reply = {
  readonly status: number;
  readonly code: number | null;
  readonly msg: string;
  readonly data: unknown;
  /** All of it, for the calls whose answer is not in the envelope. */
  readonly body: unknown;
};

/** A file to send. */
export type Sent = { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string; readonly type: string };

type Sending = { token?: string | null; hospitalId?: string | null; headers?: Record<string, string> };

const timeoutMs = 30_000;
const shortestWaitMs = 10;
/** In all, for one request. */
const longestWaitMs = 60_000;

type Issue = z.core.$ZodIssue;

/** What a place must have, in the words of a schema. */
function expectedAt(issue: Issue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map(shown).join(' or ');
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code === 'invalid_format') return `text like ${issue.pattern ?? issue.format}`;
  if (issue.code === 'invalid_union')
    return issue.errors.map(([first]) => (first ? expectedAt(first) : 'nothing')).join(' or ');
  return issue.message || 'a value of the contract';
}

/** What a place has; of a secret only its type. */
function receivedAt({ path }: Issue, value: unknown): string {
  const found = path.reduce<unknown>((inside, key) => Reflect.get(Object(inside), key), value);
  if (found === undefined) return 'nothing';
  const isSecret = /token|password|secret/i.test(String(path.at(-1) ?? ''));
  const type = found === null ? 'null' : Array.isArray(found) ? 'array' : typeof found;
  return isSecret || found === null ? type : `${type} ${shown(found)}`;
}

/** Throws `Broken` with the places where a value does not fit its schema, and what each must have. */
export function mustFit(schema: z.ZodMiniType, value: unknown, what: string): void {
  const { success, error } = z.safeParse(schema, value);
  if (success) return;
  const compared = error.issues.slice(0, 4).map((issue): Compared & { place: string } => ({
    place: issue.path.join('.') || 'the answer',
    expected: expectedAt(issue),
    received: receivedAt(issue, value),
  }));
  const places = compared.map(
    ({ place, expected, received }) => `${place}: expected ${expected}, received ${received}`,
  );
  const [{ expected, received } = { expected: '', received: '' }] = compared;
  throw new Broken(`${what}: ${places.join('; ')}`, { expected, received });
}

/** A call as the findings name it. */
export const titleOf = ({ method, path }: Operation) => `${method} ${path}`;

/** Requests to the platform, with the raw answer. */
export function createHttp({ url, prefix, hospitalId }: Target) {
  const base = `${url.replace(/\/$/, '')}${prefix}`;
  const evidence = createEvidence();

  async function raw(method: string, path: string, sending: Sending, body?: BodyInit): Promise<Response> {
    const hospital = sending.hospitalId === undefined ? hospitalId : sending.hospitalId;
    const headers = {
      'accept-language': 'en',
      ...(hospital === null ? {} : { 'tenant-id': hospital }),
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
    if (!envelope.success) return { status, code: null, msg: '', data: body, body };
    const { code, msg, data } = envelope.data;
    return { status, code, msg, data, body };
  }

  /**
   * Sends again after the time that the platform names if there were too many requests; calls of others may have used up the
   * limit once more.
   */
  async function patiently(send: () => Promise<Response>): Promise<Reply> {
    for (let waitedMs = 0; ; ) {
      const reply = await read(await send());
      const later = RetryLater.safeParse(reply.data);
      if (reply.code !== Code.tooManyRequests || !later.success) return reply;
      const waitMs = Math.max(later.data.retryAfterMs, shortestWaitMs);
      waitedMs += waitMs;
      if (waitedMs > longestWaitMs) return reply;
      await wait(waitMs);
    }
  }

  /** Makes a call and returns the answer as it came; `inQuery` puts the fields of a POST into the query. */
  async function ask<O extends Operation>(
    operation: O,
    input: InputOf<O> | Record<string, unknown>,
    sending: Sending & { inQuery?: boolean } = {},
  ): Promise<Reply> {
    const { address, body } = addressOf(operation, { ...(input as object) }, sending.inQuery ?? false);
    return patiently(() => raw(operation.method, address, sending, body));
  }

  /** Sends a file as multipart field `file`, the other fields in the query. */
  async function upload(operation: Operation, query: Record<string, unknown>, sent: Sent, sending: Sending) {
    const { address } = addressOf(operation, query, true);
    const form = new FormData();
    form.append('file', new Blob([sent.bytes], { type: sent.type }), sent.name);
    return patiently(() => raw(operation.method, address, sending, form));
  }

  /** The content of an answer that must be a success of the contract's shape. */
  function accepted<O extends Operation>(operation: O, reply: Reply): ReplyOf<O> {
    const what = titleOf(operation);
    const isRaw = operation.wire === 'raw';
    if (!isRaw && reply.code === null)
      throw new Broken(`${what} answers ${reply.status} without an envelope {code, msg, data}`, {
        expected: '{code, msg, data}',
        received: shown(reply.body),
      });
    if (reply.code !== null && !isSuccess(reply.code))
      throw new Broken(`${what} is refused with code ${reply.code}`, {
        expected: `code ${Code.ok}`,
        received: `code ${reply.code}`,
      });
    const content = isRaw ? reply.body : reply.data;
    mustFit(operation.reply, content, what);
    evidence.answered.add(operation);
    return z.parse(operation.reply, content) as ReplyOf<O>;
  }

  /** Requires that an answer refuses the call with one of the codes, at HTTP status 200. */
  function refusedWith(operation: Operation, { status, code }: Reply, ...codes: readonly Code[]): void {
    const isRight = status === 200 && code !== null && (codes as readonly number[]).includes(code);
    if (!isRight)
      throw new Broken(
        `${titleOf(operation)} answers code ${code} at HTTP status ${status} instead of ${codes.join(' or ')}`,
        {
          expected: `code ${codes.join(' or ')} at HTTP status 200`,
          received: `code ${code} at HTTP status ${status}`,
        },
      );
    evidence.refused.add(operation);
  }

  /** Makes a call that must succeed with an answer of the contract's shape. */
  const call = async <O extends Operation>(
    operation: O,
    input: InputOf<O>,
    sending: Sending & { inQuery?: boolean } = {},
  ): Promise<ReplyOf<O>> => accepted(operation, await ask(operation, input, sending));

  return { raw, read, ask, call, upload, accepted, refusedWith, evidence };
}

export type Http = ReturnType<typeof createHttp>;

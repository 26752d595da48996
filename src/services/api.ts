import { waitFor } from 'xstate';
import type * as z from 'zod/mini';
import { checkCaptcha, getCaptcha, login, smsLogin } from '../../contract/http/auth.ts';
import type { Answer, CallOptions, Client, Failure, Operation } from '../../contract/operation.ts';
import { brokenCharacter } from '../../contract/values.ts';
import { interpret, type Notice, type Received, type UntranslatedFailure } from '../domain/answers.ts';
import type { Identity } from '../domain/session.ts';
import type { Session, SessionSnapshot } from '../machines/session.ts';
import { createErrorToastPolicy } from './errorToastPolicy.ts';
import type { Http, Sending } from './http.ts';

/** A failed call that shows a toast, by its name in the catalogue. */
export type FailedCall = {
  readonly name: string;
  readonly reason: string;
  readonly isRead: boolean;
  /** The caller's own text; null if the toast names the call. */
  readonly text: string | null;
};

type Needs = {
  readonly http: Http;
  readonly session: Session;
  /** Text of a notice in the person's language, for a toast or for beside what failed. */
  readonly textOf: (notice: Notice, isBeside: boolean) => string;
  readonly toast: (failed: FailedCall) => void;
  readonly log: (what: string, detail: unknown) => void;
};

type Call = Addressed & { readonly operation: Operation; readonly options: CallOptions };
type Outcome =
  | { readonly received: Received }
  | { readonly untranslated: UntranslatedFailure; readonly toast?: boolean };

const failWith = (kind: Failure['kind'], notice: Notice): { readonly untranslated: UntranslatedFailure } => ({
  untranslated: { kind, code: null, notice, data: null },
});
const sessionEnded = failWith('sessionEnded', { key: 'sessionEnded' });
const sessionChanged = failWith('sessionChanged', { key: 'sessionChanged' });
/** Failure for input that does not fit the contract; the request is not sent. */
function unfit({ message, path }: z.core.$ZodIssue): Outcome {
  const field = path.map(String).join('.');
  const notice: Notice = message === brokenCharacter ? { key: 'brokenText', field } : { key: 'code.400' };
  return { untranslated: { kind: 'business', code: 400, notice, data: { field } }, toast: true };
}
const aborted = failWith('aborted', { key: 'network' });

/** Calls sent without a token. A 401 from them is about the entered credentials, not about the session. */
const forSigningIn: ReadonlySet<Operation> = new Set<Operation>([login, smsLogin, getCaptcha, checkCaptcha]);

/**
 * Failures that are not logged: the session reports them, the caller cancelled, or the platform gave a business reason.
 */
const unlogged: ReadonlySet<Failure['kind']> = new Set(['sessionEnded', 'sessionChanged', 'aborted', 'business']);

const isSettled = (s: SessionSnapshot) => !s.hasTag('settling');
const isOwnedBy = (owner: Identity | null) => (s: SessionSnapshot) => s.context.identity === owner;

/** Whether an answer proves that the platform accepts the token of its request. */
const provesToken = (received: Received) => received.kind !== 'lost' && interpret(received).outcome !== 'refresh';

/**
 * The platform's calls. A request belongs to the person who made it and waits while the session settles. After a 401 it
 * is sent once more with the renewed token, and never under another person.
 */
export function createCalls({ http, session, textOf, toast, log }: Needs) {
  const { showsToast, succeeded } = createErrorToastPolicy();
  function send({ operation, path, query, body, options }: Call, token: string | null): Promise<Received> {
    const sending: Sending = {
      query,
      token,
      signal: options.signal ?? null,
      idempotencyKey: options.idempotencyKey ?? null,
      onProgress: options.onProgress ?? null,
    };
    if (operation.wire === 'upload') return http.upload(path, options.file ?? new Blob(), sending);
    if (operation.wire === 'blob') return http.download(path, sending);
    switch (operation.method) {
      case 'GET':
        return http.get(path, sending);
      case 'POST':
        return http.post(path, body, sending);
      case 'PUT':
        return http.put(path, body, sending);
      case 'DELETE':
        return http.delete(path, sending);
    }
  }

  async function settled(signal: AbortSignal | undefined): Promise<SessionSnapshot | null> {
    const now = session.getSnapshot();
    if (isSettled(now)) return now;
    try {
      return await waitFor(session, isSettled, signal ? { signal } : {});
    } catch {
      return null;
    }
  }

  /** Sends once for `owner`, or returns why the request may not go out. */
  async function attempt(call: Call, owner: Identity): Promise<Outcome & { readonly token?: string }> {
    const state = await settled(call.options.signal);
    if (call.options.signal?.aborted) return aborted;
    if (state === null) return sessionEnded;
    if (!isOwnedBy(owner)(state)) return sessionChanged;
    const token = state.hasTag('usable') ? state.context.login?.accessToken : undefined;
    if (token === undefined) return sessionEnded;
    const received = await send(call, token);
    const { context } = session.getSnapshot();
    if (context.identity !== owner && received.kind !== 'lost') return sessionChanged;
    if (context.unproven === token && provesToken(received)) session.send({ type: 'token.proved', access: token });
    return { received, token };
  }

  async function asPerson(call: Call): Promise<Outcome> {
    const state = await settled(call.options.signal);
    if (call.options.signal?.aborted) return aborted;
    const owner = state?.context.identity ?? null;
    if (owner === null) return sessionEnded;
    const first = await attempt(call, owner);
    if (!('received' in first) || first.token === undefined) return first;
    const interpretation = interpret(first.received);
    if (interpretation.outcome === 'failure' && interpretation.mustCheckSession)
      session.send({ type: 'token.refused', access: first.token });
    if (interpretation.outcome !== 'refresh') return first;
    session.send({ type: 'token.refused', access: first.token });
    const second = await attempt(call, owner);
    if (!('received' in second) || second.token === undefined) return second;
    if (interpret(second.received).outcome !== 'refresh') return second;
    session.send({ type: 'replay.refused', access: second.token });
    return sessionEnded;
  }

  /** A public call waits until the hospital is known. If somebody is signed in, it is sent as that person. */
  async function asAnybody(call: Call): Promise<Outcome> {
    const { signal } = call.options;
    const knowsHospital = (s: SessionSnapshot) => s.context.hospital !== null && !s.matches('booting');
    try {
      await waitFor(session, knowsHospital, signal ? { signal } : {});
    } catch {
      return aborted;
    }
    if (session.getSnapshot().matches('active') && !forSigningIn.has(call.operation)) return asPerson(call);
    const received = await send(call, null);
    const interpretation = interpret(received);
    return interpretation.outcome === 'refresh'
      ? { untranslated: interpretation.untranslated, toast: true }
      : { received };
  }

  function answered(
    operation: Operation,
    outcome: Outcome,
  ): Answer<unknown> | { untranslated: UntranslatedFailure; toast: boolean } {
    if (!('received' in outcome)) return { untranslated: outcome.untranslated, toast: outcome.toast ?? false };
    const interpretation = interpret(outcome.received);
    if (interpretation.outcome === 'failure')
      return { untranslated: interpretation.untranslated, toast: interpretation.toast };
    if (interpretation.outcome === 'refresh') return { ...sessionEnded, toast: false };
    const isRaw = operation.wire === 'raw' && outcome.received.kind === 'reply';
    const data = isRaw && outcome.received.kind === 'reply' ? outcome.received.body : interpretation.data;
    if (operation.wire === 'blob') return { ok: true, data };
    const read = operation.reply.safeParse(data ?? null);
    if (read.success) return { ok: true, data: read.data };
    log('unreadable answer', { path: operation.path, issues: read.error.issues });
    return { ...failWith('malformed', { key: 'unreadable' }), toast: true };
  }

  async function call(name: string, operation: Operation, input: unknown, options: CallOptions) {
    const request = addressed(operation, input ?? {});
    const send = operation.access === 'public' ? asAnybody : asPerson;
    const outcome = 'path' in request ? await send({ operation, options, ...request }) : unfit(request.issue);
    const answer = answered(operation, outcome);
    if ('ok' in answer) {
      succeeded(name);
      return answer;
    }
    const { kind, code, data, notice } = answer.untranslated;
    const message = textOf(notice, true);
    if (!unlogged.has(kind) || (kind === 'sessionEnded' && code !== null)) log(`${name}: ${kind}`, { code, message });
    if (answer.toast && showsToast(name, operation, kind, options)) {
      const reason = textOf(notice, false);
      toast({ name, reason, isRead: operation.method === 'GET', text: options.failed?.(reason) ?? null });
    }
    return { ok: false as const, failure: { kind, code, message, data } };
  }

  /** Turns operations into functions that call them. */
  return <C extends Readonly<Record<string, Operation>>>(operations: C): Client<C> => {
    const calls = Object.entries<Operation>(operations).map(([name, operation]) => [
      name,
      (input: unknown, options: CallOptions = {}) => call(name, operation, input, options),
    ]);
    // Object.fromEntries loses the type of each operation.
    return Object.fromEntries(calls) as Client<C>;
  };
}

function firstOf({ issues: [issue], message }: z.core.$ZodError): z.core.$ZodIssue {
  return issue ?? { code: 'custom', path: [], message, input: undefined };
}

type Addressed = { readonly path: string; readonly query: Record<string, unknown>; readonly body: unknown };

/**
 * Puts fields of the query schema into path and query, and fields of the body schema into the body. Returns the first
 * issue where the input does not fit.
 */
function addressed(operation: Operation, input: unknown): Addressed | { readonly issue: z.core.$ZodIssue } {
  const [read, body] = [operation.query.safeParse(input), operation.body.safeParse(input)];
  if (!read.success) return { issue: firstOf(read.error) };
  if (!body.success) return { issue: firstOf(body.error) };
  const query = { ...Object(read.data) } as Record<string, unknown>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = query[name];
    delete query[name];
    return encodeURIComponent(String(value));
  });
  return { path, query, body: body.data };
}

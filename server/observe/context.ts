import { AsyncLocalStorage } from 'node:async_hooks';

/** The ids of the request, socket command or job that the running code serves; every log line of it has them. */
export type RequestContext = { requestId: string; traceId: string; span: Span | null };

/** A position in a trace of W3C Trace Context: another program's span, or our own. */
export type TracePosition = { traceId: string; spanId: string; sampled: boolean };

export type Attributes = Record<string, string | number>;

/** A running piece of work in a trace. A fault is recorded by its kind alone, because messages may quote typed text. */
export type Span = {
  position: TracePosition;
  end(result?: { fault?: string; attributes?: Attributes }): void;
};

const current = new AsyncLocalStorage<RequestContext>();

export const contextNow = (): RequestContext | undefined => current.getStore();

export const runInContext = <T>(context: RequestContext, work: () => T): T => current.run(context, work);

const hex = () => crypto.randomUUID().replaceAll('-', '');

/** Ids of this form cannot hold a text that a person typed. */
const requestIdForm = /^([\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** The id that a proxy gave the request, if it is a UUID or 32 hexadecimal digits; a new one otherwise. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && requestIdForm.test(given) ? given : crypto.randomUUID();

/** The position in a `traceparent` header; null for none or an invalid one. */
export function readTraceParent(header: unknown): TracePosition | null {
  if (typeof header !== 'string') return null;
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(header) ?? [];
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** A context outside any trace; without spans the trace's id is all that other programs can find it by. */
export const createContext = (requestId: string, parent: TracePosition | null, span: Span | null): RequestContext => ({
  requestId,
  traceId:
    span?.position.traceId ?? parent?.traceId ?? (/-/.test(requestId) ? requestId.replaceAll('-', '') : requestId),
  span,
});

/** The headers that continue the current trace in a request to another program. */
export function traceHeaders(): Record<string, string> {
  const context = contextNow();
  if (context === undefined) return {};
  const { spanId, sampled } = context.span?.position ?? { spanId: hex().slice(0, 16), sampled: false };
  return { traceparent: `00-${context.traceId}-${spanId}-0${sampled ? 1 : 0}`, 'x-request-id': context.requestId };
}

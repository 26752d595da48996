import { type Attributes, contextNow, createContext, runInContext, type Span, type TracePosition } from './context.ts';

export type SpanKind = 'server' | 'client' | 'internal';
export type Tracing = {
  start(given: { name: string; kind: SpanKind; attributes: Attributes; parent: TracePosition | null }): Span;
  /** Sends what is not sent yet. */
  stop(): Promise<void>;
};

type Environment = Record<string, string | undefined>;

/** Tracing is on when a collector is named, in OpenTelemetry's own variables. */
const isWanted = (environment: Environment) =>
  environment.OTEL_SDK_DISABLED !== 'true' &&
  Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);

/** Loads OpenTelemetry only where it is wanted: its libraries take memory and time at start. */
export async function openTracing(environment: Environment): Promise<Tracing | null> {
  return isWanted(environment) ? (await import('./openTelemetry.ts')).createOpenTelemetry(environment) : null;
}

const faultName = (cause: unknown) => (cause instanceof Error ? cause.name : typeof cause);

/** Runs work in a span below the current one, which is the current one meanwhile. */
export async function inSpan<T>(
  tracing: Tracing,
  { name, kind, attributes }: { name: string; kind: SpanKind; attributes: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  const context = contextNow();
  const span = tracing.start({ name, kind, attributes, parent: context?.span?.position ?? null });
  try {
    const result = await runInContext(createContext(context?.requestId ?? span.position.traceId, null, span), work);
    span.end();
    return result;
  } catch (cause) {
    span.end({ fault: faultName(cause) });
    throw cause;
  }
}

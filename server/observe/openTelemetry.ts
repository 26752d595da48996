import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  osDetector,
  processDetector,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { tracingSecrets } from '../../scripts/variables.mjs';
import type { Tracing } from './tracing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Sends spans by OTLP over HTTP. Collector, service name, sampler and batching come from OpenTelemetry's own variables, to
 * which secrets from files are added.
 */
export function createOpenTelemetry(environment: Environment): Tracing {
  for (const name of tracingSecrets) if (environment[name]) process.env[name] = environment[name];
  process.env.OTEL_SERVICE_NAME ??= 'cloudroom';
  const detectors = [hostDetector, osDetector, serviceInstanceIdDetector, processDetector, envDetector];
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(detectResources({ detectors })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('cloudroom');

  return {
    start({ name, kind, attributes, parent }) {
      const below = parent && {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: kind === 'server',
      };
      const within = below ? trace.setSpanContext(ROOT_CONTEXT, below) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, within);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        position: { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED },
        end({ fault, attributes: found = {} } = {}) {
          span.setAttributes(found);
          if (fault !== undefined) {
            span.setAttribute('error.type', fault);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}

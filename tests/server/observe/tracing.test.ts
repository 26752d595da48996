import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listSessions } from '../../../contract/extension/sessions.ts';
import { done } from '../../../server/db/outcome.ts';
import { createProxies } from '../../../server/http/proxies.ts';
import { route } from '../../../server/http/route.ts';
import { createHttp } from '../../../server/http/server.ts';
import { createEventHandler } from '../../../server/im/eventHandler.ts';
import { createCommandObserver } from '../../../server/im/observeCommands.ts';
import { startJobs } from '../../../server/jobs.ts';
import { createLog } from '../../../server/log.ts';
import { traceHeaders } from '../../../server/observe/context.ts';
import { createObservation } from '../../../server/observe/observation.ts';
import { createStatementWatch } from '../../../server/observe/statements.ts';
import { openTracing } from '../../../server/observe/tracing.ts';
import { noLimits } from '../../support/noLimits.ts';

vi.setConfig({ testTimeout: 60_000 });

type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: object }[];
};

/** A collector that keeps the spans it is sent. */
async function openCollector() {
  const spans: Sent[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...sent);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { spans, bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const secret = 'Chest pain since Monday';
const caller = {
  kind: 'staff',
  hospitalId: '1',
  sessionId: '1',
  userType: 2,
  userId: '1',
  id: '1',
  name: '',
  isAuditor: false,
  isAdministrator: false,
  operatesPlatform: false,
} as const;

test('with a collector calls, commands, statements and jobs are spans without values in one trace', async () => {
  const collector = await openCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const tracing = await openTracing(process.env);
  const log = createLog('silent');
  const observation = createObservation({ now: Date.now, log, tracing });
  const watch = createStatementWatch(log, false, tracing);
  const forwarded: Record<string, string>[] = [];
  const query = () =>
    watch?.(`select * from "staff" where "name" = $1 and "note" <> '${secret}'`, async () => {
      forwarded.push(traceHeaders());
      return [secret];
    });
  const app = await createHttp({
    apiPrefix: '/api',
    now: Date.now,
    log,
    observation,
    publicOrigins: [],
    proxies: createProxies({ trusted: ['127.0.0.1'], publicOrigins: [] }),
    rateLimits: noLimits,
    // The call of this test reaches no database.
    uow: { read: () => ({}) } as never,
    idempotency: (_, work) => work(),
    ensureTrail: async () => {},
    hospitalState: async () => 'open',
    identify: async () => caller,
    registerPlugins: (api) =>
      api.addOperations([
        route(listSessions)(async () => {
          await query();
          return done([]);
        }),
      ]),
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const reply = await app.inject({
    url: '/api/doctor/session/list',
    headers: {
      'tenant-id': '1',
      authorization: 'Bearer 1',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      'x-request-id': traceId,
    },
  });
  expect([reply.json().code, reply.headers['x-request-id']]).toEqual([200, traceId]);

  const { handle } = createEventHandler({
    commands: {
      typing: async () => {
        await query();
        return { ok: true };
      },
    } as never,
    now: Date.now,
    ensureTrail: async () => {},
    rate: undefined,
    observe: createCommandObserver({ log, observation }),
    onRateLimited: () => {},
    onFault: (cause) => {
      throw cause;
    },
  });
  const socket = { id: 'socket', data: { who: caller, refusals: 0 }, handshake: { headers: {}, address: '' } };
  await handle(socket as never, 'typing', [{ conversationId: '1' }]);

  const jobs = startJobs([{ name: 'expiry', everyMs: 1, run: async () => query() }], {
    ...{ log, observation, leads: () => true },
    runs: { begin: async () => true, end: async () => {} },
  });
  await vi.waitFor(() => expect(observation.jobs.list()[0]?.lastEnd).not.toBeNull());
  await jobs.stop();
  await app.close();
  await tracing?.stop();

  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  const [call] = named('/doctor/session/list');
  expect(call).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  const statements = named('select staff');
  const parents = [call, ...named('typing'), ...named('job expiry')].map((span) => span?.spanId);
  expect(statements.slice(0, 3).map(({ parentSpanId }) => parentSpanId)).toEqual(parents.slice(0, 3));
  expect(statements[0]?.attributes).toContainEqual({
    key: 'db.query.text',
    value: { stringValue: 'select * from "staff" where "name" = $1 and "note" <> \'?\'' },
  });
  expect(forwarded[0]).toEqual({ traceparent: `00-${traceId}-${statements[0]?.spanId}-01`, 'x-request-id': traceId });
  expect(collector.bodies.join()).not.toContain(secret);
});

test('without its variables OpenTelemetry is not loaded', async () => {
  const script = `
    import { createRequire } from 'node:module';
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('opentelemetry/sdk-trace-base'));
    await import('./server/platform.ts');
    const { openTracing } = await import('./server/observe/tracing.ts');
    const before = [await openTracing({}), loaded()];
    await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    console.log(JSON.stringify([...before, loaded()]));
    process.exit(0);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual([null, false, true]);
});

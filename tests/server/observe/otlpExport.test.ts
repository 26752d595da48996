import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTracing } from '../../../server/observe/tracing.ts';
import { withSecretFiles } from '../../../server/secretFiles.ts';

type Received = { path: string | undefined; headers: IncomingHttpHeaders; names: string[] };

/** A collector of OTLP over HTTP in JSON that keeps what it is sent. */
async function openCollector() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request)) as {
      resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[];
    };
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    received.push({ path: request.url, headers: request.headers, names: spans.map(({ name }) => name) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-otlp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'headers');
  writeFileSync(file, content);
  return file;
}

/** The environment of a process, as the exporter reads it. */
function withEnvironment(environment: Record<string, string>) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return openTracing(withSecretFiles(process.env));
}

test('spans reach the collector with every header of the file that the variable names', async () => {
  const { received, url } = await openCollector();
  const tracing = await withEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: fileWith('authorization=Bearer%20a-secret,x-scope=hospital\n'),
  });
  tracing?.start({ name: 'job seal the trail', kind: 'internal', attributes: {}, parent: null }).end();
  await tracing?.stop();
  expect(received).toMatchObject([
    {
      path: '/v1/traces',
      headers: { authorization: 'Bearer a-secret', 'x-scope': 'hospital', 'content-type': 'application/json' },
      names: ['job seal the trail'],
    },
  ]);
});

test('without a file spans are sent without its headers', async () => {
  const { received, url } = await openCollector();
  const tracing = await withEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  tracing?.start({ name: 'a call', kind: 'server', attributes: {}, parent: null }).end();
  await tracing?.stop();
  expect(received.map(({ names, headers }) => [names, headers.authorization])).toEqual([[['a call'], undefined]]);
});

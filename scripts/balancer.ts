import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A process behind the balancer. */
type Target = { port: number; isReady: boolean };

const checkMs = 250;
const checkTimeoutMs = 2_000;

/** Whether a process takes calls: it says so itself, and says no before it ends. */
async function isReady({ port }: Target): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(checkTimeoutMs) });
    return reply.ok;
  } catch {
    return false;
  }
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/**
 * One address for several processes, for trials and tests: calls and websockets go to the ready processes in turn, with no
 * stickiness. A process that does not accept the connection is skipped; what has reached a process is not repeated.
 */
export async function startBalancer({
  port,
  host = '127.0.0.1',
  ports,
}: {
  port: number;
  host?: string;
  ports: number[];
}) {
  const targets: Target[] = ports.map((of) => ({ port: of, isReady: false }));
  let turn = 0;

  const checkAll = () =>
    Promise.all(
      targets.map(async (target) => {
        target.isReady = await isReady(target);
      }),
    );
  await checkAll();
  const timer = setInterval(() => void checkAll(), checkMs).unref();

  /** A connection to the next ready process; null if there is none. */
  async function nextConnection(): Promise<Socket | null> {
    for (let tries = 0; tries < targets.length; tries += 1) {
      turn += 1;
      const target = targets[turn % targets.length];
      if (!target?.isReady) continue;
      try {
        return await connectTo(target.port);
      } catch {
        target.isReady = false;
      }
    }
    return null;
  }

  // Platforms trust this proxy, so the ids that clients send end here.
  const headersOf = ({ headers: { 'x-request-id': _, traceparent: __, ...headers }, socket }: IncomingMessage) => ({
    ...headers,
    'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
  });

  function answerBroken(response: ServerResponse, status: number) {
    if (response.headersSent) return void response.destroy();
    response.writeHead(status, { 'retry-after': '1' }).end();
  }

  const server = createServer(async (incoming, response) => {
    const connection = await nextConnection();
    if (connection === null) return answerBroken(response, 503);
    const { method, url } = incoming;
    const passed = request({ createConnection: () => connection, method, path: url, headers: headersOf(incoming) });
    passed.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    passed.once('error', () => answerBroken(response, 502));
    response.once('close', () => connection.destroy());
    incoming.pipe(passed);
  });

  server.on('upgrade', async (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    const connection = await nextConnection();
    if (connection === null) return void client.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
    const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}`);
    connection.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    connection.write(head);
    client.setNoDelay(true);
    connection.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.once('close', () => connection.destroy());
    connection.pipe(client).pipe(connection);
  });

  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host === '0.0.0.0' ? 'localhost' : host}:${(server.address() as AddressInfo).port}`,
    ready: () => targets.filter((target) => target.isReady).length,
    checkAll,
    close() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

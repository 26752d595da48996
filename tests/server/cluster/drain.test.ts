import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../server/listen.ts';
import { openServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A platform that listens, and a connection to it that stays open between requests, as a proxy keeps them. */
async function behindProxy() {
  const platform = await openServedPlatform();
  onTestFinished(() => platform.close());
  const url = await listen(platform.app, { port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  async function ask(path: string, headers: Record<string, string> = {}) {
    const request = get(`${url}${path}`, { agent, headers });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of reply) body += chunk;
    return {
      status: reply.statusCode,
      closes: reply.headers.connection === 'close',
      body,
      reused: request.reusedSocket,
    };
  }
  return { platform, url, ask };
}

test('a process that ends accepts no connection any more, and goes on serving those it has', async () => {
  const { platform, url, ask } = await behindProxy();
  expect(await ask('/readyz')).toMatchObject({ status: 200, closes: false });
  await platform.drain();
  await expect(fetch(`${url}/readyz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  const reply = await ask('/readyz');
  expect(reply).toMatchObject({ status: 503, closes: true, reused: true });
  expect(JSON.parse(reply.body)).toEqual({ status: 'failing', failing: ['ending'] });
  await platform.app.close();
  await expect(ask('/readyz')).rejects.toThrow();
});

test('a process that ends refuses new sockets on an old connection, and keeps its own until they leave', async () => {
  const { platform, url, ask } = await behindProxy();
  const { accessToken } = await platform.signIn();
  const transports = ['websocket'];
  const link = io(url, { path: '/infra/im', transports, auth: { token: accessToken, tenantId: '1' } });
  onTestFinished(() => void link.disconnect());
  await new Promise<void>((connected) => link.once('connect', connected));
  await ask('/readyz');
  await platform.drain();
  expect(link.connected).toBe(true);
  const upgrade = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  expect(await ask('/infra/im/?EIO=4&transport=websocket', upgrade)).toMatchObject({ status: 400, reused: true });
});

test('a call that arrives while the process closes is refused in the envelope, with words', async () => {
  const { platform, ask } = await behindProxy();
  await ask('/readyz');
  await platform.drain();
  // The connection stays for as long as the test needs it.
  const { server } = platform.app;
  const cut = [server.closeAllConnections, server.closeIdleConnections].map((close) => close.bind(server));
  Object.assign(server, { closeAllConnections: () => {}, closeIdleConnections: () => {} });
  const closed = platform.app.close();
  const reply = await ask('/api/doctor/auth/get-doctor-info', { 'tenant-id': '1', 'accept-language': 'en' });
  expect(reply).toMatchObject({ status: 200, closes: true, reused: true });
  expect(JSON.parse(reply.body)).toMatchObject({ code: 429, msg: expect.stringMatching(/again/) });
  for (const close of cut) close();
  await closed;
});

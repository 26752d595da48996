import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { createDemoClock, openDemonstration } from '../../../server/demo/demonstration.ts';

/** A small platform with sockets, behind the buttons of a demonstration. */
async function opened({ lastsMs = 20 } = {}) {
  const arrived: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    arrived.push(url);
    answer.end('served');
  });
  const sockets = new Server(server, { transports: ['websocket'] });
  sockets.on('connection', (socket) => {
    socket.on('say', (text: string, ack: (answer: string) => void) => ack(text));
    socket.on('push', (text: string, ack: (answer: string) => void) => {
      socket.emit('news', text);
      ack(text);
    });
  });
  const clock = createDemoClock(() => 1_000);
  const asked: string[] = [];
  const demonstration = await openDemonstration({
    server,
    apiPrefix: '/api',
    clock,
    patients: () => ({ stop() {}, ask: (command) => void asked.push(command) }),
    restart: () => void asked.push('restart'),
    lastsMs,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    demonstration.close();
    await sockets.close();
  });
  const read = async (path: string, init: RequestInit = {}) => (await fetch(`${url}${path}`, init)).text();
  const press = async (name: string) => JSON.parse(await read(`/demonstration/${name}`, { method: 'POST' }));
  return { url, arrived, read, press, clock, asked };
}

async function connected(url: string) {
  const socket = io(url, { transports: ['websocket'], reconnection: false });
  onTestFinished(() => void socket.disconnect());
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

test('the platform is served through the line, and its buttons are listed in their groups', async () => {
  const { read } = await opened();
  expect(await read('/')).toBe('served');
  const { acts, active } = JSON.parse(await read('/demonstration.json'));
  expect([...new Set(acts.map(({ group }: { group: string }) => group))]).toEqual([
    'Line',
    'Answers',
    'Platform',
    'Patients',
  ]);
  expect(active).toEqual([]);
});

test('a cut line loses its sockets and refuses new ones until it is over', async () => {
  const { url, press, read } = await opened();
  const socket = await connected(url);
  const lost = new Promise((resolve) => socket.once('disconnect', resolve));
  expect((await press('cut')).active).toEqual(['cut']);
  await lost;
  await expect.poll(() => read('/').catch(() => 'refused')).toBe('served');
  expect(JSON.parse(await read('/demonstration.json')).active).toEqual([]);
});

test('a half-open line is silent for the sockets that it has, and serves everything else', async () => {
  const { url, press, read } = await opened();
  const socket = await connected(url);
  await press('halfOpen');
  const answers: string[] = [];
  socket.emit('say', 'lost', (answer: string) => answers.push(answer));
  const other = await connected(url);
  expect(await other.emitWithAck('say', 'heard')).toBe('heard');
  expect([await read('/'), answers, socket.connected]).toEqual(['served', [], true]);
});

test('lost answers stay away until the line is healed', async () => {
  const { url, press } = await opened();
  const socket = await connected(url);
  await press('lostAnswers');
  await expect(socket.timeout(50).emitWithAck('say', 'lost')).rejects.toThrow();
  expect((await press('heal')).active).toEqual([]);
  expect(await socket.emitWithAck('say', 'heard')).toBe('heard');
});

test('pushes that are late arrive once the line is healed', async () => {
  const { url, press } = await opened();
  const socket = await connected(url);
  await press('withhold');
  const pushed = new Promise<string>((resolve) => socket.once('news', resolve));
  expect(await socket.emitWithAck('push', 'late')).toBe('late');
  await press('heal');
  expect(await pushed).toBe('late');
});

/** Reads a path over the only connection of an agent. */
const readOver = (agent: Agent, url: string) =>
  new Promise<string>((resolve, reject) => {
    get(url, { agent }, async (answer) => resolve((await answer.toArray()).join(''))).on('error', reject);
  });

test('a button answers while the line is cut, and heals it at once', async () => {
  const { press, read } = await opened({ lastsMs: 60_000 });
  await press('cut');
  await expect(read('/')).rejects.toThrow();
  expect((await press('heal')).active).toEqual([]);
  expect(await read('/')).toBe('served');
});

test('no fault keeps the buttons from the next one', async () => {
  const { press, read } = await opened({ lastsMs: 60_000 });
  const { acts } = JSON.parse(await read('/demonstration.json'));
  for (const { name } of acts) {
    await press(name);
    expect((await press('heal')).active).toEqual([]);
  }
});

test('a slow line does not delay a button, also over a connection that was open before', async () => {
  const { url, arrived, press, read } = await opened();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  expect(await readOver(agent, url)).toBe('served');
  await press('slow');
  void read('/delayed').catch(() => {});
  expect(JSON.parse(await readOver(agent, `${url}/demonstration.json`)).active).toEqual(['slow']);
  // The way there alone takes longer than the button's way there and back.
  expect(arrived).not.toContain('/delayed');
});

test('the next call with a token is refused once with 401', async () => {
  const { press, read } = await opened();
  await press('unauthorised');
  expect(await read('/api/orders')).toBe('served');
  const withToken = { headers: { authorization: 'Bearer a' } };
  expect(JSON.parse(await read('/api/orders', withToken)).code).toBe(401);
  expect(await read('/api/orders', withToken)).toBe('served');
});

test('a busy platform refuses calls with 429 and says when to come again', async () => {
  const { url, press } = await opened({ lastsMs: 60_000 });
  await press('busy');
  const answer = await fetch(`${url}/api/orders`, { headers: { authorization: 'Bearer a' } });
  expect([answer.headers.get('retry-after'), (await answer.json()).code]).toEqual(['60', 429]);
});

test('the clock is an hour ahead or behind, and right again', async () => {
  const { press, clock } = await opened();
  const seen: number[] = [];
  for (const name of ['clockAhead', 'clockAhead', 'clockBehind', 'clockRight']) {
    await press(name);
    await expect.poll(() => clock.now() !== (seen.at(-1) ?? 1_000)).toBe(true);
    seen.push(clock.now());
  }
  expect(seen).toEqual([3_601_000, 7_201_000, 3_601_000, 1_000]);
});

test('patients and a restart are asked for', async () => {
  const { press, asked } = await opened();
  for (const name of ['oneMore', 'reply', 'disconnect', 'restart']) await press(name);
  await expect.poll(() => asked).toEqual(['oneMore', 'reply', 'disconnect', 'restart']);
});

test('a page of another site cannot press a button', async () => {
  const { read, asked } = await opened();
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
  expect(await read('/demonstration/restart', foreign)).toBe('served');
  expect(asked).toEqual([]);
});

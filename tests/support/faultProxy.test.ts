import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import {
  dropAcks,
  dropEvents,
  repeatEvents,
  reverseEvents,
  withholdEvents,
} from '../../server/demo/faults/frameHooks.ts';
import { faultProxy } from './faultProxy.ts';

/** A platform behind the proxy that stores messages and pushes on request. */
async function behindProxy() {
  const http = createServer((_, answer) => answer.end('x'.repeat(20_000)));
  const platform = new Server(http, { transports: ['websocket'], pingInterval: 300, pingTimeout: 300 });
  const stored: string[] = [];
  platform.on('connection', (socket) => {
    socket.on('say', (text: string, ack?: (answer: string) => void) => {
      stored.push(text);
      ack?.(`stored ${text}`);
    });
    socket.on('push', (names: string[]) => {
      for (const name of names) socket.emit('news', name);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const target = { host: '127.0.0.1', port: (http.address() as AddressInfo).port };
  const proxy = await faultProxy({ target: () => target });
  onTestFinished(async () => {
    await proxy.close();
    await platform.close();
  });
  return { proxy, stored };
}

async function client(url: string, { reconnection = false } = {}) {
  const socket = io(url, { transports: ['websocket'], reconnection, reconnectionDelay: 10, reconnectionDelayMax: 20 });
  onTestFinished(() => void socket.disconnect());
  const heard: string[] = [];
  socket.on('news', (name: string) => heard.push(name));
  await next(socket, 'connect');
  return { socket, heard };
}

const say = (socket: Socket, text: string, withinMs = 2000): Promise<string> =>
  socket.timeout(withinMs).emitWithAck('say', text);
/** Requests these pushes and waits until everything before the answer has arrived. */
async function pushed(socket: Socket, ...names: string[]) {
  socket.emit('push', names);
  await say(socket, 'and then');
}
const next = (socket: Socket, event: 'connect' | 'disconnect') =>
  new Promise<string>((resolve) => socket.once(event, resolve));
const fetchText = (url: string) =>
  new Promise<{ text: string; ms: number }>((resolve, reject) => {
    const start = performance.now();
    get(url, { agent: false }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => resolve({ text, ms: performance.now() - start }));
      answer.on('error', reject);
    }).on('error', reject);
  });

test('without a fault everything passes', async () => {
  const { proxy, stored } = await behindProxy();
  const { socket, heard } = await client(proxy.url);
  const long = '文'.repeat(100_000);
  expect(await say(socket, long)).toBe(`stored ${long}`);
  await pushed(socket, 'a', 'b');
  expect(heard).toEqual(['a', 'b']);
  expect(stored).toEqual([long, 'and then']);
  expect((await fetchText(proxy.url)).text).toHaveLength(20_000);
});

test('a reset ends open links, and the next one works', async () => {
  const { proxy } = await behindProxy();
  const { socket } = await client(proxy.url, { reconnection: true });
  const gone = next(socket, 'disconnect');
  proxy.reset();
  expect(await gone).toBe('transport close');
  await next(socket, 'connect');
  expect(await say(socket, 'a')).toBe('stored a');
});

test('only the missing ping reveals a hanging link, which stays dead after healing', async () => {
  const { proxy, stored } = await behindProxy();
  const { socket } = await client(proxy.url);
  const gone = next(socket, 'disconnect');
  proxy.hang();
  proxy.heal();
  await expect(say(socket, 'a', 50)).rejects.toThrow('timed out');
  expect(await gone).toBe('ping timeout');
  expect(stored).toEqual([]);
  expect((await fetchText(proxy.url)).text).toHaveLength(20_000);
});

test('a stalled line continues where it was when it heals', async () => {
  const { proxy, stored } = await behindProxy();
  const { socket } = await client(proxy.url);
  proxy.stall();
  const answer = say(socket, 'a');
  const page = fetchText(proxy.url);
  await expect(say(socket, 'b', 30)).rejects.toThrow('timed out');
  expect(stored).toEqual([]);
  proxy.heal();
  expect(await answer).toBe('stored a');
  expect((await page).text).toHaveLength(20_000);
});

test('new connections are refused until the line heals', async () => {
  const { proxy } = await behindProxy();
  proxy.refuse();
  await expect(fetchText(proxy.url)).rejects.toThrow();
  proxy.heal();
  expect((await fetchText(proxy.url)).text).toHaveLength(20_000);
});

test('a cut upstream loses the message before the platform has read it', async () => {
  const { proxy, stored } = await behindProxy();
  const { socket } = await client(proxy.url);
  proxy.cutAfter('up', 10);
  await expect(say(socket, 'a long message', 500)).rejects.toThrow();
  expect(stored).toEqual([]);
});

test('a cut downstream loses the answer and nothing else', async () => {
  const { proxy, stored } = await behindProxy();
  const { socket } = await client(proxy.url);
  proxy.cutAfter('down', 10);
  await expect(say(socket, 'a long message', 500)).rejects.toThrow();
  expect(stored).toEqual(['a long message']);
});

test('latency and bit rate delay data without reordering it', async () => {
  const { proxy } = await behindProxy();
  const { socket, heard } = await client(proxy.url);
  proxy.shape({ latencyMs: 20, jitterMs: 30 }, 'down');
  const names = Array.from({ length: 30 }, (_, index) => `${index}`);
  await pushed(socket, ...names);
  expect(heard).toEqual(names);

  proxy.shape({ bitsPerSecond: 800_000 }, 'down');
  const { text, ms } = await fetchText(proxy.url);
  expect(text).toHaveLength(20_000);
  expect(ms).toBeGreaterThan(190);
});

test('frames can be lost, doubled, reversed and held back', async () => {
  const { proxy, stored } = await behindProxy();
  const { socket, heard } = await client(proxy.url);

  proxy.frames(dropAcks(1));
  await expect(say(socket, 'unheard', 50)).rejects.toThrow('timed out');
  expect(await say(socket, 'heard')).toBe('stored heard');
  expect(stored).toEqual(['unheard', 'heard']);

  proxy.frames(repeatEvents(3));
  await pushed(socket, 'a');
  proxy.frames(reverseEvents(3));
  await pushed(socket, 'b', 'c', 'd');
  proxy.frames(dropEvents('news'));
  await pushed(socket, 'e');
  expect(heard.splice(0)).toEqual(['a', 'a', 'a', 'd', 'c', 'b']);

  const { hook, release } = withholdEvents('news');
  proxy.frames(hook);
  await pushed(socket, 'f', 'g');
  expect(heard).toEqual([]);
  release();
  proxy.frames(null);
  await pushed(socket, 'h');
  expect(heard).toEqual(['f', 'g', 'h']);
});

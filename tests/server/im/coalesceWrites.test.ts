import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { expect, test } from 'vitest';
import { coalesceWrites } from '../../../server/im/coalesceWrites.ts';

/** A connection with the internal parts of engine.io's, which records its writes. */
function connection() {
  const writes: string[][] = [];
  let corked: string[] | null = null;
  const tcp = {
    cork: () => {
      corked = [];
    },
    uncork: () => {
      if (corked && corked.length > 0) writes.push(corked);
      corked = null;
    },
  };
  const buffer: string[] = [];
  const inner = Object.assign(new EventEmitter(), {
    transport: { socket: { _socket: tcp } },
    flush: () => {
      for (const frame of buffer.splice(0)) corked ? corked.push(frame) : writes.push([frame]);
    },
  });
  const send = (frame: string) => {
    buffer.push(frame);
    inner.flush();
  };
  return { inner, send, writes };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('frames for one connection in one turn of the event loop are one write, in order', async () => {
  const { inner, send, writes } = connection();
  coalesceWrites(inner);
  for (const frame of ['acknowledged', 'own', 'theirs']) send(frame);
  expect(writes).toEqual([]);
  await turn();
  expect(writes).toEqual([['acknowledged', 'own', 'theirs']]);
  send('later');
  await turn();
  expect(writes).toEqual([['acknowledged', 'own', 'theirs'], ['later']]);
});

test('a closed connection, or one of a version with other internals, causes no fault', async () => {
  const { inner, send, writes } = connection();
  coalesceWrites(inner);
  Object.assign(inner, { transport: { socket: { _socket: null } } });
  send('nowhere');
  await turn();
  expect(writes).toEqual([['nowhere']]);
  expect(() => coalesceWrites({})).not.toThrow();
});

/** What Node calls once for each system call. */
type Writes = Record<'_write' | '_writev', (...args: unknown[]) => void>;

/** The number of system calls by which a real server sends three events in one turn of the event loop. */
async function writesOfThree(prepare: (connection: object) => void): Promise<number> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
  io.engine.on('connection', prepare);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'] });
  try {
    const accepted = once(io, 'connection');
    await once(client as unknown as EventEmitter, 'connect');
    const [socket] = (await accepted) as [Socket];
    const tcp = socket.conn.request.socket as unknown as Writes;
    let writes = 0;
    for (const name of ['_write', '_writev'] as const) {
      const write = tcp[name].bind(tcp);
      tcp[name] = (...args: unknown[]) => {
        writes += 1;
        return write(...args);
      };
    }
    const third = once(client as unknown as EventEmitter, 'third');
    for (const name of ['first', 'second', 'third']) socket.emit(name);
    await third;
    return writes;
  } finally {
    client.disconnect();
    await io.close();
  }
}

test('a real server sends the events of one turn with one system call, and with several on its own', async () => {
  expect(await writesOfThree(coalesceWrites)).toBe(1);
  expect(await writesOfThree(() => {})).toBeGreaterThan(1);
});

import { EventEmitter } from 'node:events';
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

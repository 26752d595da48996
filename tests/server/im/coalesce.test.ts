import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { coalesce } from '../../../server/im/coalesce.ts';

/** A connection with what engine.io's has inside, and a record of what goes over the line. */
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

test('what is said to one connection in one turn of the loop goes out as one write, in its order', async () => {
  const { inner, send, writes } = connection();
  coalesce(inner);
  for (const frame of ['acknowledged', 'own', 'theirs']) send(frame);
  expect(writes).toEqual([]);
  await turn();
  expect(writes).toEqual([['acknowledged', 'own', 'theirs']]);
  send('later');
  await turn();
  expect(writes).toEqual([['acknowledged', 'own', 'theirs'], ['later']]);
});

test('a connection that is gone, or of a version that looks different inside, does no harm', async () => {
  const { inner, send, writes } = connection();
  coalesce(inner);
  Object.assign(inner, { transport: { socket: { _socket: null } } });
  send('nowhere');
  await turn();
  expect(writes).toEqual([['nowhere']]);
  expect(() => coalesce({})).not.toThrow();
});

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Fact, FactStore } from '../../../server/cluster/factStore.ts';
import type { Link } from '../../../server/cluster/link.ts';
import { createRedisConnection } from '../../../server/cluster/redisConnection.ts';
import { createRedisFacts } from '../../../server/cluster/redisFacts.ts';
import { createSharedState } from '../../../server/cluster/sharedState.ts';
import { createMemoryBus } from '../../support/memoryBus.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';

/** A store, and what makes it forget everything, as after a crash. */
async function openFacts() {
  const server = await startRedis();
  const redis = createRedisConnection(server.url);
  await redis.connect();
  return {
    store: createRedisFacts(redis, 'facts'),
    forget: () => redis.flushall(),
    async end() {
      redis.disconnect();
      await server.stop();
    },
  };
}

const onFault = (cause: unknown) => {
  throw cause;
};

/** Processes on one bus and one store. */
function createCluster(store: FactStore) {
  const bus = createMemoryBus();
  return {
    ...bus,
    async start() {
      const link = await bus.join();
      const state = createSharedState({ link, store, onFault });
      onTestFinished(async () => {
        await state.close();
        await link.close();
      });
      return { link, state };
    },
  };
}

describe.skipIf(!hasRedis)('facts in Redis', () => {
  let opened: Awaited<ReturnType<typeof openFacts>>;
  beforeAll(async () => {
    opened = await openFacts();
  }, 90_000);
  afterAll(() => opened?.end());

  test('a process learns what others state, also when it comes later, and forgets it when they leave', async () => {
    const { start } = createCluster(opened.store);
    const one = await start();
    for (let n = 0; n < 1_200; n += 1) one.state.set(`room ${n}`, String(n));
    const two = await start();
    await expect.poll(() => [...two.state.elsewhereUnder('room ')].length).toBe(1_200);
    one.state.set('room 7', null);
    one.state.set('room 8', 'changed');
    await expect.poll(() => [two.state.elsewhere('room 7'), two.state.elsewhere('room 8')]).toEqual([[], ['changed']]);
    expect(one.state.elsewhere('room 8')).toEqual([]);
    const withdrawn: string[] = [];
    two.state.onChange((key, value) => {
      if (value === null) withdrawn.push(key);
    });
    await one.link.close();
    await expect.poll(() => withdrawn.length).toBe(1_199);
    expect(two.link.others()).toBe(0);
  });

  test('the store has what is stated now, until the process ends', async () => {
    const { store } = opened;
    const { start } = createCluster(store);
    const { link, state } = await start();
    state.set('a', '1');
    state.set('b', '1');
    state.set('b', '2');
    await expect.poll(() => store.read(link.id)).toEqual(expect.arrayContaining([['b', '2']]));
    state.set('a', null);
    await expect.poll(() => store.read(link.id)).toEqual([['b', '2']]);
    expect(await store.heartbeat(link.id)).toBe(true);
    await state.close();
    expect([await store.read(link.id), await store.heartbeat(link.id)]).toEqual([null, false]);
  });

  test('a store that has forgotten a process says so, and takes no single fact of it', async () => {
    const { store, forget } = opened;
    await store.replace('one', [['a', '1']]);
    expect([await store.change('one', [['b', '1']]), await store.heartbeat('one')]).toEqual([true, true]);
    await forget();
    expect([await store.change('one', [['b', '2']]), await store.heartbeat('one')]).toEqual([false, false]);
    expect(await store.read('one')).toBeNull();
    await store.replace('one', []);
    expect(await store.read('one')).toEqual([]);
  });

  test('a process that the store has forgotten writes all its facts again, and others keep theirs', async () => {
    const { store, forget } = opened;
    const { start } = createCluster(store);
    const [one, two] = [await start(), await start()];
    for (let n = 0; n < 600; n += 1) one.state.set(`room ${n}`, '1');
    await expect.poll(() => [...two.state.elsewhereUnder('room ')].length).toBe(600);
    await forget();
    const gone: string[] = [];
    two.state.onChange((key, value) => void (value === null && gone.push(key)));
    one.state.set('room 0', null);
    one.state.set('calls', '5');
    await expect.poll(async () => (await store.read(one.link.id))?.length).toBe(600);
    await expect.poll(() => two.state.elsewhere('calls')).toEqual(['5']);
    const three = await start();
    await expect.poll(() => [...three.state.elsewhereUnder('room ')].length).toBe(599);
    expect([gone, [...two.state.elsewhereUnder('room ')].length]).toEqual([['room 0'], 599]);
  });
});

type Listener = (member: string) => void;

/** One process with a bus and a store that the test plays. */
function scripted(stored: () => Promise<(readonly [string, string])[] | null>, heartbeat = async () => true) {
  let [changed, joined, missed, left]: [(facts: Fact[], from: string) => void, Listener, Listener, Listener] = [
    () => {},
    () => {},
    () => {},
    () => {},
  ];
  const written: Fact[][] = [];
  const sent: unknown[] = [];
  const link = {
    id: 'here',
    send: (kind: string, data: unknown) => sent.push([kind, data]),
    on: (kind: string, listener: typeof changed) => {
      if (kind === 'changed facts') changed = listener;
    },
    onJoined: (listener: Listener) => {
      joined = listener;
    },
    onMissed: (listener: Listener) => {
      missed = listener;
    },
    onLeft: (listener: Listener) => {
      left = listener;
    },
  } as unknown as Link;
  const store: FactStore = {
    replace: async (_, facts) => void written.push([...facts]),
    change: async (_, facts) => written.push([...facts]) > 0,
    read: stored,
    heartbeat,
    remove: async () => {},
  };
  const state = createSharedState({ link, store, onFault });
  onTestFinished(() => state.close());
  return {
    ...{ state, written, sent },
    hears: (...facts: Fact[]) => changed(facts, 'other'),
    joins: () => joined('other'),
    misses: () => missed('other'),
    leaves: () => left('other'),
  };
}

test('a change is published once the store has it, several changes of one moment together', async () => {
  const { state, written, sent } = scripted(async () => []);
  state.set('a', '1');
  state.set('a', '2');
  state.set('b', '1');
  expect([written, sent]).toEqual([[], []]);
  const facts = [
    ['a', '2'],
    ['b', '1'],
  ];
  const published = [
    ['changed facts', facts],
    ['rewritten facts', null],
  ];
  await expect.poll(() => sent).toEqual(published);
  expect(written).toEqual([facts]);
});

test('what a process changes while its facts are read wins over what was read', async () => {
  let answer = (_: (readonly [string, string])[]) => {};
  const { state, joins, hears } = scripted(() => new Promise((resolve) => (answer = resolve)));
  joins();
  hears(['a', 'new'], ['b', null]);
  answer([
    ['a', 'old'],
    ['b', 'old'],
    ['c', 'kept'],
  ]);
  await expect.poll(() => state.elsewhere('c')).toEqual(['kept']);
  expect([state.elsewhere('a'), state.elsewhere('b')]).toEqual([['new'], []]);
});

test('after packets of a process were lost its facts are read again, and what it withdrew meanwhile goes', async () => {
  let stored: (readonly [string, string])[] = [
    ['a', '1'],
    ['b', '1'],
  ];
  const { state, joins, misses } = scripted(async () => stored);
  joins();
  await expect.poll(() => [...state.elsewhereUnder('')].length).toBe(2);
  stored = [['b', '2']];
  misses();
  await expect.poll(() => [...state.elsewhereUnder('')]).toEqual([['b', '2']]);
});

test('what is known about a process stays while the store has nothing about it', async () => {
  let stored: (readonly [string, string])[] | null = [['a', '1']];
  const { state, joins, misses, hears } = scripted(async () => stored);
  joins();
  await expect.poll(() => state.elsewhere('a')).toEqual(['1']);
  stored = null;
  misses();
  hears(['b', '1']);
  await new Promise((resolve) => setImmediate(resolve));
  expect([...state.elsewhereUnder('')]).toEqual([
    ['a', '1'],
    ['b', '1'],
  ]);
});

test('facts that are read after their process has left are not kept', async () => {
  let answer = (_: (readonly [string, string])[]) => {};
  const { state, joins, leaves } = scripted(() => new Promise((resolve) => (answer = resolve)));
  joins();
  leaves();
  answer([['a', '1']]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.elsewhere('a')).toEqual([]);
});

test('what this process states is stored and published again when the store has forgotten it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let isKept = true;
  const { state, written, sent } = scripted(
    async () => [],
    async () => isKept,
  );
  state.set('a', '1');
  state.set('b', '1');
  await expect.poll(() => written.length).toBe(1);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(written.length).toBe(1);
  isKept = false;
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(() => [written.length, sent.length]).toEqual([2, 4]);
  expect(written[1]).toEqual(written[0]);
});

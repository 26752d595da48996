import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { pageOrders } from '../../../contract/extension/consult.ts';
import { done, type Outcome } from '../../../server/db/outcome.ts';
import { createProxies } from '../../../server/http/proxies.ts';
import { route } from '../../../server/http/route.ts';
import { createFairLimiter } from '../../../server/http/searchLimits.ts';
import { createHttp } from '../../../server/http/server.ts';
import { createLog } from '../../../server/log.ts';
import { noLimits } from '../../support/noLimits.ts';

/** Searches that run until the test ends them. */
function openSearches() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<Outcome<string>>((end) => ends.set(name, () => end(done(name))));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

const openConnection = () => new AbortController();

test("a person's searches are limited; the next one starts when one has ended", async () => {
  const search = createFairLimiter({ maxRunning: 9, maxPerPerson: 2, maxWaiting: 9 });
  const { started, work, end } = openSearches();
  const all = ['1', '2', '3'].map((name) => search('a', openConnection().signal, work(name)));
  await expect.poll(() => started).toEqual(['1', '2']);
  end('1');
  await expect.poll(() => started).toEqual(['1', '2', '3']);
  end('2');
  end('3');
  expect(await Promise.all(all)).toEqual(['1', '2', '3'].map(done));
});

test("one person's waiting searches do not delay other people's", async () => {
  const search = createFairLimiter({ maxRunning: 2, maxPerPerson: 1, maxWaiting: 9 });
  const { started, work, end } = openSearches();
  for (const name of ['1', '2', '3']) void search('a', openConnection().signal, work(name));
  void search('b', openConnection().signal, work('b'));
  await expect.poll(() => started).toEqual(['1', 'b']);
  void search('c', openConnection().signal, work('c'));
  end('1');
  await expect.poll(() => started).toEqual(['1', 'b', '2']);
});

test('a search that is given up while it waits never starts', async () => {
  const search = createFairLimiter({ maxRunning: 9, maxPerPerson: 1, maxWaiting: 9 });
  const { started, work, end } = openSearches();
  void search('a', openConnection().signal, work('first'));
  const superseded = openConnection();
  const given = search('a', superseded.signal, work('superseded'));
  void search('a', openConnection().signal, work('latest'));
  superseded.abort();
  expect(await given).toMatchObject({ ok: false });
  end('first');
  await expect.poll(() => started).toEqual(['first', 'latest']);
});

test('after a search that fails, the next one starts', async () => {
  const search = createFairLimiter({ maxRunning: 1, maxPerPerson: 1, maxWaiting: 9 });
  const failed = search('a', openConnection().signal, () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  expect(await search('a', openConnection().signal, () => Promise.resolve(done(1)))).toEqual(done(1));
});

test('more searches than may wait are refused', async () => {
  const search = createFairLimiter({ maxRunning: 9, maxPerPerson: 1, maxWaiting: 2 });
  const { work } = openSearches();
  for (const name of ['1', '2', '3']) void search('a', openConnection().signal, work(name));
  expect(await search('a', openConnection().signal, work('4'))).toMatchObject({
    ok: false,
    code: Code.tooManyRequests,
  });
});

/** The calls of these tests reach no database. */
const unreached = { read: () => ({}), run: async () => null } as never;

let close = async () => {};
afterEach(() => close());

test('a search whose connection closes while it waits never reaches the database, and others proceed', async () => {
  const { started, work, end } = openSearches();
  const app = await createHttp({
    registerPlugins: (api) =>
      api.addOperations([route(pageOrders)(({ keyword }) => work(keyword ?? 'all')() as never)]),
    apiPrefix: '',
    now: () => 0,
    uow: unreached,
    log: createLog('silent'),
    publicOrigins: [],
    proxies: createProxies({ trusted: [], publicOrigins: [] }),
    rateLimits: noLimits,
    idempotency: (_, run) => run(),
    ensureTrail: async () => {},
    hospitalState: async () => 'open',
    identify: async (token) => ({
      kind: 'staff',
      hospitalId: '1',
      sessionId: '1',
      userType: 2,
      userId: token,
      id: token,
      name: '',
      isAuditor: false,
      isAdministrator: false,
      operatesPlatform: false,
    }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  close = () => app.close();
  const { port } = app.server.address() as { port: number };
  const ask = (person: string, keyword: string) => {
    const socket = connect(port, '127.0.0.1');
    const path = `${pageOrders.path}?keyword=${keyword}`;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ntenant-id: 1\r\nauthorization: Bearer ${person}\r\n\r\n`);
    return socket;
  };
  ask('a', 'k1');
  await expect.poll(() => started).toEqual(['k1']);
  const ended = vi.fn();
  app.server.on('connection', (socket) => socket.once('close', ended));
  const superseded = ask('a', 'k12');
  ask('b', 'other');
  await expect.poll(() => started).toEqual(['k1', 'other']);
  superseded.destroy();
  await expect.poll(() => ended).toHaveBeenCalled();
  ask('a', 'k123');
  end('k1');
  await expect.poll(() => started).toEqual(['k1', 'other', 'k123']);
  for (const name of ['other', 'k123']) end(name);
});

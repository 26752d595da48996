import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { pageOrders } from '../../../contract/extension/consult.ts';
import { done, type Outcome } from '../../../server/db/outcome.ts';
import { route } from '../../../server/http/route.ts';
import { createTurns } from '../../../server/http/searchTurns.ts';
import { createHttp } from '../../../server/http/server.ts';
import { createLog } from '../../../server/log.ts';

/** A search that is under way until it is let go. */
function held() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<Outcome<string>>((end) => ends.set(name, () => end(done(name))));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

const listening = () => new AbortController();

test('one person has only so many searches under way; the next begins when one has ended', async () => {
  const turn = createTurns({ inAll: 9, perPerson: 2, waiting: 9 });
  const { started, work, end } = held();
  const all = ['1', '2', '3'].map((name) => turn('a', listening().signal, work(name)));
  await expect.poll(() => started).toEqual(['1', '2']);
  end('1');
  await expect.poll(() => started).toEqual(['1', '2', '3']);
  end('2');
  end('3');
  expect(await Promise.all(all)).toEqual(['1', '2', '3'].map(done));
});

test("one person's waiting searches keep nobody else from searching", async () => {
  const turn = createTurns({ inAll: 2, perPerson: 1, waiting: 9 });
  const { started, work, end } = held();
  for (const name of ['1', '2', '3']) void turn('a', listening().signal, work(name));
  void turn('b', listening().signal, work('b'));
  await expect.poll(() => started).toEqual(['1', 'b']);
  void turn('c', listening().signal, work('c'));
  end('1');
  await expect.poll(() => started).toEqual(['1', 'b', '2']);
});

test('a search that is given up while it waits never begins', async () => {
  const turn = createTurns({ inAll: 9, perPerson: 1, waiting: 9 });
  const { started, work, end } = held();
  void turn('a', listening().signal, work('first'));
  const superseded = listening();
  const given = turn('a', superseded.signal, work('superseded'));
  void turn('a', listening().signal, work('latest'));
  superseded.abort();
  expect(await given).toMatchObject({ ok: false });
  end('first');
  await expect.poll(() => started).toEqual(['first', 'latest']);
});

test('a search that fails makes room for the next', async () => {
  const turn = createTurns({ inAll: 1, perPerson: 1, waiting: 9 });
  const failed = turn('a', listening().signal, () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  expect(await turn('a', listening().signal, () => Promise.resolve(done(1)))).toEqual(done(1));
});

test('who asks for more than can wait is refused', async () => {
  const turn = createTurns({ inAll: 9, perPerson: 1, waiting: 2 });
  const { work } = held();
  for (const name of ['1', '2', '3']) void turn('a', listening().signal, work(name));
  expect(await turn('a', listening().signal, work('4'))).toMatchObject({ ok: false, code: Code.tooManyRequests });
});

let close = async () => {};
afterEach(() => close());

test('a search whose connection closes before its turn never reaches the database, and others go on', async () => {
  const { started, work, end } = held();
  const app = await createHttp({
    registerPlugins: (api) =>
      api.addOperations([route(pageOrders)(({ keyword }) => work(keyword ?? 'all')() as never)]),
    apiPrefix: '',
    now: () => 0,
    log: createLog('silent'),
    publicOrigins: [],
    trustedProxies: [],
    idempotency: (_, run) => run(),
    ensureTrail: async () => {},
    tenantState: async () => 'open',
    identify: async (token) => ({
      kind: 'staff',
      tenantId: '1',
      sessionId: '1',
      userType: 2,
      userId: token,
      id: token,
      name: '',
      isAuditor: false,
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

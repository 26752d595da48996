import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { claimDatabase } from '../../../server/db/processLock.ts';
import { createLog, type Log } from '../../../server/log.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';
import { openRelay } from '../../support/relay.ts';

describe.skipIf(!hasPostgres)('a PostgreSQL database', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
  }, 90_000);
  afterAll(() => server?.stop());

  async function claim(bus: string | null, onRefused: (reason: string) => void = () => {}) {
    const claimed = await claimDatabase({ url, bus, log: createLog('silent'), onRefused, patienceMs: 300 });
    onTestFinished(() => claimed.close());
    return claimed;
  }

  test('without a bus belongs to one process, and to the next one when that ends', async () => {
    url = await server.database();
    const first = await claim(null);
    await expect(claim(null)).rejects.toThrow(
      'This database is in use by another process. Stop that one, or give all of them the same REDIS_URL.',
    );
    await expect(claim('redis://a:6379/0')).rejects.toThrow(
      /^This database is in use by a process that is alone\. Stop/,
    );
    await first.close();
    expect((await claim(null)).leads()).toBe(true);
  });

  test('with a bus belongs to all processes on it, and to none on another or without one', async () => {
    url = await server.database();
    await claim('redis://a:6379/0');
    await claim('redis://a:6379/0');
    await expect(claim('redis://b:6379/0')).rejects.toThrow(
      'in use by processes that are connected by redis://a:6379/0, and this one would use redis://b:6379/0.',
    );
    await expect(claim(null)).rejects.toThrow(/in use by another process/);
  });

  test('of several processes that start together without a bus gets exactly one', async () => {
    url = await server.database();
    const outcomes = await Promise.allSettled([claim(null), claim(null), claim(null)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('has one process that runs the jobs, and another one soon after it has ended', async () => {
    url = await server.database();
    const [first, second] = [await claim('bus'), await claim('bus')];
    expect([first.leads(), second.leads()]).toEqual([true, false]);
    await first.close();
    await expect.poll(() => [first.leads(), second.leads()]).toEqual([false, true]);
  });

  test('is claimed again after its server was gone, and meanwhile nobody runs the jobs', async () => {
    url = await server.database();
    const refused: string[] = [];
    const first = await claim(null, (reason) => refused.push(reason));
    await server.stopServer();
    await expect.poll(first.leads).toBe(false);
    await server.startServer();
    await expect.poll(first.leads, { timeout: 10_000 }).toBe(true);
    expect(refused).toEqual([]);
    await expect(claim(null)).rejects.toThrow(/in use/);
  }, 30_000);

  test('that is given up while a question to it is under way was not lost', async () => {
    const direct = new URL(await server.database());
    const relay = await openRelay({ host: direct.hostname, port: Number(direct.port) });
    onTestFinished(relay.close);
    direct.port = String(relay.port);
    const said: string[] = [];
    const warn = (what: string) => void said.push(what);
    const log: Log = { ...createLog('silent'), warn, info: warn };
    const claimed = await claimDatabase({ url: direct.href, bus: null, log, onRefused: warn });
    relay.silence(true);
    await relay.unanswered();
    await claimed.close();
    expect(said).toEqual(['this process runs the jobs']);
    expect(claimed.leads()).toBe(false);
  });
});

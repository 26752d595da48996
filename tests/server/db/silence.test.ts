import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { outsideHospitals, platformWide } from '../../../server/db/connection.ts';
import { openPostgresStore, type Store } from '../../../server/db/open.ts';
import { outageOf } from '../../../server/db/outage.ts';
import { createSilenceWatch } from '../../../server/db/silence.ts';
import { readSettings } from '../../../server/settings.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';
import { openRelay } from '../../support/relay.ts';

describe.skipIf(!hasPostgres)('a PostgreSQL server that goes silent', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let relay: Awaited<ReturnType<typeof openRelay>>;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgres();
    const url = new URL(await server.database());
    const { hostname: host, port } = url;
    relay = await openRelay({ host, port: Number(port) });
    url.port = String(relay.port);
    const { pool } = readSettings({ DATABASE_SILENCE_MS: '300' }, []);
    store = await openPostgresStore(url.href, () => {}, { limits: { ...pool, connectTimeoutMs: 1_000 } });
  }, 60_000);
  afterAll(async () => {
    relay?.silence(false);
    await store?.close();
    relay?.close();
    await server?.stop();
  }, 30_000);

  const now = () => outsideHospitals(store.db).execute(sql`select 1`);
  const outage = (work: Promise<unknown>) => work.then(() => 'answered', outageOf);

  test('fails statements as those of a lost connection, in transactions too, and works when it is back', async () => {
    await now();
    relay.silence(true);
    const inTransaction = platformWide(store.db).transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await tx.execute(sql`select 2`);
    });
    const waiting = Array.from({ length: 40 }, now);
    expect(await Promise.all([inTransaction, ...waiting].map(outage))).toEqual(
      Array.from({ length: 41 }, () => 'unavailable'),
    );
    relay.silence(false);
    await expect.poll(() => outage(now()), { timeout: 10_000 }).toBe('answered');
    // A connection that is never returned would make the pool smaller with every outage.
    await expect.poll(() => store.pool().total - store.pool().idle).toBe(0);
  });

  test('is told from a statement that is slow, which gets its answer', async () => {
    await expect(outsideHospitals(store.db).execute(sql`select pg_sleep(1.5)`)).resolves.toBeDefined();
  });
});

describe('a connection whose statement has no answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const clientOf = (destroy: () => void) => ({ connection: { stream: { destroy } } }) as unknown as pg.Client;
  function watched(answers: boolean, giveUpAfterMs: number | null) {
    const [destroy, probe] = [vi.fn(), vi.fn(async () => answers)];
    const watch = createSilenceWatch({ probe, askAfterMs: 5_000, giveUpAfterMs });
    onTestFinished(watch.stop);
    return { begin: () => watch.begin(clientOf(destroy)), destroy, probe };
  }

  test('stays while the database answers others, until it has run longer than the database allows', async () => {
    const { begin, destroy } = watched(true, 35_000);
    begin();
    await vi.advanceTimersByTimeAsync(34_000);
    expect(destroy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(destroy).toHaveBeenCalledOnce();
  });

  test('is ended when the database does not answer others, and one whose statement has ended is not', async () => {
    const { begin, destroy, probe } = watched(false, null);
    const end = begin();
    await vi.advanceTimersByTimeAsync(4_000);
    end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probe).not.toHaveBeenCalled();
    begin();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(destroy).toHaveBeenCalledOnce();
  });
});

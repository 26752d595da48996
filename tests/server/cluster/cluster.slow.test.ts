import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { dueWork } from '../../../contract/extension/overview.ts';
import { domainEvent } from '../../../server/db/schema/trail.ts';
import { classOfCall, rateLimitClasses } from '../../../server/http/rateLimitClasses.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { hasRedis } from '../../support/redis.ts';
import { judge, killUnderLoad, openCouple, pause, restartOneByOne } from '../../support/talkingCluster.ts';

describe.skipIf(!hasPostgres || !hasRedis)('three processes', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  }, 300_000);
  afterAll(() => cluster?.stop(), 60_000);

  test('kill -9 of a process every ten seconds under load loses, repeats, reorders and misdirects nothing', async () => {
    const due = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        cluster.hospital.order(OrderStatus.awaiting, {}, { expireTime: Date.now() + 1_000 * n }),
      ),
    );
    await killUnderLoad(cluster, 4);

    const expired = () =>
      cluster.db
        .select({ order: sql<string>`payload->>'orderId'`, times: sql<number>`count(*)::int` })
        .from(domainEvent)
        .where(and(eq(domainEvent.type, 'order.changed'), sql`payload->>'change' = 'expired'`))
        .groupBy(sql`payload->>'orderId'`);
    await expect.poll(async () => (await expired()).length, { timeout: 30_000 }).toBe(due.length);
    expect((await expired()).filter(({ times }) => times !== 1)).toEqual([]);
  }, 400_000);

  test('one of them runs the jobs', async () => {
    const runs = () => cluster.figures('cloudroom_job_runs_total{job="move due orders"');
    await expect.poll(async () => Math.max(...(await runs())), { timeout: 30_000 }).toBeGreaterThan(1);
    expect((await runs()).filter((count) => count > 0)).toHaveLength(1);
  }, 60_000);

  test('a rolling restart refuses no message and no call', async () => {
    await restartOneByOne(cluster);
  }, 400_000);

  test('an account that calls the processes in turn gets the limit of one', async () => {
    const { burst, perSecond } = rateLimitClasses[classOfCall.dueWork].account ?? { burst: 0, perSecond: 0 };
    const token = await cluster.doctorToken((await cluster.hospital.doctor()).id);
    const headers = { 'tenant-id': cluster.hospitalId, authorization: `Bearer ${token}` };
    const refusing = new Set<string>();
    let admitted = 0;
    const start = performance.now();
    for (let n = 0; refusing.size < 3 && admitted < 3 * burst; n += 1) {
      const { url } = cluster.platforms[n % 3] ?? { url: '' };
      const { code } = (await (await fetch(`${url}/api${dueWork.path}`, { headers })).json()) as { code: number };
      if (code === Code.tooManyRequests) refusing.add(url);
      else admitted += 1;
    }
    process.stderr.write(`${admitted} calls admitted of a burst of ${burst}\n`);
    // What the bucket refilled meanwhile was admitted as well.
    expect(admitted).toBeLessThanOrEqual(burst + perSecond * ((performance.now() - start) / 1_000));
  }, 60_000);

  test('without Redis people of one process go on talking, and others get their messages afterwards', async () => {
    const [one, two] = cluster.platforms.map(({ url }) => url) as [string, string];
    const together = await openCouple(cluster, [one, one]);
    const apart = await openCouple(cluster, [one, two]);
    const seats = [together, apart].flatMap(({ doctor, patient }) => [doctor, patient]);
    await expect.poll(() => seats.every(({ link }) => link.connected), { timeout: 30_000 }).toBe(true);
    await together.doctor.say('before');
    await apart.doctor.say('before');
    await expect.poll(() => [together.patient.live(), apart.patient.live()]).toEqual([1, 1]);
    await cluster.redis?.stop();
    const since = Date.now();
    let slowest = 0;
    for (let n = 0; Date.now() - since < 15_000; n += 1) {
      const before = together.patient.live();
      const at = performance.now();
      await Promise.all([together.doctor.say(`together ${n}`), apart.doctor.say(`apart ${n}`)]);
      await expect.poll(together.patient.live, { interval: 5 }).toBe(before + 1);
      slowest = Math.max(slowest, performance.now() - at);
      await pause(500);
    }
    expect(apart.patient.live()).toBe(1);
    await cluster.redis?.start();
    await apart.doctor.say('after');
    await expect.poll(apart.patient.live, { timeout: 20_000 }).toBe(apart.doctor.sent.length);
    process.stderr.write(`slowest delivery within one process without Redis: ${slowest.toFixed(0)} ms\n`);
    for (const seat of seats) await seat.pull();
    expect(await judge(cluster, [together, apart])).toEqual({ lost: 0, twice: 0, order: 0, foreign: 0 });
  }, 200_000);
});

import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { dueWork } from '../../../contract/extension/overview.ts';
import { getOrderNum } from '../../../contract/http/consult.ts';
import { imEvent } from '../../../server/db/schema/messages.ts';
import { domainEvent } from '../../../server/db/schema/trail.ts';
import { classOfCall, rateLimitClasses } from '../../../server/http/rateLimitClasses.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { hasRedis } from '../../support/redis.ts';
import { openSeat, type Seat } from '../../support/seat.ts';

const couples = 12;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const p95 = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0;

type Couple = { conversationId: string; doctor: Seat; patient: Seat };

async function openCouple(
  { hospital, tenantId, doctorToken, patientToken }: Cluster,
  urls: [string, string],
): Promise<Couple> {
  const order = await hospital.order(OrderStatus.active);
  const { conversationId } = order;
  const at = { tenantId, conversationId };
  const [d, p] = [await doctorToken(order.doctor?.id ?? ''), await patientToken(order.patient.id)];
  const doctor = openSeat({ ...at, url: urls[0], token: d, name: 'd' });
  const patient = openSeat({ ...at, url: urls[1], token: p, name: 'p' });
  onTestFinished(() => {
    doctor.close();
    patient.close();
  });
  return { conversationId, doctor, patient };
}

/** Compares what was sent, stored and seen by both sides: messages lost, twice, out of order, and of other conversations. */
async function judge({ db }: Cluster, all: readonly Couple[]) {
  const found = { lost: 0, twice: 0, order: 0, foreign: 0 };
  for (const { conversationId, doctor, patient } of all) {
    const rows = await db
      .select()
      .from(imEvent)
      .where(and(eq(imEvent.conversationId, conversationId), eq(imEvent.kind, 'message')))
      .orderBy(imEvent.seq);
    const stored = rows.map(({ clientMessageId }) => clientMessageId ?? '');
    for (const { sent, applied, faults } of [doctor, patient]) {
      found.lost += sent.filter((id) => !stored.includes(id)).length;
      found.order += stored.filter((id) => sent.includes(id)).some((id, n) => id !== sent[n]) ? 1 : 0;
      found.foreign += faults.foreign.length;
      const seen = applied.flatMap(({ message }) => message?.clientMessageId ?? []);
      found.lost += stored.filter((id) => !seen.includes(id)).length;
      found.twice += seen.length - new Set(seen).size;
      found.order += seen.some((id, n) => id !== stored[n]) ? 1 : 0;
    }
    found.twice += stored.length - new Set(stored).size;
  }
  return found;
}

async function finish(all: readonly Couple[], sending: Promise<unknown>[]) {
  const seats = all.flatMap(({ doctor, patient }) => [doctor, patient]);
  for (const seat of seats) seat.stopSending();
  await Promise.all(sending);
  await expect.poll(() => seats.every(({ link }) => link.connected), { timeout: 60_000 }).toBe(true);
  await pause(500);
  for (const seat of seats) await seat.pull();
  return seats;
}

describe.skipIf(!hasPostgres || !hasRedis)('three processes', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  }, 300_000);
  afterAll(() => cluster?.stop(), 60_000);

  async function atWork(urls: () => [string, string] = () => [cluster.balancer.url, cluster.balancer.url]) {
    const all: Couple[] = [];
    for (let n = 0; n < couples; n += 1) all.push(await openCouple(cluster, urls()));
    const seats = all.flatMap(({ doctor, patient }) => [doctor, patient]);
    await expect.poll(() => seats.every(({ link }) => link.connected), { timeout: 60_000 }).toBe(true);
    return { all, seats, sending: seats.map((seat) => seat.chatter(200)) };
  }

  test('kill -9 of a process every ten seconds under load loses, repeats, reorders and misdirects nothing', async () => {
    const due = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        cluster.hospital.order(OrderStatus.awaiting, {}, { expireTime: Date.now() + 1_000 * n }),
      ),
    );
    const { all, seats, sending } = await atWork();
    const began = Date.now();
    for (let round = 0; round < 4; round += 1) {
      await pause(Math.max(0, began + round * 10_000 + 3_000 - Date.now()));
      const platform = cluster.platforms[round % cluster.platforms.length];
      await platform?.kill();
      await platform?.restart();
    }
    await pause(Math.max(0, began + 40_000 - Date.now()));
    await finish(all, sending);
    const reconnects = seats.flatMap((seat) => seat.reconnects);
    const messages = seats.reduce((sum, { sent }) => sum + sent.length, 0);
    process.stderr.write(`${messages} messages, ${reconnects.length} reconnects, p95 ${p95(reconnects)} ms\n`);
    expect(await judge(cluster, all)).toEqual({ lost: 0, twice: 0, order: 0, foreign: 0 });
    expect(reconnects.length).toBeGreaterThan(10);

    const expired = () =>
      cluster.db
        .select({ order: sql<string>`payload->>'orderId'`, times: sql<number>`count(*)::int` })
        .from(domainEvent)
        .where(and(eq(domainEvent.type, 'order.changed'), sql`payload->>'change' = 'expired'`))
        .groupBy(sql`payload->>'orderId'`);
    await expect.poll(async () => (await expired()).length, { timeout: 30_000 }).toBe(due.length);
    expect((await expired()).filter(({ times }) => times !== 1)).toEqual([]);
  }, 400_000);

  test('a rolling restart refuses no message and no call', async () => {
    const { all, seats, sending } = await atWork();
    const token = await cluster.doctorToken((await cluster.hospital.doctor()).id);
    const answers: unknown[] = [];
    let isOver = false;
    const calls = (async () => {
      while (!isOver) {
        const reply = await fetch(`${cluster.balancer.url}/api${getOrderNum.path}`, {
          headers: { 'tenant-id': cluster.tenantId, authorization: `Bearer ${token}` },
        });
        answers.push(reply.status === 200 ? ((await reply.json()) as { code: number }).code : reply.status);
        await pause(50);
      }
    })();
    for (const platform of cluster.platforms) {
      expect(await platform.stop()).toBe(0);
      await platform.restart();
      await expect.poll(cluster.balancer.ready, { timeout: 30_000 }).toBe(3);
    }
    await finish(all, sending);
    isOver = true;
    await calls;
    expect(await judge(cluster, all)).toEqual({ lost: 0, twice: 0, order: 0, foreign: 0 });
    expect(seats.flatMap(({ faults }) => faults.refused)).toEqual([]);
    expect(answers.filter((code) => code !== 200)).toEqual([]);
    process.stderr.write(
      `${answers.length} calls; reconnects p95 ${p95(seats.flatMap((seat) => seat.reconnects))} ms\n`,
    );
  }, 400_000);

  test('an account that calls the processes in turn is refused by all of them after about one burst', async () => {
    const { burst } = rateLimitClasses[classOfCall.dueWork].account ?? { burst: 0 };
    const token = await cluster.doctorToken((await cluster.hospital.doctor()).id);
    const headers = { 'tenant-id': cluster.tenantId, authorization: `Bearer ${token}` };
    const refusing = new Set<string>();
    let admitted = 0;
    for (let n = 0; refusing.size < 3 && admitted < 3 * burst; n += 1) {
      const { url } = cluster.platforms[n % 3] ?? { url: '' };
      const { code } = (await (await fetch(`${url}/api${dueWork.path}`, { headers })).json()) as { code: number };
      if (code === Code.tooManyRequests) refusing.add(url);
      else admitted += 1;
      // A batch takes the time of a few calls.
      await pause(20);
    }
    process.stderr.write(`${admitted} calls admitted of a burst of ${burst}\n`);
    expect(admitted).toBeLessThan(2 * burst);
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

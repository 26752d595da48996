import { and, eq } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { getOrderNum } from '../../contract/http/consult.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import type { Cluster } from './cluster.ts';
import { openSeat, type Seat } from './seat.ts';

const couples = 12;
/** The time during which people work, or two of them are apart. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const p95 = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0;

type Couple = { conversationId: string; doctor: Seat; patient: Seat };

/** A doctor and a patient in a running consultation, each connected to one address. */
export async function openCouple(
  { hospital, hospitalId, doctorToken, patientToken }: Cluster,
  urls: [string, string],
): Promise<Couple> {
  const order = await hospital.order(OrderStatus.active);
  const { conversationId } = order;
  const at = { hospitalId, conversationId };
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
export async function judge({ db }: Cluster, all: readonly Couple[]) {
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

/** Ends the chatter and loads what anybody missed. */
export async function finish(all: readonly Couple[], sending: Promise<unknown>[]) {
  const seats = all.flatMap(({ doctor, patient }) => [doctor, patient]);
  for (const seat of seats) seat.stopSending();
  await Promise.all(sending);
  await expect.poll(() => seats.every(({ link }) => link.connected), { timeout: 60_000 }).toBe(true);
  await pause(500);
  for (const seat of seats) await seat.pull();
  return seats;
}

/** Many couples who talk without a pause, each through the balancer. */
export async function startTalking(cluster: Cluster) {
  const { url } = cluster.balancer;
  const all: Couple[] = [];
  for (let n = 0; n < couples; n += 1) all.push(await openCouple(cluster, [url, url]));
  const seats = all.flatMap(({ doctor, patient }) => [doctor, patient]);
  await expect.poll(() => seats.every(({ link }) => link.connected), { timeout: 60_000 }).toBe(true);
  return { all, seats, sending: seats.map((seat) => seat.chatter(200)) };
}

/** Kills a process every ten seconds while people talk; none of their messages may be lost, repeated, reordered or misdirected. */
export async function killUnderLoad(cluster: Cluster, rounds: number): Promise<void> {
  const { all, seats, sending } = await startTalking(cluster);
  const sockets = await cluster.figures('cloudroom_sockets');
  expect(Math.min(...sockets)).toBeGreaterThan(0);
  const began = Date.now();
  for (let round = 0; round < rounds; round += 1) {
    await pause(Math.max(0, began + round * 10_000 + 3_000 - Date.now()));
    const platform = cluster.platforms[round % cluster.platforms.length];
    await platform?.kill();
    await platform?.restart();
  }
  await pause(Math.max(0, began + rounds * 10_000 - Date.now()));
  await finish(all, sending);
  const reconnects = seats.flatMap((seat) => seat.reconnects);
  const messages = seats.reduce((sum, { sent }) => sum + sent.length, 0);
  process.stderr.write(
    `sockets ${sockets.join('/')}, ${messages} messages, ${reconnects.length} reconnects, p95 ${p95(reconnects)} ms\n`,
  );
  expect(await judge(cluster, all)).toEqual({ lost: 0, twice: 0, order: 0, foreign: 0 });
  expect(reconnects.length).toBeGreaterThan(2 * rounds);
}

/** Stops and starts each process while people talk and call; nobody may be refused. */
export async function restartOneByOne(cluster: Cluster): Promise<void> {
  const { all, seats, sending } = await startTalking(cluster);
  const token = await cluster.doctorToken((await cluster.hospital.doctor()).id);
  const answers: unknown[] = [];
  let isOver = false;
  const calls = (async () => {
    while (!isOver) {
      const reply = await fetch(`${cluster.balancer.url}/api${getOrderNum.path}`, {
        headers: { 'tenant-id': cluster.hospitalId, authorization: `Bearer ${token}` },
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
  process.stderr.write(`${answers.length} calls; reconnects p95 ${p95(seats.flatMap((seat) => seat.reconnects))} ms\n`);
}

import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { putUiSetting } from '../../contract/extension/settings.ts';
import { login, refreshToken } from '../../contract/http/auth.ts';
import { limits } from '../../contract/limits.ts';
import { redeemTicket, solvePuzzle, storePuzzle, storeTicket } from '../../server/accounts/captchaTickets.ts';
import { given, givenPasswordMs } from '../../server/accounts/givenPassword.ts';
import { createPasswordFailures, failureLimits } from '../../server/accounts/passwordFailures.ts';
import { checkCode, storeCode } from '../../server/accounts/smsCodes.ts';
import { createSmsGateway } from '../../server/accounts/smsGateway.ts';
import { expiryOf } from '../../server/accounts/socketSessions.ts';
import { createWorkProofs, zeroBitsOf } from '../../server/accounts/workProof.ts';
import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { createJobRuns } from '../../server/db/jobRuns.ts';
import { createRates } from '../../server/db/rates.ts';
import { warehouse } from '../../server/db/schema/drugs.ts';
import { consultOrder } from '../../server/db/schema/orders.ts';
import { prescription } from '../../server/db/schema/prescriptions.ts';
import { schedule } from '../../server/db/schema/schedules.ts';
import { idempotencyKey } from '../../server/db/schema/sessions.ts';
import { staff } from '../../server/db/schema/staff.ts';
import { tenant } from '../../server/db/schema/tenants.ts';
import { createHospitals } from '../../server/hospitals/hospitals.ts';
import { createRedisBuckets } from '../../server/limits/redisBuckets.ts';
import { createTokenBuckets } from '../../server/limits/tokenBuckets.ts';
import { cached } from '../../server/observe/queues.ts';
import { createDutySync } from '../../server/schedules/dutySync.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { nine, openServedPlatform, password, type ServedPlatform } from '../support/servedPlatform.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
let platform: ServedPlatform;
let redisServer: Awaited<ReturnType<typeof startRedis>> | null = null;
let redis: Redis;
beforeAll(async () => {
  platform = await openServedPlatform();
  if (!hasRedis) return;
  redisServer = await startRedis();
  redis = new Redis(redisServer.url);
}, 60_000);
afterAll(async () => {
  redis?.disconnect();
  await redisServer?.stop();
  await platform?.close();
});
beforeEach(() => {
  platform.clock.now = nine;
});
const now = () => platform.clock.now;
const here = () => hospitalStore(platform.db, '1');

/** Whether something can still be used: an end, or a lock that nobody waits for. */
type State = 'open' | 'closed';
const state = (isOpen: boolean): State => (isOpen ? 'open' : 'closed');

/** A stored time, and how to find out what it allows now. */
type Stored = {
  readonly name: string;
  /** Stores it at nine. */
  readonly store: () => Promise<() => Promise<State>>;
  /** Right after the clock went two hours back, and this long after that. */
  readonly back: State;
  readonly later?: readonly [afterMs: number, State];
  readonly forward: State;
};

const renew = async (token: string) => state((await platform.call(refreshToken, { refreshToken: token })).code === 200);
const put = (token: string, headers = {}) =>
  platform.call(putUiSetting, { setting: { title: 'A' } }, { token, headers });

const job = (name: string) => platform.jobs.find((one) => one.name === name)?.run();

/** A prescription under review, which a reviewer has just claimed. */
async function claimed(): Promise<string> {
  const { ann, eve } = platform.people;
  const times = { createTime: now(), updateTime: now() };
  const about = { patientId: platform.ill.id, doctorId: ann.id };
  const { id: warehouseId } = await here().add(warehouse, { name: fresh('药房') });
  const order = { orderNo: fresh('C'), consultType: 1, status: OrderStatus.active, ...about, ...times };
  const { id: orderId } = await here().add(consultOrder, order);
  const { id } = await here().add(prescription, {
    ...{ prescriptionNo: fresh('P'), orderId, orderNo: order.orderNo, ...about, warehouseId, patient: {}, ...times },
    ...{ status: PrescriptionStatus.pending, auditStatus: AuditStatus.claimed, clientRequestId: fresh('r') },
    ...{ leaseId: '1', leaseHolderId: eve.id, leaseUntil: now() + limits.auditLeaseMs },
    ...{ submitTime: now(), expireTime: now() + 24 * hourMs },
  });
  return id;
}

/** A nonce whose hash begins with as many zero bits as demanded. */
function nonceFor({ challenge, bits }: { challenge: string; bits: number }): string {
  const isEnough = (n: number) => zeroBitsOf(createHash('sha256').update(`${challenge}:${n}`).digest()) >= bits;
  let n = 0;
  while (!isEnough(n)) n += 1;
  return String(n);
}

let made = 0;
const fresh = (name: string) => `${name}-${++made}`;

const sharedInRedis: Stored = {
  name: 'an empty bucket that processes share in Redis fills within its refill',
  store: async () => {
    const buckets = createRedisBuckets(redis, 'limits');
    const key = fresh('shared');
    const uses = [{ key, rate: { burst: 1, perSecond: 0.1 } }];
    await buckets.take([{ uses, cost: 1 }]);
    let at = now();
    return async () => {
      // Redis goes by its own clock, so the stored time jumps instead.
      const stored = Number(await redis.get(`limits:${key}`));
      await redis.set(`limits:${key}`, stored - (now() - at), 'KEEPTTL');
      at = now();
      const [wait] = await buckets.take([{ uses, cost: 1 }]);
      return state(wait === 0);
    };
  },
  back: 'closed',
  later: [10_000, 'open'],
  forward: 'open',
};

const times: readonly Stored[] = [
  {
    name: 'an access token works on, because its session can be ended at any time',
    store: async () => {
      const { accessToken } = await platform.signIn();
      return async () => state((await put(accessToken)).code === 200);
    },
    back: 'open',
    forward: 'closed',
  },
  {
    name: 'a session can be renewed',
    store: async () => {
      const { refreshToken: token } = await platform.signIn();
      return () => renew(token);
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'a renewal that was lost can be repeated for two minutes, by the new clock as well',
    store: async () => {
      const { refreshToken: token } = await platform.signIn();
      await renew(token);
      return () => renew(token);
    },
    back: 'open',
    later: [limits.refreshGraceMs + 1, 'closed'],
    forward: 'closed',
  },
  {
    name: 'a renewal cannot be repeated when its successor was used',
    store: async () => {
      const { refreshToken: token } = await platform.signIn();
      const next = await platform.call<{ refreshToken: string }>(refreshToken, { refreshToken: token });
      await renew(next.data.refreshToken);
      return () => renew(token);
    },
    back: 'closed',
    forward: 'closed',
  },
  {
    name: 'a code of a text message has ended',
    store: async () => {
      const proof = { mobile: fresh('138'), scene: 1, requester: 'device' };
      await storeCode(here(), 'key', proof, '123456', '10.0.0.1', now());
      const check = () =>
        platform.uow.run('1', (tx) => checkCode(tx, 'key', proof, { code: '123456', use: false }, now()));
      return async () => state((await check()) === null);
    },
    back: 'closed',
    forward: 'closed',
  },
  {
    name: 'a puzzle has ended',
    store: async () => {
      const { token } = await storePuzzle(here(), { x: 1, bits: 0 }, now());
      return async () => state((await solvePuzzle(here(), { token, pointJson: '' }, now())) !== 'gone');
    },
    back: 'closed',
    forward: 'closed',
  },
  {
    name: 'a challenge of work has ended',
    store: async () => {
      const proofs = createWorkProofs('key');
      const { work } = proofs.demand('account', 0, now());
      const nonce = nonceFor(work);
      return async () => state(await proofs.redeem(here(), 'account', { challenge: work.challenge, nonce }, now()));
    },
    back: 'closed',
    forward: 'closed',
  },
  {
    name: 'the ticket of a puzzle or of a proven phone has ended',
    store: async () => {
      const secret = fresh('secret');
      await storeTicket(here(), 'mobile', '7', secret, now());
      expect(await redeemTicket(here(), 'mobile', '7', secret, now())).toBe(true);
      await storeTicket(here(), 'mobile', '7', secret, now());
      return async () => state(await redeemTicket(here(), 'mobile', '7', secret, now()));
    },
    back: 'closed',
    forward: 'closed',
  },
  {
    name: 'a password that an administrator gave holds its 72 hours',
    store: async () => {
      const { passwordHash } = platform.people.bob;
      await here().change(staff, given(passwordHash, now()), eq(staff.id, platform.people.bob.id));
      return async () => state((await platform.call(login, { username: 'bob', password })).code === 200);
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'nobody waits for the end of the minutes after wrong passwords',
    store: async () => {
      const failures = createPasswordFailures(platform.db, now);
      const account = fresh('1:nobody');
      for (let n = 0; n < 5; n += 1) await failures.countAttempt(account, { waits: false });
      return async () => state((await failures.current(account)).freeTime <= now());
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'a counter of a minute starts anew',
    store: async () => {
      const rates = createRates(platform.db, now);
      const key = fresh('tries');
      for (let n = 0; n < 20; n += 1) await rates.hit(key, minuteMs);
      return async () => state((await rates.current(key, minuteMs)).count === 0);
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'an hourly job runs again',
    store: async () => {
      const runs = createJobRuns(platform.db, now);
      const job = fresh('hourly');
      await runs.begin(job, hourMs);
      return async () => state(await runs.begin(job, hourMs));
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'a write whose process died can be repeated after a minute',
    store: async () => {
      const { accessToken } = await platform.signIn('eve');
      const headers = { 'idempotency-key': crypto.randomUUID() };
      await put(accessToken, headers);
      await platform.db.owner.update(idempotencyKey).set({ answer: null });
      return async () => state((await put(accessToken, headers)).code === 200);
    },
    back: 'closed',
    later: [minuteMs, 'open'],
    forward: 'closed',
  },
  {
    name: 'an empty bucket of a rate limit fills within its refill',
    store: async () => {
      const take = createTokenBuckets(now);
      const uses = [{ key: 'a', rate: { burst: 1, perSecond: 1 } }];
      take({ uses, cost: 1 });
      return async () => state(take({ uses, cost: 1 }) === 0);
    },
    back: 'closed',
    later: [1_000, 'open'],
    forward: 'open',
  },
  {
    name: 'a count that was raised is forgotten',
    store: async () => {
      const rates = createRates(platform.db, now);
      const key = fresh('demanded');
      await rates.raise(key, 20, minuteMs);
      return async () => state((await rates.current(key, minuteMs)).count === 0);
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'a hospital that is switched off meanwhile is closed',
    store: async () => {
      const [row] = await platform.db
        .insert(tenant)
        .values({ name: fresh('医院') })
        .returning();
      const hospitals = createHospitals(platform.db, now);
      expect(await hospitals.stateOf(row?.id ?? '')).toBe('open');
      await platform.db.owner
        .update(tenant)
        .set({ disabled: true })
        .where(eq(tenant.id, row?.id ?? ''));
      return async () => state((await hospitals.stateOf(row?.id ?? '')) === 'open');
    },
    back: 'closed',
    forward: 'closed',
  },
  {
    name: 'figures are read again',
    store: async () => {
      let read = 0;
      const figures = cached(async () => ++read, 10_000, now);
      expect([await figures(), await figures()]).toEqual([1, 1]);
      return async () => state((await figures()) === 2);
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'an SMS service that failed is tried again',
    store: async () => {
      const sms = { webhookUrl: 'http://127.0.0.1:9', demo: false, print: () => {}, warn: () => {}, now };
      const gateway = createSmsGateway(sms);
      gateway.send({ mobile: '13800000001', code: '1', scene: 1, hospital: 'A' });
      await expect.poll(() => gateway.isDown()).toBe(true);
      return async () => state(!gateway.isDown());
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'a claim of a review ends within its three minutes',
    store: async () => {
      const id = await claimed();
      return async () => {
        await job('release expired leases');
        const row = await here().first(prescription, eq(prescription.id, id));
        return state(row?.leaseId === null);
      };
    },
    back: 'closed',
    later: [limits.auditLeaseMs, 'open'],
    forward: 'open',
  },
  {
    name: 'a refund is completed',
    store: async () => {
      const about = { patientId: platform.ill.id, createTime: now(), updateTime: now() };
      const order = { orderNo: fresh('C'), consultType: 1, status: OrderStatus.refunding, ...about };
      const { id } = await here().add(consultOrder, order);
      return async () => {
        await job('move due orders');
        return state((await here().first(consultOrder, eq(consultOrder.id, id)))?.status === OrderStatus.refunded);
      };
    },
    back: 'open',
    forward: 'open',
  },
  {
    name: 'a doctor who left by hand is on duty again with the next planned hours',
    store: async () => {
      const { id } = platform.people.ann;
      const slot = { doctorId: id, weekday: 3, period: 'morning', consultType: 1, quota: 5 } as const;
      await here().remove(schedule, eq(schedule.doctorId, id));
      await here().add(schedule, slot);
      await here().change(staff, { dutyState: 'away', dutySource: 'person', dutyTime: now() }, eq(staff.id, id));
      const follow = createDutySync({ db: platform.db, uow: platform.uow, now });
      return async () => {
        await follow();
        return state((await here().first(staff, eq(staff.id, id)))?.dutyState !== 'away');
      };
    },
    back: 'closed',
    later: [hourMs, 'open'],
    forward: 'closed',
  },
  ...(hasRedis ? [sharedInRedis] : []),
];

test.each(times)('two hours back, $name', async ({ store, back, later }) => {
  const isOpen = await store();
  platform.clock.now -= 2 * hourMs;
  expect(await isOpen()).toBe(back);
  if (!later) return;
  const [afterMs, then] = later;
  platform.clock.now += afterMs;
  expect(await isOpen()).toBe(then);
});

test.each(times)('two hours forward the state is $forward: $name', async ({ store, forward }) => {
  const isOpen = await store();
  platform.clock.now += 2 * hourMs;
  expect(await isOpen()).toBe(forward);
});

/** What a clock that was two hours ahead gave, and how long it may be used at most. */
const lives: readonly { name: string; lifeMs: number; give: () => Promise<() => Promise<State>> }[] = [
  {
    name: 'an access token',
    lifeMs: limits.accessTokenMs,
    give: async () => {
      const { accessToken } = await platform.signIn();
      return async () => state((await put(accessToken)).code === 200);
    },
  },
  {
    name: 'a session',
    lifeMs: limits.refreshTokenMs,
    give: async () => {
      const { refreshToken: token } = await platform.signIn();
      return () => renew(token);
    },
  },
  {
    name: 'a given password',
    lifeMs: givenPasswordMs,
    give: async () => {
      const { passwordHash, id } = platform.people.bob;
      await here().change(staff, given(passwordHash, now()), eq(staff.id, id));
      return async () => state((await platform.call(login, { username: 'bob', password })).code === 200);
    },
  },
];
const expiring = 'remove expired sessions, tickets and devices';

test.each(lives)(
  '$name of a clock that was ahead keeps its whole life from now, and no more',
  async ({ lifeMs, give }) => {
    const kept = await give();
    platform.clock.now -= 2 * hourMs;
    await job(expiring);
    platform.clock.now += lifeMs - 1_000;
    expect(await kept()).toBe('open');
    platform.clock.now = nine;
    const ended = await give();
    platform.clock.now -= 2 * hourMs;
    await job(expiring);
    platform.clock.now += lifeMs + 1;
    expect(await ended()).toBe('closed');
  },
);

test('what the present clock gave keeps its end', async () => {
  const { accessToken: token, refreshToken: renewal } = await platform.signIn();
  platform.clock.now += minuteMs;
  await job(expiring);
  platform.clock.now = nine + limits.accessTokenMs - 1;
  expect((await put(token)).code).toBe(200);
  platform.clock.now = nine + limits.refreshTokenMs - 1;
  expect(await renew(renewal)).toBe('open');
});

test('a socket and a repeated renewal count on no longer life than a token has', async () => {
  const { refreshToken: token } = await platform.signIn();
  const first = await platform.call<{ accessToken: string }>(refreshToken, { refreshToken: token });
  platform.clock.now -= 2 * hourMs;
  const { data } = await platform.call<{ expiresTime: number }>(refreshToken, { refreshToken: token });
  expect(data.expiresTime).toBe(now() + limits.accessTokenMs);
  expect(await expiryOf(platform.db, first.data.accessToken, now())).toBe(now() + limits.accessTokenMs);
});

test('clocks of two processes that differ by a second count together', async () => {
  const [one, other] = [createRates(platform.db, () => nine + 1_000), createRates(platform.db, () => nine)];
  await one.hit('together', minuteMs);
  expect((await other.hit('together', minuteMs)).count).toBe(2);
  expect((await other.current('together', minuteMs)).count).toBe(2);
});

test('after a jump a counter counts on by the new clock, and an hourly job runs once', async () => {
  const [rates, runs] = [createRates(platform.db, now), createJobRuns(platform.db, now)];
  for (let n = 0; n < 20; n += 1) await rates.hit('counted', minuteMs);
  await rates.raise('raised', 20, minuteMs);
  expect(await runs.begin('once', hourMs)).toBe(true);
  platform.clock.now -= 2 * hourMs;
  expect((await rates.hit('counted', minuteMs)).count).toBe(1);
  await rates.raise('raised', 3, minuteMs);
  expect((await rates.current('raised', minuteMs)).count).toBe(3);
  expect([await runs.begin('once', hourMs), await runs.begin('once', hourMs)]).toEqual([true, false]);
});

test('the wait after wrong passwords ends with the old clock, and their count stays', async () => {
  const failures = createPasswordFailures(platform.db, now);
  for (let n = 0; n < 5; n += 1) await failures.countAttempt('1:known', { waits: false });
  platform.clock.now -= 2 * hourMs;
  expect(await failures.current('1:known')).toMatchObject({ count: 5, freeTime: 0 });
  expect(await failures.countAttempt('1:known', { waits: true })).toBe(true);
  expect((await failures.current('1:known')).freeTime).toBeLessThanOrEqual(now() + failureLimits.maxWaitMs);
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { putUiSetting } from '../../contract/extension/settings.ts';
import { login, refreshToken } from '../../contract/http/auth.ts';
import { limits } from '../../contract/limits.ts';
import { redeemTicket, solvePuzzle, storePuzzle, storeTicket } from '../../server/accounts/captchaTickets.ts';
import { given } from '../../server/accounts/givenPassword.ts';
import { createPasswordFailures } from '../../server/accounts/passwordFailures.ts';
import { checkCode, storeCode } from '../../server/accounts/smsCodes.ts';
import { createJobRuns } from '../../server/db/jobRuns.ts';
import { createRates } from '../../server/db/rates.ts';
import { idempotencyKey } from '../../server/db/schema/sessions.ts';
import { staff } from '../../server/db/schema/staff.ts';
import { tenanted } from '../../server/db/tenanted.ts';
import { createTokenBuckets } from '../../server/limits/tokenBuckets.ts';
import { nine, openServedPlatform, password, type ServedPlatform } from '../support/servedPlatform.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());
beforeEach(() => {
  platform.clock.now = nine;
});
const now = () => platform.clock.now;
const here = () => tenanted(platform.db, '1');

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

let made = 0;
const fresh = (name: string) => `${name}-${++made}`;

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

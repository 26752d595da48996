import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswordFailures } from '../../../server/accounts/passwordFailures.ts';
import { createPuzzleCost } from '../../../server/accounts/puzzleCost.ts';
import { createSignInLimits } from '../../../server/accounts/signInLimits.ts';
import { createRates } from '../../../server/db/rates.ts';
import { openTestDatabase } from '../../support/database.ts';

const second = 1_000;
const dayMs = 24 * 3_600 * second;
const clock = { now: dayMs };
const now = () => clock.now;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase({ now });
}, 60_000);
afterAll(() => database?.close());

let accounts = 0;
let addresses = 0;

/** The limits of one account, and an attacker with unlimited addresses who solves every puzzle. */
function attacker({ smsWorks }: { smsWorks: boolean }) {
  const { db } = database;
  const failures = createPasswordFailures(db, now);
  const rates = createRates(db, now);
  const puzzleCost = createPuzzleCost(rates);
  const limits = createSignInLimits({ rates, failures, puzzleCost, canSendCodes: () => smsWorks, now });
  const account = `account ${++accounts}`;
  const admit = (knownDevice: string | null = null, ip = `10.${++addresses >> 8}.${addresses & 255}.1`) =>
    limits.admit({ hospitalId: '1', account, ip, knownDevice }, { puzzle: async () => true, code: null });

  /** Guesses as fast as the limits allow; returns the times at which a guess was checked. */
  async function guesses(forMs: number) {
    const looked: number[] = [];
    for (const end = clock.now + forMs; clock.now < end; ) {
      const admission = await admit();
      if (admission.admitted) {
        looked.push(clock.now);
        await admission.failed();
        continue;
      }
      const { retryAfterMs } = (admission.data ?? {}) as { retryAfterMs?: number };
      clock.now += retryAfterMs ?? 20 * 60 * second;
    }
    return looked;
  }
  return { admit, guesses };
}

const mostWithinADay = (times: readonly number[]) =>
  Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + dayMs).length));

test('with any number of addresses and every puzzle solved, one account allows six guesses a day', async () => {
  const looked = await attacker({ smsWorks: true }).guesses(4 * dayMs);
  expect(mostWithinADay(looked)).toBe(6);
  expect(looked.length).toBeLessThanOrEqual(24);
});

test('while no SMS can be sent, it allows 104 guesses a day', async () => {
  const looked = await attacker({ smsWorks: false }).guesses(2 * dayMs);
  expect(mostWithinADay(looked)).toBe(104);
  const waits = looked.slice(1, 12).map((time, n) => (time - (looked[n] ?? 0)) / second);
  expect(waits).toEqual([0, 0, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
}, 60_000);

test('meanwhile the owner signs in from a known device at once, any number of times', async () => {
  const { admit, guesses } = attacker({ smsWorks: true });
  await guesses(3_600 * second);
  const admission = await admit('the owner’s own device');
  expect(admission.admitted).toBe(true);
  if (admission.admitted) await admission.succeeded();
  expect((await admit()).admitted).toBe(false);
});

test('the owner’s sign-in does not give strangers new guesses', async () => {
  const { admit, guesses } = attacker({ smsWorks: true });
  const looked = await guesses(10 * second);
  const owner = await admit();
  clock.now += 10 * second;
  const later = owner.admitted ? owner : await admit();
  if (later.admitted) await later.succeeded();
  looked.push(...(await guesses(dayMs / 2)));
  expect(looked).toHaveLength(6);
});

test('a sign-in after wrong passwords on a known device resets the count there', async () => {
  const { admit } = attacker({ smsWorks: true });
  const fail = async () => {
    const admission = await admit('device');
    if (admission.admitted) await admission.failed();
  };
  for (let round = 0; round < 5; round++) {
    await fail();
    await fail();
    const admission = await admit('device');
    expect(admission.admitted).toBe(true);
    if (admission.admitted) await admission.succeeded();
  }
});

import { BehaviorSubject, NEVER, Subscription } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { AccountId, LeaseId, PrescriptionId } from '../../contract/ids.ts';
import type { ClaimOutcome, LeasedReview } from '../../src/domain/reviewQueue.ts';
import { type ClaimRefusal, createClaims } from '../../src/streams/claims.ts';
import type { PrescriptionQueue } from '../../src/streams/prescriptionQueue.ts';
import { reviewItem } from '../support/reviewItems.ts';

const until = 1_000_000;
const holder = { id: AccountId.parse('20'), name: 'Sun Wei', leaseUntil: until };
const queueOf = (...numbers: number[]): PrescriptionQueue => {
  const items = numbers.map((n) => reviewItem(n, 1, { holder }));
  return { items: new Map(items.map((one) => [one.id, one])), removed: [], state: 'live' };
};
const first = { id: PrescriptionId.parse('rx1'), version: 1 };

let scope = new Subscription();
afterEach(() => {
  scope.unsubscribe();
  scope = new Subscription();
});

/** Claims of a reviewer whose page was loaded with `stored` ones, on a platform that answers each claim with `outcome`. */
function open(outcome: () => Promise<ClaimOutcome>, stored: readonly string[] = []) {
  const kept = { ids: stored.map((id) => PrescriptionId.parse(id)) as readonly PrescriptionId[] };
  const released: LeasedReview[] = [];
  const claims = createClaims(
    {
      claim: outcome,
      renewal: () => NEVER,
      release: (leased) => void released.push(leased),
      queue: new BehaviorSubject(queueOf(1, 2)),
      stored: {
        read: async () => kept.ids,
        write: (ids) => {
          kept.ids = ids;
        },
      },
    },
    scope,
  );
  const lost: ClaimRefusal[] = [];
  scope.add(claims.lost$.subscribe((one) => lost.push(one)));
  return { claims, released, lost, kept };
}

const leased = async (): Promise<ClaimOutcome> => ({
  outcome: 'leased',
  version: 1,
  lease: { id: LeaseId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f'), until },
});

test('a reloaded page takes up the claims that this machine had', async () => {
  const { claims } = open(leased, ['rx1']);
  await expect.poll(() => [...claims.kept$.value.keys()]).toEqual(['rx1']);
});

test('a claim that a colleague took before the page was reloaded is told with the name', async () => {
  const { lost, claims } = open(async () => ({ outcome: 'leasedByAnother', name: 'Zhou Min' }), ['rx1']);
  await expect.poll(() => lost).toEqual([{ id: 'rx1', holderName: 'Zhou Min', message: '' }]);
  expect(claims.kept$.value.size).toBe(0);
});

test('a claim of another device is released with the lease that a new claim returns', async () => {
  const { claims, released } = open(leased);
  expect(await claims.release(first)).toBe(true);
  expect(released).toEqual([expect.objectContaining({ id: 'rx1', lease: expect.objectContaining({ until }) })]);
});

test('a release without an answer of the platform is reported, because the claim lasts', async () => {
  const { claims, released } = open(() => Promise.reject(new Error('the line broke')));
  expect(await claims.release(first)).toBe(false);
  expect(released).toEqual([]);
});

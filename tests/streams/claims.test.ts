import { BehaviorSubject, Subject, Subscription } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { AccountId, LeaseId, PrescriptionId } from '../../contract/ids.ts';
import type { ClaimOutcome, LeasedReview, LeaseEvent } from '../../src/domain/reviewQueue.ts';
import { type ClaimRefusal, createClaims } from '../../src/streams/claims.ts';
import type { PrescriptionQueue } from '../../src/streams/prescriptionQueue.ts';
import { reviewItem } from '../support/reviewItems.ts';

const until = 1_000_000;
const holder = { id: AccountId.parse('20'), name: 'Sun Wei', leaseUntil: until };
const queueOf = (...numbers: number[]): PrescriptionQueue => {
  const items = numbers.map((n) => reviewItem(n, 1, { holder }));
  return { items: new Map(items.map((one) => [one.id, one])), removed: [], state: 'live' };
};
const decided = { action: 'approve', by: { id: holder.id, name: holder.name }, effectiveAt: until } as const;
const first = { id: PrescriptionId.parse('rx1'), version: 1 };
const second = { id: PrescriptionId.parse('rx2'), version: 1 };

let scope = new Subscription();
afterEach(() => {
  scope.unsubscribe();
  scope = new Subscription();
});

/** Claims of a reviewer whose page was loaded with `stored` ones, on a platform that answers each claim with `outcome`. */
function open(outcome: () => Promise<ClaimOutcome>, stored: readonly string[] = [], queue = queueOf(1, 2)) {
  const kept = { ids: stored.map((id) => PrescriptionId.parse(id)) as readonly PrescriptionId[] };
  const released: LeasedReview[] = [];
  const asked: string[] = [];
  const leases = new Map<string, Subject<LeaseEvent>>();
  const queue$ = new BehaviorSubject<PrescriptionQueue>(queue);
  const claims = createClaims(
    {
      claim({ id }) {
        asked.push(id);
        return outcome();
      },
      renewal({ id }) {
        const events$ = new Subject<LeaseEvent>();
        leases.set(id, events$);
        return events$;
      },
      release: (leased) => void released.push(leased),
      queue: queue$,
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
  const keeps = () => [...claims.kept$.value.keys()];
  const isRenewed = (id: string) => leases.get(id)?.observed === true;
  const tells = (id: string, event: LeaseEvent) => leases.get(id)?.next(event);
  return { claims, released, lost, kept, asked, queue$, keeps, isRenewed, tells };
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

test('what is claimed is kept, stored and renewed until it is released with its lease', async () => {
  const { claims, kept, released, keeps, isRenewed, asked } = open(leased);
  expect(await claims.claim([first, second])).toEqual([]);
  expect([keeps(), kept.ids, isRenewed('rx1')]).toEqual([['rx1', 'rx2'], ['rx1', 'rx2'], true]);
  expect(await claims.release(first)).toBe(true);
  expect([keeps(), kept.ids, isRenewed('rx1'), isRenewed('rx2')]).toEqual([['rx2'], ['rx2'], false, true]);
  expect([released.map(({ id }) => id), asked]).toEqual([['rx1'], ['rx1', 'rx2']]);
});

test.each<[string, () => Promise<ClaimOutcome>, object]>([
  [
    'a colleague has',
    async () => ({ outcome: 'leasedByAnother', name: 'Zhou Min' }),
    { holderName: 'Zhou Min', message: '' },
  ],
  ['is gone', async () => ({ outcome: 'gone', message: 'Withdrawn' }), { holderName: null, message: 'Withdrawn' }],
  ['has no answer', () => Promise.reject(new Error('the line broke')), { holderName: null, message: '' }],
])('a prescription that %s is refused, and nothing is kept', async (_, outcome, refusal) => {
  const { claims, kept, keeps, lost } = open(outcome);
  expect(await claims.claim([first])).toEqual([{ id: 'rx1', ...refusal }]);
  expect([keeps(), kept.ids, lost]).toEqual([[], [], []]);
});

test('a renewed lease is the one that is released', async () => {
  const { claims, released, keeps, tells } = open(leased);
  await claims.claim([first]);
  const lease = { id: LeaseId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e40'), until: until + 1 };
  tells('rx1', { type: 'lease.renewed', lease });
  expect(keeps()).toEqual(['rx1']);
  await claims.release(first);
  expect(released).toEqual([{ ...first, lease }]);
});

test.each([
  ['that a colleague took is told with the name', { holderName: 'Zhou Min', message: 'Taken' }, 1],
  ['that ended without a word of the platform is told', { holderName: null, message: '' }, 1],
  ['that was released in another tab is not told', { holderName: null, message: 'Not yours' }, 0],
] as const)('a lease %s, and is no longer kept', async (_, loss, told) => {
  const { claims, kept, keeps, lost, tells, isRenewed } = open(leased);
  await claims.claim([first]);
  tells('rx1', { type: 'lease.lost', ...loss });
  expect([keeps(), kept.ids, isRenewed('rx1')]).toEqual([[], [], false]);
  expect(lost).toEqual(Array(told).fill({ id: 'rx1', ...loss }));
});

test('a prescription that its doctor withdrew is no longer kept, and not told as a lost claim', async () => {
  const { claims, keeps, lost, tells } = open(leased);
  await claims.claim([first]);
  tells('rx1', { type: 'prescription.cancelled', message: 'Withdrawn' });
  expect([keeps(), lost]).toEqual([[], []]);
});

test('what leaves the queue or is decided is no longer kept, unless the queue is not live', async () => {
  const { claims, keeps, queue$ } = open(leased);
  await claims.claim([first, second]);
  queue$.next({ ...queueOf(), state: 'stale' });
  expect(keeps()).toEqual(['rx1', 'rx2']);
  const items = [reviewItem(1, 1, { holder, decided }), reviewItem(2, 1, { holder })];
  queue$.next({ ...queueOf(), items: new Map(items.map((one) => [one.id, one])) });
  expect(keeps()).toEqual(['rx2']);
  queue$.next(queueOf(1));
  expect(keeps()).toEqual([]);
});

test('claims of an earlier page are taken up once the queue is live, if they are still under review', async () => {
  const { asked, keeps, queue$ } = open(leased, ['rx1', 'rx2', 'rx3'], { ...queueOf(), state: 'loading' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
  const items = [
    reviewItem(1, 1, { holder }),
    reviewItem(2, 1, { holder, decided }),
    reviewItem(3, 1),
    reviewItem(4, 1, { holder }),
  ];
  queue$.next({ items: new Map(items.map((one) => [one.id, one])), removed: [], state: 'live' });
  await expect.poll(keeps).toEqual(['rx1']);
  expect(asked).toEqual(['rx1']);
});

test('a claim of an earlier page that is gone is not told as taken', async () => {
  const { asked, lost } = open(async () => ({ outcome: 'gone', message: 'Withdrawn' }), ['rx1']);
  await expect.poll(() => asked).toEqual(['rx1']);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lost).toEqual([]);
});

test('nothing is renewed once the reviewer has left', async () => {
  const { claims, isRenewed } = open(leased);
  await claims.claim([first]);
  scope.unsubscribe();
  expect(isRenewed('rx1')).toBe(false);
});

test('a claim of another device that is gone by now needs no release', async () => {
  const { claims, released } = open(async () => ({ outcome: 'gone', message: '' }));
  expect([await claims.release(first), released]).toEqual([true, []]);
});

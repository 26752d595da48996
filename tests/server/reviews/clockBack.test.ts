import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { approveAudit, claimAudit, pullAudit, renewAudit, undoDecision } from '../../../contract/extension/audit.ts';
import { limits } from '../../../contract/limits.ts';
import { carryOutDecisions } from '../../../server/reviews/carryOut.ts';
import { releaseExpiredLeases } from '../../../server/reviews/expiredLeases.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { allTicked } from '../../support/prescribing.ts';
import { type ReviewSuite, reviewSuite } from '../../support/reviewSuite.ts';

const jumpMs = 2 * 3_600_000;
let database: ReviewSuite['database'];
let hospital: Hospital;
let reviewer: Member;
let colleague: Member;
const { clock, submit, claim, leased, info } = reviewSuite((suite) => {
  ({ database, hospital, auditor: reviewer, colleague } = suite);
});
const jobs = { leases: () => releaseExpiredLeases(needs()), decisions: () => carryOutDecisions(needs()) };
const needs = () => ({ ...hospital.needs, db: database.db });

test('a lease whose holder is gone ends within its three minutes after the clock went back two hours', async () => {
  const rx = await submit();
  await leased(rx);
  clock.now -= jumpMs;
  await jobs.leases();
  expect(await claim(rx, colleague)).toMatchObject({ code: Code.locked });
  clock.now += limits.auditLeaseMs;
  await jobs.leases();
  expect(await claim(rx, colleague)).toMatchObject({ code: 200 });
});

test('whoever still holds a lease keeps it when the clock goes back, and renews it', async () => {
  const rx = await submit();
  const { leaseId } = await leased(rx);
  clock.now -= jumpMs;
  await jobs.leases();
  const leaseUntil = clock.now + limits.auditLeaseMs;
  expect(await hospital.call(renewAudit, reviewer, { id: rx.id, leaseId })).toMatchObject({
    data: { leaseId, leaseUntil },
  });
});

test('a decision takes effect within its eight seconds after the clock went back, once, or is undone', async () => {
  const [kept, undone] = [await submit(), await submit()];
  const leases = [await leased(kept), await leased(undone)] as const;
  for (const [n, rx] of [kept, undone].entries()) {
    const given = { ...rx, leaseId: leases[n]?.leaseId, checklist: allTicked, undoMs: limits.undoMs };
    expect(await hospital.call(approveAudit, reviewer, given)).toMatchObject({ code: 200 });
  }
  clock.now -= jumpMs;
  await jobs.leases();
  expect(await jobs.decisions()).toBe(0);
  const { leaseId } = leases[1];
  expect(await hospital.call(undoDecision, reviewer, { id: undone.id, leaseId })).toMatchObject({ code: 200 });
  clock.now += limits.undoMs;
  expect(await jobs.decisions()).toBe(1);
  expect(await info(kept)).toMatchObject({ data: { status: 20 } });
  expect(await info(undone)).toMatchObject({ data: { status: 10 } });
  clock.now += jumpMs;
  expect(await jobs.decisions()).toBe(0);
});

test('two hours forward a decision takes effect, a lease ends, and only its next holder decides', async () => {
  const [decided, claimed] = [await submit(), await submit()];
  const [first, second] = [await leased(decided), await leased(claimed)];
  const given = { checklist: allTicked, undoMs: limits.undoMs };
  await hospital.call(approveAudit, reviewer, { ...decided, ...given, leaseId: first.leaseId });
  clock.now += jumpMs;
  await jobs.leases();
  expect(await jobs.decisions()).toBe(1);
  expect(await info(decided)).toMatchObject({ data: { status: 20 } });
  const late = await hospital.call(approveAudit, reviewer, { ...claimed, ...given, leaseId: second.leaseId });
  expect(late).toMatchObject({ code: Code.leaseLost });
  const next = await leased(claimed, colleague);
  const now = await hospital.call(approveAudit, colleague, { ...claimed, ...given, undoMs: 0, leaseId: next.leaseId });
  expect(now).toMatchObject({ code: 200, data: { status: 20 } });
});

test('an open queue learns of changes after the clock went back, each newer than the row it has', async () => {
  const rx = await submit();
  const pull = async (cursor: object) =>
    (await hospital.call(pullAudit, reviewer, { ...cursor, limit: 200 })).data as {
      list: { id: string; updateTime: number; holder: object | null }[];
      updateTime: number;
      lastId: number;
    };
  clock.now += 10_000;
  const before = await pull({ updateTime: 0, lastId: 0 });
  const known = before.list.find(({ id }) => id === rx.id);
  clock.now -= jumpMs;
  database.published.length = 0;
  await hospital.call(claimAudit, colleague, rx);
  const { list } = await pull({ updateTime: before.updateTime, lastId: before.lastId });
  const changed = list.find(({ id }) => id === rx.id);
  expect(changed).toMatchObject({ holder: { id: colleague.id } });
  expect(changed?.updateTime).toBeGreaterThan(known?.updateTime ?? 0);
  const told = database.published.flatMap((event) => (event.type === 'review.changed' ? [event.updateTime] : []));
  expect(told).toEqual([changed?.updateTime]);
});

import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { approveAudit, myAuditRecord, reviewStatistics } from '../../../contract/extension/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { carryOutDecisions } from '../../../server/reviews/carryOut.ts';
import { type Hospital, lineOf, type Member, morning } from '../../support/hospital.ts';
import { allTicked, submitted } from '../../support/prescribing.ts';
import { minutes, type ReviewSuite, reviewSuite } from '../../support/reviewSuite.ts';

let database: ReviewSuite['database'];
let hospital: Hospital;
let doctor: Member;
let colleague: Member;
const { clock, submit, claim, approve, reject } = reviewSuite((suite) => {
  ({ database, hospital, doctor, colleague } = suite);
});

type Rx = Awaited<ReturnType<typeof submit>>;
type Listed = { total: number; list: { id: string; prescriptionNo: string; overrideCount: number }[] };
type Statistics = ReplyOf<typeof reviewStatistics>;

const dayMs = 1_440 * minutes;
/** Each test has a reviewer of its own, whose statistics begin empty. */
let me: Member;
beforeEach(async () => {
  me = await hospital.hire(true);
});

const listed = async (filter: object = {}, as = me) =>
  (await hospital.call(myAuditRecord, as, { pageSize: 50, ...filter })).data as unknown as Listed;
const counted = async (filter: object = {}, as = me) =>
  (await hospital.call(reviewStatistics, as, { ...filter })).data as unknown as Statistics;

/** Reviews one prescription in so many minutes. */
async function review(rx: Rx, took: number, decision: 'approve' | 'reject' = 'approve', more: object = {}) {
  const { leaseId } = (await claim(rx, me)).data as { leaseId: string };
  clock.now += took * minutes;
  const answer = decision === 'approve' ? await approve(rx, leaseId, me) : await reject(rx, leaseId, me, more);
  expect(answer.code).toBe(200);
}

const reason = { ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: 'Travels abroad' };
async function submitOverridden() {
  const drugId = await hospital.here.stock('amoxicillin', 50);
  return submit({ lines: [lineOf(drugId, { quantity: 4, days: 14 })], overrides: [reason] });
}

test('without a decision all numbers are zero, and there is no time', async () => {
  expect(await counted()).toMatchObject({
    ...{ approved: 0, rejected: 0, overridden: 0, timed: 0, medianMs: null, p90Ms: null },
    ...{ reasons: [], overrides: [], doctors: [] },
  });
});

test('decisions are counted with the median and the 90th percentile of their time from claim to decision', async () => {
  for (const took of [0.5, 1, 1.5, 2]) await review(await submit(), took);
  await review(await submit(), 2.5, 'reject', { reasonCodes: ['dosage', 'allergy'] });
  await review(await submit(), 2.5, 'reject', { reasonCodes: ['dosage'] });
  expect(await counted()).toMatchObject({
    approved: 4,
    rejected: 2,
    timed: 6,
    medianMs: 1.75 * minutes,
    p90Ms: 2.5 * minutes,
    reasons: [
      { code: 'dosage', count: 2 },
      { code: 'allergy', count: 1 },
    ],
    doctors: [{ id: doctor.id, name: 'Dr 1' }],
  });
});

test('periods are the days of the hospital, without gaps', async () => {
  clock.now = Date.parse('2026-05-06T23:30:00+08:00');
  await review(await submit(), 1);
  clock.now = Date.parse('2026-05-07T00:30:00+08:00');
  await review(await submit(), 1, 'reject');
  clock.now = Date.parse('2026-05-09T07:00:00+08:00');
  const { bucket, periods } = await counted();
  expect(bucket).toBe('day');
  expect(periods.map(({ start, approved, rejected }) => [start, approved, rejected])).toEqual([
    ['2026-05-06', 1, 0],
    ['2026-05-07', 0, 1],
    ['2026-05-08', 0, 0],
    ['2026-05-09', 0, 0],
  ]);
});

test('longer spans are counted by week and by month', async () => {
  await review(await submit(), 1);
  clock.now += 100 * dayMs;
  const weeks = await counted();
  expect([weeks.bucket, weeks.periods[0]]).toMatchObject(['week', { start: '2026-05-04', approved: 1 }]);
  clock.now += 400 * dayMs;
  const months = await counted();
  expect([months.bucket, months.periods[0]]).toMatchObject(['month', { start: '2026-05-01', approved: 1 }]);
});

test('list and numbers follow the same filters', async () => {
  const other = await hospital.hire(false);
  const plain = await submit({}, { patient: { name: '王小明' } });
  await review(plain, 1);
  await review(await submitOverridden(), 1, 'reject');
  clock.now += dayMs;
  const theirs = await submitted(hospital, other);
  await review(theirs, 1);
  const totals = async (filter: object) => {
    const { approved, rejected } = await counted(filter);
    const { total, list } = await listed(filter);
    expect([total, list.length]).toEqual([approved + rejected, approved + rejected]);
    return [approved, rejected];
  };
  expect(await totals({})).toEqual([2, 1]);
  expect(await totals({ result: 3 })).toEqual([0, 1]);
  expect(await totals({ createTimeTo: morning + dayMs / 2 })).toEqual([1, 1]);
  expect(await totals({ createTimeFrom: morning + dayMs / 2 })).toEqual([1, 0]);
  expect(await totals({ doctorId: other.id })).toEqual([1, 0]);
  expect(await totals({ overridden: true })).toEqual([0, 1]);
  expect(await totals({ keyword: '小明' })).toEqual([1, 0]);
  const [{ prescriptionNo } = { prescriptionNo: '' }] = (await listed({ keyword: '小明' })).list;
  expect(await totals({ keyword: prescriptionNo })).toEqual([1, 0]);
  expect(await totals({ keyword: '100%_nobody' })).toEqual([0, 0]);
  expect((await counted({ doctorId: other.id })).doctors, 'all doctors can still be chosen').toHaveLength(2);
});

test('reasons of the doctor count in the version that was decided', async () => {
  await review(await submitOverridden(), 1, 'reject');
  expect(await counted()).toMatchObject({ overridden: 1, overrides: [{ code: 'supplyDays', count: 1 }] });
  expect((await listed()).list).toMatchObject([{ overrideCount: 1 }]);
});

test('nobody sees the decisions of a colleague, and doctors see none', async () => {
  await review(await submit(), 1);
  expect(await counted({}, colleague)).toMatchObject({ approved: 0, doctors: [] });
  expect(await hospital.call(reviewStatistics, doctor, {})).toMatchObject({ code: Code.forbidden });
});

test('the seconds in which a decision can be undone are no review time', async () => {
  const rx = await submit();
  const { leaseId } = (await claim(rx, me)).data as { leaseId: string };
  clock.now += minutes;
  const decision = { id: rx.id, version: rx.version, leaseId, checklist: allTicked, undoMs: 8_000 };
  expect((await hospital.call(approveAudit, me, decision)).code).toBe(200);
  expect(await counted(), 'not before it takes effect').toMatchObject({ approved: 0 });
  clock.now += 8_000;
  await carryOutDecisions({ ...hospital.needs, db: database.db });
  expect(await counted()).toMatchObject({ approved: 1, timed: 1, medianMs: minutes });
});

test('the decisions of years are counted, with the median and the 90th percentile', async () => {
  const rx = await submit();
  const decisions = 4_000;
  // The nth review lasts n seconds; a database that was filled at once knows nothing about its tables.
  await database.db.execute(sql`
    insert into prescription_log (tenant_id, prescription_id, version, time, operator_id, action)
    select ${hospital.here.hospitalId}, ${rx.id}, 1, ${morning}::bigint + n * 10000000 + step * n * 1000, ${me.id},
      case step when 0 then 'claimed' else 'approved' end
    from generate_series(1, ${decisions}::bigint) n, generate_series(0, 1) step order by n, step`);
  expect(await counted()).toMatchObject({
    ...{ approved: decisions, rejected: 0, timed: decisions },
    ...{ medianMs: 2_000_500, p90Ms: 3_600_100 },
  });
});

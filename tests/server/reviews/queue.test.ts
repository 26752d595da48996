import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type AuditItem, auditContext, myAuditRecord, pullAudit } from '../../../contract/extension/audit.ts';
import { getCase } from '../../../contract/http/record.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { byUrgency } from '../../../src/domain/reviewQueue.ts';
import { type Hospital, type Member, morning } from '../../support/hospital.ts';
import { minutes, type Rx, reviewSuite } from '../../support/reviewSuite.ts';

let hospital: Hospital;
let reviewer: Member;
const { clock, submit, leased, approve, reject, edit, page } = reviewSuite((suite) => {
  ({ hospital, auditor: reviewer } = suite);
});

test('pages and screens list what is urgent first, then children, then the longest wait', async () => {
  const child = { patient: { birthday: '2016-01-01', weightKg: 30 } };
  const plain = await submit();
  clock.now += minutes;
  const later = await submit({}, { order: { priority: 1 } });
  const young = await submit({}, child);
  const ofUrgentOrder = await submit({}, { order: { priority: 2 } });
  clock.now += minutes;
  const urgent = await submit({ rxType: 1, lines: [{ ...plain.content.lines[0], days: 2 }] });
  const mine = [ofUrgentOrder, urgent, young, plain, later].map(({ id }) => id);
  const { list } = await page();
  const inPlace = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).filter((id) => mine.includes(id));
  expect(inPlace(list)).toEqual(mine);
  expect(inPlace((list as unknown as AuditItem[]).toReversed().sort(byUrgency))).toEqual(mine);
});

test('the queue by cursor has every change, and the outcome of prescriptions that left it', async () => {
  const pull = async (cursor: object, limit = 200) =>
    (await hospital.call(pullAudit, reviewer, { ...cursor, limit })).data as {
      list: (Rx & { auditStatus: number; updateTime: number })[];
      updateTime: number;
      lastId: number;
      more: boolean;
    };
  clock.now = morning + 60 * minutes;
  const rx = await submit();
  const other = await submit();
  clock.now += minutes;
  const start = { updateTime: clock.now - 2 * minutes, lastId: 0 };
  const one = await pull(start, 1);
  expect(one).toMatchObject({ list: [{ id: rx.id, auditStatus: 0 }], more: true });
  const two = await pull(one, 1);
  expect(two).toMatchObject({ list: [{ id: other.id }], more: false });
  expect((await pull(two)).list).toEqual([]);
  await approve(rx, (await leased(rx)).leaseId);
  const three = await pull(two);
  expect(three).toMatchObject({ list: [{ id: rx.id, auditStatus: 2, version: 2 }], more: false });
  expect((await pull(three)).list, 'a recent change is repeated, so that no concurrent one is missed').toHaveLength(1);
  clock.now += minutes;
  const four = await pull(three);
  expect((await pull(four)).list).toEqual([]);
});

test('the first pull has what waits, and not the prescriptions of the years before', async () => {
  const [old, open] = [await submit(), await submit()];
  await approve(old, (await leased(old)).leaseId);
  clock.now += minutes;
  const pull = async (cursor: object) =>
    (await hospital.call(pullAudit, reviewer, { limit: 200, ...cursor })).data as { list: Rx[]; updateTime: number };
  const first = await pull({});
  const ids = first.list.map(({ id }) => id);
  expect([ids.includes(open.id), ids.includes(old.id)]).toEqual([true, false]);
  await approve(open, (await leased(open)).leaseId);
  expect((await pull(first)).list).toContainEqual(expect.objectContaining({ id: open.id, auditStatus: 2 }));
});

test("a prescription keeps the doctor's department at the time", async () => {
  const rx = await submit();
  await hospital.store.change(staff, { deptName: '儿科', deptNameEn: 'Paediatrics' });
  const { data } = await hospital.call(auditContext, reviewer, { id: rx.id });
  await hospital.store.change(staff, { deptName: '呼吸内科', deptNameEn: 'Respiratory medicine' });
  expect(data).toMatchObject({ rx: { dept: 'Respiratory medicine' } });
});

test('the context has prescription, record, findings and earlier ones; its read is on the trail', async () => {
  const overrides = [{ ruleCode: 'supplyDays', severity: 'warn', lineIndex: 0, reason: 'Travels abroad' }];
  const base = await submit();
  const rx = await submit({ lines: [{ ...base.content.lines[0], days: 10, quantity: 3 }], overrides });
  const answer = await hospital.call(auditContext, reviewer, { id: rx.id });
  expect(answer).toMatchObject({
    code: 200,
    data: {
      rx: { id: rx.id, overrides, dept: 'Respiratory medicine' },
      drugs: [{ drugId: base.content.lines[0]?.drugId, skinTest: true, flags: { kidney: 'caution', child: null } }],
      record: { orderId: rx.orderId, chiefComplaint: 'Cough for three days' },
      ruleHits: [{ ruleCode: 'supplyDays', level: 'warn' }],
      past: [],
    },
  });
  expect(await hospital.call(getCase, reviewer, { orderId: rx.orderId })).toMatchObject({
    data: { orderId: rx.orderId },
  });
  const deeds = await hospital.store.rows(
    auditTrail,
    eq(auditTrail.entityId, rx.id),
    eq(auditTrail.entity, 'review'),
    eq(auditTrail.userId, reviewer.id),
  );
  expect(deeds).toMatchObject([
    { action: 'read', entity: 'review', patientId: rx.patientId, purpose: `review:${rx.id}` },
  ]);
});

test('a reviewer finds their own decisions, also on versions that were resubmitted', async () => {
  const lonely = await hospital.hire(true);
  const [one, two] = [await submit(), await submit()];
  await reject(one, (await leased(one, lonely)).leaseId, lonely);
  await edit({ id: one.id, version: 2 }, one.content);
  clock.now += minutes;
  await approve(two, (await leased(two, lonely)).leaseId, lonely);
  const mine = (query: Record<string, unknown> = {}) => hospital.call(myAuditRecord, lonely, query);
  expect(await mine()).toMatchObject({
    data: {
      total: 2,
      list: [
        { id: two.id, decision: 'approved', decisionTime: clock.now },
        { id: one.id, decision: 'rejected', decisionRemark: 'Too much', status: 10 },
      ],
    },
  });
  expect(await mine({ result: 3 })).toMatchObject({ data: { total: 1 } });
  expect(await mine({ createTimeFrom: clock.now })).toMatchObject({ data: { total: 1, list: [{ id: two.id }] } });
});

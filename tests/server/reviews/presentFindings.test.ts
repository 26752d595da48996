import { expect, test } from 'vitest';
import { auditContext, pullAudit } from '../../../contract/extension/audit.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { type AuditSuite, auditSuite } from '../../support/auditSuite.ts';
import type { Hospital, Member } from '../../support/hospital.ts';

let database: AuditSuite['database'];
let hospital: Hospital;
let doctor: Member;
let auditor: Member;
const { clock, submit, page } = auditSuite((suite) => {
  ({ database, hospital, doctor, auditor } = suite);
});

type Item = { id: string; blockCount: number; newCount: number };

test('an allergy learned after the submission is counted in the queue at once, pushed, and marked as new', async () => {
  const rx = await submit();
  const item = async () => (await page()).list.find(({ id }) => id === rx.id) as unknown as Item;
  expect(await item()).toMatchObject({ blockCount: 0, newCount: 0 });
  const cursor = { updateTime: clock.now, lastId: 0 };
  clock.now += 60_000;
  database.published.length = 0;
  const value = { kind: 'allergy', code: 'amoxicillin', text: 'amoxicillin', reaction: '', severity: 'unknown' };
  const changes = [{ op: 'add', origin: 'patient', value }];
  await hospital.call(savePatientFacts, doctor, { orderId: rx.orderId, changes });
  const told = database.published.filter((event) => 'prescriptionId' in event && event.prescriptionId === rx.id);
  expect(told.map(({ type }) => type)).toEqual(['review.changed', 'prescription.changed']);
  expect(await item()).toMatchObject({ blockCount: 1, newCount: 1 });
  const { data } = await hospital.call(pullAudit, auditor, cursor);
  expect((data as { list: Item[] }).list.find(({ id }) => id === rx.id)).toMatchObject({ blockCount: 1, newCount: 1 });
  const found = await hospital.call(auditContext, auditor, { id: rx.id });
  expect(found).toMatchObject({ data: { ruleHits: [{ ruleCode: 'allergy', isNew: true }] } });
});

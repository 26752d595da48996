import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditContext, releaseAudit } from '../../../contract/extension/audit.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { readMessages } from '../../../server/messages/history.ts';
import { callContext } from '../../support/callContext.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { minutes, type ReviewSuite, reviewSuite } from '../../support/reviewSuite.ts';

let database: ReviewSuite['database'];
let hospital: Hospital;
let reviewer: Member;
let colleague: Member;
const { clock, submit, leased } = reviewSuite((suite) => {
  ({ database, hospital, auditor: reviewer, colleague } = suite);
});

const permit = (messages: boolean) =>
  database.db
    .update(tenant)
    .set({ settings: { reviews: { messages } } })
    .where(eq(tenant.id, reviewer.hospitalId));

const conversationOf = async (id: string, as = reviewer) =>
  ((await hospital.call(auditContext, as, { id })).data as { conversationId: string | null }).conversationId;

const reads = async (conversationId: string, who = reviewer) => {
  const reader = { ...who, kind: 'staff', isAuditor: true, language: 'en' } as const;
  const context = callContext(database.uow, reader, clock.now);
  return (await readMessages({ conversationId: conversationId as never }, context as never)).ok;
};

test('a reviewer reads the messages of a consultation only while reviewing its prescription', async () => {
  await permit(true);
  const rx = await submit();
  const { leaseId } = await leased(rx);
  const conversationId = await conversationOf(rx.id);
  if (conversationId === null) throw new Error('the conversation is hidden');
  expect(await reads(conversationId)).toBe(true);
  expect(await reads(conversationId, colleague), 'who does not review it').toBe(false);
  expect(await conversationOf(rx.id, colleague)).toBeNull();
  await hospital.call(releaseAudit, reviewer, { id: rx.id, leaseId });
  expect(await reads(conversationId), 'after the review').toBe(false);
});

test('a lease that ran out ends the reading of messages', async () => {
  await permit(true);
  const rx = await submit();
  await leased(rx);
  const conversationId = (await conversationOf(rx.id)) ?? '';
  clock.now += 3 * minutes;
  expect(await reads(conversationId)).toBe(false);
});

test('without the hospital’s permission reviewers read no messages', async () => {
  await permit(true);
  const rx = await submit();
  await leased(rx);
  const conversationId = (await conversationOf(rx.id)) ?? '';
  await permit(false);
  expect(await conversationOf(rx.id)).toBeNull();
  expect(await reads(conversationId)).toBe(false);
});

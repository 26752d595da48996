import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditContext, pageAudit } from '../../contract/extension/audit.ts';
import { login } from '../../contract/http/auth.ts';
import type { Operation } from '../../contract/operation.ts';
import { faultsInBothLanguages } from '../support/axe.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';
import { demoPassword } from '../support/signIn.ts';

const { platform, person } = journey();

/** Calls the platform as a program does. */
async function call<T>({ method, path }: Operation, input: Record<string, string>, token: string): Promise<T> {
  const isRead = method === 'GET';
  const url = `${platform().url}/api${path}${isRead ? `?${new URLSearchParams(input)}` : ''}`;
  const headers = { 'tenant-id': '1', 'accept-language': 'en', 'content-type': 'application/json' };
  const authorised = { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const reply = await fetch(url, { method, headers: authorised, ...(isRead ? {} : { body: JSON.stringify(input) }) });
  return ((await reply.json()) as { data: T }).data;
}

type Rx = { id: string; orderId: string; doctorName: string; prescriptionNo: string; overrides: unknown[] };

/** A seeded prescription of this doctor that waits for review, with a reason for continuing past a finding. */
async function continuedPast(doctorName: string): Promise<Rx> {
  const sent = { username: 'auditor02', password: demoPassword };
  const { accessToken } = await call<{ accessToken: string }>(login, sent, '');
  const { list } = await call<{ list: Rx[] }>(pageAudit, { pageSize: '200' }, accessToken);
  for (const { id } of list.filter((one) => one.doctorName === doctorName)) {
    const { rx } = await call<{ rx: Rx }>(auditContext, { id }, accessToken);
    if (rx.overrides.length > 0) return rx;
  }
  throw new Error(`no seeded prescription of ${doctorName} has a reason for a finding`);
}

/** Milliseconds until it is on the screen. */
async function arrives(what: Locator): Promise<number> {
  const from = performance.now();
  await what.waitFor();
  return performance.now() - from;
}

/** Pushed within a second; the rest is for a computer that runs other tests. */
const soonMs = 3_000;

test('a reviewer asks, the doctor answers in the chat and signs a finding; both see it across reloads', async () => {
  const rx = await continuedPast('Lin Yue');
  const [user, other] = await Promise.all([person(), person()]);
  await Promise.all([doctor(user).signsIn('doctor03'), reviewer(other).signsIn()]);
  const [room, review] = [user.page, other.page];
  await Promise.all([room.goto(`/cloudRoom?order=${rx.orderId}`), review.goto(`/prescriptionReview?id=${rx.id}`)]);

  const asked = review.getByRole('textbox', { name: 'Ask the doctor' });
  await asked.fill('Is the dose meant?');
  await review.reload();
  await expect.poll(() => asked.inputValue()).toBe('Is the dose meant?');
  await review.getByRole('button', { name: 'Ask', exact: true }).click();

  const card = room.getByRole('article', { name: `Sun Wei asks about prescription ${rx.prescriptionNo}` });
  const answer = card.getByRole('textbox', { name: 'Your answer' });
  await card.getByText('Is the dose meant?').waitFor();
  await answer.fill('Yes, it is meant.');
  await room.reload();
  await expect.poll(() => answer.inputValue(), { timeout: 15_000 }).toBe('Yes, it is meant.');
  await room.setViewportSize({ width: 1024, height: 768 });
  const panel = room.getByRole('tabpanel', { name: 'Prescription' });
  await room.getByRole('tab', { name: 'Prescription' }).click();
  const opens = room.getByRole('button', { name: 'Answer', exact: true });
  await opens.click();
  expect([await panel.isVisible(), await answer.inputValue()]).toEqual([true, 'Yes, it is meant.']);
  await card.getByRole('button', { name: 'Send the answer' }).click();
  const thread = review.getByRole('region', { name: 'Questions to the doctor' });
  expect(await arrives(thread.getByText('Yes, it is meant.'))).toBeLessThan(soonMs);

  await review.getByRole('button', { name: 'Ask the doctor to confirm' }).first().click();
  await review.getByRole('button', { name: 'Ask for the signature' }).click();
  expect(await arrives(opens)).toBeLessThan(soonMs);
  await opens.click();
  const faults = await faultsInBothLanguages(room);
  await card.getByRole('button', { name: 'Confirm and sign' }).click();
  expect(await arrives(thread.getByText('Confirmed, signed'))).toBeLessThan(soonMs);
  expect(await review.getByText('Confirmed, signed').count()).toBe(2);
  expect(await card.count()).toBe(0);

  await room.goto(`/cloudRoom?order=${rx.orderId}&tab=prescription`);
  await room.getByText('Sun Wei is reviewing it now.').waitFor();
  await review.getByRole('checkbox', { name: 'Dose not right' }).check();
  await review.getByRole('checkbox', { name: /^1\. / }).check();
  await review.getByRole('button', { name: 'Reject' }).click();
  await review.getByText('Write down what has to change.').waitFor();
  faults.push(...(await faultsInBothLanguages(review)));
  await reviewer(other).rejects('Half of it is enough');
  expect(await arrives(room.getByText(/^Rejected by Sun Wei; takes effect in/))).toBeLessThan(soonMs);
  await room.getByText('Half of it is enough').waitFor();

  await review.goto('/prescriptionTask');
  await review.getByRole('button', { name: 'Columns' }).click();
  await review.getByRole('checkbox', { name: 'Diagnosis' }).waitFor();
  faults.push(...(await faultsInBothLanguages(review)));
  expect(faults).toEqual([]);
  expect([...user.problems, ...other.problems]).toEqual([]);
  await Promise.all([user.context.close(), other.context.close()]);
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftKey } from '../../../src/domain/drafts.ts';
import { amoxicillin, bronchitis, completeDraft } from '../../support/clinical.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { prescriptionScreen } from '../../support/prescriptionScreen.tsx';
import { rx } from '../../support/prescriptionsOf.ts';

const key = draftKey('prescription', order('1', 'Wang Min').id);
const other = { ...completeDraft, advice: 'Drink plenty' };
const unsent = () => screen.findByRole('region', { name: 'Your prescription text that was not sent' });

test('an issued prescription offers the text that was not sent, which goes on once it may', async () => {
  const { user, actor, drafts } = prescriptionScreen({ latest: rx('7', 'Wang Min', { status: 20 }) });
  await screen.findByText('Approved and in force');
  drafts.leave(key, other);
  const text = within(await unsent());
  expect(text.getByText('Amoxicillin')).toBeVisible();
  expect(text.getByText(/^120 mg/)).toBeVisible();
  expect(text.getByText(/^0.5 g/)).toBeVisible();
  await user.click(text.getByRole('button', { name: 'Continue with it' }));
  expect(await screen.findByRole('textbox', { name: 'Advice to the patient' })).toHaveValue('Drink plenty');
  const { draft } = actor.getSnapshot().context;
  expect([draft.editing, draft.lines.map(({ medicine }) => medicine.name)]).toEqual([null, [amoxicillin.name]]);
  expect(drafts.copies(key).value).toEqual([]);
});

test('beside a prescription under review the text can only be discarded, and the same text is not shown', async () => {
  const latest = rx('7', 'Wang Min', { status: 10 });
  const { user, drafts } = prescriptionScreen({ latest });
  await screen.findByText('Waiting for review');
  drafts.leave(key, other);
  const text = within(await unsent());
  expect(text.queryByRole('button', { name: 'Continue with it' })).toBeNull();
  await user.click(text.getByRole('button', { name: 'Discard it' }));
  expect(screen.queryByText('Amoxicillin')).toBeNull();
  expect(drafts.copies(key).value).toEqual([]);
});

test('what another open window is writing is not shown as unsent', async () => {
  const { drafts } = prescriptionScreen({ latest: rx('7', 'Wang Min', { status: 10 }) });
  await screen.findByText('Waiting for review');
  drafts.writeElsewhere(key, other);
  expect(screen.queryByRole('region', { name: 'Your prescription text that was not sent' })).toBeNull();
});

test('a form says that the consultation has a prescription already, and gives way to it', async () => {
  const latest = rx('7', 'Wang Min', { status: 20, submitTime: startOfTest });
  const { user, ended } = prescriptionScreen({ latest, draft: other });
  const note = await screen.findByRole('region', { name: 'This consultation already has prescription RX7' });
  await user.click(within(note).getByRole('button', { name: 'Discard mine and show it' }));
  expect(await screen.findByText('Approved and in force')).toBeVisible();
  expect(ended).toEqual(['given up']);
});

test('a form shows what a closed window left beside its own text, and takes it', async () => {
  const { user, actor, drafts } = prescriptionScreen({ draft: { ...completeDraft, diagnosisList: [bronchitis] } });
  await screen.findByRole('group', { name: /Line 1: Amoxicillin/ });
  drafts.leave(key, { ...other, requestId: '0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e99' });
  const name = 'Another window left a prescription that was not sent';
  const left = within(await screen.findByRole('region', { name }));
  expect(left.getByText('Drink plenty')).toBeVisible();
  await user.click(left.getByRole('button', { name: 'Take it into this form' }));
  await waitFor(() => expect(actor.getSnapshot().context.draft.advice).toBe('Drink plenty'));
  expect(actor.getSnapshot().context.draft.requestId).toBe(completeDraft.requestId);
  expect(screen.queryByRole('region', { name })).toBeNull();
});

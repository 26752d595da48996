import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { Refused } from '../../support/fakeApp.tsx';
import { choosesAmoxicillin, firstLine, prescriptionScreen, shelf } from '../../support/prescriptionScreen.tsx';
import { fillIn } from '../../support/render.tsx';

const refusal: RuleHit = {
  ruleCode: 'allergy',
  level: 'block',
  lineIndex: 0,
  params: { drug: 'Amoxicillin' },
  detail: 'Penicillins',
  needReason: false,
};

const refused = () => screen.findAllByText(/Amoxicillin: the patient is allergic to this/);
const row = async () => within(await screen.findByRole('list', { name: 'Findings of line 1' })).getByRole('listitem');
const submitButton = () => screen.getByRole('button', { name: 'Submit prescription' });

/** Elements scrolled into view, in order. */
const viewed: Element[] = [];
beforeEach(() => {
  viewed.length = 0;
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    viewed.push(this);
  });
  return () => vi.restoreAllMocks();
});

test('a blocked medicine opens no confirmation: its finding is scrolled to, focused and says what to do', async () => {
  const { user, platform } = prescriptionScreen({ hits: () => [refusal] });
  await choosesAmoxicillin(user);
  await refused();
  await user.click(submitButton());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const finding = await row();
  expect(finding).toHaveFocus();
  expect(viewed).toEqual([finding]);
  expect(finding).toHaveTextContent('Change this line or remove the medicine.');
  expect(platform.sent).toEqual([]);
});

test('the keys that submit work in the last field of a line, which stays open, and lead to the refusal', async () => {
  const { user } = prescriptionScreen({ hits: () => [refusal] });
  await choosesAmoxicillin(user);
  await refused();
  await user.click(firstLine().getByRole('textbox', { name: 'Note' }));
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  const finding = await row();
  await waitFor(() => expect(finding).toHaveFocus());
  // A browser would lose the keys together with a field that the line closes.
  expect(firstLine().getByRole('textbox', { name: 'Note' })).toBeVisible();
});

test('a submission during the checks waits for them and opens no confirmation if they block it', async () => {
  let answer = (_: { available: boolean; hits: readonly RuleHit[] }) => {};
  const { user } = prescriptionScreen({
    answers: { checkPrescription: () => new Promise((resolve) => (answer = resolve)) },
  });
  await choosesAmoxicillin(user);
  await user.click(submitButton());
  await waitFor(() => expect(submitButton()).toHaveAttribute('aria-busy', 'true'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  answer({ available: true, hits: [refusal] });
  await waitFor(async () => expect(await row()).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a late answer of the pharmacy neither drops a submission nor hides its refusal', async () => {
  let stock = (_: readonly Drug[]) => {};
  const checks: ((found: { available: boolean; hits: readonly RuleHit[] }) => void)[] = [];
  const { user } = prescriptionScreen({
    answers: {
      findDrugInventory: () => new Promise((resolve) => (stock = resolve)),
      checkPrescription: () => new Promise((resolve) => checks.push(resolve)),
    },
  });
  await choosesAmoxicillin(user);
  await user.click(submitButton());
  await waitFor(() => expect(submitButton()).toHaveAttribute('aria-busy', 'true'));
  await waitFor(() => expect(checks).toHaveLength(1));
  stock(shelf.map((medicine) => ({ ...medicine, stock: medicine.stock + 5 })));
  await waitFor(() => expect(checks).toHaveLength(2));
  for (const answer of checks) answer({ available: true, hits: [refusal] });
  await waitFor(async () => expect(await row()).toHaveFocus());
});

test('a value typed while the checks of a submission run takes the submission back', async () => {
  const { user } = prescriptionScreen({ answers: { checkPrescription: () => new Promise(() => {}) } });
  await choosesAmoxicillin(user);
  await user.click(submitButton());
  await waitFor(() => expect(submitButton()).toHaveAttribute('aria-busy', 'true'));
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '1');
  await waitFor(() => expect(submitButton()).not.toHaveAttribute('aria-busy', 'true'));
});

test('a block on a removed medicine no longer counts', async () => {
  const { user } = prescriptionScreen({
    hits: ({ lines }) => (lines.some(({ days }) => days === 3) ? [refusal] : []),
  });
  await choosesAmoxicillin(user);
  await refused();
  await user.clear(screen.getByRole('textbox', { name: 'Days' }));
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '2');
  await user.click(submitButton());
  expect(await screen.findByRole('alertdialog')).toBeVisible();
});

test('checks that could not run open no confirmation', async () => {
  const { user } = prescriptionScreen({ hits: () => null });
  await choosesAmoxicillin(user);
  const retry = await screen.findByRole('button', { name: 'Check again' });
  await user.click(submitButton());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(retry).toHaveFocus();
});

test('a block found only by the platform closes the confirmation and is shown until the draft changes', async () => {
  const { user, actor } = prescriptionScreen({
    answers: {
      createPrescription: () => {
        throw new Refused(Code.prescriptionLinesRefused, 'Not accepted', { lineErrors: [], ruleHits: [refusal] });
      },
    },
  });
  await choosesAmoxicillin(user);
  await user.click(submitButton());
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Submit prescription' }));
  await waitFor(async () => expect(await row()).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(viewed.at(-1)).toBe(await row());
  expect(actor.getSnapshot().matches({ drafting: 'blocked' })).toBe(true);
});

test('a field rejected by the platform gets the focus', async () => {
  const { user } = prescriptionScreen({
    answers: {
      createPrescription: () => {
        const lineErrors = [{ index: 0, field: 'quantity', msg: 'Only 1 left in stock' }];
        throw new Refused(Code.prescriptionLinesRefused, 'Some lines were refused', { lineErrors, ruleHits: [] });
      },
    },
  });
  await choosesAmoxicillin(user);
  await user.click(submitButton());
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveFocus());
});

test('for a child without a guardian the guardian confirmation gets the focus', async () => {
  const { user } = prescriptionScreen({
    patient: { birthday: '2023-05-04', age: 2 },
    hits: () => [{ ruleCode: 'guardianMissing', level: 'block', params: { years: 6 }, needReason: false }],
  });
  await choosesAmoxicillin(user);
  await screen.findByText(/Under the age of 6 a guardian must be there/);
  await user.click(submitButton());
  expect(screen.getByRole('checkbox', { name: /A guardian is with the child/ })).toHaveFocus();
});

test('how many findings there are stays in sight above the buttons, and "show" leads to the gravest', async () => {
  const warning: RuleHit = { ...refusal, ruleCode: 'interaction', level: 'warn', needReason: true };
  const { user } = prescriptionScreen({ hits: () => [warning, refusal] });
  await choosesAmoxicillin(user);
  expect(await screen.findByText('1 refusal, 1 warning, 1 reason missing')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  const [gravest] = within(screen.getByRole('list', { name: 'Findings of line 1' })).getAllByRole('listitem');
  expect(gravest).toHaveFocus();
  expect(gravest).toHaveTextContent(/allergic/);
});

test('the foot counts the medicines that are not checked yet, beside what was found', async () => {
  const { user } = prescriptionScreen({ hits: () => [] });
  await choosesAmoxicillin(user);
  await user.clear(firstLine().getByRole('textbox', { name: 'Dose' }));
  expect(await screen.findByText('1 medicine not checked yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(viewed).toEqual([screen.getByRole('region', { name: 'Safety checks' })]);
});

test('the confirmation lists the warnings that it overrides', async () => {
  const warning: RuleHit = { ...refusal, level: 'warn', needReason: true };
  const { user } = prescriptionScreen({ hits: () => [warning] });
  await choosesAmoxicillin(user);
  await fillIn(user, await screen.findByRole('textbox', { name: /^Reason for/ }), 'Tolerated before');
  await user.click(submitButton());
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(within(dialog.getByRole('list', { name: 'Safety checks' })).getByText(/allergic/)).toBeVisible();
});

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { Refused } from '../../support/fakeApp.tsx';
import {
  checks,
  choosesAmoxicillin,
  firstLine,
  medicineSearch,
  prescriptionScreen,
  shelf,
  submits,
} from '../../support/prescriptionScreen.tsx';
import { fillIn } from '../../support/render.tsx';

afterEach(() => setLanguage('en'));

const warning: RuleHit = {
  ruleCode: 'interaction',
  level: 'warn',
  lineIndex: 0,
  params: { drug: 'Amoxicillin', other: 'Warfarin', otherLine: 0 },
  needReason: true,
};

test('the diagnosis of the record and the default pharmacy are filled in', async () => {
  prescriptionScreen();
  expect(await screen.findByText('Acute bronchitis')).toBeVisible();
  expect(screen.getByText('Copied from the record')).toBeVisible();
  expect(await screen.findByDisplayValue('Central pharmacy')).toHaveAccessibleName('Pharmacy');
});

test('a medicine shows form, price and stock; one out of stock cannot be chosen and says why', async () => {
  const { user, actor } = prescriptionScreen();
  await screen.findByDisplayValue('Central pharmacy');
  await user.type(await medicineSearch(), 'am');
  expect(await screen.findByRole('option', { name: /Amoxicillin \(Amoxil\) 0\.25\sg × 24/ })).toHaveTextContent(
    /Capsules.*¥12.80 · 40 in stock/,
  );
  const soldOut = screen.getByRole('option', { name: /Ambroxol/ });
  expect(soldOut).toHaveTextContent('Out of stock');
  await user.click(soldOut);
  expect(actor.getSnapshot().context.draft.lines).toEqual([]);
});

test('submitting names the patient, sends once, and shows that review is pending', async () => {
  const { user, platform } = prescriptionScreen();
  await choosesAmoxicillin(user);
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Submit this prescription?' }));
  expect(dialog.getByText('Wang Min')).toBeVisible();
  expect(dialog.getByText('Female, 34 years')).toBeVisible();
  expect(dialog.getByText('0.5 g, Three times daily, By mouth, 3 days')).toBeVisible();
  await user.dblClick(dialog.getByRole('button', { name: 'Submit prescription' }));
  expect(await screen.findByText('Waiting for review')).toBeVisible();
  expect(platform.sent.map(({ submit, lines }) => [submit, lines.map(({ quantity }) => quantity)])).toEqual([
    [true, [1]],
  ]);
});

test('the dialog of submitting shows the diagnosis, the allergies and the advice that are signed', async () => {
  const { user } = prescriptionScreen({ patient: { allergy: 'Sulfonamides' } });
  await choosesAmoxicillin(user);
  await fillIn(user, screen.getByRole('textbox', { name: 'Advice to the patient' }), 'Drink plenty');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Submit this prescription?' }));
  expect(dialog.getByText(/Acute bronchitis/)).toBeVisible();
  expect(dialog.getByText('Sulfonamides')).toBeVisible();
  expect(dialog.getByText('Drink plenty')).toBeVisible();
});

test('a warning needs a written reason, which is submitted with it', async () => {
  const { user, platform } = prescriptionScreen({ hits: () => [warning] });
  await choosesAmoxicillin(user);
  expect(
    await firstLine().findByText('Amoxicillin interacts with Warfarin, which the patient already takes'),
  ).toBeVisible();
  expect(checks().getByText('1 finding is shown at its line above.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  const reason = firstLine().getByRole('textbox', { name: /Reason for “Amoxicillin interacts/ });
  expect(screen.getAllByRole('textbox', { name: /Reason for/ })).toEqual([reason]);
  expect(reason).toHaveFocus();
  expect(reason).toBeInvalid();
  await fillIn(user, reason, 'INR checked weekly');
  await submits(user);
  await waitFor(() => expect(platform.sent[0]?.overrides.map((one) => one.reason)).toEqual(['INR checked weekly']));
});

test('a reason with a blank is refused at its field', async () => {
  const { user, platform } = prescriptionScreen({ hits: () => [warning] });
  await choosesAmoxicillin(user);
  const reason = await firstLine().findByRole('textbox', { name: /Reason for “Amoxicillin interacts/ });
  await fillIn(user, reason, 'INR checked every __ days');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(reason).toHaveFocus());
  expect(reason).toHaveAccessibleDescription(/Fill in or delete “__”/);
  expect(platform.sent).toEqual([]);
});

test('a finding names each medicine once: what the rule table names, the headline does not repeat', async () => {
  const params = { drug: 'Amoxicillin capsules', other: 'Warfarin sodium tablets', otherLine: 0 };
  const detail = 'Amoxicillin strengthens warfarin. Risk: bleeding.';
  const ban = { ruleCode: 'onlineBan', detail: 'Amoxicillin may not be sold online.', level: 'block' } as const;
  const hits: RuleHit[] = [
    { ...warning, params, detail },
    { ...warning, params: { ...params, interaction: 'effect:bleeding' }, detail: 'Both bleed.' },
    { ...warning, params, ...ban, source: 'NMPA' },
    {
      ...warning,
      ruleCode: 'duplicateIngredient',
      params: { ...params, other: 'Amoxicillin syrup' },
      detail: 'Amoxicillin',
    },
  ];
  const { user } = prescriptionScreen({ hits: () => hits });
  await choosesAmoxicillin(user);
  const found = await firstLine().findAllByRole('listitem');
  expect(found[0]).toHaveTextContent(
    /Amoxicillin capsules may not be prescribed online.*cannot be submitted with it.Source: NMPA/,
  );
  expect(found[1]).toHaveTextContent(
    /Interaction with a medicine that the patient already takes.*Amoxicillin strengthens warfarin. Risk: bleeding./,
  );
  expect(found[3]).toHaveTextContent(/which the patient already takesReason/);
  expect(found[2]).toHaveTextContent(/Amoxicillin capsules interacts with Warfarin sodium tablets, which.*Both bleed./);
});

test('each skipped check has its own reason, and uncoded text is quoted', async () => {
  const left = (rule: string, why: string, quote?: string): RuleHit => ({
    ruleCode: 'notChecked',
    level: 'warn',
    lineIndex: null,
    needReason: true,
    params: { rule, why, ...(quote && { quote }) },
  });
  const hits = [left('pregnancy', 'stateUnknown'), left('allergy', 'allergyNotCoded', '青霉素过敏性休克史')];
  const { user, platform } = prescriptionScreen({ hits: () => hits });
  await choosesAmoxicillin(user);
  expect(await checks().findByText(/not coded: “青霉素过敏性休克史”/, { selector: 'p > span' })).toBeVisible();
  const [pregnancy, allergy] = checks().getAllByRole('textbox', { name: /Reason for “Not checked/ });
  if (!pregnancy || !allergy) throw new Error('a reason cannot be written');
  await fillIn(user, pregnancy, 'Test negative today');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(allergy).toHaveFocus());
  await fillIn(user, allergy, 'Amoxicillin tolerated in 2024');
  await submits(user);
  await waitFor(() =>
    expect(platform.sent[0]?.overrides).toMatchObject([
      { about: 'pregnancy', reason: 'Test negative today' },
      { about: 'allergy: 青霉素过敏性休克史', reason: 'Amoxicillin tolerated in 2024' },
    ]),
  );
});

test('checks that could not run are an alert, never "nothing found", and can be rerun', async () => {
  let running = false;
  const { user, platform } = prescriptionScreen({ hits: () => (running ? [] : null) });
  await choosesAmoxicillin(user);
  expect(await checks().findByRole('alert')).toHaveTextContent('Nothing has been checked');
  expect(checks().queryByText('Nothing found')).toBeNull();
  running = true;
  await user.click(checks().getByRole('button', { name: 'Check again' }));
  expect(await checks().findByText('Nothing found')).toBeVisible();
  expect(platform.sent).toEqual([]);
});

test('a finding unknown to this version shows the platform’s text', async () => {
  const odd: RuleHit = { ruleCode: 'moonPhase', level: 'info', title: 'Not under a full moon', needReason: false };
  const { user } = prescriptionScreen({ hits: () => [odd] });
  await choosesAmoxicillin(user);
  expect(await checks().findByText('Not under a full moon')).toBeVisible();
});

test('a small child needs a confirmed guardian', async () => {
  const { user, platform } = prescriptionScreen({
    patient: { birthday: '2023-05-04', age: 2 },
    hits: ({ guardianConfirmed }) =>
      guardianConfirmed
        ? []
        : [{ ruleCode: 'guardianMissing', level: 'block', params: { years: 6 }, needReason: false }],
  });
  await choosesAmoxicillin(user);
  expect(await checks().findByText(/Under the age of 6 a guardian must be there/)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /A guardian is with the child/ }));
  await submits(user);
  await waitFor(() => expect(platform.sent).toHaveLength(1));
});

test('where the hospital asks for a guardian below 18 years, the form asks for a patient of 15', async () => {
  const { user, platform } = prescriptionScreen({
    patient: { birthday: '2011-05-04', age: 15 },
    hits: ({ guardianConfirmed }) =>
      guardianConfirmed
        ? []
        : [{ ruleCode: 'guardianMissing', level: 'block', params: { years: 18 }, needReason: false }],
  });
  await choosesAmoxicillin(user);
  await user.click(await screen.findByRole('checkbox', { name: /A guardian is with the child/ }));
  await submits(user);
  await waitFor(() => expect(platform.sent).toHaveLength(1));
});

test('the reason for a long supply also answers its finding', async () => {
  const long: RuleHit = {
    ruleCode: 'supplyDays',
    level: 'warn',
    lineIndex: 0,
    params: { days: 10, usual: 7, longest: 84 },
    needReason: true,
  };
  const { user, platform } = prescriptionScreen({ hits: () => [long] });
  await choosesAmoxicillin(user);
  await fillIn(user, await screen.findByRole('textbox', { name: 'Reason for a long supply' }), 'Travels abroad');
  await submits(user);
  await waitFor(() =>
    expect(platform.sent[0]).toMatchObject({
      overDaysReason: 'Travels abroad',
      overrides: [{ ruleCode: 'supplyDays', lineIndex: 0, reason: 'Travels abroad' }],
    }),
  );
});

test('the prescription is shown in Chinese', async () => {
  await setLanguage('zh-CN');
  const { user } = prescriptionScreen();
  await screen.findByDisplayValue('Central pharmacy');
  await user.type(await screen.findByRole('combobox', { name: '药品' }), 'amox');
  await user.click(await screen.findByRole('option', { name: /Amoxicillin/ }));
  const one = within(screen.getByRole('group', { name: /第1行：Amoxicillin/ }));
  expect(one.getByRole('combobox', { name: '频次' })).toHaveDisplayValue('每日三次');
  expect(one.getByText('2 × 3 × 3 = 18粒 → 1盒')).toBeVisible();
});

test('a medicine that the patient must not have is marked in the list with the reason, before it is chosen', async () => {
  const asked: string[][] = [];
  const { user } = prescriptionScreen({
    answers: {
      screenDrugs: ({ drugIds }: { drugIds: string[] }) => {
        asked.push(drugIds);
        const about = { params: { drug: 'Amoxicillin' }, detail: 'Penicillins' };
        const hit = { ruleCode: 'allergy', level: 'block', lineIndex: 0, needReason: false, ...about };
        return drugIds.map((drugId) => ({ drugId, hits: [hit] }));
      },
    },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Medicine' }), 'amo');
  const option = await screen.findByRole('option', { name: /Amoxicillin/ });
  await waitFor(() => expect(option).toHaveTextContent(/Refused.*Amoxicillin: the patient is allergic.*Penicillins/));
  expect(asked).toEqual([[shelf[0]?.drugId]]);
});

test('a list that could not be checked for the patient says so at each medicine', async () => {
  const { user } = prescriptionScreen({
    answers: {
      screenDrugs: () => {
        throw new Refused(500, 'down');
      },
    },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Medicine' }), 'amo');
  const option = await screen.findByRole('option', { name: /Amoxicillin/ });
  await waitFor(() => expect(option).toHaveTextContent('Not checked for this patient yet'));
});

test('the finding about an unborn child is answered in place, by keyboard, once for two lines', async () => {
  const asks = { params: { drug: 'Amoxicillin', asks: 1 }, ruleCode: 'pregnancyPrevention' };
  const saved: unknown[] = [];
  const { user } = prescriptionScreen({
    hits: () => [
      { ...warning, ...asks },
      { ...warning, ...asks, lineIndex: 1 },
    ],
    answers: {
      savePatientFacts: ({ changes }: { changes: unknown }) => {
        saved.push(changes);
        return { current: [], ended: [] };
      },
    },
  });
  await choosesAmoxicillin(user);
  const answers = within(await screen.findByRole('group', { name: 'Answers of today' }));
  expect(answers.getByRole('button', { name: 'Save and check again' })).toBeDisabled();
  await user.selectOptions(answers.getByRole('combobox', { name: 'Pregnant?' }), 'No');
  const method = answers.getByRole('combobox', { name: 'Contraception' });
  await user.selectOptions(method, 'Reliable method in use');
  method.focus();
  await user.keyboard('{Enter}');
  const added = (value: object) => ({ op: 'add', origin: 'doctor', value });
  await waitFor(() =>
    expect(saved).toEqual([
      [
        added({ kind: 'pregnancy', state: 'no', week: null }),
        added({ kind: 'contraception', state: 'inUse', note: '' }),
      ],
    ]),
  );
});

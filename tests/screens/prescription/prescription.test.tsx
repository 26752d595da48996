import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { WarehouseId } from '../../../contract/ids.ts';
import { lineFor } from '../../../src/domain/rxDraft.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { amoxicillin, completeDraft } from '../../support/clinical.ts';
import { Refused } from '../../support/fakeApp.tsx';
import { prescriptionDesk, shelf } from '../../support/prescriptionDesk.tsx';
import { rx } from '../../support/prescriptionsOf.ts';

afterEach(() => setLanguage('en'));

const drug = () => screen.findByRole('combobox', { name: 'Drug' });
const line = () => within(screen.getByRole('group', { name: /Line 1: Amoxicillin/ }));
const checks = () => within(screen.getByRole('region', { name: 'Safety checks' }));

async function choosesAmoxicillin(user: UserEvent) {
  await screen.findByDisplayValue('Central pharmacy');
  await user.type(await drug(), 'amox');
  await user.click(await screen.findByRole('option', { name: /Amoxicillin/ }));
  await waitFor(() => expect(line().getByRole('textbox', { name: 'Dose' })).toHaveFocus());
}

async function submits(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Submit prescription' }));
}

const warning: RuleHit = {
  ruleCode: 'interaction',
  level: 'warn',
  lineIndex: 0,
  params: { drug: 'Amoxicillin', other: 'Warfarin', otherLine: 0 },
  needReason: true,
};

test('the diagnosis of the record and the default pharmacy are filled in', async () => {
  prescriptionDesk();
  expect(await screen.findByText('Acute bronchitis')).toBeVisible();
  expect(screen.getByText('Taken over from the record')).toBeVisible();
  expect(await screen.findByDisplayValue('Central pharmacy')).toHaveAccessibleName('Pharmacy');
});

test('a drug shows form, price and stock; one out of stock cannot be chosen and says why', async () => {
  const { user, actor } = prescriptionDesk();
  await screen.findByDisplayValue('Central pharmacy');
  await user.type(await drug(), 'am');
  expect(await screen.findByRole('option', { name: /Amoxicillin \(Amoxil\) 0.25 g × 24/ })).toHaveTextContent(
    /Capsules.*¥12.80 · 40 in stock/,
  );
  const soldOut = screen.getByRole('option', { name: /Ambroxol/ });
  expect(soldOut).toHaveTextContent('Out of stock');
  await user.click(soldOut);
  expect(actor.getSnapshot().context.draft.lines).toEqual([]);
});

test('a chosen drug gets its usual dosage and calculated quantity, and its dose field is focused', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  expect(line().getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  expect(line().getByRole('textbox', { name: 'Dose' })).toHaveValue('0.5');
  expect(line().getByRole('combobox', { name: 'Unit' })).toHaveDisplayValue('g');
  expect(line().getByRole('combobox', { name: 'Frequency' })).toHaveDisplayValue('Three times daily');
  expect(line().getByRole('combobox', { name: 'Route' })).toHaveDisplayValue('By mouth');
  expect(line().getByRole('textbox', { name: 'Days' })).toHaveValue('3');
  expect(line().getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
  expect(line().getByText('2 × 3 × 3 = 18 capsules → 1 box')).toBeVisible();
});

test.each(['', '0', '500 iu', '-5'])(
  'a line with the dose %j is not checked, and says so instead of “nothing found”',
  async (dose) => {
    const { user } = prescriptionDesk();
    await choosesAmoxicillin(user);
    expect(await checks().findByText('Nothing found')).toBeVisible();
    await user.clear(line().getByRole('textbox', { name: 'Dose' }));
    if (dose) await user.type(line().getByRole('textbox', { name: 'Dose' }), dose);
    expect(checks().getByRole('listitem')).toHaveTextContent(/Line 1.*Not checked yet/);
    expect(checks().queryByText('Nothing found')).toBeNull();
    await waitFor(() => expect(checks().getByRole('status')).toBeEmptyDOMElement());
    expect(checks().queryByText('Nothing found')).toBeNull();
  },
);

test('a dose of zero is refused as no dose, not as an empty field', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.clear(line().getByRole('textbox', { name: 'Dose' }));
  await user.type(line().getByRole('textbox', { name: 'Dose' }), '0');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(line().getByRole('textbox', { name: 'Dose' })).toBeInvalid());
  expect(line().getByRole('textbox', { name: 'Dose' })).toHaveAccessibleDescription(/Enter a number above 0/);
});

test('Enter moves through the fields, and from the last one to the next drug', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  const passed: (string | null)[] = [];
  for (let step = 0; step < 7; step += 1) {
    passed.push(document.activeElement?.id ?? null);
    await user.keyboard('{Enter}');
  }
  expect(new Set(passed).size).toBe(7);
  expect(await drug()).toHaveFocus();
});

test('the quantity follows the days until it is typed, and can be recalculated', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  const days = line().getByRole('textbox', { name: 'Days' });
  const quantity = line().getByRole('textbox', { name: 'Quantity' });
  await user.clear(days);
  await user.type(days, '7');
  expect(quantity).toHaveValue('2');
  await user.clear(quantity);
  await user.type(quantity, '5');
  expect(line().getByText(/Typed by hand/)).toBeVisible();
  await user.click(line().getByRole('button', { name: 'Recalculate (2)' }));
  expect(quantity).toHaveValue('2');
});

test('an incomplete number stays as typed and counts as missing', async () => {
  const { user, actor } = prescriptionDesk();
  await choosesAmoxicillin(user);
  const dose = line().getByRole('textbox', { name: 'Dose' });
  await user.clear(dose);
  await user.type(dose, '0.');
  expect(dose).toHaveValue('0.');
  expect(actor.getSnapshot().context.draft.lines[0]?.onceDose).toBeNull();
  await user.type(dose, '25');
  expect(actor.getSnapshot().context.draft.lines[0]?.onceDose).toBe(0.25);
});

test('a finished line is one row; opening it closes the other, and leads to its dose', async () => {
  const other = {
    ...amoxicillin,
    id: '13' as never,
    drugId: '3' as never,
    name: 'Ambroxol',
    warehouseId: '1' as never,
  };
  const lines = [lineFor({ ...amoxicillin, warehouseId: '1' as never }, 'a'), lineFor(other, 'b')];
  const { user } = prescriptionDesk({ draft: { ...completeDraft, lines } });
  const first = await screen.findByRole('button', { name: '1 Amoxicillin 0.25 g × 24 0.5 g · tid · 3 d · 1 box' });
  expect(screen.queryByRole('textbox', { name: 'Dose' })).toBeNull();
  await user.click(first);
  expect(line().getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  screen.getByRole('button', { name: '2 Ambroxol 0.25 g × 24 0.5 g · tid · 3 d · 1 box' }).focus();
  await user.keyboard('{Enter}');
  const second = within(screen.getByRole('group', { name: 'Line 2: Ambroxol' }));
  expect(second.getByRole('textbox', { name: 'Dose' })).toHaveFocus();
  expect(screen.getAllByRole('textbox', { name: 'Dose' })).toHaveLength(1);
});

test('Enter in the last field closes a finished line; an unfinished one says what is missing when another is opened', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.click(line().getByRole('textbox', { name: 'Note' }));
  await user.keyboard('after meals{Enter}');
  expect(await drug()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: /^1 Amoxicillin .*0.5 g · tid · 3 d · 1 box · after meals/ }));
  await user.clear(line().getByRole('textbox', { name: 'Days' }));
  await user.click(screen.getByRole('button', { name: /^1 Amoxicillin/ }));
  // Nothing else is edited, so the unfinished line stays open.
  expect(line().getByRole('textbox', { name: 'Days' })).toBeVisible();
});

test('a drug taken as needed gets its quantity from the maximum', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.selectOptions(line().getByRole('combobox', { name: 'Frequency' }), 'As needed');
  expect(line().getByText(/it is taken as needed, without a maximum/)).toBeVisible();
  await user.type(line().getByRole('textbox', { name: 'Times in 24 h, at most' }), '4');
  await user.type(line().getByRole('textbox', { name: 'Hours apart, at least' }), '6');
  expect(line().getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
  expect(line().getByText('2 × 4 × 3 = 24 capsules → 1 box')).toBeVisible();
  await submits(user);
  await waitFor(() => expect(platform.sent[0]?.lines).toMatchObject([{ maxTimes: 4, minHours: 6, quantity: 1 }]));
  const paper = await screen.findByRole('article');
  expect(paper).toHaveTextContent(
    '0.5 g, As needed, at most 4 times in 24 hours, at least 6 hours apart, By mouth, 3 days',
  );
});

test('a taper is written step by step on the keyboard, and its steps can be removed', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  line().getByRole('button', { name: 'Add taper step' }).focus();
  await user.keyboard('{Enter}');
  expect(line().getByRole('textbox', { name: 'Step 2: dose (g)' })).toHaveFocus();
  await user.keyboard('0.25{Enter}{Enter}');
  expect(line().getByRole('textbox', { name: 'Step 2: days' })).toHaveFocus();
  expect(line().getByText('2 × 3 × 3 + 1 × 3 × 3 = 27 capsules → 2 boxes')).toBeVisible();
  await user.click(line().getByRole('button', { name: 'Add taper step' }));
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(line().getByRole('textbox', { name: 'Step 3: dose (g)' })).toHaveFocus();
  await user.click(line().getByRole('button', { name: 'Remove step 3' }));
  expect(line().getByRole('textbox', { name: 'Step 2: dose (g)' })).toHaveFocus();
  await submits(user);
  await waitFor(() =>
    expect(platform.sent[0]?.lines).toMatchObject([
      { steps: [{ dose: 0.25, frequency: 'tid', days: 3 }], quantity: 2 },
    ]),
  );
  expect(await screen.findByRole('article')).toHaveTextContent(
    '0.5 g, Three times daily, 3 days → 0.25 g, Three times daily, 3 days, By mouth',
  );
});

test('a loading dose counts once and can be removed', async () => {
  const { user } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.click(line().getByRole('button', { name: 'Add loading dose' }));
  expect(line().getByRole('textbox', { name: 'Loading dose (g)' })).toHaveFocus();
  await user.keyboard('1');
  expect(line().getByText('4 + 2 × (3 × 3 − 1) = 20 capsules → 1 box')).toBeVisible();
  expect(line().queryByRole('option', { name: 'As needed' })).toBeNull();
  await user.click(line().getByRole('button', { name: 'Remove loading dose' }));
  expect(line().getByText('2 × 3 × 3 = 18 capsules → 1 box')).toBeVisible();
});

test('a prescription without a drug is not submitted, and the search says so', async () => {
  const { user, platform } = prescriptionDesk();
  await screen.findByDisplayValue('Central pharmacy');
  await user.click(await screen.findByRole('button', { name: 'Submit prescription' }));
  expect(await drug()).toHaveFocus();
  expect(await drug()).toHaveAccessibleDescription(/Add at least one drug/);
  expect(platform.sent).toEqual([]);
});

test('missing values of a line are marked in their fields', async () => {
  const { user, platform } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.clear(line().getByRole('textbox', { name: 'Days' }));
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(line().getByRole('textbox', { name: 'Days' })).toHaveFocus();
  expect(line().getByRole('textbox', { name: 'Days' })).toBeInvalid();
  expect(platform.sent).toEqual([]);
});

test('a unit that does not suit the drug is rejected at its line', async () => {
  const line0 = { ...lineFor({ ...amoxicillin, warehouseId: WarehouseId.parse('1') }, 'a'), onceDoseUnit: 'iu' };
  const { user, platform } = prescriptionDesk({ draft: { ...completeDraft, lines: [line0] } });
  const unit = await screen.findByRole('combobox', { name: 'Unit' });
  expect(unit).toHaveAccessibleDescription('This unit does not fit the drug. Choose another.');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  expect(unit).toHaveFocus();
  await user.selectOptions(unit, 'g');
  await submits(user);
  await waitFor(() => expect(platform.sent).toHaveLength(1));
});

test('submitting names the patient, sends once, and shows that review is pending', async () => {
  const { user, platform } = prescriptionDesk();
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

test('a warning needs a written reason, which is submitted with it', async () => {
  const { user, platform } = prescriptionDesk({ hits: () => [warning] });
  await choosesAmoxicillin(user);
  expect(await line().findByText('Amoxicillin interacts with Warfarin, which the patient already takes')).toBeVisible();
  expect(checks().getByText('1 finding is shown at its line above.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  const reason = line().getByRole('textbox', { name: /Reason for “Amoxicillin interacts/ });
  expect(screen.getAllByRole('textbox', { name: /Reason for/ })).toEqual([reason]);
  expect(reason).toHaveFocus();
  expect(reason).toBeInvalid();
  await user.type(reason, 'INR checked weekly');
  await submits(user);
  await waitFor(() => expect(platform.sent[0]?.overrides.map((one) => one.reason)).toEqual(['INR checked weekly']));
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
  const { user, platform } = prescriptionDesk({ hits: () => hits });
  await choosesAmoxicillin(user);
  expect(await checks().findByText(/not coded: “青霉素过敏性休克史”/, { selector: 'p' })).toBeVisible();
  const [pregnancy, allergy] = checks().getAllByRole('textbox', { name: /Reason for “Not checked/ });
  if (!pregnancy || !allergy) throw new Error('a reason cannot be written');
  await user.type(pregnancy, 'Test negative today');
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  await waitFor(() => expect(allergy).toHaveFocus());
  await user.type(allergy, 'Amoxicillin tolerated in 2024');
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
  const { user, platform } = prescriptionDesk({ hits: () => (running ? [] : null) });
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
  const { user } = prescriptionDesk({ hits: () => [odd] });
  await choosesAmoxicillin(user);
  expect(await checks().findByText('Not under a full moon')).toBeVisible();
});

test('a small child needs a confirmed guardian', async () => {
  const { user, platform } = prescriptionDesk({
    patient: { birthday: '2023-05-04', age: 2 },
    hits: ({ guardianConfirmed }) =>
      guardianConfirmed
        ? []
        : [{ ruleCode: 'guardianMissing', level: 'block', params: { years: 6 }, needReason: false }],
  });
  await choosesAmoxicillin(user);
  expect(await checks().findByText(/Under 6 years a guardian must be there/)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /A guardian is with the child/ }));
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
  const { user, platform } = prescriptionDesk({ hits: () => [long] });
  await choosesAmoxicillin(user);
  await user.type(await screen.findByRole('textbox', { name: 'Reason for a long supply' }), 'Travels abroad');
  await submits(user);
  await waitFor(() =>
    expect(platform.sent[0]).toMatchObject({
      overDaysReason: 'Travels abroad',
      overrides: [{ ruleCode: 'supplyDays', lineIndex: 0, reason: 'Travels abroad' }],
    }),
  );
});

test('a rejection by the platform is shown at its line, and nothing is cleared', async () => {
  const { user } = prescriptionDesk({
    answers: {
      createPrescription: () => {
        const lineErrors = [{ index: 0, field: 'quantity', msg: 'Only 1 left in stock' }];
        throw new Refused(Code.prescriptionLinesRefused, 'Some lines were refused', { lineErrors, ruleHits: [] });
      },
    },
  });
  await choosesAmoxicillin(user);
  await submits(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not submitted: Some lines were refused');
  expect(line().getByRole('textbox', { name: 'Quantity' })).toHaveAccessibleDescription('Only 1 left in stock');
  expect(line().getByRole('textbox', { name: 'Dose' })).toHaveValue('0.5');
});

test('a draft is saved on the platform, and the doctor is informed', async () => {
  const { user, platform, said } = prescriptionDesk();
  await choosesAmoxicillin(user);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(said).toEqual(['Draft saved.']));
  expect(platform.sent.map(({ submit }) => submit)).toEqual([false]);
  expect(line().getByRole('textbox', { name: 'Dose' })).toHaveValue('0.5');
});

const rejected = rx('7', 'Wang Min', {
  status: 11,
  auditStatus: 3,
  version: 2,
  auditRemark: 'Five days, please',
  auditReasonCodes: ['duration'],
  auditor: { id: '9' as never, name: 'Gao Lei' },
});

test('a rejected prescription shows the reason on top and keeps everything when edited', async () => {
  const { user, platform } = prescriptionDesk({ latest: rejected });
  expect(await screen.findByText('Five days, please')).toBeVisible();
  expect(screen.getByText('Duration not right')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit and resubmit' }));
  expect(screen.getByText('Five days, please')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^1 .* · tid · 5 d · 1 box/ }));
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '5');
  await submits(user);
  await waitFor(() => expect(platform.sent[0]).toMatchObject({ id: '7', version: 2, submit: true }));
  expect(platform.sent[0]?.lines.map(({ days: asked }) => asked)[0]).toBe(5);
});

test('the lines that the auditor marked are marked in the prescription and in the form, and stay marked while other lines change', async () => {
  const [first] = rejected.lines;
  if (!first) throw new Error('no line');
  const second = { ...first, drugId: '2' as never, drugName: 'Ambroxol' };
  const { user } = prescriptionDesk({ latest: { ...rejected, lines: [first, second], markedLines: [1] } });
  const paper = within(await screen.findByRole('article', { name: /Prescription RX7/ }));
  const markedIn = (items: HTMLElement[]) =>
    items.filter((item) => within(item).queryByText('Marked by the auditor')).map(({ textContent }) => textContent);
  expect(markedIn(paper.getAllByRole('listitem'))).toEqual([expect.stringContaining('Ambroxol')]);
  await user.click(screen.getByRole('button', { name: 'Edit and resubmit' }));
  const lines = () => within(screen.getByRole('list', { name: 'Drugs on the prescription' })).getAllByRole('listitem');
  expect(markedIn(lines())).toEqual([expect.stringContaining('Ambroxol')]);
  await user.click(screen.getByRole('button', { name: /Remove Amoxicillin/ }));
  expect(markedIn(lines())).toEqual([expect.stringContaining('Ambroxol')]);
});

test('what changed since the rejection is shown beside its reason while the prescription is edited', async () => {
  const { user } = prescriptionDesk({ latest: rejected });
  await user.click(await screen.findByRole('button', { name: 'Edit and resubmit' }));
  await user.click(screen.getByRole('button', { name: /^1 .* · tid · 5 d · 1 box/ }));
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '3');
  await user.click(screen.getByText('Changes since the rejection'));
  const [change] = within(screen.getByRole('list', { name: 'Changes since the earlier version' })).getAllByRole(
    'listitem',
  );
  expect(change).toHaveTextContent(/Changed.*5 d.*3 d/);
});

test('a prescription handed in again is shown beside its rejected version, with the reason and the marked drugs', async () => {
  const now = rx('7', 'Wang Min', {
    version: 3,
    logs: [{ time: 1, operator: 'Lin Yue', action: 'resubmitted' }],
  });
  const [line] = now.lines;
  if (!line) throw new Error('no line');
  const version = { diagnosisList: now.diagnosisList, advice: null, overDaysReason: null };
  const rejection = { time: 2, auditor: 'Gao Lei', reasonCodes: ['duration'], remark: 'Too long', markedLines: [0] };
  const { user, calls } = prescriptionDesk({
    latest: now,
    answers: {
      prescriptionVersions: () => [
        { ...version, version: 1, submitTime: 1, lines: [{ ...line, days: 9 }], rejection },
        { ...version, version: 3, submitTime: 3, lines: [line], rejection: null },
      ],
    },
  });
  const summary = await screen.findByText('Changes since the earlier version');
  expect(calls.filter(({ name }) => name === 'prescriptionVersions')).toEqual([]);
  await user.click(summary);
  expect(await screen.findByText('Too long')).toBeVisible();
  expect(screen.getByText('About: Carbocisteine syrup')).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Changes since the earlier version' }));
  expect(list.getByRole('listitem')).toHaveTextContent(/9 d.*5 d/);
});

test('a line edited again calculates its quantity by the drug’s strength', async () => {
  const { drugId, id: inventoryId, name: drugName, ...rest } = amoxicillin;
  const line = {
    drugId,
    inventoryId,
    drugName,
    ...rest,
    onceDose: 0.5,
    onceDoseUnit: 'g',
    frequency: 'tid',
    route: 'po',
  };
  const { user } = prescriptionDesk({
    latest: { ...rejected, lines: [{ ...line, days: 10, quantity: 3, quantityManual: false }] },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit and resubmit' }));
  await user.click(await screen.findByRole('button', { name: /^1 Amoxicillin/ }));
  expect(await screen.findByText(/40 in stock/)).toBeVisible();
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '5');
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
});

test('cancelling requires a reason, which the prescription then shows', async () => {
  const { user, platform } = prescriptionDesk({ latest: rx('7', 'Wang Min', { status: 10 }) });
  await user.click(await screen.findByRole('button', { name: 'Cancel prescription' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /Cancel prescription RX7/ }));
  await user.click(dialog.getByRole('button', { name: 'Cancel it' }));
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong drug');
  await user.click(dialog.getByRole('button', { name: 'Cancel it' }));
  expect(await screen.findByText('Reason: Wrong drug')).toBeVisible();
  expect(platform.rx?.status).toBe(40);
});

test('an approved prescription is in force, can be printed, and a new one can be started', async () => {
  const { user } = prescriptionDesk({ latest: rx('7', 'Wang Min', { status: 20 }) });
  expect(await screen.findByText('Approved and in force')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'New prescription' }));
  expect(await drug()).toBeVisible();
});

test('the prescription is shown in Chinese', async () => {
  await setLanguage('zh-CN');
  const { user } = prescriptionDesk();
  await screen.findByDisplayValue('Central pharmacy');
  await user.type(await screen.findByRole('combobox', { name: '药品' }), 'amox');
  await user.click(await screen.findByRole('option', { name: /Amoxicillin/ }));
  const one = within(screen.getByRole('group', { name: /第1行：Amoxicillin/ }));
  expect(one.getByRole('combobox', { name: '频次' })).toHaveDisplayValue('每日三次');
  expect(one.getByText('2 × 3 × 3 = 18粒 → 1盒')).toBeVisible();
});

test('a line names its drug in the current language, also after switching', async () => {
  const inChinese = shelf.map((one) => ({ ...one, name: '阿莫西林胶囊', tradeName: null, specification: '0.25g×24' }));
  let named = shelf;
  const { user } = prescriptionDesk({
    answers: {
      findDrugInventory: ({ id }: { id: string }) => named.filter(({ drugId }) => drugId === id),
    },
  });
  await choosesAmoxicillin(user);
  expect(line().getByText('Amoxicillin (Amoxil)')).toBeVisible();
  await user.clear(line().getByRole('textbox', { name: 'Days' }));
  await user.type(line().getByRole('textbox', { name: 'Days' }), '6');
  named = inChinese;
  await setLanguage('zh-CN');
  const one = within(await screen.findByRole('group', { name: /第1行：阿莫西林胶囊/ }));
  expect(one.getByRole('textbox', { name: '天数' })).toHaveValue('6');
});

test('a medicine that the patient must not have is marked in the list with the reason, before it is chosen', async () => {
  const asked: string[][] = [];
  const { user } = prescriptionDesk({
    answers: {
      screenDrugs: ({ drugIds }: { drugIds: string[] }) => {
        asked.push(drugIds);
        const about = { params: { drug: 'Amoxicillin' }, detail: 'Penicillins' };
        const hit = { ruleCode: 'allergy', level: 'block', lineIndex: 0, needReason: false, ...about };
        return drugIds.map((drugId) => ({ drugId, hits: [hit] }));
      },
    },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Drug' }), 'amo');
  const option = await screen.findByRole('option', { name: /Amoxicillin/ });
  await waitFor(() => expect(option).toHaveTextContent(/Refused.*Amoxicillin: the patient is allergic.*Penicillins/));
  expect(asked).toEqual([[shelf[0]?.drugId]]);
});

test('a list that could not be checked for the patient says so at each medicine', async () => {
  const { user } = prescriptionDesk({
    answers: {
      screenDrugs: () => {
        throw new Refused(500, 'down');
      },
    },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Drug' }), 'amo');
  const option = await screen.findByRole('option', { name: /Amoxicillin/ });
  await waitFor(() => expect(option).toHaveTextContent('Not checked for this patient yet'));
});

test('every choice asks the pharmacy for the drug’s stock and price now', async () => {
  const { user } = prescriptionDesk({
    answers: {
      findDrugInventory: ({ id }: { id: string }) =>
        shelf.flatMap((one) => (one.drugId === id ? [{ ...one, stock: 3, price: 4_200 }] : [])),
    },
  });
  await choosesAmoxicillin(user);
  expect(await line().findByText(/¥42\.00 · 3 in stock/)).toBeVisible();
});

test('a stock that ran out before the submission is shown at the line, and nothing is sent', async () => {
  let stock = 40;
  const { user, platform } = prescriptionDesk({
    answers: {
      getDrugInventory: ({ drugIds }: { drugIds: string[] }) =>
        drugIds.map((drugId) => ({ drugId, inventoryId: '11', stock, price: shelf[0]?.price, status: 1 })),
    },
  });
  await choosesAmoxicillin(user);
  stock = 0;
  await submits(user);
  expect(await line().findByText(/Changed since you chose it: .* 0 at/)).toBeVisible();
  expect(line().getByRole('textbox', { name: 'Quantity' })).toHaveFocus();
  expect(platform.sent).toEqual([]);
});

test('switching the language reloads an issued prescription', async () => {
  const { platform } = prescriptionDesk({ latest: rx('7', 'Wang Min', { status: 20 }) });
  expect(await screen.findByText('Carbocisteine syrup')).toBeVisible();
  const [first] = platform.rx?.lines ?? [];
  if (!first || !platform.rx) throw new Error('no line');
  platform.rx = { ...platform.rx, lines: [{ ...first, drugName: '羧甲司坦糖浆' }] };
  await setLanguage('zh-CN');
  expect(await screen.findByText('羧甲司坦糖浆')).toBeVisible();
});

test('a draft that could not be saved after an earlier refusal is reported', async () => {
  let attempts = 0;
  const { user, said } = prescriptionDesk({
    answers: {
      createPrescription: () => {
        attempts += 1;
        if (attempts === 1) throw new Refused(Code.prescriptionLinesRefused, 'Some lines were refused');
        throw new Error('the line broke');
      },
    },
  });
  await choosesAmoxicillin(user);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Some lines were refused');
  expect(said).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(said).toEqual(['The draft could not be saved on the platform. It is kept on this device.']),
  );
});

describe('after a request whose response was lost', () => {
  /** A platform that stores the first attempt, loses its response, and rejects the same intent with other content. */
  function losingDesk(storedAs: number) {
    let first: object | null = null;
    const edits: { lines: { onceDose: number }[]; submit: boolean; version: number }[] = [];
    const desk = prescriptionDesk({
      answers: {
        createPrescription(sent: { lines: never[] }) {
          if (first) throw new Refused(Code.duplicateRequest, 'An earlier attempt was stored', first);
          desk.platform.rx = rx('7', 'Wang Min', { status: storedAs, version: 1, lines: sent.lines });
          first = { id: '7', version: 1, status: storedAs };
          throw new Error('the line broke');
        },
        editPrescription(sent: (typeof edits)[number] & { lines: never[] }) {
          edits.push(sent);
          desk.platform.rx = rx('7', 'Wang Min', { status: 10, version: 2, lines: sent.lines });
          return { version: 2, status: 10, auditStatus: 0 };
        },
      },
    });
    return { ...desk, edits };
  }

  test('after saving a draft, the changed draft is submitted instead', async () => {
    const { user, actor, edits } = losingDesk(0);
    await choosesAmoxicillin(user);
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(actor.getSnapshot().matches('drafting')).toBe(true));
    const { draft } = actor.getSnapshot().context;
    const changed = draft.lines.map((one) => ({ ...one, onceDose: 750 }));
    actor.send({ type: 'draft.changed', draft: { ...draft, lines: changed } });
    await submits(user);
    await waitFor(() => expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true));
    expect(edits).toMatchObject([{ version: 1, submit: true, lines: [{ onceDose: 750 }] }]);
  });

  test('after submitting, the doctor sees what was submitted and that the change was not', async () => {
    const submitted = rx('7', 'Wang Min', { status: 10, version: 1 });
    const { user, actor } = prescriptionDesk({
      latest: submitted,
      draft: { ...completeDraft, advice: 'Changed after a reload' },
      answers: {
        createPrescription() {
          throw new Refused(Code.duplicateRequest, 'What you sent now is not stored', {
            id: '7',
            version: 1,
            status: 10,
          });
        },
      },
    });
    await screen.findByDisplayValue('Central pharmacy');
    await submits(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('What you sent now is not stored');
    expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import type { Saved } from '../../../src/screens/templates/useTemplates.ts';
import type { Toast } from '../../../src/ui/Toasts.tsx';
import { completeDraft } from '../../support/clinical.ts';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { prescriptionScreen } from '../../support/prescriptionScreen.tsx';
import { rx } from '../../support/prescriptionsOf.ts';

const setLine = (drugId: string, drugName: string, more: object = {}) => ({
  drugId,
  drugName,
  specification: '0.25 g × 24',
  onceDose: 0.25,
  onceDoseUnit: 'g',
  frequency: 'bid',
  route: 'po',
  days: 7,
  quantity: null,
  remark: '',
  ...more,
});
const brief = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  kind: 'prescription',
  scope: 'personal',
  version: 3,
  own: true,
  author: 'Lin Yue',
  drugs: ['Amoxicillin', 'Ambroxol'],
  sections: [],
  uses: 0,
  updateTime: startOfTest,
  ...more,
});
const content = {
  kind: 'prescription',
  lines: [setLine('1', 'Amoxicillin'), setLine('2', 'Ambroxol'), setLine('3', 'Codeine')],
  diagnosisList: [],
  advice: 'Drink enough, {{patient.name}}.',
};

type Given = Parameters<typeof prescriptionScreen>[0] & { readonly names?: readonly string[] };

/** A prescription being written, on a platform with one set of the doctor and one of a colleague. */
function openRx({ answers = {}, names = ['Bronchitis', 'Cough'], ...rest }: Given = {}) {
  const platform = { saved: [] as Saved[], removed: [] as string[], used: [] as string[], names };
  const opened = prescriptionScreen({
    ...rest,
    answers: {
      listTemplates: () =>
        platform.names.map((name, at) =>
          brief(String(at + 1), name, at === 1 ? { own: false, scope: 'department', author: 'Zhou Ming' } : {}),
        ),
      getTemplate: ({ id }: { id: string }) => ({ ...brief(id, platform.names[Number(id) - 1] ?? ''), content }),
      saveTemplate: (sent: Saved) => {
        platform.saved.push(sent);
        return { id: '9', version: 1 };
      },
      deleteTemplate: ({ id }: { id: string }) => {
        platform.removed.push(id);
        platform.names = platform.names.filter((_, at) => String(at + 1) !== id);
        return true;
      },
      noteTemplateUse: ({ id }: { id: string }) => {
        platform.used.push(id);
        return true;
      },
      listFavouriteDrugs: () => ({ drugIds: [], drugs: [] }),
      ...answers,
    },
  });
  return { ...opened, templates: platform };
}

async function chooses(user: UserEvent, entry: string) {
  await screen.findByDisplayValue('Central pharmacy');
  await user.click(screen.getByRole('button', { name: 'Templates' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  return within(await screen.findByRole('dialog'));
}
const difference = () => within(screen.getByRole('list', { name: 'What changes on the prescription' }));

test('a set shows what it adds and what the pharmacy lacks, and only the first is taken over', async () => {
  const { user, actor, templates } = openRx();
  const dialog = await chooses(user, 'Use a set');
  await user.click(await dialog.findByRole('button', { name: 'Use “Bronchitis”' }));
  await dialog.findByRole('button', { name: 'Insert' });
  expect(
    difference()
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/Added.*Amoxicillin.*0\.25\sg · Twice daily · By mouth · 7\sd · 1\sbox/),
    expect.stringMatching(/Left out.*Ambroxol.*out of stock/),
    expect.stringMatching(/Left out.*Codeine.*not in this pharmacy/),
    expect.stringContaining('Drink enough, Wang Min.'),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  expect(await screen.findByRole('group', { name: /Line 1: Amoxicillin/ })).toBeVisible();
  expect(actor.getSnapshot().context.draft).toMatchObject({
    advice: 'Drink enough, Wang Min.',
    lines: [{ onceDose: 0.25, frequency: 'bid', days: 7 }],
  });
  await waitFor(() => expect(templates.used).toEqual(['1']));
  await waitFor(() => expect(actor.getSnapshot().context.checked).toMatchObject({ available: true }));
});

test('on a prescription with medicines the doctor chooses to add or to replace, and can take it back once', async () => {
  const { user, actor, app } = openRx({ draft: completeDraft });
  const toasts: Toast[] = [];
  app.toasts.setPresenter({ show: (toast) => toasts.push(toast), dismiss: () => {} });
  const dialog = await chooses(user, 'Use a set');
  await user.click(await dialog.findByRole('button', { name: 'Use “Bronchitis”' }));
  await user.click(await dialog.findByRole('radio', { name: 'Replace its medicines' }));
  expect(difference().getAllByRole('listitem')[0]).toHaveTextContent(/Changes.*0.25 g.*before: 0.5 g/);
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  const dose = () => actor.getSnapshot().context.draft.lines[0]?.onceDose;
  expect(dose()).toBe(0.25);
  const undo = () => act(() => toasts.find(({ action }) => action?.label === 'Undo')?.action?.run());
  await undo();
  expect(dose()).toBe(0.5);
  await undo();
  expect(toasts.at(-1)?.text).toBe('It was changed since, so it stays as it is.');
  expect(dose()).toBe(0.5);
});

test('without a pharmacy’s answer nothing is taken over, and the question can be repeated', async () => {
  const { user } = openRx({
    answers: {
      getDrugInventory: () => {
        throw new Refused(500, 'down');
      },
    },
  });
  const dialog = await chooses(user, 'Use a set');
  await user.click(await dialog.findByRole('button', { name: 'Use “Bronchitis”' }));
  expect(await dialog.findByText('The pharmacy could not be asked')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(dialog.queryByRole('button', { name: 'Insert' })).toBeNull();
});

test('the last issued prescription is offered again', async () => {
  const last = rx('4', 'Wang Min', {
    status: 30,
    lines: [{ ...setLine('1', 'Amoxicillin'), quantity: 2, packUnit: 'box' } as never],
  });
  const { user, actor } = openRx({
    answers: { prescriptionHistory: () => ({ list: [rx('5', 'Wang Min', { status: 40 }), last], total: 2 }) },
  });
  const dialog = await chooses(user, 'Repeat last prescription');
  await user.click(await dialog.findByRole('button', { name: 'Insert' }));
  expect(actor.getSnapshot().context.draft.lines).toMatchObject([
    { onceDose: 0.25, frequency: 'bid', days: 7, quantity: 1 },
  ]);
});

test('for a patient without an earlier prescription the doctor reads that there is none', async () => {
  const { user } = openRx({ answers: { prescriptionHistory: () => ({ list: [], total: 0 }) } });
  const dialog = await chooses(user, 'Repeat last prescription');
  expect(await dialog.findByText(/no earlier prescription here that can be repeated/)).toBeVisible();
});

test('a prescription is saved as a set; a taken name can be replaced by its owner', async () => {
  let refused = false;
  const saved: Saved[] = [];
  const { user } = openRx({
    draft: { ...completeDraft, advice: 'Wang Min rests' },
    answers: {
      saveTemplate: (sent: Saved) => {
        if (!refused) {
          refused = true;
          throw new Refused(Code.badRequest, 'There is a template “Mine” already.', {
            field: 'name',
            id: '8',
            version: 4,
          });
        }
        saved.push(sent);
        return { id: '8', version: 5 };
      },
    },
  });
  const dialog = await chooses(user, 'Save as set');
  await user.click(await dialog.findByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Give it a name.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Mine');
  expect(dialog.getByRole('textbox', { name: /Advice/ })).toHaveValue('{{patient.name}} rests');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/There is a template “Mine” already/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Replace the earlier one' }));
  await waitFor(() =>
    expect(saved).toMatchObject([{ id: '8', version: 4, name: 'Mine', content: { lines: [{ drugId: '1' }] } }]),
  );
});

test('an unknown variable is refused beside its field before anything is sent', async () => {
  const { user, templates } = openRx({ draft: { ...completeDraft, advice: 'Call {{patient.mobile}}' } });
  const dialog = await chooses(user, 'Save as set');
  await user.type(await dialog.findByRole('textbox', { name: /Name/ }), 'Mine');
  expect(dialog.getByRole('textbox', { name: /Advice/ })).toHaveAccessibleDescription(
    /Unknown variable {{patient.mobile}}/,
  );
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(templates.saved).toEqual([]);
});

test('the later steps of a taper are changed in the editor of a set, and a half written step is not saved', async () => {
  const [first, ...others] = completeDraft.lines;
  const steps = [{ key: 'a', dose: 0.25, frequency: 'qd', days: 3 }];
  const { user, templates } = openRx({
    draft: { ...completeDraft, lines: first ? [{ ...first, steps }, ...others] : [] },
  });
  const dialog = await chooses(user, 'Save as set');
  await user.type(await dialog.findByRole('textbox', { name: /Name/ }), 'Taper');
  const dose = dialog.getByRole('textbox', { name: 'Step 2: dose (g)' });
  await user.clear(dose);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dose).toHaveAccessibleDescription('Fill in this field.');
  expect(templates.saved).toEqual([]);
  await user.type(dose, '0.125');
  await user.click(dialog.getByRole('button', { name: 'Add taper step' }));
  await user.click(dialog.getByRole('button', { name: 'Remove step 3' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(templates.saved).toMatchObject([
      { content: { lines: [{ steps: [{ dose: 0.125, frequency: 'qd', days: 3 }] }] } },
    ]),
  );
});

test.each([
  ['Penicillin', 'Allergic to Penicillin', 'STRONG'],
  ['否认药物过敏史', 'No known drug allergies', 'SPAN'],
  ['', 'Allergies not recorded', 'SPAN'],
])('the dialog says what is known about allergies (%j)', async (allergy, text, element) => {
  const { user } = openRx({ patient: { allergy } });
  const dialog = await chooses(user, 'Use a set');
  expect((await dialog.findByText(new RegExp(text))).tagName).toBe(element);
});

test('sets are found by name and medicine, and Enter takes the first', async () => {
  const { user } = openRx();
  const dialog = await chooses(user, 'Use a set');
  const box = await dialog.findByRole('searchbox', { name: 'Search by name or pinyin initials' });
  await user.type(box, 'cough');
  expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  await user.type(box, '{Enter}');
  expect(await dialog.findByRole('button', { name: 'Insert' })).toBeVisible();
});

test('an own set is deleted after a question and given to the department; a colleague’s is only used', async () => {
  const { user, templates } = openRx();
  const dialog = await chooses(user, 'Use a set');
  await dialog.findByRole('button', { name: 'Use “Cough”' });
  expect(dialog.queryByRole('button', { name: 'Delete “Cough”' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Give “Bronchitis” to the department' }));
  await waitFor(() => expect(templates.saved).toMatchObject([{ id: '1', version: 3, scope: 'department' }]));
  await user.click(dialog.getByRole('button', { name: 'Delete “Bronchitis”' }));
  expect(dialog.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(templates.removed).toEqual(['1']));
});

test('a star adds a medicine to the favourites, which the empty search then offers first', async () => {
  const starred: object[] = [];
  const favourite = { drugIds: ['1'], drugs: [] as object[] };
  const { user } = openRx({
    draft: completeDraft,
    answers: {
      listFavouriteDrugs: () => (starred.length > 0 ? favourite : { drugIds: [], drugs: [] }),
      setFavouriteDrug: (sent: object) => {
        starred.push(sent);
        return true;
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /^1\s*Amoxicillin/, expanded: false }));
  await user.click(await screen.findByRole('button', { name: 'Add Amoxicillin to my medicines' }));
  expect(await screen.findByRole('button', { name: 'Remove Amoxicillin from my medicines' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(starred).toEqual([{ drugId: '1', favourite: true }]);
});

test('closing with a typed set asks first, and going on keeps what was typed', async () => {
  const { user } = openRx({ draft: completeDraft });
  const dialog = await chooses(user, 'Save as set');
  await user.type(await dialog.findByRole('textbox', { name: /Name/ }), 'Mine');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(await dialog.findByRole('button', { name: 'Go on writing' }));
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('Mine');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(await dialog.findByRole('button', { name: 'Discard it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('sets are loaded again after a deletion without an answer, which may have taken place', async () => {
  let lists = 0;
  const listTemplates = () => {
    lists += 1;
    return [brief('1', 'Bronchitis'), brief('2', 'Cough')];
  };
  const { user } = openRx({ answers: { listTemplates, deleteTemplate: () => undefined } });
  const dialog = await chooses(user, 'Use a set');
  await user.click(await dialog.findByRole('button', { name: 'Delete “Bronchitis”' }));
  const before = lists;
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(lists).toBe(before + 1));
  expect(dialog.getByRole('button', { name: 'Use “Cough”' })).toBeVisible();
});

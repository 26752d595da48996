import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Saved } from '../../../src/screens/templates/useTemplates.ts';
import type { Toast } from '../../../src/ui/Toasts.tsx';
import { order, Refused, startOfTest } from '../../support/fakeApp.tsx';
import { asthma, patientOrder, recordScreen, stored } from '../../support/recordScreen.tsx';

const content = {
  kind: 'record',
  sections: {
    chiefComplaint: 'Cough for … days',
    presentIllness: '{{patient.name}}, {{patient.gender}}, {{patient.age}}: no fever',
  },
  diagnosisList: [asthma],
};
const brief = {
  id: '1',
  name: 'Cough, first visit',
  kind: 'record',
  scope: 'personal',
  version: 1,
  own: true,
  author: 'Lin Yue',
  drugs: [],
  sections: ['chiefComplaint', 'presentIllness'],
  uses: 2,
  updateTime: startOfTest,
};

function openRecord(given: Parameters<typeof recordScreen>[0] = {}) {
  const saved: Saved[] = [];
  const opened = recordScreen({
    ...given,
    answers: {
      listTemplates: () => [brief],
      getTemplate: () => ({ ...brief, content }),
      noteTemplateUse: () => true,
      saveTemplate: (sent: Saved) => {
        saved.push(sent);
        return { id: '2', version: 1 };
      },
      ...given.answers,
    },
  });
  return { ...opened, saved };
}

async function chooses(user: UserEvent, entry: string) {
  await screen.findByRole('textbox', { name: 'Chief complaint' });
  await user.click(screen.getByRole('button', { name: 'Templates' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  return within(await screen.findByRole('dialog'));
}

test('a template goes straight into an empty record, and can be taken back', async () => {
  const { user, actor, app } = openRecord({ record: stored({}) });
  const toasts: Toast[] = [];
  app.toasts.setPresenter({ show: (toast) => toasts.push(toast), dismiss: () => {} });
  const dialog = await chooses(user, 'Insert a template');
  await user.click(await dialog.findByRole('button', { name: 'Use “Cough, first visit”' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { fields } = actor.getSnapshot().context;
  expect(fields).toMatchObject({
    chiefComplaint: 'Cough for … days',
    presentIllness: 'Wang Min, Female, 34 years: no fever',
    diagnosisList: [{ ...asthma, main: true }],
  });
  expect(toasts.map(({ text }) => text)).toEqual(['Inserted: Cough, first visit']);
  act(() => toasts[0]?.action?.run());
  expect(actor.getSnapshot().context.fields).toMatchObject({ chiefComplaint: '', diagnosisList: [] });
});

test('where the record has texts, one choice decides about them, and the result is saved like typed text', async () => {
  const { user, actor, kept, app } = openRecord({ record: stored({ presentIllness: 'Dry cough' }) });
  const toasts: Toast[] = [];
  app.toasts.setPresenter({ show: (toast) => toasts.push(toast), dismiss: () => {} });
  const dialog = await chooses(user, 'Insert a template');
  await user.click(await dialog.findByRole('button', { name: 'Use “Cough, first visit”' }));
  const illness = within(await dialog.findByRole('group', { name: 'Present illness' }));
  expect(dialog.getByRole('radio', { name: 'Append to what is written' })).toBeChecked();
  expect(illness.getByText(/^Dry cough\s+Wang Min, Female, 34 years: no fever$/)).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'Replace what is written' }));
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  const { fields } = actor.getSnapshot().context;
  expect(fields).toMatchObject({
    chiefComplaint: 'Cough for … days',
    presentIllness: 'Wang Min, Female, 34 years: no fever',
    diagnosisList: [asthma],
  });
  expect(kept.findLast((one) => one !== null)?.fields.presentIllness).toBe('Wang Min, Female, 34 years: no fever');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  act(() => actor.send({ type: 'field.changed', patch: { chiefComplaint: 'Cough for 3 days' } }));
  act(() => toasts.find(({ action }) => action?.label === 'Undo')?.action?.run());
  expect(actor.getSnapshot().context.fields).toMatchObject({
    chiefComplaint: 'Cough for 3 days',
    presentIllness: 'Dry cough',
  });
  expect(toasts.at(-1)?.text).toBe('What you changed since stays; the rest was taken back.');
});

test.each([
  ['{{patient.name}}，{{patient.gender}}，{{patient.age}}：无发热', 'Wang Min，女，34岁：无发热'],
  ['{{patient.gender}} {{patient.age}}', 'Female 34 years'],
])('%s is filled in with the words of its own language', async (written, filled) => {
  const chinese = { ...content, sections: { presentIllness: written } };
  const { user, actor } = openRecord({
    record: stored({}),
    answers: { getTemplate: () => ({ ...brief, content: chinese }) },
  });
  const dialog = await chooses(user, 'Insert a template');
  await user.click(await dialog.findByRole('button', { name: 'Use “Cough, first visit”' }));
  await waitFor(() => expect(actor.getSnapshot().context.fields.presentIllness).toBe(filled));
});

test('the dialog also shows an allergy that only the record names', async () => {
  const { user } = openRecord({ record: stored({ chiefComplaint: 'Cough', allergyHistory: 'Sulfa drugs, rash' }) });
  const dialog = await chooses(user, 'Insert a template');
  expect((await dialog.findByText(/Allergic to Penicillin/)).tagName).toBe('STRONG');
  expect(dialog.getByText(/Sulfa drugs, rash/).tagName).toBe('STRONG');
});

test('a record is saved as a template without the patient’s name', async () => {
  const { user, saved } = openRecord({ record: stored({ treatmentAdvice: 'Wang Min rests' }) });
  const dialog = await chooses(user, 'Save as template');
  await user.type(await dialog.findByRole('textbox', { name: /Name/ }), 'Rest');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Who sees it' }), 'department');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved).toMatchObject([
      { name: 'Rest', scope: 'department', content: { sections: { treatmentAdvice: '{{patient.name}} rests' } } },
    ]),
  );
});

test('sections are copied from an own consultation and from a visit in the hospital', async () => {
  const other = order('8', 'Wang Min', { patient: { id: 'p8' as never } });
  const past = order('7', 'Wang Min', { patient: { id: patientOrder.patient.id }, chiefComplaint: 'Fever in winter' });
  const { user, actor } = openRecord({
    answers: {
      pageOrders: () => ({ list: [patientOrder, other, past], total: 3 }),
      getCase: ({ orderId }: { orderId: string }) =>
        orderId === past.id ? stored({ pastHistory: 'Pneumonia', orderId: past.id }) : null,
      medicalRecordList: () => ({
        list: [
          { visitNo: 'V1', visitTime: startOfTest, hospital: 'H', dept: 'D', doctor: 'X', diagnosis: 'Gastritis' },
        ],
        total: 1,
      }),
      electronicMedicalRecords: () => ({
        visitNo: 'V1',
        sections: [
          { title: '体格检查', text: 'Abdomen soft' },
          { title: 'Billing', text: '12' },
        ],
      }),
    },
  });
  const dialog = await chooses(user, 'Copy from an earlier record');
  const own = within(dialog.getByRole('region', { name: 'My consultations' }));
  expect(await own.findAllByRole('button')).toHaveLength(1);
  await user.click(own.getByRole('button', { name: /Copy from/ }));
  await waitFor(() => expect(actor.getSnapshot().context.fields.pastHistory).toBe('Pneumonia'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const again = await chooses(user, 'Copy from an earlier record');
  const visits = within(again.getByRole('region', { name: 'Visits in the hospital' }));
  await user.click(await visits.findByRole('button', { name: /Copy from/ }));
  expect(await again.findByText(/no such section: Billing/)).toBeVisible();
  expect(again.getByText(/Gastritis/)).toBeVisible();
  await user.click(again.getByRole('button', { name: 'Insert' }));
  expect(actor.getSnapshot().context.fields.physicalExam).toBe('Abdomen soft');
});

test('templates that fail to load can be asked for again', async () => {
  let fails = true;
  const { user } = openRecord({
    answers: {
      listTemplates: () => {
        if (fails) throw new Refused(500, 'down');
        return [];
      },
    },
  });
  const dialog = await chooses(user, 'Insert a template');
  fails = false;
  await user.click(await dialog.findByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('No template yet')).toBeVisible();
});

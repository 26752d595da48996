import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { AddendumId } from '../../../contract/ids.ts';
import { draftKey } from '../../../src/domain/drafts.ts';
import { currentLanguage, setLanguage } from '../../../src/locales/i18n.ts';
import { allergy, claim } from '../../support/factEntries.ts';
import { Refused, startOfTest } from '../../support/fakeApp.tsx';
import { asthma, bronchitis, patientOrder, recordScreen, stored } from '../../support/recordScreen.tsx';

afterEach(() => setLanguage('en'));

const field = (name: string) => screen.findByRole('textbox', { name });
const complete = {
  chiefComplaint: 'Cough for three days',
  presentIllness: 'Dry cough, no fever',
  treatmentAdvice: 'Rest, fluids',
  diagnosisList: [bronchitis],
};

test('the record shows its sections with their names', async () => {
  recordScreen();
  await field('Chief complaint');
  for (const name of [
    'Present illness',
    'Past history',
    'Allergies',
    'Physical examination',
    'Auxiliary examination',
    'Treatment advice',
  ])
    expect(screen.getByRole('textbox', { name })).toBeEnabled();
  expect(screen.getByRole('combobox', { name: 'Diagnosis' })).toBeEnabled();
});

test('leaving a field saves it, and the save state says so', async () => {
  const { user, platform } = recordScreen();
  await user.type(await field('Chief complaint'), 'Cough');
  expect(screen.getByRole('status', { name: 'Not saved' })).toHaveTextContent('Not saved');
  await user.tab();
  expect(await screen.findByRole('status', { name: 'Saved' })).toHaveTextContent('Saved 09:30');
  expect(platform.saves.map(({ chiefComplaint }) => chiefComplaint)).toEqual(['Cough']);
});

test('Ctrl+S saves without leaving the field', async () => {
  const { user, platform } = recordScreen();
  await user.type(await field('Present illness'), 'Fever{Control>}s{/Control}');
  await waitFor(() => expect(platform.saves.map(({ presentIllness }) => presentIllness)).toEqual(['Fever']));
  expect(await field('Present illness')).toHaveFocus();
});

test('unmounting the panel saves unsaved text', async () => {
  const { user, platform, unmount } = recordScreen();
  await user.type(await field('Treatment advice'), 'Rest');
  unmount();
  await waitFor(() => expect(platform.saves.map(({ treatmentAdvice }) => treatmentAdvice)).toEqual(['Rest']));
});

test('allergies on file are copied with one click', async () => {
  const { user } = recordScreen();
  const box = await field('Allergies');
  expect(box).toHaveAccessibleDescription('On file: Penicillin (patient file)');
  await user.click(screen.getByRole('button', { name: 'Penicillin' }));
  expect(box).toHaveValue('Penicillin');
});

test('a diagnosis is found by name or code, and the first one is the main diagnosis', async () => {
  const { user, actor } = recordScreen();
  const box = await screen.findByRole('combobox', { name: 'Diagnosis' });
  await user.type(box, 'j45');
  await user.click(await screen.findByRole('option', { name: /Asthma/ }));
  await user.type(box, 'bronch');
  await user.click(await screen.findByRole('option', { name: /Acute bronchitis/ }));
  const main = () => actor.getSnapshot().context.fields.diagnosisList.map((one) => [one.code, one.main]);
  expect(main()).toEqual([
    ['J45.9', true],
    ['J20.9', false],
  ]);
  await user.click(screen.getByRole('button', { name: 'Make Acute bronchitis the main diagnosis' }));
  expect(main()).toEqual([
    ['J45.9', false],
    ['J20.9', true],
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove Acute bronchitis' }));
  expect(main()).toEqual([['J45.9', true]]);
});

test('the doctor’s own diagnoses are added with one click, and the list can be changed', async () => {
  const { user, actor, calls } = recordScreen({
    own: [asthma],
    answers: { createDoctorDisease: () => '9', deleteDoctorDisease: () => true },
  });
  await user.click(await screen.findByRole('button', { name: 'Asthma' }));
  expect(actor.getSnapshot().context.fields.diagnosisList.map(({ name }) => name)).toEqual(['Asthma']);
  await user.click(screen.getByRole('button', { name: 'Remove Asthma from my diagnoses' }));
  expect(calls).toContainEqual({ name: 'deleteDoctorDisease', input: { doctorDiseaseWesternId: 'own-2' } });
});

test('an own diagnosis that another window already removed disappears here as well', async () => {
  const own = [asthma];
  const { user } = recordScreen({
    own,
    answers: {
      deleteDoctorDisease() {
        own.length = 0;
        throw new Refused(Code.notFound, 'Not found');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Asthma' }));
  await user.click(screen.getByRole('button', { name: 'Remove Asthma from my diagnoses' }));
  expect(await screen.findByRole('button', { name: 'Add Asthma to my diagnoses' })).toBeVisible();
});

test('signing an incomplete record marks and focuses what is missing', async () => {
  const { user, platform } = recordScreen();
  await user.type(await field('Chief complaint'), 'Cough');
  await user.click(screen.getByRole('button', { name: 'Sign record' }));
  expect(await field('Present illness')).toHaveFocus();
  expect(await field('Present illness')).toHaveAccessibleDescription(/how the illness began/);
  expect(await field('Treatment advice')).toBeInvalid();
  expect(await field('Chief complaint')).toBeValid();
  expect(platform.saves.filter(({ status }) => status === 1)).toEqual([]);
});

test('signing names the patient, asks once, locks the record and reloads the order', async () => {
  const { user, platform } = recordScreen({ record: stored(complete) });
  await user.click(await screen.findByRole('button', { name: 'Sign record' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign the record of Wang Min?' }));
  expect(dialog.getByText('Female, 34 years')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Sign record' }));
  expect(await screen.findByText('This record is signed and locked.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('Rest, fluids')).toBeVisible();
  expect(platform.saves.filter(({ status }) => status === 1)).toHaveLength(1);
  expect(platform.signings).toBe(1);
});

test('signing jumps to the first blank and selects it, and signs nothing', async () => {
  const { user, platform } = recordScreen({
    record: stored({ ...complete, physicalExam: 'As stated: temperature … °C' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Sign record' }));
  const exam = await field('Physical examination');
  expect(exam).toHaveFocus();
  expect(exam).toHaveAccessibleDescription(/Fill in or delete/);
  expect(exam instanceof HTMLTextAreaElement && exam.value.slice(exam.selectionStart, exam.selectionEnd)).toContain(
    '…',
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(platform.saves.filter(({ status }) => status === 1)).toEqual([]);
});

test('a denial beside a confirmed allergy shows both, and is not signed', async () => {
  const facts = [{ kind: 'allergies', standing: 'confirmed', claims: [claim(allergy, true)] }] as const;
  const { user, platform } = recordScreen({
    patient: {
      ...patientOrder.patient,
      facts: facts.map(({ claims, ...entry }) => ({ ...entry, claims: [...claims] })),
    },
    record: stored({ ...complete, allergyHistory: 'No known drug allergies' }),
  });
  const box = await field('Allergies');
  expect(box).toHaveAccessibleDescription(
    /denies drug allergies, but confirmed are:\s+Penicillins \(confirmed by Chen Min/,
  );
  await user.click(screen.getByRole('button', { name: 'Sign record' }));
  expect(box).toHaveFocus();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(platform.saves.filter(({ status }) => status === 1)).toEqual([]);
  await user.clear(box);
  await user.type(box, 'Penicillins');
  expect(box).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Sign record' }));
  expect(await screen.findByRole('alertdialog')).toBeVisible();
});

test('the dialog of signing shows what is signed, with diagnosis and allergies', async () => {
  const { user } = recordScreen({ record: stored(complete) });
  await user.click(await screen.findByRole('button', { name: 'Sign record' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const content = within(dialog.getByRole('region', { name: 'What will be signed' }));
  expect(content.getByText('Dry cough, no fever')).toBeInTheDocument();
  expect(content.getByText(/Acute bronchitis/)).toBeInTheDocument();
  expect(content.getByText('Allergies')).toBeInTheDocument();
});

test('text stored on this machine is restored, with a note', async () => {
  const { user } = recordScreen({
    record: stored(),
    draft: { fields: { ...stored(), chiefComplaint: 'Half a word' }, version: 1 },
  });
  expect(await field('Chief complaint')).toHaveValue('Half a word');
  expect(screen.getByText(/What you had typed on this device was brought back/)).toBeVisible();
  await user.click(await field('Chief complaint'));
  await user.tab();
  expect(await screen.findByRole('status', { name: 'Saved' })).toBeVisible();
});

test('a record that fails to load says so and can be retried', async () => {
  let reachable = false;
  const { user } = recordScreen({ answers: { getCase: () => (reachable ? stored(complete) : undefined) } });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The record could not be loaded');
  reachable = true;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await field('Chief complaint')).toHaveValue('Cough for three days');
});

test('a refusal shows its reason and keeps the text', async () => {
  const { user } = recordScreen({
    answers: {
      saveCase: () => {
        throw new Refused(Code.orderStatusRefused, 'The consultation is over');
      },
    },
  });
  await user.type(await field('Chief complaint'), 'Cough');
  await user.tab();
  expect(await screen.findByRole('alert')).toHaveTextContent('The consultation is over');
  expect(await field('Chief complaint')).toHaveValue('Cough');
});

test('the record is shown in Chinese', async () => {
  await setLanguage('zh-CN');
  recordScreen({ record: stored(complete) });
  expect(await screen.findByRole('textbox', { name: '主诉' })).toHaveValue('Cough for three days');
  expect(screen.getByRole('button', { name: '签署病历' })).toBeEnabled();
  expect(screen.getByRole('status', { name: '已保存' })).toHaveTextContent('已保存 09:29');
});

test('a changed shortcut for saving saves, and the former one does not', async () => {
  const keys = JSON.stringify({ saveRecord: '$mod+KeyD' });
  const { user, platform } = recordScreen({ answers: { getUiSetting: () => ({ 'keys.map': keys }) } });
  await user.type(await field('Present illness'), 'Fever');
  await waitFor(async () => {
    await user.keyboard('{Control>}d{/Control}');
    expect(platform.saves).toHaveLength(1);
  });
  await user.keyboard(', cough{Control>}s{/Control}, rash{Control>}d{/Control}');
  await waitFor(() => expect(platform.saves).toHaveLength(2));
  expect(platform.saves.map(({ presentIllness }) => presentIllness)).toEqual(['Fever', 'Fever, cough, rash']);
});

test('a signed record shows its addenda and takes another one, once', async () => {
  const sent: { reason: string; text: string; clientRequestId: string }[] = [];
  let refuses = true;
  const first = { id: '1', doctorName: 'Dr Chen', reason: 'Late result', text: 'X-ray clear', createTime: startOfTest };
  const { user } = recordScreen({
    record: stored({ status: 1, addenda: [{ ...first, id: AddendumId.parse('1') }] }),
    answers: {
      addCaseAddendum(body: (typeof sent)[number]) {
        sent.push(body);
        if (refuses) throw new Refused(Code.badRequest, 'Try again.');
        return { ...first, id: '2', reason: body.reason, text: body.text };
      },
    },
  });
  const list = await screen.findByRole('list', { name: 'Added after signing' });
  expect(list).toHaveTextContent('Dr Chen');
  expect(list).toHaveTextContent('Why: Late result');
  await user.click(screen.getByRole('button', { name: 'Write an addendum' }));
  await user.click(screen.getByRole('button', { name: 'Add to the record' }));
  expect(screen.getByRole('textbox', { name: 'Why it is added' })).toBeInvalid();
  expect(sent).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Why it is added' }), 'Forgotten');
  await user.type(screen.getByRole('textbox', { name: 'Addendum' }), 'No fever');
  await user.click(screen.getByRole('button', { name: 'Add to the record' }));
  expect(await screen.findByText(/The addendum was not stored: Try again/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Addendum' })).toHaveValue('No fever');
  refuses = false;
  await user.click(screen.getByRole('button', { name: 'Add to the record' }));
  expect(await within(list).findByText('No fever')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Addendum' })).toBeNull();
  expect(new Set(sent.map(({ clientRequestId }) => clientRequestId)).size).toBe(1);
});

test('what another tab types while an addendum is stored stays, as the beginning of another addendum', async () => {
  const sent: { clientRequestId: string }[] = [];
  let answer = () => {};
  const stop = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { user, drafts } = recordScreen({
    record: stored({ status: 1 }),
    answers: {
      async addCaseAddendum(body: { reason: string; text: string; clientRequestId: string }) {
        sent.push(body);
        await stop;
        return {
          id: String(sent.length),
          doctorName: 'Dr Chen',
          reason: body.reason,
          text: body.text,
          createTime: startOfTest,
        };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Write an addendum' }));
  await user.type(screen.getByRole('textbox', { name: 'Why it is added' }), 'Forgotten');
  await user.type(screen.getByRole('textbox', { name: 'Addendum' }), 'No fever');
  await user.click(screen.getByRole('button', { name: 'Add to the record' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const later = { reason: 'Forgotten', text: 'No fever, no rash', requestId: 'the one that was sent' };
  drafts.writeElsewhere(draftKey('addendum', patientOrder.id), later);
  answer();
  expect(await screen.findByRole('list', { name: 'Added after signing' })).toHaveTextContent('No fever');
  expect(screen.getByRole('textbox', { name: 'Addendum' })).toHaveValue('No fever, no rash');
  await user.click(screen.getByRole('button', { name: 'Add to the record' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ text: 'No fever, no rash' });
  expect(sent[1]?.clientRequestId).not.toBe(later.requestId);
});

const unsaved = { fields: { ...stored(), ...complete, presentIllness: 'Fever since Monday' }, version: 1 };

test('a signed record offers the text that was not saved, and takes it as an addendum', async () => {
  const { user, drafts } = recordScreen({ record: stored({ ...complete, status: 1, version: 2 }) });
  drafts.leave(draftKey('record', patientOrder.id), unsaved);
  const text = within(await screen.findByRole('region', { name: 'Your text that was not saved' }));
  expect(text.getByText('Fever since Monday')).toBeVisible();
  expect(text.getByText('Dry cough, no fever', { exact: false })).toBeVisible();
  expect(text.queryByText('Rest, fluids')).toBeNull();
  await user.click(text.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Present illness: Fever since Monday');
  await user.click(text.getByRole('button', { name: 'Add as addendum' }));
  expect(screen.getByRole('textbox', { name: 'Addendum' })).toHaveValue('Present illness: Fever since Monday');
  expect(screen.queryByRole('region', { name: 'Your text that was not saved' })).toBeNull();
});

test('each text that was not saved is discarded by itself', async () => {
  const { user, drafts } = recordScreen({ record: stored({ ...complete, status: 1, version: 2 }) });
  const key = draftKey('record', patientOrder.id);
  drafts.leave(key, unsaved);
  drafts.writeElsewhere(key, { ...unsaved, fields: { ...unsaved.fields, pastHistory: 'Asthma' } });
  const [first] = await screen.findAllByRole('region', { name: 'Your text that was not saved' });
  if (!first) throw new Error('no text');
  expect(within(first).getByText('Asthma')).toBeVisible();
  await user.click(within(first).getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Asthma')).toBeNull();
  expect(screen.getByText('Fever since Monday')).toBeVisible();
});

test('signing unfolds the section in which the first blank is', async () => {
  const { user, platform } = recordScreen({ record: stored({ ...complete, familyHistory: 'Father: …' }) });
  const family = await field('Family history');
  family.closest('details')?.removeAttribute('open');
  await user.click(screen.getByRole('button', { name: 'Sign record' }));
  expect(family).toHaveFocus();
  expect(family.closest('details')).toHaveAttribute('open');
  expect(platform.saves.filter(({ status }) => status === 1)).toEqual([]);
});

test('an addendum with a blank is not sent, and the blank is selected', async () => {
  const sent: unknown[] = [];
  const { user } = recordScreen({
    record: stored({ ...complete, status: 1 }),
    answers: { addCaseAddendum: (body: object) => void sent.push(body) },
  });
  await user.click(await screen.findByRole('button', { name: 'Write an addendum' }));
  await user.type(screen.getByRole('textbox', { name: 'Why it is added' }), 'Late result');
  const text = screen.getByRole('textbox', { name: 'Addendum' });
  await user.type(text, 'Temperature … °C');
  await user.click(screen.getByRole('button', { name: 'Add to the record' }));
  expect(text).toHaveFocus();
  expect(text).toHaveAccessibleDescription(/Fill in or delete/);
  expect(sent).toEqual([]);
});

test('a signed record and its addenda say who signed, with title and department', async () => {
  const author = { doctorName: 'Dr Chen', doctorTitle: 'Chief physician', doctorDept: 'Medicine' };
  const addendum = { id: AddendumId.parse('1'), reason: 'Late', text: 'X-ray clear', createTime: startOfTest };
  recordScreen({
    record: stored({
      ...{ ...complete, ...author, status: 1, signTime: startOfTest },
      addenda: [{ ...addendum, ...author, doctorTitle: 'Attending physician' }],
    }),
  });
  expect(await screen.findByText(/^Dr Chen, Chief physician, Medicine · Signed /)).toBeVisible();
  expect(screen.getByRole('heading', { name: /^Dr Chen, Attending physician, Medicine · / })).toBeVisible();
});

test('own diagnoses are named in the language that the doctor changes to', async () => {
  recordScreen({
    answers: {
      findDoctorDiseases: () => [
        { ...bronchitis, name: currentLanguage() === 'en' ? 'Gout' : '痛风', doctorDiseaseWesternId: '3' },
      ],
    },
  });
  expect(await screen.findByRole('button', { name: 'Gout' })).toBeVisible();
  await act(() => setLanguage('zh-CN'));
  expect(await screen.findByRole('button', { name: '痛风' })).toBeVisible();
});

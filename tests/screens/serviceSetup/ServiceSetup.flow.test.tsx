import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ConsultConfig, QuickReply } from '../../../contract/http/consult.ts';
import { setLanguage } from '../../../src/locales/i18n.ts';
import { ServiceSetup } from '../../../src/screens/serviceSetup/ServiceSetup.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';
import { fillIn } from '../../support/render.tsx';

const configs = [
  {
    id: '1',
    consultType: 1,
    enabled: true,
    price: 2_000,
    durationMin: 2_880,
    msgLimit: 100,
    maxConcurrent: 20,
    dailyQuota: 40,
  },
  { id: '2', consultType: 2, enabled: false, price: 5_029, durationMin: 30, msgLimit: null, maxConcurrent: 1 },
] as ConsultConfig[];

const reply = (id: string, type: number, content: string, title: string | null = null) =>
  ({ id, type, title, content, sort: Number(id) }) as QuickReply;

/** A platform that stores replies and diagnoses as the screens change them. */
function open(tab = '', answers: object = {}) {
  const replies = new Map(
    [reply('1', 1, 'How are you?', 'Greeting'), reply('2', 2, 'Come to the clinic')].map((one) => [
      one.id as string,
      one,
    ]),
  );
  const tags = new Map([['t1', { id: 'd1', code: 'R50.9', name: 'Fever', doctorDiseaseWesternId: 't1' }]]);
  const shown = openScreen(<ServiceSetup />, {
    path: `/serviceSetup${tab}`,
    answers: {
      getConsultConfigs: () => configs,
      updateConsultConfig: () => true,
      getQuickReplies: () => [...replies.values()],
      createQuickReply: ({ title, content }: { title?: string; content: string }) => {
        replies.set('3', reply('3', 1, content, title ?? null));
        return '3';
      },
      deleteQuickReply: ({ id }: { id: string }) => replies.delete(id),
      findDoctorDiseases: () => [...tags.values()],
      pageDiseases: () => ({
        list: [
          { id: 'd1', code: 'R50.9', name: 'Fever' },
          { id: 'd2', code: 'A38', name: 'Scarlet fever' },
        ],
        total: 2,
      }),
      createDoctorDisease: ({ diseaseWesternId }: { diseaseWesternId: string }) => {
        tags.set('t2', { id: diseaseWesternId, code: 'A38', name: 'Scarlet fever', doctorDiseaseWesternId: 't2' });
        return 't2';
      },
      deleteDoctorDisease: ({ doctorDiseaseWesternId: id }: { doctorDiseaseWesternId: string }) => tags.delete(id),
      ...answers,
    },
  });
  return { ...shown, replies, tags };
}

const field = (form: HTMLElement, name: string | RegExp) => within(form).getByRole('textbox', { name });

async function retype(user: ReturnType<typeof open>['user'], box: HTMLElement, text: string) {
  await user.clear(box);
  if (text) await user.type(box, text);
}

test('the stored terms of each consultation type are shown to the cent', async () => {
  open();
  const phone = await screen.findByRole('form', { name: 'Phone' });
  expect(field(phone, 'Price in yuan')).toHaveValue('50.29');
  expect(field(phone, 'Message limit')).toHaveValue('');
  expect(within(phone).getByRole('checkbox', { name: 'Offered to patients' })).not.toBeChecked();
  const text = screen.getByRole('form', { name: 'Text and pictures' });
  expect(field(text, 'Length in minutes')).toHaveAccessibleDescription(/^This is 48\sh$/);
});

test('changed terms are sent in whole cents, and an empty limit as null', async () => {
  const { user, asked, said } = open();
  const text = await screen.findByRole('form', { name: 'Text and pictures' });
  await retype(user, field(text, 'Price in yuan'), '19.99');
  await retype(user, field(text, 'Message limit'), '');
  await retype(user, field(text, 'Patients a day'), '');
  expect(within(text).getByRole('status')).toHaveTextContent('Not saved');
  await user.click(within(text).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(within(text).getByRole('status')).toHaveTextContent('Saved'));
  expect(asked('updateConsultConfig')).toEqual([
    { id: '1', enabled: true, price: 1_999, durationMin: 2_880, msgLimit: null, maxConcurrent: 20, dailyQuota: null },
  ]);
  expect(said).toEqual(['Text and pictures: saved.']);
});

test.each([
  ['Price in yuan', '12.345', '“12.345” is not clear. If 12345 is meant, write 12345.'],
  ['Price in yuan', '', 'Enter an amount up to 100000 yuan with at most two decimals, such as 20 or 20.50.'],
  ['Price in yuan', '100000.01', 'Enter an amount up to 100000 yuan with at most two decimals, such as 20 or 20.50.'],
  ['Length in minutes', '0', 'Enter a whole number from 1 to 10080.'],
  ['Message limit', 'many', 'Enter a whole number from 1 to 10000.'],
  ['Patients at once', '', 'Fill in this field.'],
  ['Patients a day', '0', 'Enter a whole number from 1 to 1000.'],
])('%s %j is not sent, and the error is shown at the field', async (name, typed, problem) => {
  const { user, asked } = open();
  const text = await screen.findByRole('form', { name: 'Text and pictures' });
  await retype(user, field(text, name), typed);
  await user.click(within(text).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field(text, name)).toHaveAccessibleDescription(expect.stringContaining(problem)));
  expect(asked('updateConsultConfig')).toEqual([]);
});

test('errors are shown in the current language, also after a change', async () => {
  const { user } = open();
  const text = await screen.findByRole('form', { name: 'Text and pictures' });
  await retype(user, field(text, 'Length in minutes'), '0');
  await user.click(within(text).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(within(text).getByText('Enter a whole number from 1 to 10080.')).toBeVisible());
  await act(() => setLanguage('zh-CN'));
  expect(within(text).getByText('请输入 1 到 10080 之间的整数。')).toBeVisible();
  await act(() => setLanguage('en'));
});

test('terms refused by the platform keep their input and show the reason', async () => {
  const { user } = open('', {
    updateConsultConfig: () => {
      throw new Refused(400, 'Too dear');
    },
  });
  const text = await screen.findByRole('form', { name: 'Text and pictures' });
  await retype(user, field(text, 'Price in yuan'), '99');
  await user.click(within(text).getByRole('button', { name: 'Save' }));
  expect(await within(text).findByRole('alert')).toHaveTextContent('Too dear');
  expect(field(text, 'Price in yuan')).toHaveValue('99');
});

test('leaving with unsaved terms asks first; staying keeps them, leaving discards them', async () => {
  const { user, router, address } = open();
  const text = await screen.findByRole('form', { name: 'Text and pictures' });
  await retype(user, field(text, 'Price in yuan'), '99');
  void router.navigate('/');
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect([address(), (field(text, 'Price in yuan') as HTMLInputElement).value]).toEqual(['/serviceSetup', '99']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull());
  void router.navigate('/');
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('elsewhere')).toBeVisible();
});

test('switching tabs of the screen does not ask and loses no input', async () => {
  const { user } = open();
  const text = await screen.findByRole('form', { name: 'Text and pictures' });
  await retype(user, field(text, 'Price in yuan'), '99');
  await user.click(screen.getByRole('tab', { name: 'Quick replies' }));
  await user.click(screen.getByRole('tab', { name: 'Consultations' }));
  expect(field(text, 'Price in yuan')).toHaveValue('99');
});

test('a new quick reply is added to the doctor’s own', async () => {
  const { user, asked } = open('?tab=replies');
  const form = await screen.findByRole('form', { name: 'New quick reply' });
  await fillIn(user, field(form, /^Text/), 'Drink enough');
  await user.click(within(form).getByRole('button', { name: 'Patient’s name' }));
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  const mine = screen.getByRole('region', { name: 'Mine' });
  expect(await within(mine).findByText('Drink enough{{patient.name}}')).toBeVisible();
  expect(asked('createQuickReply')).toEqual([{ content: 'Drink enough{{patient.name}}' }]);
  expect(field(form, /^Text/)).toHaveValue('');
});

test('neither an empty reply nor one with an unknown variable is added; the error is at the field', async () => {
  const { user, asked } = open('?tab=replies');
  const form = await screen.findByRole('form', { name: 'New quick reply' });
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(field(form, /^Text/)).toHaveAccessibleDescription(expect.stringContaining('Fill in this field.')),
  );
  await user.type(field(form, /^Text/), 'Hello {{{{nobody}}');
  expect(field(form, /^Text/)).toHaveAccessibleDescription(expect.stringContaining('{{nobody}}'));
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(field(form, /^Text/)).toBeInvalid());
  expect(asked('createQuickReply')).toEqual([]);
});

test('a reply refused by the platform keeps its input', async () => {
  const { user } = open('?tab=replies', {
    createQuickReply: () => {
      throw new Refused(429, 'You have 500 already');
    },
  });
  const form = await screen.findByRole('form', { name: 'New quick reply' });
  await user.type(field(form, /^Text/), 'One more');
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  expect(await within(form).findByRole('alert')).toHaveTextContent('You have 500 already');
  expect(field(form, /^Text/)).toHaveValue('One more');
});

test('deleting a reply can be undone before it is sent to the platform', async () => {
  const { user, asked, replies } = open('?tab=replies');
  await user.click(await screen.findByRole('button', { name: 'Delete “Greeting”' }));
  expect(screen.getByText('“Greeting” is deleted.')).toBeVisible();
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo).toHaveFocus();
  await user.click(undo);
  expect(screen.getByText('How are you?')).toBeVisible();
  expect([asked('deleteQuickReply'), replies.has('1')]).toEqual([[], true]);
});

test('leaving the screen completes a deletion', async () => {
  const { user, router, asked } = open('?tab=replies');
  await user.click(await screen.findByRole('button', { name: 'Delete “Greeting”' }));
  await router.navigate('/');
  await waitFor(() => expect(asked('deleteQuickReply')).toEqual([{ id: '1' }]));
});

test('replies of the department can be used but not deleted', async () => {
  const { user } = open('?tab=replies');
  const department = await screen.findByRole('region', { name: 'Department' });
  expect(within(department).queryByRole('button', { name: /^Delete/ })).toBeNull();
  await user.click(within(department).getByRole('button', { name: 'Write a new reply from “Come to the clinic”' }));
  expect(field(screen.getByRole('form', { name: 'New quick reply' }), /^Text/)).toHaveValue('Come to the clinic');
});

test('using a reply as a template keeps typed text', async () => {
  const { user } = open('?tab=replies');
  const form = await screen.findByRole('form', { name: 'New quick reply' });
  await fillIn(user, field(form, /^Text/), 'Typed before.');
  await user.click(screen.getByRole('button', { name: 'Write a new reply from “Greeting”' }));
  expect(field(form, /^Text/)).toHaveValue('Typed before.\nHow are you?');
  expect(field(form, /^Title/)).toHaveValue('Greeting');
});

test('a diagnosis is found and added; one already in the list cannot be added again', async () => {
  const { user, asked } = open('?tab=tags');
  await screen.findByRole('button', { name: 'Remove Fever' });
  await user.type(screen.getByRole('combobox', { name: 'Diagnosis' }), 'fever');
  const known = await screen.findByRole('option', { name: /^Fever/ });
  expect(known).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('option', { name: /Scarlet fever/ }));
  expect(await screen.findByRole('button', { name: 'Remove Scarlet fever' })).toBeVisible();
  expect(asked('createDoctorDisease')).toEqual([{ diseaseWesternId: 'd2' }]);
});

test('a code is searched as a code, words as a name', async () => {
  const { user, asked } = open('?tab=tags');
  const box = await screen.findByRole('combobox', { name: 'Diagnosis' });
  await user.type(box, 'R50');
  await waitFor(() => expect(asked('pageDiseases').at(-1)).toMatchObject({ code: 'R50' }));
  await retype(user, box, 'fever');
  await waitFor(() => expect(asked('pageDiseases').at(-1)).toMatchObject({ name: 'fever' }));
});

test('a diagnosis is removed by its own key when undoing is no longer possible', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
  const { user, asked } = open('?tab=tags');
  await user.click(await screen.findByRole('button', { name: 'Remove Fever' }));
  expect(screen.getByText('Fever is removed.')).toBeVisible();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked('deleteDoctorDisease')).toEqual([{ doctorDiseaseWesternId: 't1' }]);
  expect(await screen.findByText(/You have none yet/)).toBeVisible();
  vi.useRealTimers();
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ServiceSetup } from '../../../src/screens/serviceSetup/ServiceSetup.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';

const open = (tab: string, answers: object) =>
  openScreen(<ServiceSetup />, { path: `/serviceSetup?tab=${tab}`, answers: { ...answers } });

test('the stored away message is shown, changed and kept when the platform refuses it', async () => {
  let refuses = true;
  const { user, asked, said } = open('away', {
    getAwayMessage: () => ({ message: 'Back on Monday' }),
    putAwayMessage: () => {
      if (refuses) throw new Refused(500, 'Try later.');
      return true;
    },
  });
  const form = within(await screen.findByRole('form', { name: 'Away message' }));
  const box = form.getByRole('textbox', { name: 'Message' });
  expect(box).toHaveValue('Back on Monday');
  await user.type(box, ' morning');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByRole('alert')).toHaveTextContent('Try later.');
  expect(box).toHaveValue('Back on Monday morning');
  refuses = false;
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(said).toEqual(['The away message was saved.']));
  expect(asked('putAwayMessage').at(-1)).toEqual({ message: 'Back on Monday morning' });
});

test('an away message that could not be loaded can be loaded again', async () => {
  let calls = 0;
  const { user } = open('away', {
    getAwayMessage: () => {
      calls += 1;
      if (calls === 1) throw new Refused(500, 'Down.');
      return { message: '' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('form', { name: 'Away message' })).toBeVisible();
});

const brief = {
  id: '7',
  kind: 'record',
  scope: 'personal',
  name: 'Cough',
  version: 1,
  own: true,
  author: 'Lin Yue',
  drugs: [],
  sections: ['chiefComplaint'],
  uses: 0,
  updateTime: 0,
};

test('templates have a place outside consultations: a new one is written, a stored one is changed', async () => {
  const saved: object[] = [];
  const { user } = open('templates', {
    listTemplates: ({ kind }: { kind: string }) => (kind === 'record' ? [brief] : []),
    getTemplate: () => ({
      ...brief,
      content: { kind: 'record', sections: { chiefComplaint: 'Cough' }, diagnosisList: [] },
    }),
    saveTemplate: (input: object) => {
      saved.push(input);
      return { id: '8', version: 1 };
    },
  });
  const records = within(await screen.findByRole('region', { name: 'Record templates' }));
  expect(within(screen.getByRole('region', { name: 'Prescription sets' })).getByText('No set yet')).toBeVisible();
  await user.click(await records.findByRole('button', { name: 'New template' }));
  await user.type(records.getByRole('textbox', { name: /^Name/ }), 'Fever');
  await user.type(records.getByRole('textbox', { name: 'Chief complaint' }), 'Fever for days');
  await user.click(records.getByRole('button', { name: 'Save' }));
  await user.click(await records.findByRole('button', { name: 'Change “Cough”' }));
  await user.type(await records.findByRole('textbox', { name: 'Chief complaint' }), ', dry');
  await user.click(records.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved).toMatchObject([
    { name: 'Fever', scope: 'personal', content: { sections: { chiefComplaint: 'Fever for days' } } },
    { id: '7', version: 1, name: 'Cough', content: { sections: { chiefComplaint: 'Cough, dry' } } },
  ]);
});

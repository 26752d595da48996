import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import type { AlertServices } from '../../../src/screens/app/app.ts';
import { ServiceSetup } from '../../../src/screens/serviceSetup/ServiceSetup.tsx';
import { FavouriteStar } from '../../../src/screens/templates/FavouriteStar.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { fakeAlerts } from '../../support/fakeAlerts.ts';

/** A screen whose platform another device of the doctor, or a colleague, changes. */
function open(element: ReactElement, path: string, answers: object) {
  const { services, changeElsewhere, returnOfLink } = fakeAlerts();
  const given = { alerts$: new BehaviorSubject<AlertServices | null>(services) };
  const shown = openScreen(element, { path, given, answers: { ...answers } });
  const changed: typeof changeElsewhere = (part) => act(() => changeElsewhere(part));
  return { ...shown, changed, returned: () => act(returnOfLink) };
}
const setup = (tab: string, answers: object) => open(<ServiceSetup />, `/serviceSetup?tab=${tab}`, answers);

const reply = (id: string, content: string) => ({ id, type: 1, title: null, content, group: null, sort: Number(id) });

test('a quick reply from another device is listed at once, and what is being written stays', async () => {
  const replies = [reply('1', 'Alpha')];
  const { user, changed } = setup('replies', { getQuickReplies: () => [...replies] });
  const mine = within(await screen.findByRole('region', { name: 'Mine' }));
  const written = screen.getByRole('textbox', { name: /Text/ });
  await user.type(written, 'Half a sen');
  replies.push(reply('2', 'Beta'));
  changed('replies');
  expect(await mine.findByText('Beta')).toBeVisible();
  expect(written).toHaveValue('Half a sen');
});

test('replies that were moved here are shown as another device changes them after that', async () => {
  let replies = [reply('1', 'Alpha'), reply('2', 'Beta')];
  const { user, changed, asked } = setup('replies', {
    getQuickReplies: () => replies,
    arrangeQuickReplies: ({ list }: { list: { id: string }[] }) => {
      replies = list.flatMap(({ id }, sort) => replies.filter((one) => one.id === id).map((one) => ({ ...one, sort })));
      return true;
    },
  });
  const mine = within(await screen.findByRole('region', { name: 'Mine' }));
  const texts = () => mine.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
  await user.click(await mine.findByRole('button', { name: /^Move “Alpha” down/ }));
  expect(texts()).toEqual(['Beta', 'Alpha']);
  await waitFor(() => expect(asked('getQuickReplies')).toHaveLength(2));
  expect(texts()).toEqual(['Beta', 'Alpha']);
  replies = [
    { ...reply('1', 'Alpha, changed'), sort: 0 },
    { ...reply('2', 'Beta'), sort: 1 },
  ];
  changed('replies');
  await waitFor(() => expect(texts()).toEqual(['Alpha, changed', 'Beta']));
});

test('after a gap in the events a list that is shown is loaded again', async () => {
  const replies = [reply('1', 'Alpha')];
  const { returned } = setup('replies', { getQuickReplies: () => [...replies] });
  const mine = within(await screen.findByRole('region', { name: 'Mine' }));
  replies.push(reply('2', 'Beta'));
  returned();
  expect(await mine.findByText('Beta')).toBeVisible();
});

test('a frequent diagnosis from another device is listed at once', async () => {
  const tags = [{ doctorDiseaseWesternId: '5', id: '1', code: 'R50.9', name: 'Fever' }];
  const { changed } = setup('tags', { findDoctorDiseases: () => [...tags] });
  const list = within(await screen.findByRole('region', { name: 'My diagnoses' }));
  await list.findByText('Fever');
  tags.push({ doctorDiseaseWesternId: '6', id: '2', code: 'R05', name: 'Cough' });
  changed('diagnoses');
  expect(await list.findByText('Cough')).toBeVisible();
});

test('an away message that another device stored is shown, unless one is being written here', async () => {
  let message = 'Back on Monday';
  const { user, changed, asked } = setup('away', { getAwayMessage: () => ({ message }), putAwayMessage: () => true });
  const form = within(await screen.findByRole('form', { name: 'Away message' }));
  const box = form.getByRole('textbox', { name: 'Message' });
  message = 'Back on Tuesday';
  changed('away');
  await waitFor(() => expect(box).toHaveValue('Back on Tuesday'));
  await user.type(box, ' at nine');
  message = 'Back on Friday';
  changed('away');
  await waitFor(() => expect(asked('getAwayMessage')).toHaveLength(3));
  expect(box).toHaveValue('Back on Tuesday at nine');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked('putAwayMessage')).toEqual([{ message: 'Back on Tuesday at nine' }]));
});

test('terms that another device changed are shown; a term that was typed here stays and is saved with them', async () => {
  const config = { id: '3', consultType: 1, enabled: true, price: 1_000, durationMin: 15, msgLimit: null };
  let stored = { ...config, maxConcurrent: 5, dailyQuota: null, version: 1 };
  const { user, changed, asked } = setup('services', {
    getConsultConfigs: () => [stored],
    updateConsultConfig: () => true,
  });
  const form = within(await screen.findByRole('form', { name: 'Text and pictures' }));
  const price = form.getByRole('textbox', { name: /Price/ });
  await user.clear(price);
  await user.type(price, '25');
  stored = { ...stored, durationMin: 40, price: 700 };
  changed('services');
  await waitFor(() => expect(form.getByRole('textbox', { name: /^Length in minutes/ })).toHaveValue('40'));
  expect(price).toHaveValue('25');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked('updateConsultConfig')).toMatchObject([{ price: 2_500, durationMin: 40 }]));
});

const brief = {
  id: '7',
  kind: 'record',
  scope: 'department',
  name: 'Cough',
  version: 1,
  own: true,
  author: 'Lin Yue',
  drugs: [],
  sections: ['chiefComplaint'],
  uses: 0,
  updateTime: 0,
};

test('a colleague’s template is listed at once, and one that is being edited keeps what is typed', async () => {
  const listed = [brief];
  const content = { kind: 'record', sections: { chiefComplaint: 'Cough' }, diagnosisList: [] };
  const { user, changed, asked } = setup('templates', {
    listTemplates: ({ kind }: { kind: string }) => (kind === 'record' ? [...listed] : []),
    getTemplate: () => ({ ...brief, content }),
  });
  const texts = within(await screen.findByRole('region', { name: 'Record templates' }));
  await texts.findByText('Cough');
  listed.push({ ...brief, id: '8', name: 'Fever', own: false });
  changed('templates');
  expect(await texts.findByText('Fever')).toBeVisible();
  await user.click(texts.getByRole('button', { name: 'Change “Cough”' }));
  const box = await texts.findByRole('textbox', { name: 'Chief complaint' });
  await user.type(box, ' at night');
  changed('templates');
  expect(box).toHaveValue('Cough at night');
  expect(asked('getTemplate')).toHaveLength(1);
});

test('a medicine that became a favourite on another device has its star here', async () => {
  let drugIds: string[] = [];
  const medicine = { drugId: '9', name: 'Amoxicillin' } as never;
  const { changed } = open(<FavouriteStar medicine={medicine} warehouseId={'1' as never} />, '/', {
    listFavouriteDrugs: () => ({ drugIds, drugs: [] }),
  });
  const star = await screen.findByRole('button', { pressed: false });
  drugIds = ['9'];
  changed('medicines');
  await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'true'));
});

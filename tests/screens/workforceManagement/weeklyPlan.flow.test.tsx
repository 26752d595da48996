import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScheduleSlot } from '../../../contract/extension/schedule.ts';
import { WorkforceManagement } from '../../../src/screens/workforceManagement/WorkforceManagement.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';

const kept: ScheduleSlot[] = [
  { weekday: 1, period: 'morning', consultType: 1, quota: 20 },
  { weekday: 2, period: 'evening', consultType: 2, quota: 4 },
  { weekday: 7, period: 'morning', consultType: 8, quota: 1 },
];

const open = (answers: object = {}) =>
  openScreen(<WorkforceManagement />, {
    path: '/workforceManagement?tab=week',
    answers: { getSchedule: () => kept, putSchedule: () => true, ...answers },
  });

const cell = (name: string) => screen.findByRole('textbox', { name });

test('the schedule shows each type by day and part of the day, also types no longer on the list', async () => {
  open();
  expect(await cell('Text and pictures, Monday, Morning')).toHaveValue('20');
  expect(await cell('Phone, Tuesday, Evening')).toHaveValue('4');
  expect(await cell('Phone, Tuesday, Morning')).toHaveValue('');
  expect(await cell('Unknown (8), Sunday, Morning')).toHaveValue('1');
  expect(screen.getByText('20 patients a week')).toBeVisible();
});

test('the whole schedule is saved with its changes', async () => {
  const { user, asked } = open();
  await user.type(await cell('Phone, Friday, Afternoon'), '6');
  await user.clear(await cell('Phone, Tuesday, Evening'));
  expect(screen.getByText('Not saved')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  const [{ list }] = asked('putSchedule') as [{ list: ScheduleSlot[] }];
  expect(list).toEqual([kept[0], { weekday: 5, period: 'afternoon', consultType: 2, quota: 6 }, kept[2]]);
});

test('an invalid number is reported at its field and focused, and nothing is sent', async () => {
  const { user, asked } = open();
  const box = await cell('Phone, Friday, Afternoon');
  await user.type(box, '501');
  expect(box).toHaveAccessibleDescription('Enter a whole number from 0 to 500.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Some fields have no valid number. Correct the marked ones.');
  expect(box).toHaveFocus();
  expect(asked('putSchedule')).toEqual([]);
});

test('a typed quota is shown as it was understood, and one with two readings names both', async () => {
  const { user, asked } = open();
  const box = await cell('Phone, Friday, Afternoon');
  await user.type(box, '１２');
  await user.tab();
  expect(box).toHaveValue('12');
  await user.clear(box);
  await user.type(box, '1,000');
  await user.tab();
  expect(box).toHaveValue('1,000');
  expect(box).toHaveAccessibleDescription('“1,000” can mean 1 or 1000. Write 1 or 1000.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(asked('putSchedule')).toEqual([]);
});

test('a schedule that failed to save keeps its input and can be saved again', async () => {
  let up = false;
  const { user } = open({
    putSchedule: () => {
      if (up) return true;
      throw new Refused(500, 'Server error');
    },
  });
  await user.type(await cell('Phone, Friday, Afternoon'), '6');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error');
  expect(await cell('Phone, Friday, Afternoon')).toHaveValue('6');
  up = true;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('Saved')).toBeVisible();
});

test('Monday can be copied to the other weekdays, and reset restores the stored schedule', async () => {
  const { user } = open();
  await cell('Text and pictures, Monday, Morning');
  const [copy] = screen.getAllByRole('button', { name: 'Use Monday for Tuesday to Friday' });
  await user.click(copy as HTMLElement);
  expect(await cell('Text and pictures, Thursday, Morning')).toHaveValue('20');
  expect(await cell('Text and pictures, Saturday, Morning')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await cell('Text and pictures, Thursday, Morning')).toHaveValue('');
});

test('leaving with an unsaved schedule asks first', async () => {
  const { user, router, address } = open();
  await user.type(await cell('Phone, Friday, Afternoon'), '6');
  void router.navigate('/');
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(address()).toBe('/workforceManagement?tab=week');
  expect(await cell('Phone, Friday, Afternoon')).toHaveValue('6');
});

test('a schedule that fails to load can be retried', async () => {
  let up = false;
  const { user } = open({ getSchedule: () => (up ? kept : undefined) });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  up = true;
  await user.click(retry);
  expect(await cell('Text and pictures, Monday, Morning')).toHaveValue('20');
});

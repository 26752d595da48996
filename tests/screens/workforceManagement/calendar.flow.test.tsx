import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayAfter } from '../../../contract/days.ts';
import { Code } from '../../../contract/envelope.ts';
import type { PlanDay } from '../../../contract/extension/schedule.ts';
import { WorkforceManagement } from '../../../src/screens/workforceManagement/WorkforceManagement.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { Refused } from '../../support/fakeApp.tsx';

const slots = [{ period: 'morning', consultType: 1, quota: 8 }] as const;
const hours = {
  morning: { from: 480, to: 720 },
  afternoon: { from: 720, to: 1080 },
  evening: { from: 1080, to: 1320 },
};
const leave = { id: '9', from: '2026-03-05', to: '2026-03-06', kind: 'annual', note: 'Family' };

/** Every day has work in the morning, except those of `special`. The tests begin on Monday, 2 March 2026. */
const planOf =
  (special: Readonly<Record<string, Partial<PlanDay>>> = {}, more: object = {}) =>
  ({ from, to }: { from: string; to: string }) => {
    const days = [];
    for (let date = from; date <= to; date = dayAfter(date))
      days.push({ date, source: 'week', slots, note: '', by: null, ...special[date] });
    return { doctor: { id: '11', name: 'Chen Jing' }, version: 4, heads: null, hours, days, leaves: [], ...more };
  };

const open = (answers: object = {}, path = '/workforceManagement') =>
  openScreen(<WorkforceManagement />, { path, answers: { getPlan: planOf(), ...answers } });

const day = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

test('a week shows each day’s work, its own plan with who made it, and leave', async () => {
  const own: Partial<PlanDay> = { source: 'day', slots: [], note: 'Cover', by: 'Lin Yue' };
  const onLeave: Partial<PlanDay> = { source: 'leave', slots: [] };
  open({ getPlan: planOf({ '2026-03-03': own, '2026-03-05': onLeave }, { leaves: [leave] }) });
  expect(await day('Monday, March 2, Morning 8')).toHaveAttribute('aria-current', 'date');
  expect(await day('Tuesday, March 3, No work, Cover')).toHaveTextContent('Planned by Lin Yue');
  expect(await day('Thursday, March 5, Leave')).toBeVisible();
  const leaves = screen.getByRole('region', { name: 'Leave' });
  expect(leaves).toHaveTextContent('Mar 5, 2026 to Mar 6, 2026 Annual leaveFamily');
});

test('weeks and months follow each other in the address, and arrow keys move between days', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Next week' }));
  expect(address()).toBe('/workforceManagement?date=2026-03-09');
  await user.selectOptions(screen.getByRole('combobox', { name: 'View' }), 'Month');
  expect(await screen.findByRole('heading', { name: 'March 2026' })).toBeVisible();
  expect(address()).toBe('/workforceManagement?date=2026-03-09&view=month');
  (await day(/^Monday, March 9/)).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(await day(/^Tuesday, March 17/)).toHaveFocus();
});

test('a day is planned with the version that was seen, and returned to the weekly plan', async () => {
  const { user, asked } = open({
    getPlan: planOf({ '2026-03-03': { source: 'day' } }),
    planDays: () => ({ version: 5 }),
  });
  await user.click(await day(/^Tuesday, March 3/));
  const form = await dialog('Tuesday, March 3');
  await user.type(within(form).getByRole('textbox', { name: 'Phone, Evening' }), '3');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await day(/^Tuesday, March 3/));
  await user.click(await screen.findByRole('button', { name: 'Use the weekly plan' }));
  const date = '2026-03-03';
  await waitFor(() =>
    expect(asked('planDays')).toEqual([
      { version: 4, days: [{ date, slots: [...slots, { period: 'evening', consultType: 2, quota: 3 }], note: '' }] },
      { version: 4, days: [{ date, slots: null, note: '' }] },
    ]),
  );
});

test('a number that is none is reported at its field, and nothing is sent', async () => {
  const { user, asked } = open();
  await user.click(await day(/^Monday, March 2/));
  const box = await screen.findByRole('textbox', { name: 'Phone, Evening' });
  await user.type(box, '501');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(box).toHaveAccessibleDescription('Enter a whole number from 0 to 500.');
  expect(box).toHaveFocus();
  expect(asked('planDays')).toEqual([]);
});

test('a dialog of the plan asks before it closes with what was typed, and closes at once without', async () => {
  const { user, asked } = open();
  await user.click(await day(/^Monday, March 2/));
  await user.type(await screen.findByRole('textbox', { name: 'Phone, Evening' }), '3');
  await user.keyboard('{Escape}');
  expect(await screen.findByText('What you typed here is not saved.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go on writing' }));
  expect(screen.getByRole('textbox', { name: 'Phone, Evening' })).toHaveValue('3');
  await user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add leave' }));
  await dialog('Add leave');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('planDays')).toEqual([]);
});

test('a conflict of leave is named at its first day, and an impossible range at its last', async () => {
  const reason = 'There is leave from 2026-03-05 to 2026-03-06 already. End it first, or choose other days.';
  const { user } = open({
    addLeave: () => {
      throw new Refused(Code.scheduleConflict, reason);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add leave' }));
  const form = within(await dialog('Add leave'));
  const [first, last] = [form.getByLabelText(/^First day/), form.getByLabelText(/^Last day/)];
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(first).toHaveAccessibleDescription('Choose a day.');
  await user.type(first, '2026-03-06');
  await user.type(last, '2026-03-05');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(last).toHaveAccessibleDescription('The last day must not be before the first.');
  await user.clear(last);
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(first).toHaveAccessibleDescription(reason));
});

test('the shown week is copied to following weeks', async () => {
  const { user, asked } = open({ copyWeek: () => ({ version: 5 }) });
  await user.click(await screen.findByRole('button', { name: 'Copy this week' }));
  const form = within(await dialog('Copy this week'));
  await user.selectOptions(form.getByRole('combobox', { name: 'Number of weeks' }), '3');
  await user.click(form.getByRole('button', { name: 'Copy' }));
  await waitFor(() =>
    expect(asked('copyWeek')).toEqual([{ version: 4, from: '2026-03-02', to: '2026-03-09', weeks: 3 }]),
  );
});

test('ending leave says what it does and asks first', async () => {
  const { user, asked } = open({ getPlan: planOf({}, { leaves: [leave] }), endLeave: () => ({ version: 5 }) });
  await user.click(await screen.findByRole('button', { name: 'End leave from Mar 5, 2026 to Mar 6, 2026' }));
  const question = await screen.findByRole('alertdialog', { name: 'End this leave?' });
  expect(question).toHaveTextContent('Days that have passed stay leave.');
  await user.click(within(question).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(asked('endLeave')).toEqual([{ version: 4, id: '9' }]));
});

test('a head of department sees who is on duty with what load, and opens a doctor’s plan', async () => {
  const duty = { state: 'busy', message: 'In surgery', source: 'person', time: 0 };
  const today = { date: '2026-03-02', source: 'week', slots, note: '', by: null };
  const member = {
    id: '12',
    name: 'He Wei',
    titleCode: 2,
    duty,
    connected: true,
    active: 3,
    limit: 20,
    accepted: 5,
    today,
  };
  const { user, address } = open({
    getPlan: planOf({}, { heads: 'Medicine' }),
    listTeam: () => ({ department: 'Medicine', members: [member] }),
  });
  await user.click(await screen.findByRole('tab', { name: 'Team' }));
  const row = await screen.findByRole('row', { name: /He Wei/ });
  expect(row).toHaveTextContent('BusyIn surgeryWorkstation open3 of 205Morning 8');
  await user.click(within(row).getByRole('link', { name: 'Plan of He Wei' }));
  expect(address()).toBe('/workforceManagement?doctor=12');
});

test('others have no team', async () => {
  open();
  await day(/^Monday, March 2/);
  expect(screen.queryByRole('tab', { name: 'Team' })).toBeNull();
});

test('a calendar that fails to load can be retried', async () => {
  let up = false;
  const { user } = open({ getPlan: (asked: never) => (up ? planOf()(asked) : undefined) });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  up = true;
  await user.click(retry);
  expect(await day(/^Monday, March 2/)).toBeVisible();
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { AccountId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { order, Refused, startOfTest, waitingOrder } from '../../support/fakeApp.tsx';
import { fillIn } from '../../support/render.tsx';
import { enter } from './room.tsx';

const minute = 60_000;
const wang = waitingOrder('1', 'Wang Min', {
  payTime: startOfTest - 22 * minute,
  overdueTime: startOfTest - 7 * minute,
  priority: 2,
});
const li = waitingOrder('2', 'Li Qiang', { payTime: startOfTest - 3 * minute, overdueTime: startOfTest + 12 * minute });

test('a waiting row states patient, complaint, priority and the time over the limit in words', () => {
  const { waitingList } = enter({ waiting: [wang, li] });
  const [first, second] = waitingList().getAllByRole('listitem');
  expect(first).toHaveTextContent('Wang Min');
  expect(first).toHaveTextContent('Headache for two days');
  expect(first).toHaveTextContent('Emergency');
  expect(first).toHaveTextContent('overdue 7 min');
  expect(second).toHaveTextContent('3 min');
});

test('a waiting row explains its clock in words, also to screen readers', () => {
  const { waitingList } = enter({ waiting: [wang, li] });
  const look = (patient: string) => waitingList().getByRole('button', { name: `Look at ${patient}` });
  expect(look('Li Qiang')).toHaveTextContent('waiting 3 min');
  expect(look('Li Qiang')).toHaveAccessibleDescription(/Headache for two days.*waiting 3\smin, overdue after 15\smin/);
  expect(look('Wang Min')).toHaveAccessibleDescription(/waiting 22\smin, 7\smin longer than the limit/);
});

test('a whole hour is shown without minutes', () => {
  const late = waitingOrder('3', 'Chen Hua', {
    payTime: startOfTest - 75 * minute,
    overdueTime: startOfTest - 60 * minute,
  });
  const { waitingList } = enter({ waiting: [late] });
  expect(waitingList().getByText('overdue 1 h')).toBeVisible();
});

test('the waiting time follows the clock', async () => {
  const { waitingList, now$ } = enter({ waiting: [li] });
  now$.next(startOfTest + 4 * minute);
  await waitFor(() => expect(waitingList().getByRole('listitem')).toHaveTextContent('7 min'));
});

test('accepting opens the patient in a pane and focuses the reply box', async () => {
  const { user, waitingList, replyBox, calls } = enter({ waiting: [wang, li] });
  await user.click(waitingList().getByRole('button', { name: 'Accept Wang Min' }));
  expect(await replyBox('Wang Min')).toHaveFocus();
  expect(calls).toContainEqual({ name: 'acceptOrder', input: { id: '1' } });
  expect(waitingList().queryByText('Wang Min')).toBeNull();
});

test('if a colleague accepted first, the doctor sees who, and the pane closes', async () => {
  const acceptOrder = () => {
    throw new Refused(Code.orderTaken, 'taken', { doctorName: 'Zhou Ping' });
  };
  const { user, waitingList, said } = enter({ waiting: [wang], answers: { acceptOrder } });
  await user.click(waitingList().getByRole('button', { name: 'Accept Wang Min' }));
  await waitFor(() => expect(said).toEqual(['Wang Min has just been taken by Zhou Ping.']));
  expect(screen.queryByRole('region', { name: /Consultation with/ })).toBeNull();
});

test('a row that a colleague accepted says so briefly in its place', async () => {
  const { list, now$ } = enter({ waiting: [wang, li] });
  const removed = {
    orderId: wang.id,
    change: 'taken' as const,
    time: startOfTest,
    patientName: 'Wang Min',
    by: { id: AccountId.parse('12'), name: '周平', nameEn: 'Zhou Ping' },
  };
  act(() => list.next({ ...list.value, waiting: [li], removed: [removed] }));
  expect(await screen.findByText('Wang Min was taken by Zhou Ping')).toBeVisible();
  act(() => now$.next(startOfTest + minute));
  await waitFor(() => expect(screen.queryByText('Wang Min was taken by Zhou Ping')).toBeNull());
});

test('at the limit of concurrent consultations the patient keeps waiting, and the reason is in its place', async () => {
  const acceptOrder = () => {
    throw new Refused(Code.orderLimitReached, 'You have reached your limit of simultaneous consultations');
  };
  const { user, waitingList, inPane } = enter({ waiting: [wang], answers: { acceptOrder } });
  await user.click(waitingList().getByRole('button', { name: 'Accept Wang Min' }));
  const pane = await inPane('Wang Min');
  expect(await pane.findByRole('alert')).toHaveTextContent('You have reached your limit of simultaneous consultations');
  expect(waitingList().getByText('Wang Min')).toBeVisible();
});

test('a waiting patient can be viewed before acceptance and accepted from the pane', async () => {
  const { user, waitingList, inPane, replyBox } = enter({ waiting: [wang] });
  await user.click(waitingList().getByRole('button', { name: 'Look at Wang Min' }));
  const pane = await inPane('Wang Min');
  expect(pane.getByText('Accept the patient to write.')).toBeVisible();
  expect(pane.queryByRole('textbox')).toBeNull();
  await user.click(pane.getByRole('button', { name: 'Accept patient' }));
  expect(await replyBox('Wang Min')).toBeVisible();
});

test('accepting in the list a patient who is open in a pane accepts them too', async () => {
  const { user, waitingList, replyBox } = enter({ waiting: [wang] });
  await user.click(waitingList().getByRole('button', { name: 'Look at Wang Min' }));
  await user.click(waitingList().getByRole('button', { name: 'Accept Wang Min' }));
  expect(await replyBox('Wang Min')).toBeVisible();
});

test('declining names the patient, requires a reason and sends it', async () => {
  const { user, waitingList, calls } = enter({ waiting: [wang], answers: { refuseOrder: () => ({}) } });
  await user.click(waitingList().getByRole('button', { name: 'More for Wang Min' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline …' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Decline Wang Min?' }));
  expect(dialog.getByText('Female, 34 years')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Decline patient' }));
  expect(dialog.getByText('Fill in this field.')).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', { name: /Reason/ }), 'Has to be seen in person');
  await fillIn(user, dialog.getByRole('textbox', { name: /Words to the patient/ }), 'Please come by today');
  await user.click(dialog.getByRole('button', { name: 'Decline patient' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.find(({ name }) => name === 'refuseOrder')?.input).toEqual({
    id: '1',
    version: 1,
    reasonCode: 'needsVisit',
    remark: 'Please come by today',
  });
});

test('declining for another reason needs words, and marks alone are none', async () => {
  const { user, waitingList, calls } = enter({ waiting: [wang], answers: { refuseOrder: () => ({}) } });
  await user.click(waitingList().getByRole('button', { name: 'More for Wang Min' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline …' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Decline Wang Min?' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: /Reason/ }), 'other');
  await fillIn(user, dialog.getByRole('textbox', { name: /Words to the patient/ }), '...');
  await user.click(dialog.getByRole('button', { name: 'Decline patient' }));
  expect(dialog.getByText('Write the reason in a few words.')).toBeVisible();
  expect(calls.some(({ name }) => name === 'refuseOrder')).toBe(false);
});

test('a refused decline says why in its dialog, and keeps the reason and the words', async () => {
  const refuseOrder = () => {
    throw new Refused(Code.orderTaken, 'Another doctor has taken the patient.');
  };
  const { user, waitingList } = enter({ waiting: [wang], answers: { refuseOrder } });
  await user.click(waitingList().getByRole('button', { name: 'More for Wang Min' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline …' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Decline Wang Min?' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: /Reason/ }), 'Has to be seen in person');
  await fillIn(user, dialog.getByRole('textbox', { name: /Words to the patient/ }), 'Please come by today');
  await user.click(dialog.getByRole('button', { name: 'Decline patient' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Another doctor has taken the patient.');
  expect(dialog.getByRole('combobox', { name: /Reason/ })).toHaveValue('needsVisit');
  expect(dialog.getByRole('textbox', { name: /Words to the patient/ })).toHaveValue('Please come by today');
});

/** Sends Wang Min a reminder through the menu of her row. */
function reminding(pushMessage: () => unknown) {
  const room = enter({ waiting: [wang], answers: { pushMessage } });
  const { user, waitingList, calls } = room;
  const menuButton = () => waitingList().getByRole('button', { name: 'More for Wang Min' });
  const openMenu = () => user.click(menuButton());
  return {
    ...room,
    openMenu,
    /** A closed menu returns the focus one frame later, which would close a menu that was opened meanwhile. */
    async closeMenu() {
      await user.keyboard('{Escape}');
      await waitFor(() => expect(menuButton()).toHaveFocus());
    },
    async remind() {
      await openMenu();
      await user.click(await screen.findByRole('menuitem', { name: 'Remind the patient' }));
    },
    times: () => calls.filter(({ name }) => name === 'pushMessage').length,
  };
}

test('a patient is reminded at most once a minute, and the remaining seconds are shown', async () => {
  const { user, waitingList, now$, openMenu, closeMenu, remind, times } = reminding(() => true);
  await remind();
  await waitFor(() => expect(times()).toBe(1));
  expect(await waitingList().findByText('60 s')).toBeVisible();
  act(() => now$.next(startOfTest + 18_000));
  expect(waitingList().getByText('42 s')).toBeVisible();
  await openMenu();
  const item = await screen.findByRole('menuitem', { name: 'Remind again in 42\u00a0s' });
  await user.click(item);
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(times()).toBe(1);
  await closeMenu();
  act(() => now$.next(startOfTest + limits.remindEveryMs));
  expect(waitingList().queryByText(/^\d+ s$/)).toBeNull();
  await remind();
  await waitFor(() => expect(times()).toBe(2));
});

test('a clock that was set back holds up no reminder', async () => {
  const { now$, waitingList, remind, times } = reminding(() => true);
  await remind();
  await waitFor(() => expect(times()).toBe(1));
  act(() => now$.next(startOfTest - 2 * 60 * 60_000));
  expect(waitingList().queryByText(/^\d+ s$/)).toBeNull();
  await remind();
  await waitFor(() => expect(times()).toBe(2));
});

test('no reminder is sent automatically, however long a patient waits', async () => {
  const { now$, waitingList, times } = reminding(() => true);
  expect(waitingList().getByText('Wang Min')).toBeVisible();
  for (const minutes of [1, 10, 60]) act(() => now$.next(startOfTest + minutes * 60_000));
  expect(times()).toBe(0);
});

test('after a reminder by a colleague, the button waits for the rest of that minute', async () => {
  const { waitingList, remind } = reminding(() => {
    throw new Refused(Code.remindTooSoon, 'Too soon', { retryAfterMs: 40_000 });
  });
  await remind();
  expect(await waitingList().findByText('40 s')).toBeVisible();
});

test('a reminder that did not reach the platform can be retried at once', async () => {
  const { remind, times } = reminding(() => undefined);
  await remind();
  await waitFor(() => expect(times()).toBe(1));
  await remind();
  await waitFor(() => expect(times()).toBe(2));
});

test('an empty list and a list that failed to load each say so', async () => {
  const { waitingList, list } = enter({});
  expect(waitingList().getByText('Nobody is waiting')).toBeVisible();
  list.next({ ...list.value, state: 'failed' });
  expect(await waitingList().findByRole('button', { name: 'Try again' })).toBeVisible();
  list.next({ ...list.value, state: 'stale', waiting: [li] });
  expect(await waitingList().findByText('Not up to date')).toBeVisible();
});

test('a new patient is announced, and nothing moves', async () => {
  const { app, list, chats } = enter({ waiting: [li], running: [order('5', 'Chen Hua')] });
  const box = chats().getByRole('button', { name: 'Search' });
  box.focus();
  list.next({ ...list.value, waiting: [li, wang] });
  await waitFor(() => expect(app.announcer.current().join('')).toBe('New patient waiting: Wang Min'));
  expect(box).toHaveFocus();
});

const people = (count: number, from: number) => Array.from({ length: count }, (_, index) => `Patient ${from + index}`);

test('beside several panes the waiting list makes room: one row accepts the next patient', async () => {
  const waiting = people(10, 50).map((name, index) => waitingOrder(`${50 + index}`, name));
  const running = people(8, 10).map((name, index) => order(`${10 + index}`, name));
  const { user, waitingList, chats, calls, pane } = enter({ waiting, running });
  const accept = () => waitingList().queryByRole('button', { name: 'Accept Patient 51' });
  const fold = () => waitingList().getByRole('button', { name: 'Waiting list' });
  for (const name of ['Patient 10', 'Patient 11']) {
    expect(accept()).toBeVisible();
    await user.click(chats().getByRole('button', { name: new RegExp(`^${name}`) }));
    await pane(name);
  }
  expect(accept()).toBeNull();
  expect(fold()).toHaveAttribute('aria-expanded', 'false');
  expect(waitingList().getByRole('heading')).toHaveTextContent('Patient 50');
  await user.click(waitingList().getByRole('button', { name: 'Accept next' }));
  expect(calls).toContainEqual({ name: 'acceptOrder', input: { id: '50' } });
  await user.click(fold());
  expect(accept()).toBeVisible();
  expect(fold()).toHaveAttribute('aria-expanded', 'true');
});

test('a doctor can fold the waiting list at any time', async () => {
  const { user, waitingList } = enter({ waiting: [wang, li] });
  await user.click(waitingList().getByRole('button', { name: 'Waiting list' }));
  expect(waitingList().queryByText('Headache for two days')).toBeNull();
  expect(waitingList().getByRole('button', { name: 'Accept next' })).toBeVisible();
});

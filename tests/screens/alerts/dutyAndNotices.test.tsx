import { act, screen, within } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Duty } from '../../../contract/extension/duty.ts';
import type { HospitalNotice } from '../../../contract/extension/notices.ts';
import { DutySwitch } from '../../../src/screens/alerts/DutySwitch.tsx';
import { HelpDialog } from '../../../src/screens/alerts/HelpDialog.tsx';
import { HospitalNotices } from '../../../src/screens/alerts/HospitalNotices.tsx';
import type { DutyStatus } from '../../../src/screens/app/app.ts';
import type { Loaded } from '../../../src/streams/loaded.ts';
import { openScreen } from '../../support/doctorScreen.tsx';

const online: Duty = { state: 'online', message: '', source: 'person', time: 0 };

/** A doctor whose platform refuses with `refusal`, where one is given. */
function onDuty(duty: Partial<Duty> = {}, refusal: string | null = null) {
  const current$ = new BehaviorSubject<Loaded<Duty>>({ value: { ...online, ...duty }, state: 'live' });
  const set: unknown[] = [];
  const status: DutyStatus = {
    current$,
    refresh: () => void set.push('refresh'),
    async set(state, message, shownBy) {
      set.push(shownBy === 'form' ? [state, message, shownBy] : [state, message]);
      if (refusal === null) current$.next({ value: { ...online, state, message }, state: 'live' });
      return refusal;
    },
    Switch: DutySwitch,
  };
  return { ...openScreen(<DutySwitch duty={status} />), current$, set };
}

const duty = (state: string) => screen.getByRole('button', { name: `Duty state: ${state}` });

test('a doctor chooses busy or away in the bar, and the message of an absence ends with it', async () => {
  const { user, set } = onDuty({ state: 'away', message: 'Back at 14:00' });
  await user.click(duty('Away'));
  await user.click(await screen.findByRole('menuitem', { name: 'Busy' }));
  expect(await screen.findByRole('button', { name: 'Duty state: Busy' })).toBeVisible();
  await user.click(duty('Busy'));
  await user.click(await screen.findByRole('menuitem', { name: 'On duty' }));
  await screen.findByRole('button', { name: 'Duty state: On duty' });
  expect(set).toEqual([
    ['busy', 'Back at 14:00'],
    ['online', ''],
  ]);
});

test('a change by the schedule or in another window is shown at once', () => {
  const { current$ } = onDuty();
  act(() => current$.next({ value: { ...online, state: 'away', source: 'schedule' }, state: 'live' }));
  expect(duty('Away')).toBeVisible();
});

test('a refused change keeps the state, and only the call tells why', async () => {
  const { user, said, set } = onDuty({}, 'Not now');
  await user.click(duty('On duty'));
  await user.click(await screen.findByRole('menuitem', { name: 'Away' }));
  await expect.poll(() => set).toEqual([['away', '']]);
  expect(said).toEqual([]);
  expect(duty('On duty')).toBeVisible();
});

test('the message for patients is written in a dialog', async () => {
  const { user, set } = onDuty({ state: 'busy' });
  await user.click(duty('Busy'));
  await user.click(await screen.findByRole('menuitem', { name: 'Write a message…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Message beside your duty state' }));
  await user.click(dialog.getByRole('textbox', { name: 'Message' }));
  await user.paste('In surgery until noon');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(set).toEqual([['busy', 'In surgery until noon', 'form']]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a duty state that could not be loaded can be loaded again', async () => {
  const { user, current$, set } = onDuty();
  act(() => current$.next({ value: null, state: 'failed' }));
  await user.click(screen.getByRole('button', { name: 'Duty state could not be loaded. Try again' }));
  expect(set).toEqual(['refresh']);
});

const notice = (id: string, more: Partial<HospitalNotice> = {}): HospitalNotice => ({
  id,
  position: 1,
  tone: 'info',
  title: `Notice ${id}`,
  text: 'More about it',
  link: null,
  startTime: 0,
  endTime: null,
  ...more,
});

function notices(list: Loaded<readonly HospitalNotice[]>) {
  const list$ = new BehaviorSubject(list);
  const refreshed: string[] = [];
  const services = { notices: { list$, refresh: () => void refreshed.push('refresh') } };
  const shown = openScreen(<HospitalNotices position={1} />, {
    given: { alerts$: new BehaviorSubject(services) as never },
  });
  return { ...shown, refreshed, list$ };
}

test('a place shows its own notices, with links into the workstation and outside it', () => {
  const link = 'https://hospital.example/flu';
  notices({
    value: [notice('1', { link: '/orderRecord' }), notice('2', { link }), notice('3', { position: 2 })],
    state: 'live',
  });
  const shown = within(screen.getByRole('region', { name: 'Notices of the hospital' }));
  expect(shown.getAllByText(/^Notice/).map(({ textContent }) => textContent)).toEqual(['Notice 1', 'Notice 2']);
  const [inside, outside] = shown.getAllByRole('link', { name: 'Read more' });
  expect(inside).toHaveAttribute('href', '/orderRecord');
  expect([outside?.getAttribute('href'), outside?.getAttribute('rel')]).toEqual([link, 'noopener noreferrer']);
});

test('a person hides a notice for good, but not an urgent one', async () => {
  const { user, app } = notices({ value: [notice('1'), notice('2', { tone: 'danger' })], state: 'live' });
  await user.click(screen.getByRole('button', { name: 'Hide “Notice 1”' }));
  expect(screen.queryByText('Notice 1')).toBeNull();
  expect(app.settings.current$.value).toMatchObject({ 'notices.hidden': '1' });
  expect(screen.queryByRole('button', { name: 'Hide “Notice 2”' })).toBeNull();
});

test('notices that could not be loaded can be loaded again', async () => {
  const { user, refreshed } = notices({ value: null, state: 'failed' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refreshed).toEqual(['refresh']);
});

test('help names the main steps of the role and leads to the shortcuts', async () => {
  const done: string[] = [];
  const { user } = openScreen(
    <HelpDialog onClose={() => done.push('close')} onShortcuts={() => done.push('shortcuts')} onProblem={null} />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Help' }));
  expect(dialog.getByText('Take a patient')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keyboard shortcuts' }));
  expect(done).toEqual(['close', 'shortcuts']);
});

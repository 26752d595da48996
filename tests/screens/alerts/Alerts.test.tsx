import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usualAlertSettings } from '../../../src/domain/alertSettings.ts';
import { Alerts } from '../../../src/screens/alerts/Alerts.tsx';
import { fakeAlerts } from '../../support/fakeAlerts.ts';
import { show } from '../../support/render.tsx';

type Given = Parameters<typeof fakeAlerts>[0] & { readonly open?: boolean };

function alerts({ open = true, ...given }: Given = {}) {
  const { services, settings$, sound$, said } = fakeAlerts(given);
  const shown = show(
    <Alerts alerts={services} open={open ? 'alerts' : null} onShortcuts={null} onClose={() => said.push('close')} />,
  );
  return { ...shown, settings$, sound$, said };
}

const check = (name: string | RegExp) => screen.getByRole('checkbox', { name });
const select = (name: string) => screen.getByRole('combobox', { name });

test('sound, repetition and volume can be set and tested', async () => {
  const { user, settings$, said } = alerts();
  expect(select('Repeat every')).toBeDisabled();
  await user.selectOptions(select('When something is new'), 'Repeat until seen');
  await user.selectOptions(select('Repeat every'), '2 minutes');
  await user.click(screen.getByRole('button', { name: 'Test sound' }));
  expect(settings$.value).toMatchObject({ sound: 'repeat', repeatEveryS: 120 });
  expect(said).toEqual(['test']);
  expect(screen.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '60\u00a0%');
});

test('a user chooses the kinds of alerts; with one kind there is no choice', async () => {
  const { user, settings$, unmount } = alerts();
  await user.click(check('New waiting patients'));
  expect(settings$.value.kinds).toEqual({ ...usualAlertSettings.kinds, waiting: false });
  unmount();
  alerts({ kinds: ['review'] });
  expect(screen.queryByText('Alert me to')).toBeNull();
});

test('notifications hide message text unless the user allows it', async () => {
  const { user, settings$ } = alerts();
  expect(check(/^Show the patient’s name/)).not.toBeChecked();
  await user.click(check(/^Show the patient’s name/));
  expect(settings$.value.showText).toBe(true);
});

test('permission is requested only by a button; after a refusal the settings say what to do', async () => {
  const { user, said, unmount } = alerts({ permission: 'default' });
  expect(said).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Allow notifications' }));
  expect(said).toEqual(['ask']);
  unmount();
  alerts({ permission: 'denied' });
  expect(screen.getByText(/open the site settings/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull();
});

test('quiet hours have a beginning, an end and days', async () => {
  const { user, settings$ } = alerts();
  expect(screen.queryByLabelText('From')).toBeNull();
  await user.click(check('No sound and no notification at certain hours'));
  const days = within(screen.getByRole('group', { name: 'Beginning on' }));
  await user.click(days.getByRole('checkbox', { name: 'Sat' }));
  expect(settings$.value.quiet).toEqual({ on: true, from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 7] });
});

test('a hint is shown while the browser blocks sound', () => {
  const { sound$ } = alerts({ open: false, sound: 'blocked' });
  expect(screen.getByRole('button', { name: 'Sound is off until you click' })).toBeVisible();
  act(() => sound$.next('ready'));
  expect(screen.queryByRole('button', { name: 'Sound is off until you click' })).toBeNull();
});

test('no hint is shown if sound is switched off', () => {
  alerts({ open: false, sound: 'blocked', settings: { sound: 'off' } });
  expect(screen.queryByRole('button', { name: 'Sound is off until you click' })).toBeNull();
});

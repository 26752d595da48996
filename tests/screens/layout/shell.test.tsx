import { act, screen, waitFor, within } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import type { ConversationId, OrderId, PrescriptionId } from '../../../contract/ids.ts';
import type { StorageState } from '../../../src/domain/outgoing.ts';
import type { AlertServices } from '../../../src/screens/app/app.ts';
import type { ReviewerServices } from '../../../src/screens/app/reviewerServices.ts';
import { Shell } from '../../../src/screens/app/Shell.tsx';
import type { Awaiting } from '../../../src/streams/awaiting.ts';
import { nothing$ } from '../../../src/streams/live.ts';
import { openScreen } from '../../support/doctorScreen.tsx';
import { fakeAlerts } from '../../support/fakeAlerts.ts';
import { sessionWorld } from '../../support/sessionWorld.ts';

const rejection = {
  key: '9:2',
  id: '9' as PrescriptionId,
  orderId: '1' as OrderId,
  prescriptionNo: 'RX9',
  remark: null,
};
const cloudRoom = (state: Awaiting['state']) => {
  openScreen(<Shell />, { state });
  return screen.getByRole('link', { name: 'Cloud room' });
};

test('a waiting list that failed to load is not shown as empty', () => {
  const link = cloudRoom('failed');
  expect(link).toHaveTextContent('–');
  expect(link).toHaveAccessibleDescription('Number of waiting patients not known');
});

test('while the list loads, the navigation shows no count', () => {
  expect(cloudRoom('loading')).not.toHaveAccessibleDescription();
});

test('rejections that were not opened are counted beside the prescriptions', async () => {
  const { rejections$ } = openScreen(<Shell />);
  const link = screen.getByRole('link', { name: 'Prescriptions' });
  expect(link).not.toHaveAccessibleDescription();
  act(() => rejections$.next([rejection]));
  expect(link).toHaveAccessibleDescription('1 rejected prescription not opened');
});

test('a reviewer sees on every screen how many prescriptions wait: at the navigation and in the title', async () => {
  const waiting$ = new BehaviorSubject<number | null>(2);
  const services = { waiting$, storageState$: nothing$, signing$: nothing$ } as unknown as ReviewerServices;
  openScreen(<Shell />, { isAuditor: true, given: { work$: nothing$, review$: new BehaviorSubject(services) } });
  const link = screen.getByRole('link', { name: 'Review queue' });
  expect(link).toHaveTextContent('2');
  expect(link).toHaveAccessibleDescription('2 wait for review');
  expect(document.title).toBe('(2) Demo General Hospital');
  act(() => waiting$.next(0));
  expect(link).not.toHaveAccessibleDescription();
  expect(document.title).toBe('Demo General Hospital');
});

test.each([
  ['unread', /^This browser cannot read what it has saved/],
  ['failed', /^This browser could not save your work/],
  ['volatile', /^This browser keeps nothing for this page/],
] as const)('a storage that is %s is named on every screen, and no longer once it works', async (state, words) => {
  const storageState$ = new BehaviorSubject<StorageState>(state);
  const services = { waiting$: nothing$, storageState$, signing$: nothing$ } as unknown as ReviewerServices;
  openScreen(<Shell />, { isAuditor: true, given: { work$: nothing$, review$: new BehaviorSubject(services) } });
  expect(await screen.findByText(words)).toBeVisible();
  act(() => storageState$.next('kept'));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

test.each([
  ['was ended by the platform', 401, 'Logged out'],
  ['could not be renewed by an unreachable platform', 503, 'Offline'],
])('the frame of a session that %s says one state: %d is %s', async (_, code, shown) => {
  const { signedInTab, platform } = sessionWorld();
  const { session, api } = await signedInTab();
  const connection$ = new BehaviorSubject({ state: 'offline', since: 0 } as const);
  openScreen(<Shell />, { given: { session, connection$ } });
  const connection = screen.getByRole('status', { name: 'Connection' });
  expect(connection).toHaveTextContent('Offline');
  platform.expireAccess();
  for (let tries = 0; tries < 2; tries += 1)
    platform.on('/doctor/auth/refresh-token', () => ({ code, msg: '', data: null }));
  await act(async () => void (await api.getQualification({})));
  await waitFor(() => expect(connection).toHaveTextContent(new RegExp(`^${shown}$`)));
});

test('the title names the screen and the hospital', () => {
  openScreen(<Shell />, { path: '/orderRecord' });
  expect(document.title).toBe('Orders · Demo General Hospital');
});

const logsOut = async (unsent: number) => {
  const shown = openScreen(<Shell />);
  const body = { kind: 'text', text: 'Rest' } as const;
  for (let n = 0; n < unsent; n += 1)
    shown.inbox.addMessage('c1' as ConversationId, { body, mine: true, at: n, delivery: { state: 'queued' } });
  await shown.user.click(screen.getByRole('button', { name: 'Account menu' }));
  await shown.user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  return shown;
};

test('logging out with unsent messages says what happens to them and can be cancelled', async () => {
  const { user, sessionEvents } = await logsOut(2);
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out with unsent messages?' }));
  expect(question.getByText(/^2 messages have not been sent. They stay encrypted on this device/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Stay' }));
  expect(sessionEvents).toEqual([]);
});

test('without unsent messages logging out asks nothing', async () => {
  const { sessionEvents } = await logsOut(0);
  await waitFor(() => expect(sessionEvents).toEqual([{ type: 'logout.requested' }]));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the account menu keeps its entries where they are when alerts and help have loaded', async () => {
  const alerts$ = new BehaviorSubject<AlertServices | null>(null);
  const { user } = openScreen(<Shell />, { given: { alerts$ } });
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  const entries = () => screen.getAllByRole('menuitem');
  const before = entries();
  const late = ['Alerts …', 'Help'].map((name) => screen.getByRole('menuitem', { name }));
  for (const entry of late) expect(entry).toHaveAttribute('aria-disabled', 'true');
  act(() => alerts$.next(fakeAlerts().services));
  expect(entries()).toEqual(before);
  for (const entry of late) expect(entry).not.toHaveAttribute('aria-disabled');
  await user.click(screen.getByRole('menuitem', { name: 'Help' }));
  expect(await screen.findByRole('dialog', { name: 'Help' })).toBeVisible();
});

test('an administrator, who has no alerts, has no entry for them', async () => {
  const { user } = openScreen(<Shell />, { isAdministrator: true });
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  expect(screen.queryByRole('menuitem', { name: 'Alerts …' })).toBeNull();
});

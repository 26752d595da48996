import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Alerts } from '../../../src/screens/alerts/Alerts.tsx';
import type { AlertServices } from '../../../src/screens/app/app.ts';
import { openScreen } from '../../support/doctorScreen.tsx';
import { downloads } from '../../support/downloads.ts';
import { fakeAlerts } from '../../support/fakeAlerts.ts';
import { startOfTest } from '../../support/fakeApp.tsx';

/** Reports of a page that began to record seven seconds after the start, with this many events. */
const reportsOf = (events: number) => ({
  take: () => ({ since: startOfTest + 7_000, events, content: `{"events":${events}}` }),
});

/** The help, until it is closed. */
function Help({ alerts }: { readonly alerts: AlertServices }) {
  const [open, setOpen] = useState<'help' | null>('help');
  return <Alerts alerts={alerts} open={open} onShortcuts={null} onClose={() => setOpen(null)} />;
}

const help = (given: Parameters<typeof fakeAlerts>[0] = { problems: reportsOf(27) }) =>
  openScreen(<Help alerts={fakeAlerts(given).services} />);

const report = () => screen.findByRole('alertdialog', { name: 'Report a problem' });

test('a doctor reports a problem from the help, is told what the file holds, and saves it', async () => {
  const files = downloads();
  const { user } = help();
  await user.click(await screen.findByRole('button', { name: 'Report a problem' }));
  const dialog = within(await report());
  expect(screen.queryByRole('dialog', { name: 'Help' })).toBeNull();
  for (const said of [
    /holds 27 events since 09:30:07:/,
    /everything that was typed, passwords included, are replaced/,
    /^Nothing is sent/,
  ])
    expect(dialog.getByText(said)).toBeVisible();
  expect(files).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save the file' }));
  expect(files.map(({ name }) => name)).toEqual(['cloudroom-2026-03-02-0930.json']);
  expect(await files[0]?.content).toBe('{"events":27}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the key that opened the report saves nothing, and Escape leaves it', async () => {
  const files = downloads();
  const { user } = help();
  (await screen.findByRole('button', { name: 'Report a problem' })).focus();
  await user.keyboard('{Enter}');
  const dialog = await report();
  await waitFor(() => expect(dialog).toHaveFocus());
  await user.keyboard('{Enter}');
  expect([files, dialog.isConnected]).toEqual([[], true]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(files).toEqual([]);
});

test('where nothing has happened yet the report says so, and offers no file', async () => {
  const { user } = help({ problems: reportsOf(0) });
  await user.click(await screen.findByRole('button', { name: 'Report a problem' }));
  const dialog = within(await report());
  expect(dialog.getByText(/^There is nothing to save yet: .* no event since 09:30:07\./)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Save the file' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('whose machines are not recorded is offered no report', async () => {
  help({});
  await screen.findByRole('dialog', { name: 'Help' });
  expect(screen.queryByRole('button', { name: 'Report a problem' })).toBeNull();
});

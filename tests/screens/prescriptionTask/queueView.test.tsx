import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { AccountId, PrescriptionId } from '../../../contract/ids.ts';
import { PrescriptionTask } from '../../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { item } from '../../support/fakeReviewer.ts';
import { reviewScreen } from '../../support/reviewScreen.tsx';

function Address() {
  return <output aria-label="address">{useLocation().search}</output>;
}
const open = (given: Parameters<typeof reviewScreen>[1] = {}) =>
  reviewScreen(
    <>
      <PrescriptionTask />
      <Address />
    </>,
    { items, ...given },
  );
const items = [
  item('1', 'Wang Min', { waited: 3, rxType: 1 }),
  item('2', 'Li Qiang', { waited: 25, warnCount: 1, doctorName: 'Gu Ran' }),
  item('3', 'Zhao Lei', { waited: 8, child: true }),
];
const numbers = () =>
  within(screen.getByRole('table', { name: 'Review queue' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => /RX\d+/.exec(row.textContent ?? '')?.[0]);
const address = () => screen.getByRole('status', { name: 'address' }).textContent;

test('filters show their counts and are in the URL; clearing them keeps the order', async () => {
  const { user } = open({ path: '/prescriptionTask?sort=patient' });
  expect(numbers()).toEqual(['RX2', 'RX1', 'RX3']);
  await user.click(screen.getByRole('button', { name: 'Child · 1' }));
  expect(numbers()).toEqual(['RX3']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Gu Ran');
  expect(screen.getByText('No prescription matches the filters')).toBeVisible();
  expect(screen.getByText('0 of 3')).toBeVisible();
  expect(address()).toBe('?sort=patient&child=yes&doctor=Gu+Ran');
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body);
  expect(numbers()).toEqual(['RX2', 'RX1', 'RX3']);
  expect(address()).toBe('?sort=patient');
});

test('a link with filters shows the same rows', () => {
  open({ path: '/prescriptionTask?waited=overdue' });
  expect(numbers()).toEqual(['RX2']);
  expect(screen.getByRole('combobox', { name: 'Waiting' })).toHaveDisplayValue('overdue · 1');
});

test('filters and order are kept for the reviewer and are there on the next visit, until they are cleared', async () => {
  const { user, app, unmount } = open();
  await user.click(screen.getByRole('button', { name: 'Child · 1' }));
  await user.click(screen.getByRole('button', { name: 'Patient' }));
  const kept = app.settings.current$.value;
  expect(kept).toMatchObject({ 'reviews.view': 'child=yes&sort=patient' });
  unmount();
  const again = open({ answers: { getUiSetting: () => kept } });
  await waitFor(() => expect(numbers()).toEqual(['RX3']));
  expect(address()).toBe('?child=yes&sort=patient');
  await again.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(numbers()).toHaveLength(3);
  expect(again.app.settings.current$.value).toMatchObject({ 'reviews.view': 'sort=patient' });
});

test('colleagues who are here are shown with what each reviews', async () => {
  const { colleagues$ } = open();
  expect(screen.queryByRole('list', { name: 'Other reviewers who are here' })).toBeNull();
  const by = { id: AccountId.parse('99'), name: '高磊', nameEn: 'Gao Lei' };
  act(() => colleagues$.next([{ by, reviewing: [PrescriptionId.parse('2')] }]));
  const here = within(screen.getByRole('list', { name: 'Other reviewers who are here' }));
  expect(here.getByText('Gao Lei reviews RX2')).toBeInTheDocument();
  act(() => colleagues$.next([{ by, reviewing: [] }]));
  expect(here.getByText('Gao Lei is here and reviews nothing now')).toBeInTheDocument();
});

test('a heading sorts up, down and not at all', async () => {
  const { user } = open();
  const heading = () => screen.getByRole('columnheader', { name: 'Waiting' });
  expect(numbers()).toEqual(['RX1', 'RX3', 'RX2']);
  await user.click(screen.getByRole('button', { name: 'Waiting' }));
  expect(heading()).toHaveAttribute('aria-sort', 'ascending');
  expect(numbers()).toEqual(['RX1', 'RX3', 'RX2']);
  await user.click(screen.getByRole('button', { name: 'Waiting' }));
  expect(numbers()).toEqual(['RX2', 'RX3', 'RX1']);
  await user.click(screen.getByRole('button', { name: 'Waiting' }));
  expect(heading()).not.toHaveAttribute('aria-sort');
});

test('hidden columns are a setting of the reviewer; the patient is always shown', async () => {
  const { user, app } = open();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const choices = within(await screen.findByRole('dialog', { name: 'Columns' }));
  expect(choices.getByRole('checkbox', { name: 'Patient' })).toBeDisabled();
  await user.click(choices.getByRole('checkbox', { name: 'Doctor' }));
  await user.click(choices.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Doctor' })).toBeNull());
  expect(app.settings.current$.value).toMatchObject({ 'reviews.hiddenColumns': 'doctor' });
});

test('after a decision the next prescription comes from the filtered view', async () => {
  const { user, reviewQueue } = open({ path: '/prescriptionTask?child=yes' });
  reviewQueue.send({ type: 'next.requested' });
  expect(await screen.findByRole('region', { name: 'Review of RX3' })).toBeVisible();
  await user.keyboard('{Escape}');
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { OrderRecord } from '../../../src/screens/orderRecord/OrderRecord.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { downloads } from '../../support/downloads.ts';
import { order } from '../../support/fakeApp.tsx';

const orders = [
  order('1', 'Zhang San', { status: OrderStatus.finished }),
  order('2', 'Li Si', { status: OrderStatus.active, consultType: 9 }),
  order('3', 'Wang Wu', { status: 99 }),
];

type Page = { pageNo: number; keyword?: string; status?: string };
const pageOrders = ({ keyword }: Page) => {
  const list = orders.filter(({ patient }) => !keyword || patient.name.includes(keyword));
  return { list, total: list.length };
};

const countOwnOrders = () => ({
  counts: [
    { status: OrderStatus.finished, count: 1_234 },
    { status: OrderStatus.active, count: 2 },
  ],
  atLeast: false,
});

const open = (path = '/orderRecord', answers = {}) =>
  openScreen(<OrderRecord />, { path, answers: { pageOrders, countOwnOrders, ...answers } });

test('each order shows its patient, type and status; an unknown value is shown as it is', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Orders' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Zhang San.*Text and pictures.*Finished/),
    expect.stringMatching(/Li Si.*Unknown \(9\).*In consultation/),
    expect.stringMatching(/Wang Wu.*Unknown status \(99\)/),
  ]);
  expect(screen.getByRole('link', { name: orders[0]?.orderNo ?? '' })).toHaveAttribute(
    'href',
    '/orderRecord/detail?id=1',
  );
});

test('the search runs when typing pauses and is stored in the URL', async () => {
  const { user, asked, address } = open();
  await screen.findByRole('table');
  await user.type(screen.getByRole('searchbox', { name: 'Patient or order number' }), 'Li');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(asked('pageOrders').map((input) => (input as Page).keyword)).toEqual([undefined, 'Li']);
  expect(address()).toBe('/orderRecord?keyword=Li');
});

test('filters in the URL apply to the list', async () => {
  const { asked } = open('/orderRecord?status=30&from=2026-03-01&to=2026-03-02');
  await screen.findByRole('table');
  expect(asked('pageOrders')).toEqual([
    {
      pageNo: 1,
      pageSize: 50,
      status: '30',
      createTimeFrom: Date.parse('2026-03-01T00:00:00+08:00'),
      createTimeTo: Date.parse('2026-03-03T00:00:00+08:00') - 1,
    },
  ]);
});

test('an invalid day is not requested', async () => {
  const { asked } = open('/orderRecord?from=yesterday&to=2026-99-99');
  await screen.findByRole('table');
  expect(asked('pageOrders')).toEqual([{ pageNo: 1, pageSize: 50 }]);
});

test('a range that ends before it begins is reported at its field', async () => {
  open('/orderRecord?from=2026-03-05&to=2026-03-01');
  expect(await screen.findByLabelText('To')).toHaveAccessibleDescription(
    'Choose a day that is not before the first one.',
  );
});

test('if no order matches, clearing the filters shows all', async () => {
  const { user, address } = open('/orderRecord?keyword=nobody');
  expect(await screen.findByText('No order fits')).toBeVisible();
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  await user.click(clear as HTMLElement);
  expect(await screen.findByRole('table')).toBeVisible();
  expect(address()).toBe('/orderRecord');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('a doctor without orders learns where orders come from', async () => {
  open('/orderRecord', { pageOrders: () => ({ list: [], total: 0 }) });
  expect(await screen.findByText('No order yet')).toBeVisible();
});

test('every status is a filter with its number, counted with the other filters', async () => {
  const { user, asked, address } = open('/orderRecord?keyword=Li&status=30');
  expect(await screen.findByRole('button', { name: 'Finished 1,234' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'All 1,236' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Paid back 0' })).toBeVisible();
  expect(asked('countOwnOrders')).toEqual([{ keyword: 'Li' }]);
  await user.click(screen.getByRole('button', { name: 'In consultation 2' }));
  expect(address()).toBe('/orderRecord?keyword=Li&status=20');
  await user.click(screen.getByRole('button', { name: /^All/ }));
  expect(address()).toBe('/orderRecord?keyword=Li');
  expect(asked('countOwnOrders')).toHaveLength(1);
});

test('numbers that fail to load are dashes with a retry, and the statuses still filter', async () => {
  let up = false;
  const { user } = open('/orderRecord', { countOwnOrders: () => (up ? countOwnOrders() : undefined) });
  expect(await screen.findByRole('button', { name: 'Finished –' })).toBeEnabled();
  up = true;
  await user.click(await screen.findByRole('button', { name: 'The numbers could not be loaded. Try again' }));
  expect(await screen.findByRole('button', { name: 'Finished 1,234' })).toBeVisible();
});

test('a frequent keyword says that there are more entries than counted', async () => {
  open('/orderRecord?keyword=a', {
    pageOrders: ({ pageNo }: Page) => ({ list: pageNo === 1 ? orders : [], total: 1_000, atLeast: true }),
    countOwnOrders: () => ({ counts: [{ status: OrderStatus.finished, count: 1_001 }], atLeast: true }),
  });
  expect(await screen.findByText('At least 1000 entries')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Finished 1,001+' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Paid back –' })).toBeVisible();
});

test('a list that fails to load says why and can be retried', async () => {
  let up = false;
  const { user } = open('/orderRecord', { pageOrders: (page: Page) => (up ? pageOrders(page) : undefined) });
  expect(await screen.findByRole('alert')).toHaveTextContent('no platform in this test');
  up = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

test('while new filters load, the previous rows stay and are marked as outdated', async () => {
  const waiting: (() => void)[] = [];
  const { user } = open('/orderRecord', {
    pageOrders: async (page: Page) => {
      if (page.status) await new Promise<void>((resolve) => waiting.push(resolve));
      return pageOrders(page);
    },
  });
  const table = await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: /^Finished/ }));
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(table.closest('[aria-busy="true"]')).not.toBeNull();
  waiting.forEach((answer) => void answer());
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
});

test('on a phone each order is a single cell with the same link', async () => {
  openScreen(<OrderRecord />, { path: '/orderRecord', narrow: true, answers: { pageOrders } });
  await screen.findByRole('table');
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
  expect(screen.getByRole('link', { name: /Zhang San/ })).toHaveAttribute('href', '/orderRecord/detail?id=1');
});

test('what the filters select is exported as CSV', async () => {
  const files = downloads();
  const { user, said } = open('/orderRecord?keyword=Zhang');
  await screen.findByRole('table', { name: 'Orders' });
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('Orders 2026-03-02.csv');
  const [head, first, ...rest] = ((await files[0]?.content) ?? '').replace('\ufeff', '').split('\r\n');
  expect(head).toMatch(/^Order number,Patient,Type,Complaint,Status,/);
  expect(first).toMatch(/,Zhang San · F 34 y,Text and pictures,.*,Finished,/);
  expect(rest).toEqual(['']);
  await waitFor(() => expect(said).toEqual(['1 row was exported.']));
});

test('an empty list has nothing to export', async () => {
  open('/orderRecord?keyword=Nobody');
  await screen.findByText('No order fits');
  expect(screen.getByRole('button', { name: 'Export as CSV' })).toBeDisabled();
});

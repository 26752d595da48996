import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DataTable, type Sort } from '../../src/ui/DataTable.tsx';
import { show } from '../support/render.tsx';

type Fruit = { name: string; weight: number };
const fruits: Fruit[] = [
  { name: 'Pear', weight: 3 },
  { name: 'Apple', weight: 2 },
];

function Fruits() {
  const [sort, setSort] = useState<Sort | null>(null);
  const sign = sort?.direction === 'descending' ? -1 : 1;
  const rows = sort ? [...fruits].sort((a, b) => sign * a.name.localeCompare(b.name)) : fruits;
  return (
    <DataTable
      label="Fruits"
      columns={[
        { name: 'name', header: 'Name', cell: (fruit) => fruit.name, sortable: true },
        { name: 'weight', header: 'Weight', cell: (fruit) => fruit.weight, align: 'end' },
      ]}
      rows={rows}
      rowKey={(fruit) => fruit.name}
      sort={sort}
      onSort={setSort}
      currentKey="Apple"
      empty={<p>No fruit</p>}
    />
  );
}
const firstCells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('a sortable heading states its direction and reverses it on the second click', async () => {
  const { user } = show(<Fruits />);
  const heading = screen.getByRole('columnheader', { name: 'Name' });
  expect(heading).not.toHaveAttribute('aria-sort');
  expect(firstCells()).toEqual(['Pear', 'Apple']);
  await user.click(within(heading).getByRole('button'));
  expect(heading).toHaveAttribute('aria-sort', 'ascending');
  expect(firstCells()).toEqual(['Apple', 'Pear']);
  await user.click(within(heading).getByRole('button'));
  expect(heading).toHaveAttribute('aria-sort', 'descending');
});

test('the table states its total length and marks the open row', () => {
  show(<Fruits />);
  expect(screen.getByRole('table', { name: 'Fruits' })).toHaveAttribute('aria-rowcount', '3');
  expect(screen.getByRole('row', { name: /Apple/ })).toHaveAttribute('data-current');
});

test('an empty table shows the reason', () => {
  show(<DataTable label="Fruits" columns={[]} rows={[]} rowKey={String} empty={<p>No fruit</p>} />);
  expect(screen.getByText('No fruit')).toBeVisible();
});

import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { TrendChart } from '../../src/ui/charts/TrendChart.tsx';
import { highestOf, lineShapes, type Series, type TrendPoint, ticksTo } from '../../src/ui/charts/trendShapes.ts';

const points: readonly TrendPoint[] = [
  { label: '1 Nov', values: { approved: 3, rejected: 1, median: 4 } },
  { label: '2 Nov', values: { approved: 2, rejected: 4, median: null } },
  { label: '3 Nov', values: { approved: 0, rejected: 0, median: 8 } },
];
const approved: Series = { name: 'approved', label: 'Approved', kind: 'bar', tone: 'brand' };
const rejected: Series = { name: 'rejected', label: 'Rejected', kind: 'bar', tone: 'danger', pattern: true };
const median: Series = { name: 'median', label: 'Median', kind: 'line', tone: 'brand' };

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, 'count', [0, 1]],
  [1, 'count', [0, 1]],
  [3, 'count', [0, 1, 2, 3]],
  [7, 'count', [0, 2, 4, 6, 8]],
  [42, 'count', [0, 20, 40, 60]],
  [0, 'duration', [0, minute]],
  [8.5 * minute, 'duration', [0, 5 * minute, 10 * minute]],
  [40 * second, 'duration', [0, 10, 20, 30, 40].map((seconds) => seconds * second)],
  [5 * hour, 'duration', [0, 2 * hour, 4 * hour, 6 * hour]],
  [9 * day, 'duration', [0, 5 * day, 10 * day]],
] as const)('an axis to %d, a %s, has marks at round numbers that cover it', (highest, scale, marks) => {
  expect(ticksTo(highest, scale)).toEqual(marks);
});

test('the axis covers the highest stack of bars or point of a line', () => {
  expect(highestOf(points, [approved, rejected])).toBe(6);
  expect(highestOf(points, [approved, rejected, median])).toBe(8);
});

test('a line bridges a point without a value, which has no dot', () => {
  const { line, dots } = lineShapes(points, 'median', 8);
  expect([line, dots]).toEqual(['M0.5 0.5L2.5 0', 'M0.5 0.5h0M2.5 0h0']);
});

test('the arrow keys, Home and End show the values of a point, which is read out', async () => {
  render(
    <TrendChart
      label="Decisions"
      points={points}
      series={[approved, rejected, median]}
      valueText={String}
      scale="count"
    />,
  );
  const output = screen.getByRole('status', { hidden: true });
  const shown = () => output.textContent;
  await userEvent.tab();
  expect(screen.getByRole('application', { name: 'Decisions' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toBe('1 NovApproved: 3Rejected: 1Median: 4');
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toBe('2 NovApproved: 2Rejected: 4Median: –');
  await userEvent.keyboard('{End}{ArrowRight}');
  expect(shown()).toContain('3 Nov');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(shown()).toContain('1 Nov');
  await userEvent.tab();
  expect(shown()).toBe('');
});

test('bars of one point are stacked, each as high as its share of the axis', () => {
  const { container } = render(
    <TrendChart label="Decisions" points={points} series={[approved, rejected]} valueText={String} scale="count" />,
  );
  const heights = [...container.querySelectorAll<HTMLElement>('.trend-column > div')].map(({ style }) => style.height);
  expect(heights).toEqual(['50%', `${(1 / 6) * 100}%`, `${(2 / 6) * 100}%`, `${(4 / 6) * 100}%`, '0%', '0%']);
});

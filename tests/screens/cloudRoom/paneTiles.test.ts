import { expect, test } from 'vitest';
import { arrangePanes, capacityOf, columnsFor } from '../../../src/screens/cloudRoom/paneTiles.ts';

const large = { width: 1064, height: 852 };
const tablet = { width: 684, height: 720 };
const phone = { width: 390, height: 700 };

test('six panes fit a large screen, four a tablet, one a phone', () => {
  expect([large, tablet, phone].map(capacityOf)).toEqual([6, 4, 2]);
  expect(capacityOf({ width: 200, height: 200 })).toBe(1);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 2],
  [5, 3],
  [6, 3],
])('%i panes have %i columns on a large screen', (count, columns) => {
  expect(columnsFor(count, large)).toBe(columns);
});

test.each([1, 2, 3, 4, 5, 6])('%i panes fill the space without gaps or overlap', (count) => {
  const { tiles } = arrangePanes(count, large, {});
  const area = tiles.reduce((sum, { width, height }) => sum + width * height, 0);
  expect(tiles).toHaveLength(count);
  expect(area).toBeCloseTo(large.width * large.height);
  expect(tiles.every(({ left, width }) => left >= 0 && left + width <= large.width + 0.01)).toBe(true);
});

test('dragging a splitter resizes only its two neighbours', () => {
  const before = arrangePanes(3, large, {});
  const [line] = before.bars;
  const after = arrangePanes(3, large, line?.sizesFor(500) ?? {});
  expect(after.tiles.map(({ width }) => Math.round(width))).toEqual([500, 209, 355]);
  expect(after.tiles[2]?.left).toBeCloseTo(before.tiles[2]?.left ?? 0);
});

test('a splitter resizes the pane before it, down to the smallest usable size', () => {
  const { bars } = arrangePanes(2, large, {});
  expect(bars).toHaveLength(1);
  expect(bars[0]).toMatchObject({ line: 'vertical', after: 0, size: 532, min: 340, max: 724, usual: 532 });
});

test('two rows have one splitter between them', () => {
  const { bars } = arrangePanes(6, large, {});
  expect(bars.map(({ line }) => line)).toEqual(['vertical', 'vertical', 'horizontal', 'vertical', 'vertical']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capacityOf } from '../../../src/screens/cloudRoom/paneCapacity.ts';
import { arrangePanes, columnsFor } from '../../../src/screens/cloudRoom/paneTiles.ts';

const large = { width: 1632, height: 980 };
const laptop = { width: 1056, height: 852 };
const tablet = { width: 684, height: 720 };
const phone = { width: 390, height: 700 };

test('six panes fit a large screen, four a laptop, two above each other a tablet', () => {
  expect([large, laptop, tablet, phone].map((space) => capacityOf(space))).toEqual([6, 4, 2, 2]);
  expect(capacityOf({ width: 200, height: 200 })).toBe(1);
});

test('with letters of one and a half times the size fewer panes fit', () => {
  expect([large, laptop, tablet, phone].map((space) => capacityOf(space, 1.5))).toEqual([2, 1, 1, 1]);
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
  const after = arrangePanes(3, large, line?.sizesFor(600) ?? {});
  expect(after.tiles.map(({ width }) => Math.round(width))).toEqual([600, 488, 544]);
  expect(after.tiles[2]?.left).toBeCloseTo(before.tiles[2]?.left ?? 0);
});

test('a splitter resizes the pane before it, down to the smallest usable size', () => {
  const { bars } = arrangePanes(2, laptop, {});
  expect(bars).toHaveLength(1);
  expect(bars[0]).toMatchObject({ line: 'vertical', after: 0, size: 528, min: 420, max: 636, usual: 528 });
});

const widths = (count: number, width: number, sizes: Record<string, number>) =>
  arrangePanes(count, { width, height: 852 }, sizes).tiles.map((tile) => tile.width);

test('as many panes as fit are never narrower than 420 pixels, whatever was dragged on a larger screen', () => {
  const some = { min: 1, max: 1_000 };
  const weights = fc.record(
    Object.fromEntries(
      [1, 2, 3].flatMap((inRow) =>
        [0, 1].flatMap((row) => [0, 1, 2].map((column) => [`pane.${inRow}.${row}.${column}`, fc.integer(some)])),
      ),
    ),
  );
  fc.assert(
    fc.property(fc.integer({ min: 420, max: 2_400 }), weights, fc.nat({ max: 5 }), (width, sizes, fewer) => {
      const count = Math.max(1, capacityOf({ width, height: 852 }) - fewer);
      const found = widths(count, width, sizes);
      expect(Math.min(...found)).toBeGreaterThanOrEqual(419.99);
      expect(found.every((one) => Number.isFinite(one))).toBe(true);
    }),
  );
});

test('on a smaller screen the other panes make room for the one that had become too narrow', () => {
  const dragged = { 'pane.2.0.0': 1_500, 'pane.2.0.1': 500 };
  expect(widths(2, 1_000, dragged)).toEqual([580, 420]);
  expect(widths(2, 2_000, dragged)).toEqual([1_500, 500]);
});

test('two rows have one splitter between them', () => {
  const { bars } = arrangePanes(6, large, {});
  expect(bars.map(({ line }) => line)).toEqual(['vertical', 'vertical', 'horizontal', 'vertical', 'vertical']);
});

import { least } from './paneCapacity.ts';
import type { Space } from './useSize.ts';

/** Position and size of a pane in CSS pixels. */
export type Tile = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** A splitter between two panes or two rows of panes. */
export type Bar = Tile & {
  readonly name: string;
  readonly line: 'vertical' | 'horizontal';
  /** Index of the pane before it. */
  readonly after: number;
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly usual: number;
  /** Sizes to store if the pane before it gets this width or height in pixels. */
  readonly sizesFor: (px: number) => Readonly<Record<string, number>>;
};

type Sizes = Readonly<Record<string, number>>;

/** Best ratio of width to height of a pane. */
const bestShape = 0.8;

const isRoomy = (columns: number, rows: number, { width, height }: Space) =>
  width / columns >= least.width && height / rows >= least.height;

/** Number of columns that gives panes near the best ratio and few gaps in the last row. */
export function columnsFor(count: number, space: Space): number {
  const worth = (columns: number) => {
    const rows = Math.ceil(count / columns);
    const shape = space.width / columns / (space.height / rows);
    const gaps = (rows * columns - count) / columns;
    return Math.abs(Math.log(shape / bestShape)) + gaps + (isRoomy(columns, rows, space) ? 0 : 10);
  };
  const choices = Array.from({ length: count }, (_, index) => index + 1);
  return choices.reduce((best, columns) => (worth(columns) < worth(best) ? columns : best), 1);
}

/**
 * Divides a length by the stored weights; the default weight is 1000. Weights of a larger screen leave no part smaller
 * than `min` if there is room.
 */
function cut(names: readonly string[], length: number, sizes: Sizes, min: number): readonly number[] {
  const floor = Math.min(min, length / names.length);
  const weights = names.map((name) => sizes[name] ?? 1000);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const lengths = weights.map((weight) => (length * weight) / sum);
  const spare = lengths.reduce((total, one) => total + Math.max(0, one - floor), 0);
  const missing = lengths.reduce((total, one) => total + Math.max(0, floor - one), 0);
  return lengths.map((one) => (one <= floor ? floor : one - (missing * (one - floor)) / spare));
}

const startOf = (lengths: readonly number[], index: number) =>
  lengths.slice(0, index).reduce((total, length) => total + length, 0);

type Edge = { readonly names: readonly string[]; readonly lengths: readonly number[]; readonly index: number };

/** Limits and resulting sizes of the splitter after part `index`; only its two neighbours change size. */
function edge({ names, lengths, index }: Edge, min: number) {
  const both = (lengths[index] ?? 0) + (lengths[index + 1] ?? 0);
  const floor = Math.min(min, both / 2);
  return {
    size: lengths[index] ?? 0,
    min: Math.round(floor),
    max: Math.round(both - floor),
    usual: Math.round(both / 2),
    sizesFor: (px: number) => {
      const next = lengths.with(index, px).with(index + 1, both - px);
      return Object.fromEntries(names.map((name, part) => [name, next[part] ?? 0]));
    },
  };
}

/** Tiles of `count` panes and the splitters between them; the last row fills the whole width. */
export function arrangePanes(
  count: number,
  space: Space,
  sizes: Sizes,
): { tiles: readonly Tile[]; bars: readonly Bar[] } {
  const columns = columnsFor(count, space);
  const rows = Math.ceil(count / columns);
  const rowNames = Array.from({ length: rows }, (_, row) => `row.${rows}.${row}`);
  const heights = cut(rowNames, space.height, sizes, least.height);
  const tiles: Tile[] = [];
  const bars: Bar[] = [];
  for (const [row, height] of heights.entries()) {
    const inRow = Math.min(columns, count - row * columns);
    const names = Array.from({ length: inRow }, (_, column) => `pane.${inRow}.${row}.${column}`);
    const widths = cut(names, space.width, sizes, least.width);
    const top = startOf(heights, row);
    for (const [index, width] of widths.entries()) {
      const left = startOf(widths, index);
      tiles.push({ left, top, width, height });
      if (index + 1 < inRow)
        bars.push({
          ...edge({ names, lengths: widths, index }, least.width),
          left: left + width,
          top,
          width: 0,
          height,
          name: names[index] ?? '',
          line: 'vertical',
          after: tiles.length - 1,
        });
    }
    if (row + 1 < rows)
      bars.push({
        ...edge({ names: rowNames, lengths: heights, index: row }, least.height),
        left: 0,
        top: top + height,
        width: space.width,
        height: 0,
        name: rowNames[row] ?? '',
        line: 'horizontal',
        after: tiles.length - 1,
      });
  }
  return { tiles, bars };
}

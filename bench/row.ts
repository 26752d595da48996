/** One table row: ours and its baseline, measured in the same run. */
export type Row = { readonly what: string; readonly ours: number; readonly anchor: number; readonly unit: string };

/** The median of several measurements. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

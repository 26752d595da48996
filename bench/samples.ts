import { median } from './row.ts';

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The maximum; NaN without values. */
export const largest = (values: readonly number[]): number => (values.length === 0 ? Number.NaN : Math.max(...values));

/** "1.32 (1.19–1.47)": the median with the spread. */
export function withSpread(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const middle = median(values).toFixed(digits);
  return least === most ? middle : `${middle} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/** Repeated measurements by contender and metric. */
export function createSamples() {
  const all = new Map<string, number[]>();
  const of = (who: string, what: string) => all.get(`${who} ${what}`) ?? [];
  return {
    note(who: string, what: string, value: number) {
      all.set(`${who} ${what}`, [...of(who, what), value]);
    },
    median: (who: string, what: string): number => median(of(who, what)),
    /** The median of the ratios, each from one run. */
    ratio(who: string, to: string, what: string): number {
      const anchors = of(to, what);
      return median(of(who, what).map((value, run) => value / (anchors[run] ?? Number.NaN)));
    },
    worst: (who: string, what: string): number => largest(of(who, what)),
    /** The median with the spread, or a dash without measurements. */
    text(who: string, what: string, digits = 1): string {
      const values = of(who, what);
      return values.length === 0 ? '–' : withSpread(values, digits);
    },
  };
}

export type Samples = ReturnType<typeof createSamples>;

/** An agreed limit and the measured value. */
export type Budget = {
  readonly what: string;
  readonly measured: number;
  readonly most: number;
  readonly digits?: number;
};

/** The budget as a table row. */
export const verdict = ({ what, measured, most, digits = 2 }: Budget): string[] => [
  what,
  Number.isNaN(measured) ? '–' : measured.toFixed(digits),
  `≤ ${most}`,
  Number.isNaN(measured) ? 'not measured' : measured <= most ? 'met' : '**over**',
];

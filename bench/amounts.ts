/** A run that only proves that every measurement still works; its figures mean nothing. */
export const isTrial = process.env.BENCH_TRIAL === '1';

/** How much is measured: the full amount, or the least in a trial. */
export const amount = <T>(full: T, least: T): T => (isTrial ? least : full);

/** How often measurements are repeated: `BENCH_RUNS`, or as often as this one needs. */
export const runsOf = (full: number): number => Number(process.env.BENCH_RUNS ?? amount(full, 1));

/** Severity of a finding: `info` is shown only, `warn` requires a written reason, `block` prevents issuing. */
export type Level = 'info' | 'warn' | 'block';

/** Levels in their order; a greater number is graver. */
export const gravity: Readonly<Record<Level, number>> = { info: 1, warn: 2, block: 3 };

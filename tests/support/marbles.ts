import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';
import { callSiteOf } from './callSite.ts';

type Frame = {
  readonly frame: number;
  readonly notification: { readonly kind: string; readonly value?: unknown; readonly error?: unknown };
};

const isFrames = (logged: unknown): logged is readonly Frame[] =>
  Array.isArray(logged) && logged.every((one) => typeof one === 'object' && one !== null && 'notification' in one);

const shown = (value: unknown) => (value instanceof Error ? String(value) : JSON.stringify(value)) ?? String(value);
const longestGap = 10;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Diagrams of what came and what was expected, one under the other, with the values of their letters. */
function diagrams(actual: readonly Frame[], expected: readonly Frame[]): string {
  const texts = [...actual, ...expected].flatMap(({ notification: { kind, value } }) =>
    kind === 'N' ? [shown(value)] : [],
  );
  const values = [...new Set(texts)];
  const letterOf = (value: unknown) => letters[values.indexOf(shown(value))] ?? '?';
  const sign = ({ notification: { kind, value } }: Frame) =>
    kind === 'N' ? letterOf(value) : kind === 'C' ? '|' : '#';

  /** Marble syntax: a character is 1 ms, what comes in the same one stands in brackets, long gaps are times. */
  function drawn(frames: readonly Frame[]): string {
    let at = 0;
    let line = '';
    for (const frame of new Set(frames.map((one) => one.frame))) {
      const signs = frames.filter((one) => one.frame === frame).map(sign);
      const gap = frame - at;
      line += gap > longestGap ? ` ${gap}ms ` : '-'.repeat(gap);
      line += signs.length > 1 ? `(${signs.join('')})` : signs.join('');
      at = frame + 1;
    }
    return line || '(nothing)';
  }

  const errors = [...actual, ...expected].flatMap(({ notification: { kind, error } }) =>
    kind === 'E' ? [`  # = ${shown(error)}`] : [],
  );
  return [
    'the marbles differ',
    `  came:     ${drawn(actual)}`,
    `  expected: ${drawn(expected)}`,
    ...values.map((value) => `  ${letters[values.indexOf(value)] ?? '?'} = ${value}`),
    ...new Set(errors),
    '',
  ].join('\n');
}

/** Fails with both diagrams where notifications differ. */
function assertEqual(actual: unknown, expected: unknown): void {
  try {
    expect(actual).toEqual(expected);
  } catch (cause) {
    if (!isFrames(actual) || !isFrames(expected)) throw cause;
    expect(actual, diagrams(actual, expected)).toEqual(expected);
  }
}

/** A test body in virtual time: `test('…', marbles(({ cold, hot, expectObservable }) => { … }))`. It fails where it expects. */
export const marbles = (body: (helpers: RunHelpers) => void) => () => {
  const sites: ReturnType<typeof callSiteOf>[] = [];
  const scheduler = new TestScheduler((actual, expected) => {
    const atCaller = sites.shift();
    try {
      assertEqual(actual, expected);
    } catch (cause) {
      throw cause instanceof Error ? (atCaller?.(cause) ?? cause) : cause;
    }
  });

  /** RxJS compares later and in the order of the expectations, when the caller is not on the stack any more. */
  function noted<A extends readonly unknown[], R extends object>(expecting: (...args: A) => R): (...args: A) => R {
    return function noting(...args) {
      const site = callSiteOf(noting);
      const comparisons = Object.entries(expecting(...args)).map(([name, compare]) => [
        name,
        (...given: readonly unknown[]) => {
          sites.push(site);
          compare(...given);
        },
      ]);
      return Object.fromEntries(comparisons);
    };
  }

  scheduler.run(({ expectObservable, expectSubscriptions, ...helpers }) =>
    body({
      ...helpers,
      expectObservable: noted(expectObservable),
      expectSubscriptions: noted(expectSubscriptions),
    }),
  );
};

import { delay } from 'rxjs';
import { expect, test } from 'vitest';
import { marbles } from './marbles.ts';

/** The message with which a test body fails. */
function failureOf(body: Parameters<typeof marbles>[0]): string {
  try {
    marbles(body)();
  } catch (cause) {
    return String(cause);
  }
  return 'it passed';
}

test('streams that differ are shown as two diagrams with the values of their letters', () => {
  const failure = failureOf(({ cold, expectObservable }) => {
    expectObservable(cold('-a-b|', { a: { n: 1 }, b: 2 })).toBe('-a--b|', { a: { n: 1 }, b: 2 });
  });
  expect(failure).toContain('  came:     -a-b|\n  expected: -a--b|\n  a = {"n":1}\n  b = 2\n');
});

test('long times, several notifications at once and errors are drawn as in marble syntax', () => {
  const failure = failureOf(({ cold, expectObservable }) => {
    expectObservable(cold('(ab)#', { a: 1, b: 2 }, new Error('cut')).pipe(delay(2_000))).toBe('2s a', { a: 1 });
  });
  expect(failure).toContain('  came:     (nothing)\n'.replace('(nothing)', '----#'));
  expect(failure).toContain('  expected:  2000ms a\n');
  expect(failure).toContain('  # = Error: cut\n');
});

test('a stream that says nothing is drawn as nothing', () => {
  const failure = failureOf(({ cold, expectObservable }) => {
    expectObservable(cold('')).toBe('a', { a: 1 });
  });
  expect(failure).toContain('  came:     (nothing)\n  expected: a\n');
});

test.each<[string, Parameters<typeof marbles>[0]]>([
  ['values', ({ cold, expectObservable }) => void expectObservable(cold('a')).toBe('b')],
  ['streams', ({ cold, expectObservable }) => void expectObservable(cold('a')).toEqual(cold('b'))],
  ['subscriptions', ({ cold, expectSubscriptions }) => void expectSubscriptions(cold('a').subscriptions).toBe('^')],
])('a difference of %s fails at the line that expects them', (_, body) => {
  let stack: string | undefined;
  try {
    marbles(body)();
  } catch (cause) {
    stack = (cause as Error).stack;
  }
  const calls = stack?.split('\n').filter((line) => line.startsWith('    at '));
  expect(calls?.[0]).toContain('tests/support/marbles.test.ts');
});

test('equal streams pass', () => {
  const same = failureOf(({ cold, expectObservable }) => {
    expectObservable(cold('-a|', { a: 1 })).toBe('-a|', { a: 1 });
  });
  expect(same).toBe('it passed');
});

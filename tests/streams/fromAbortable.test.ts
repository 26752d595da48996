import { expect, test } from 'vitest';
import { fromAbortable, fromAnswer } from '../../src/streams/fromAbortable.ts';

/** What a stream emits, as texts. */
function told(stream: ReturnType<typeof fromAnswer<string>>) {
  const words: string[] = [];
  const subscription = stream.subscribe({
    next: (value) => words.push(value),
    error: (cause: Error) => words.push(`error: ${cause.message}`),
    complete: () => words.push('complete'),
  });
  return { words, subscription };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an answer is told, and a refused one is an error with the platform’s words', async () => {
  const good = told(fromAnswer(async () => ({ ok: true, data: 'row' })));
  const failure = { kind: 'business', code: 1, message: 'Closed', data: null } as const;
  const bad = told(fromAnswer<string>(async () => ({ ok: false, failure })));
  await settled();
  expect([good.words, bad.words]).toEqual([['row', 'complete'], ['error: Closed']]);
});

test('a call begins with its subscription and is told once', async () => {
  const begun: AbortSignal[] = [];
  const stream = fromAbortable(async (signal) => {
    begun.push(signal);
    return 'row';
  });
  expect(begun).toEqual([]);
  const { words } = told(stream);
  await settled();
  expect([begun.length, words]).toEqual([1, ['row', 'complete']]);
});

test('a call that throws is an error', async () => {
  const { words } = told(fromAbortable<string>(() => Promise.reject(new Error('the line broke'))));
  await settled();
  expect(words).toEqual(['error: the line broke']);
});

test('a call that nobody waits for any more is aborted', () => {
  let begun: AbortSignal | null = null as AbortSignal | null;
  const { subscription } = told(
    fromAbortable<string>((signal) => {
      begun = signal;
      return new Promise(() => {});
    }),
  );
  expect(begun?.aborted).toBe(false);
  subscription.unsubscribe();
  expect(begun?.aborted).toBe(true);
});

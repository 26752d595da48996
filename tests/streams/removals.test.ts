import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../contract/operation.ts';
import { createRemovals } from '../../src/streams/removals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = { ok: false, failure: { kind: 'network', code: null, message: 'no line', data: null } } as const;

/** Removable items; those in `stuck` fail to be removed. */
function shelf(stuck: readonly string[] = []) {
  const there = new Set(['a', 'b', 'c']);
  const gone: string[] = [];
  const removing = createRemovals<string>({
    undoMs: 8_000,
    remove: async (id): Promise<Answer<true>> => {
      if (stuck.includes(id)) return refused;
      there.delete(id);
      return { ok: true, data: true };
    },
    changed: (id) => gone.push(id),
  });
  const states = () => [...removing.pending$.value].map(([id, { state }]) => `${id} ${state}`);
  return { there, gone, removing, states };
}

test('an item is removed when the undo period is over, and not before', async () => {
  const { there, gone, removing, states } = shelf();
  removing.remove('a');
  await vi.advanceTimersByTimeAsync(7_999);
  expect([there.has('a'), states()]).toEqual([true, ['a waiting']]);
  await vi.advanceTimersByTimeAsync(1);
  expect([there.has('a'), gone, states()]).toEqual([false, ['a'], []]);
});

test('an item undone in time stays', async () => {
  const { there, removing, states } = shelf();
  removing.remove('a');
  removing.undo('a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([there.size, states()]).toEqual([3, []]);
});

test('leaving sends waiting removals at once', async () => {
  const { there, removing } = shelf();
  removing.remove('a');
  removing.remove('b');
  removing.carryOutAll();
  await vi.advanceTimersByTimeAsync(0);
  expect([...there]).toEqual(['c']);
});

test('a failed removal shows its reason, loads the list again, and the item can be removed again or kept', async () => {
  const { there, gone, removing, states } = shelf(['a']);
  removing.remove('a');
  await vi.advanceTimersByTimeAsync(8_000);
  expect([there.has('a'), gone, removing.pending$.value.get('a')]).toEqual([
    true,
    ['a'],
    { state: 'failed', failure: refused.failure },
  ]);
  removing.undo('a');
  expect(states()).toEqual([]);
});

test('removing twice removes once', async () => {
  const { gone, removing } = shelf();
  removing.remove('a');
  removing.remove('a');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(gone).toEqual(['a']);
});

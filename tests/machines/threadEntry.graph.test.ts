import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { type EntryOutcome, threadEntryMachine } from '../../src/machines/threadEntry.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const outcomes: EntryOutcome[] = [
  { outcome: 'stored' },
  { outcome: 'refused', message: 'x' },
  { outcome: 'closed', message: 'x' },
];
const walk = {
  events: [
    { type: 'text.typed', text: 'x' },
    { type: 'sending.requested', confirms: false },
    { type: 'retry.requested' },
    { type: 'text.typed', text: 'x ____' },
    { type: 'sending.requested', confirms: true },
    { type: 'text.sentElsewhere', text: 'x' },
    { type: 'question.ended' },
    { type: 'entry.dismissed' },
    { type: 'xstate.after.backoff.threadEntry.unconfirmed' },
    ...settledEvents('send', outcomes),
  ] as never[],
  input: { text: '' },
  limit: 2_000,
  serializeState: (s: { value: unknown; context: { text: string; message: string | null } }) =>
    JSON.stringify([s.value, s.context.text, s.context.message]),
};

test('every state of an entry can be reached, and from each it can end', () => {
  const seen = new Set(getShortestPaths(threadEntryMachine, walk).flatMap(({ state }) => stateNames(state.value)));
  expect([...seen].sort()).toEqual(stateNames(threadEntryMachine).sort());
  expect(deadEnds(threadEntryMachine, walk, (s) => s.status === 'done')).toEqual([]);
});

test('every transition of an entry is taken', () => {
  expect(untakenTransitions(threadEntryMachine, walk)).toEqual([]);
});

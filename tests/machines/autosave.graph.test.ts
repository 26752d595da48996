import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { reviewAutosave } from '../../src/machines/review.ts';
import { unsavedText } from '../../src/machines/selectors/autosave.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';
import { rxId } from '../support/reviewing.ts';

/** Without a review around it, nobody hears its reports. */
const machine = reviewAutosave.provide({ actions: { reportBegin: () => {}, reportEnd: () => {} } });
const text = (comment: string) => ({ id: rxId, comment, reasonCodes: [], markedLines: [] });
const events = [
  { type: 'text.written', text: text('Dose'), now: false },
  { type: 'text.written', text: text('Dose?'), now: false },
  { type: 'text.written', text: text('Dose!'), now: true },
  { type: 'save.requested' },
  { type: 'xstate.after.quiet.autosave.typing' },
  { type: 'xstate.after.backoff.autosave.failed' },
  ...settledEvents('save', [{ outcome: 'saved' }, { outcome: 'refused' }, { outcome: 'conflict' }]),
] as never[]; // XState's own done and error events are not in the machine's event type
const options = {
  events,
  input: undefined,
  limit: 20_000,
  // Texts are compared as objects, so the same words written twice are two texts.
  serializeState: ({ value, context: { text: written, sent } }: SnapshotFrom<typeof machine>) =>
    JSON.stringify([value, written, sent, written === sent]),
};
const reachable = getShortestPaths(machine, options);

test('every state can be reached', () => {
  const reached = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect(stateNames(machine).filter((name) => !reached.has(name))).toEqual([]);
});

test('every transition can be taken', () => {
  expect(untakenTransitions(machine, options)).toEqual([]);
});

test('from every state the text can still be saved', () => {
  expect(deadEnds(machine, options, (s) => s.matches('clean') && s.context.sent !== null)).toEqual([]);
});

test('only a text that the platform has answered is not unsaved', () => {
  const lost = reachable.filter(
    ({ state }) => unsavedText(state) === null && state.context.text !== state.context.sent,
  );
  expect(lost).toEqual([]);
});

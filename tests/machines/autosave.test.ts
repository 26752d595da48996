import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, setup, waitFor } from 'xstate';
import { type AutosaveOutcome, autosaveMachine, type ReviewText } from '../../src/machines/autosave.ts';
import { unsavedText } from '../../src/machines/selectors/autosave.ts';
import { rxId } from '../support/reviewing.ts';

const written = (comment: string): ReviewText => ({ id: rxId, comment, reasonCodes: [], markedLines: [] });

/** A reviewer's text on a platform that answers each save by hand. */
function typing() {
  const clock = new SimulatedClock();
  const saves: { text: string; answer: (outcome: AutosaveOutcome | null) => void }[] = [];
  const reports: boolean[] = [];
  const autosave = autosaveMachine.provide({
    actors: {
      save: fromPromise(
        ({ input }) =>
          new Promise((resolve, reject) => {
            const answer = (outcome: AutosaveOutcome | null) =>
              outcome ? resolve(outcome) : reject(new Error('no link'));
            saves.push({ text: input?.comment ?? '', answer });
          }),
      ),
    },
  });
  const review = setup({
    types: { events: {} as { type: 'draft.sent'; stored: boolean }, children: {} as { autosave: 'autosave' } },
    actors: { autosave },
    actions: { note: (_, stored: boolean) => void reports.push(stored) },
  }).createMachine({
    invoke: { id: 'autosave', src: 'autosave' },
    on: { 'draft.sent': { actions: { type: 'note', params: ({ event }) => event.stored } } },
  });
  const actor = createActor(review, { clock }).start().getSnapshot().children.autosave;
  if (!actor) throw new Error('nothing saves');
  return {
    clock,
    saves,
    reports,
    types: (comment: string) => actor.send({ type: 'text.written', text: written(comment) }),
    is: (state: 'clean' | 'typing' | 'saving' | 'failed' | 'refused') => waitFor(actor, (s) => s.matches(state)),
    unsaved: () => unsavedText(actor.getSnapshot())?.comment ?? null,
    texts: () => saves.map(({ text }) => text),
  };
}

test('a text is saved once when typing rests', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Do');
  clock.increment(999);
  types('Dose');
  clock.increment(999);
  expect([texts(), unsaved()]).toEqual([[], 'Dose']);
  clock.increment(1);
  saves[0]?.answer({ outcome: 'saved' });
  await is('clean');
  expect([texts(), unsaved(), reports]).toEqual([['Dose'], null, [true]]);
});

test('text typed during a save is saved after it, and is unsaved until then', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Dose');
  clock.increment(1_000);
  types('Dose?');
  saves[0]?.answer({ outcome: 'saved' });
  await is('typing');
  expect([unsaved(), reports]).toEqual(['Dose?', []]);
  clock.increment(1_000);
  saves[1]?.answer({ outcome: 'saved' });
  await is('clean');
  expect([texts(), reports]).toEqual([['Dose', 'Dose?'], [true]]);
});

test('text typed during a save that fails is saved when typing rests', async () => {
  const { clock, saves, types, is, texts } = typing();
  types('Dose');
  clock.increment(1_000);
  types('Dose?');
  saves[0]?.answer(null);
  await is('typing');
  clock.increment(1_000);
  expect(texts()).toEqual(['Dose', 'Dose?']);
});

test('a failed save is reported and repeated with the same text', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Dose');
  clock.increment(1_000);
  saves[0]?.answer(null);
  await is('failed');
  expect([unsaved(), reports]).toEqual(['Dose', [false]]);
  clock.increment(5_000);
  saves[1]?.answer({ outcome: 'saved' });
  await is('clean');
  expect([texts(), reports]).toEqual([
    ['Dose', 'Dose'],
    [false, true],
  ]);
});

test('a refused text is not sent again until it is changed', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Dose');
  clock.increment(1_000);
  saves[0]?.answer({ outcome: 'refused' });
  await is('refused');
  clock.increment(60_000);
  expect([texts(), unsaved(), reports]).toEqual([['Dose'], null, [false]]);
  types('Dose?');
  clock.increment(1_000);
  expect(texts()).toEqual(['Dose', 'Dose?']);
});

import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock, setup } from 'xstate';
import type { AutosaveEnd } from '../../src/machines/autosave.ts';
import { type ReviewText, type ReviewTextOutcome, reviewAutosave } from '../../src/machines/review.ts';
import { unsavedText } from '../../src/machines/selectors/autosave.ts';
import { createActor, until } from '../support/actors.ts';
import { rxId } from '../support/reviewing.ts';

const written = (comment: string): ReviewText => ({ id: rxId, comment, reasonCodes: [], markedLines: [] });

/** A reviewer's text on a platform that answers each save by hand. */
function typing() {
  const clock = new SimulatedClock();
  const saves: { text: string; answer: (outcome: ReviewTextOutcome | null) => void }[] = [];
  const reports: string[] = [];
  const autosave = reviewAutosave.provide({
    actors: {
      save: fromPromise(
        ({ input }) =>
          new Promise((resolve, reject) => {
            const answer = (outcome: ReviewTextOutcome | null) =>
              outcome ? resolve(outcome) : reject(new Error('no link'));
            saves.push({ text: input.text?.comment ?? '', answer });
          }),
      ),
    },
  });
  const review = setup({
    types: {
      events: {} as AutosaveEnd<ReviewText, ReviewTextOutcome>,
      children: {} as { autosave: 'autosave' },
    },
    actors: { autosave },
    actions: { note: (_, report: string) => void reports.push(report) },
  }).createMachine({
    invoke: { id: 'autosave', src: 'autosave' },
    on: {
      'saving.ended': {
        actions: {
          type: 'note',
          params: ({ event: { outcome, isNewest } }) => `${outcome.outcome}${isNewest ? '' : ', older text'}`,
        },
      },
    },
  });
  const actor = createActor(review, { clock }).start().getSnapshot().children.autosave;
  if (!actor) throw new Error('nothing saves');
  return {
    clock,
    saves,
    reports,
    typesNow: (comment: string) => actor.send({ type: 'text.written', text: written(comment), now: true }),
    types: (comment: string) => actor.send({ type: 'text.written', text: written(comment), now: false }),
    savesNow: () => actor.send({ type: 'save.requested' }),
    is: (state: 'clean' | 'typing' | 'saving' | 'failed' | 'refused' | 'conflict') =>
      until(actor, (s) => s.matches(state)),
    unsaved: () => unsavedText(actor.getSnapshot())?.comment ?? null,
    texts: () => saves.map(({ text }) => text),
  };
}

test('a text is saved once when typing rests', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Do');
  clock.increment(1_499);
  types('Dose');
  clock.increment(1_499);
  expect([texts(), unsaved()]).toEqual([[], 'Dose']);
  clock.increment(1);
  saves[0]?.answer({ outcome: 'saved' });
  await is('clean');
  expect([texts(), unsaved(), reports]).toEqual([['Dose'], null, ['saved']]);
});

test('text typed during a save is saved after it, and is unsaved until then', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Dose');
  clock.increment(1_500);
  types('Dose?');
  saves[0]?.answer({ outcome: 'saved' });
  await is('typing');
  expect([unsaved(), reports]).toEqual(['Dose?', ['saved, older text']]);
  clock.increment(1_500);
  saves[1]?.answer({ outcome: 'saved' });
  await is('clean');
  expect([texts(), reports]).toEqual([
    ['Dose', 'Dose?'],
    ['saved, older text', 'saved'],
  ]);
});

test('text typed during a save that fails is what the next try saves', async () => {
  const { clock, saves, types, is, texts } = typing();
  types('Dose');
  clock.increment(1_500);
  types('Dose?');
  saves[0]?.answer(null);
  await is('failed');
  types('Dose??');
  clock.increment(3_999);
  expect(texts()).toEqual(['Dose']);
  clock.increment(1);
  expect(texts()).toEqual(['Dose', 'Dose??']);
});

test('a failed save is reported and repeated with the same text', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Dose');
  clock.increment(1_500);
  saves[0]?.answer(null);
  await is('failed');
  expect([unsaved(), reports]).toEqual(['Dose', ['failed']]);
  clock.increment(4_000);
  saves[1]?.answer({ outcome: 'saved' });
  await is('clean');
  expect([texts(), reports]).toEqual([
    ['Dose', 'Dose'],
    ['failed', 'saved'],
  ]);
});

test('a refused text is not sent again until it is changed', async () => {
  const { clock, saves, reports, types, is, unsaved, texts } = typing();
  types('Dose');
  clock.increment(1_500);
  saves[0]?.answer({ outcome: 'refused' });
  await is('refused');
  clock.increment(60_000);
  expect([texts(), unsaved(), reports]).toEqual([['Dose'], null, ['refused']]);
  types('Dose?');
  expect(texts()).toEqual(['Dose']);
  clock.increment(1_500);
  expect(texts()).toEqual(['Dose', 'Dose?']);
});

test('a text that cannot wait is saved at once, after the save that runs', async () => {
  const { clock, saves, types, typesNow, is, texts } = typing();
  typesNow('Do');
  types('Dose');
  saves[0]?.answer({ outcome: 'saved' });
  await is('typing');
  clock.increment(100);
  typesNow('Dose!');
  expect(texts()).toEqual(['Do', 'Dose!']);
});

test('a text is saved at once on request, while typing goes on as after a failure or a refusal', async () => {
  const { saves, types, savesNow, is, texts } = typing();
  types('Dose');
  savesNow();
  expect(texts()).toEqual(['Dose']);
  saves[0]?.answer(null);
  await is('failed');
  savesNow();
  expect(texts()).toEqual(['Dose', 'Dose']);
  saves[1]?.answer({ outcome: 'refused' });
  await is('refused');
  savesNow();
  expect(texts()).toEqual(['Dose', 'Dose', 'Dose']);
});

test.each([
  ['failed', null, 'failed'],
  ['was refused', { outcome: 'refused' }, 'refused'],
] as const)('after a save that %s, a text that cannot wait is saved at once', async (_, outcome, state) => {
  const { saves, types, typesNow, savesNow, is, texts } = typing();
  types('Dose');
  savesNow();
  saves[0]?.answer(outcome);
  await is(state);
  typesNow('Dose!');
  expect(texts()).toEqual(['Dose', 'Dose!']);
});

test.each([
  ['at once', true],
  ['when typing rests', false],
])('after a conflict only the text that the person chose is saved: %s', async (_, now) => {
  const { clock, saves, reports, types, typesNow, is, unsaved, texts } = typing();
  typesNow('Dose');
  types('Dose?');
  saves[0]?.answer({ outcome: 'conflict' } as never);
  await is('conflict');
  clock.increment(60_000);
  expect([texts(), unsaved(), reports]).toEqual([['Dose'], 'Dose?', ['conflict, older text']]);
  if (now) typesNow('Dose!');
  else types('Dose!');
  expect(texts()).toEqual(now ? ['Dose', 'Dose!'] : ['Dose']);
  clock.increment(1_500);
  expect(texts()).toEqual(['Dose', 'Dose!']);
});

test.each([
  ['was saved', { outcome: 'saved' }, false, 'clean'],
  ['was saved while another was typed', { outcome: 'saved' }, true, 'typing'],
  ['was refused', { outcome: 'refused' }, false, 'refused'],
  ['was in conflict', { outcome: 'conflict' }, false, 'conflict'],
] as const)('after a text that %s, the pauses of later failures begin anew', async (_, outcome, isTyping, state) => {
  const { clock, saves, types, typesNow, savesNow, is } = typing();
  typesNow('Dose');
  saves[0]?.answer(null);
  await is('failed');
  savesNow();
  if (isTyping) types('Dose?');
  saves[1]?.answer(outcome as never);
  await is(state);
  typesNow('Dose!');
  saves[2]?.answer(null);
  await is('failed');
  clock.increment(3_999);
  expect(saves).toHaveLength(3);
  clock.increment(1);
  expect(saves).toHaveLength(4);
});

import { assign, sendParent, setup } from 'xstate';
import type { PrescriptionId } from '../../contract/ids.ts';
import type { ReviewDraft } from '../domain/reviewQueue.ts';
import { placeholderActor } from './actors.ts';

/** A reviewer's text and the prescription it is about. */
export type ReviewText = ReviewDraft & { readonly id: PrescriptionId };
/** `refused`: the platform would refuse the same text again. */
export type AutosaveOutcome = { readonly outcome: 'saved' | 'refused' };

type AutosaveContext = {
  /** What was written last; null before. */
  readonly text: ReviewText | null;
  readonly sent: ReviewText | null;
};

const autosave = setup({
  types: {
    context: {} as AutosaveContext,
    events: {} as { type: 'text.written'; text: ReviewText },
  },
  actors: { save: placeholderActor<AutosaveOutcome, ReviewText | null>('save') },
  actions: {
    write: assign((_, text: ReviewText) => ({ text })),
    markSent: assign(({ context }) => ({ sent: context.text })),
    /** Whether the platform has the newest text, for the review. */
    report: sendParent((_, { stored }: { stored: boolean }) => ({ type: 'draft.sent', stored })),
  },
  guards: {
    isNewerThanSent: ({ context }) => context.text !== context.sent,
    isSaved: (_, { outcome }: AutosaveOutcome) => outcome === 'saved',
  },
  delays: { quiet: 1_000, backoff: 5_000 },
});

const write = {
  type: 'write',
  params: ({ event }: { event: { text: ReviewText } }) => event.text,
} as const;
const stored = { type: 'report', params: { stored: true } } as const;
const notStored = { type: 'report', params: { stored: false } } as const;

/**
 * Brings what is typed in a review to the platform when typing rests, and again after a failure. Text typed while the
 * text before it is on its way is saved after it, so that the platform never keeps the older one.
 */
export const autosaveMachine = autosave.createMachine({
  id: 'autosave',
  context: { text: null, sent: null },
  initial: 'clean',
  states: {
    clean: { on: { 'text.written': { target: 'typing', actions: write } } },
    typing: {
      after: { quiet: 'saving' },
      on: { 'text.written': { target: 'typing', reenter: true, actions: write } },
    },
    saving: {
      entry: 'markSent',
      on: { 'text.written': { actions: write } },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => context.text,
        onDone: [
          { guard: 'isNewerThanSent', target: 'typing' },
          { guard: { type: 'isSaved', params: ({ event }) => event.output }, target: 'clean', actions: stored },
          { target: 'refused', actions: notStored },
        ],
        onError: [
          { guard: 'isNewerThanSent', target: 'typing' },
          { target: 'failed', actions: notStored },
        ],
      },
    },
    failed: { after: { backoff: 'saving' }, on: { 'text.written': { target: 'typing', actions: write } } },
    refused: { on: { 'text.written': { target: 'typing', actions: write } } },
  },
});

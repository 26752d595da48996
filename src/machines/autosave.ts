import { assign, sendParent, setup } from 'xstate';
import { placeholderActor } from './actors.ts';

/** `refused`: the platform would refuse the same text again. Every other end but `saved` must be settled by the person. */
type Ended = { readonly outcome: string };

/** The end of a save, which the parent hears of. */
export type AutosaveEnd<Text, Outcome extends Ended> = {
  readonly type: 'saving.ended';
  readonly outcome: Outcome | { readonly outcome: 'failed' };
  readonly sent: Text | null;
  /** Whether nothing was written since. */
  readonly isNewest: boolean;
};

type AutosaveContext<Text> = {
  /** What was written last; null before. */
  readonly text: Text | null;
  readonly sent: Text | null;
  /** Failures since the last answer. */
  readonly failures: number;
};

/** What the actor that saves is given. */
export type Saved<Text> = { readonly text: Text | null };

/**
 * Brings what is typed to the platform when typing rests, and again after a failure. Text typed while the text before it is on
 * its way is saved after it, so that the platform never keeps the older one. The parent hears of each save and keeps the text.
 */
export function createAutosave<Text extends object, Outcome extends Ended>() {
  const autosave = setup({
    types: {
      context: {} as AutosaveContext<Text>,
      events: {} as
        /** `now` does not wait until typing rests. */
        { type: 'text.written'; text: Text; now: boolean } | { type: 'save.requested' },
    },
    actors: { save: placeholderActor<Outcome, Saved<Text>>('save') },
    actions: {
      write: assign((_, text: Text) => ({ text })),
      markSent: assign(({ context }) => ({ sent: context.text })),
      countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
      forgetFailures: assign({ failures: 0 }),
      reportBegin: sendParent({ type: 'saving.began' }),
      reportEnd: sendParent(({ context: { text, sent } }, outcome: Ended) => ({
        ...{ type: 'saving.ended', outcome, sent, isNewest: text === sent },
      })),
    },
    guards: {
      isUrgent: (_, { now }: { now: boolean }) => now,
      isNewerThanSent: ({ context }) => context.text !== context.sent,
      /** The platform has another text, between which and this one the person chooses. */
      isOvertaken: (_, { outcome }: Ended) => outcome !== 'saved' && outcome !== 'refused',
      isRefused: (_, { outcome }: Ended) => outcome === 'refused',
    },
    delays: {
      quiet: 1_500,
      backoff: ({ context }) => Math.min(60_000, 2_000 * 2 ** Math.min(context.failures, 5)),
    },
  });
  type Written = { event: { type: 'text.written'; text: Text; now: boolean } };
  const write = { type: 'write', params: ({ event }: Written) => event.text } as const;
  const toTyping = [
    {
      guard: { type: 'isUrgent', params: ({ event }: Written) => event },
      target: 'saving',
      actions: write,
    },
    { target: 'typing', actions: write },
  ] as const;
  const end = { type: 'reportEnd', params: ({ event }: { event: { output: Outcome } }) => event.output } as const;
  const outcome = ({ event }: { event: { output: Outcome } }) => event.output;
  return autosave.createMachine({
    id: 'autosave',
    context: { text: null, sent: null, failures: 0 },
    initial: 'clean',
    states: {
      clean: { on: { 'text.written': toTyping } },
      typing: {
        after: { quiet: 'saving' },
        on: {
          'text.written': [toTyping[0], { ...toTyping[1], reenter: true }],
          'save.requested': 'saving',
        },
      },
      saving: {
        entry: ['markSent', 'reportBegin'],
        on: { 'text.written': { actions: write } },
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context: { text } }) => ({ text }),
          onDone: [
            { guard: { type: 'isOvertaken', params: outcome }, target: 'conflict', actions: ['forgetFailures', end] },
            { guard: 'isNewerThanSent', target: 'typing', actions: ['forgetFailures', end] },
            { guard: { type: 'isRefused', params: outcome }, target: 'refused', actions: ['forgetFailures', end] },
            { target: 'clean', actions: ['forgetFailures', end] },
          ],
          onError: {
            target: 'failed',
            actions: ['countFailure', { type: 'reportEnd', params: { outcome: 'failed' } }],
          },
        },
      },
      failed: {
        after: { backoff: 'saving' },
        on: { 'text.written': [toTyping[0], { actions: write }], 'save.requested': 'saving' },
      },
      refused: { on: { 'text.written': toTyping, 'save.requested': 'saving' } },
      conflict: { on: { 'text.written': toTyping } },
    },
  });
}

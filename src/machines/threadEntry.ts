import { type ActorRefFrom, assign, setup } from 'xstate';
import { blankIn } from '../../clinical/words/blanks.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import { endedAs, placeholderActor } from './actors.ts';

/** `closed`: the platform takes no entry any more; the text stays for its author. */
export type EntryOutcome =
  | { readonly outcome: 'stored' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'closed'; readonly message: string };

export type Entry = { readonly text: string; readonly confirms: boolean };

const ended = endedAs<EntryOutcome>();
const explain = {
  type: 'setMessage',
  params: ({ event }: { event: { output: EntryOutcome } }) =>
    event.output.outcome === 'stored' ? null : event.output.message,
} as const;

/** One entry of a thread of questions: typed, kept, sent until the platform has answered, and stored once. */
export const threadEntryMachine = setup({
  types: {
    input: {} as { readonly text: string },
    context: {} as Entry & {
      readonly message: string | null;
      /** A confirmation was stopped by a blank in its text, which the screen then marks. */
      readonly wasStopped: boolean;
    },
    events: {} as
      | { type: 'text.typed'; text: string }
      /** `confirms` signs the doctor's reason for a finding; its text may be empty. */
      | { type: 'sending.requested'; confirms: boolean }
      | { type: 'retry.requested' }
      /** This text was sent or dismissed in another window. */
      | { type: 'text.sentElsewhere'; text: string }
      /** The question does not wait any more: it was answered elsewhere, or closed. */
      | { type: 'question.ended' }
      | { type: 'entry.dismissed' },
    tags: {} as 'writable' | 'busy',
  },
  actors: { send: placeholderActor<EntryOutcome, Entry>('send') },
  actions: {
    /** Stores the text on this machine; the composition root provides it. */
    storeDraft: (_, _text: string) => {},
    /** Deletes the text on this machine, in every window. */
    dropDraft: () => {},
    type: assign((_, text: string) => ({ text })),
    choose: assign((_, confirms: boolean) => ({ confirms, message: null, wasStopped: false })),
    noteStopped: assign({ wasStopped: true }),
    setMessage: assign((_, message: string | null) => ({ message })),
  },
  guards: {
    /** What confirms a finding is signed, so it has no blanks. */
    isBlankSigned: ({ context }, confirms: boolean) => confirms && blankIn(context.text) !== null,
    isComplete: ({ context }, confirms: boolean) => confirms || !isBlank(context.text),
    isEmpty: ({ context }) => isBlank(context.text),
    isText: ({ context }, text: string) => context.text === text,
  },
  delays: { backoff: 3_000 },
}).createMachine({
  id: 'threadEntry',
  context: ({ input: { text } }) => ({ text, confirms: false, message: null, wasStopped: false }),
  initial: 'writing',
  states: {
    writing: {
      tags: 'writable',
      on: {
        'text.typed': {
          actions: [
            { type: 'type', params: ({ event }) => event.text },
            { type: 'storeDraft', params: ({ event }) => event.text },
          ],
        },
        'sending.requested': [
          { guard: { type: 'isBlankSigned', params: ({ event }) => event.confirms }, actions: 'noteStopped' },
          {
            guard: { type: 'isComplete', params: ({ event }) => event.confirms },
            target: 'sending',
            actions: { type: 'choose', params: ({ event }) => event.confirms },
          },
        ],
        'text.sentElsewhere': {
          guard: { type: 'isText', params: ({ event }) => event.text },
          actions: { type: 'type', params: '' },
        },
        'question.ended': [{ guard: 'isEmpty', target: 'over' }, { target: 'closed' }],
      },
    },
    /** Only the platform's answer says whether an entry was in time, so the end of the question waits for it. */
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { text, confirms } }) => ({ text, confirms }),
        onDone: [
          { guard: ended.is('stored'), target: 'stored' },
          { guard: ended.is('closed'), target: 'closed', actions: explain },
          { target: 'writing', actions: explain },
        ],
        onError: 'unconfirmed',
      },
    },
    unconfirmed: { tags: 'busy', after: { backoff: 'sending' }, on: { 'retry.requested': 'sending' } },
    closed: {
      on: {
        'entry.dismissed': 'over',
        'text.sentElsewhere': { guard: { type: 'isText', params: ({ event }) => event.text }, target: 'over' },
      },
    },
    stored: { type: 'final', entry: 'dropDraft' },
    over: { type: 'final', entry: 'dropDraft' },
  },
});

export type ThreadEntry = ActorRefFrom<typeof threadEntryMachine>;

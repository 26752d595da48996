import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { isBlank } from '../../clinical/writtenReason.ts';
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
const written = ({ context: { text, confirms } }: { context: Entry }): Entry => ({ text, confirms });

/** One entry of a thread of questions: typed, kept, sent until the platform has answered, and stored once. */
export const threadEntryMachine = setup({
  types: {
    input: {} as { readonly text: string },
    context: {} as Entry & { readonly message: string | null },
    events: {} as
      | { type: 'text.typed'; text: string }
      /** `confirms` signs the doctor's reason for a finding; its text may be empty. */
      | { type: 'sending.requested'; confirms: boolean }
      | { type: 'retry.requested' }
      /** The draft of this text was sent or emptied in another window. */
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
    type: assign((_, text: string) => ({ text })),
    choose: assign((_, confirms: boolean) => ({ confirms, message: null })),
    setMessage: assign((_, message: string | null) => ({ message })),
  },
  guards: {
    isComplete: ({ context }, confirms: boolean) => confirms || !isBlank(context.text),
    isEmpty: ({ context }) => isBlank(context.text),
    isText: ({ context }, text: string) => context.text === text,
  },
  delays: { backoff: 3_000 },
}).createMachine({
  id: 'threadEntry',
  context: ({ input: { text } }) => ({ text, confirms: false, message: null }),
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
        'sending.requested': {
          guard: { type: 'isComplete', params: ({ event }) => event.confirms },
          target: 'sending',
          actions: { type: 'choose', params: ({ event }) => event.confirms },
        },
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
        input: written,
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
    stored: { type: 'final', entry: { type: 'storeDraft', params: '' } },
    over: { type: 'final', entry: { type: 'storeDraft', params: '' } },
  },
});

export type ThreadEntry = ActorRefFrom<typeof threadEntryMachine>;
type Snapshot = SnapshotFrom<typeof threadEntryMachine>;

export const entryText = (s: Snapshot): string => s.context.text;

/** Why the platform refused the entry. */
export const entryMessage = (s: Snapshot): string | null => s.context.message;

export const isEntryWritable = (s: Snapshot): boolean => s.hasTag('writable');

export const isEntryBusy = (s: Snapshot): boolean => s.hasTag('busy');

/** Whether the doctor's reason is being signed. */
export const isConfirming = (s: Snapshot): boolean => s.hasTag('busy') && s.context.confirms;

export const isEntryUnconfirmed = (s: Snapshot): boolean => s.matches('unconfirmed');

export const isEntryClosed = (s: Snapshot): boolean => s.matches('closed');

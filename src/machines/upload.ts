import { type ActorRefFrom, assign, setup } from 'xstate';
import type { StoredFile } from '../../contract/extension/files.ts';
import type { ClientMessageId } from '../../contract/ids.ts';
import { pauseMs } from '../domain/outgoing.ts';
import type { Preparation, Prepared, Transmission, Upload } from '../domain/upload.ts';
import { placeholderActor } from './placeholderActor.ts';

type Input = {
  readonly upload: Upload;
  readonly file: Blob;
  /** It was made ready and put on this machine before. */
  readonly kept: boolean;
};

type Context = Input & {
  /** How much of it has been sent, 0 to 1. */
  readonly part: number;
  readonly attempts: number;
  /** What the platform has against it. */
  readonly refusal: string;
};

type Holding = Pick<Context, 'upload' | 'file'>;
type Sending = Holding & { readonly report: (part: number) => void };

const setUp = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as
      | { type: 'turn.given' }
      | { type: 'link.lost' }
      | { type: 'link.restored' }
      | { type: 'progress.made'; part: number }
      | { type: 'retry.asked' }
      | { type: 'send.asked'; as: ClientMessageId }
      | { type: 'upload.cancelled' },
    tags: {} as 'ready' | 'busy' | 'failed' | 'unfit',
  },
  actors: {
    prepare: placeholderActor<Preparation, Holding>('prepare'),
    keep: placeholderActor<unknown, Holding>('keep'),
    transmit: placeholderActor<Transmission, Sending>('transmit'),
  },
  actions: {
    /** Notes on this machine how it stands; the composition root provides it. */
    note: (_, _upload: Upload) => {},
    noteReady: assign(({ context }, { file, name, type, width, height }: Prepared) => ({
      file,
      upload: { ...context.upload, name, type, width, height, size: file.size },
    })),
    noteKept: assign({ kept: true }),
    noteWanted: assign(({ context }, as: ClientMessageId) => ({ upload: { ...context.upload, sendAs: as } })),
    noteStored: assign(({ context }, stored: StoredFile) => ({ part: 1, upload: { ...context.upload, stored } })),
    noteProgress: assign((_, part: number) => ({ part })),
    noteRefusal: assign((_, refusal: string) => ({ refusal })),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    startOver: assign({ attempts: 0, refusal: '' }),
  },
  guards: {
    isKept: ({ context }) => context.kept,
    isStored: ({ context }) => context.upload.stored !== null,
    isWanted: ({ context }) => context.upload.sendAs !== null,
    isUnwanted: ({ context }) => context.upload.sendAs === null,
    isPrepared: (_, { outcome }: Preparation) => outcome === 'prepared',
    isTooLarge: (_, { outcome }: Preparation) => outcome === 'tooLarge',
    wasStored: (_, { outcome }: Transmission) => outcome === 'stored',
    wasRefused: (_, { outcome }: Transmission) => outcome === 'refused',
  },
  delays: { pause: ({ context }) => pauseMs(context.attempts, 1) },
});

type Readied = { event: { output: Preparation } };
type Answered = { event: { output: Transmission } };

const note = { type: 'note', params: ({ context }: { context: Context }) => context.upload } as const;
const answered = (type: 'wasStored' | 'wasRefused') =>
  ({ type, params: ({ event }: Answered) => event.output }) as const;
/** The guard before has seen what it is; each of these only names the part that goes on. */
const preparedIn = ({ event: { output } }: Readied): Prepared =>
  output.outcome === 'prepared' ? output : { file: new Blob(), name: '', type: '', width: 0, height: 0 };
const refusalIn = ({ event: { output } }: Answered) => (output.outcome === 'refused' ? output.message : '');
const storedIn = ({ event: { output } }: Answered): StoredFile =>
  output.outcome === 'stored' ? output.stored : { url: '', name: '', size: 0, type: '', width: null, height: null };

/**
 * One attached file on its way: made ready, put on this machine, sent when there is a link and it is its turn, again
 * and again until the platform keeps it. It waits then until the doctor sends the message that carries it.
 */
export const uploadMachine = setUp.createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, part: 0, attempts: 0, refusal: '' }),
  initial: 'arriving',
  on: {
    'upload.cancelled': '.cancelled',
    'send.asked': {
      guard: 'isUnwanted',
      actions: [{ type: 'noteWanted', params: ({ event }) => event.as }, note],
    },
  },
  states: {
    arriving: {
      always: [
        { guard: 'isStored', target: 'stored' },
        { guard: 'isKept', target: 'waiting' },
        { target: 'preparing' },
      ],
    },
    preparing: {
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isPrepared', params: ({ event }) => event.output },
            target: 'keeping',
            actions: { type: 'noteReady', params: preparedIn },
          },
          { guard: { type: 'isTooLarge', params: ({ event }) => event.output }, target: 'tooLarge' },
          { target: 'unreadable' },
        ],
        onError: 'unreadable',
      },
    },
    keeping: {
      invoke: {
        id: 'keep',
        src: 'keep',
        input: ({ context }) => context,
        onDone: { target: 'waiting', actions: 'noteKept' },
        // What cannot be kept here is sent all the same.
        onError: 'waiting',
      },
    },
    waiting: { tags: 'ready', on: { 'turn.given': 'uploading' } },
    uploading: {
      tags: 'busy',
      invoke: {
        id: 'transmit',
        src: 'transmit',
        input: ({ context, self }) => ({
          upload: context.upload,
          file: context.file,
          report: (part) => self.send({ type: 'progress.made', part }),
        }),
        onDone: [
          { guard: answered('wasStored'), target: 'stored', actions: [{ type: 'noteStored', params: storedIn }, note] },
          {
            guard: answered('wasRefused'),
            target: 'refused',
            actions: { type: 'noteRefusal', params: refusalIn },
          },
          { target: 'pausing' },
        ],
        onError: 'pausing',
      },
      on: {
        'link.lost': 'waiting',
        'progress.made': { actions: { type: 'noteProgress', params: ({ event }) => event.part } },
      },
    },
    pausing: {
      after: { pause: { target: 'waiting', actions: 'countAttempt' } },
      on: { 'link.restored': { target: 'waiting', actions: 'startOver' } },
    },
    refused: { tags: 'failed', on: { 'retry.asked': { target: 'waiting', actions: 'startOver' } } },
    tooLarge: { tags: 'unfit' },
    unreadable: { tags: 'unfit' },
    stored: { always: { guard: 'isWanted', target: 'carried' } },
    /** Its message has gone to the outbox. */
    carried: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

export type UploadActor = ActorRefFrom<typeof uploadMachine>;

import { NEVER } from 'rxjs';
import { type ActorRefFrom, assign, fromEventObservable, fromObservable, not, setup } from 'xstate';
import type { StoredFile } from '../../contract/extension/files.ts';
import type { ClientMessageId } from '../../contract/ids.ts';
import type { Preparation, Prepared, Transmission, Upload } from '../domain/attachedFiles.ts';
import { pauseMs } from '../domain/outgoing.ts';
import { endedAs, placeholderActor } from './actors.ts';

export type UploadInput = {
  readonly upload: Upload;
  /** Uploads are restored from the local store, which keeps the file, and not from a snapshot. */
  readonly file: Blob;
  /** True if the file is already prepared and stored locally. */
  readonly isStoredLocally: boolean;
};

export type UploadEvent =
  | { type: 'turn.granted' }
  | { type: 'link.lost' }
  | { type: 'link.restored' }
  | { type: 'retry.requested' }
  | { type: 'send.requested'; as: ClientMessageId }
  | { type: 'cancel.requested' };

/** Events of one transmission attempt; the outcome comes last. */
export type TransmissionEvent =
  | { type: 'progress.made'; part: number }
  | { type: 'transmission.ended'; output: Transmission };

type Context = UploadInput & {
  /** Transmitted fraction, 0 to 1. */
  readonly part: number;
  readonly attempts: number;
  /** The platform's reason for a refusal, or ''. */
  readonly refusal: string;
};

type UploadWithFile = Pick<Context, 'upload' | 'file'>;

const upload = setup({
  types: {
    input: {} as UploadInput,
    context: {} as Context,
    events: {} as UploadEvent | TransmissionEvent,
  },
  actors: {
    prepare: placeholderActor<Preparation, UploadWithFile>('prepare'),
    storeLocally: placeholderActor<unknown, UploadWithFile>('storeLocally'),
    transmit: fromEventObservable<TransmissionEvent, UploadWithFile>(() => NEVER),
    /** Gives the message to the outbox and completes once the outbox has stored it. */
    handOver: fromObservable<never, Upload>(() => NEVER),
    drop: placeholderActor<unknown, Upload>('drop'),
  },
  actions: {
    /** Updates the locally stored upload; the composition root provides it. */
    save: (_, _upload: Upload) => {},
    /** Cancels the upload at the platform; the composition root provides it. */
    giveUp: (_, _upload: Upload) => {},
    notePrepared: assign(({ context }, { file, name, type, width, height }: Prepared) => ({
      file,
      upload: { ...context.upload, name, type, width, height, size: file.size },
    })),
    noteStoredLocally: assign({ isStoredLocally: true }),
    noteWanted: assign(({ context }, as: ClientMessageId) => ({ upload: { ...context.upload, sendAs: as } })),
    noteStored: assign(({ context }, stored: StoredFile) => ({ part: 1, upload: { ...context.upload, stored } })),
    noteProgress: assign((_, part: number) => ({ part })),
    noteRefusal: assign((_, refusal: string) => ({ refusal })),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    startOver: assign({ attempts: 0, refusal: '' }),
  },
  guards: {
    isStoredLocally: ({ context }) => context.isStoredLocally,
    isStored: ({ context }) => context.upload.stored !== null,
    isWanted: ({ context }) => context.upload.sendAs !== null,
  },
  delays: { pause: ({ context }) => pauseMs(context.attempts, 1) },
});

type At = { context: Context };

const prepared = endedAs<Preparation>();
const transmitted = endedAs<Transmission>();
const ofUpload = ({ context }: At) => context.upload;
const save = { type: 'save', params: ofUpload } as const;
const noteWanted = {
  type: 'noteWanted',
  params: ({ event }: { event: { as: ClientMessageId } }) => event.as,
} as const;

/**
 * One attached file: prepared, stored locally, and transmitted in turn until the platform has stored it. Then it waits
 * for the doctor to send the message that contains it.
 */
export const uploadMachine = upload.createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, part: 0, attempts: 0, refusal: '' }),
  initial: 'arriving',
  on: {
    'cancel.requested': '.cancelled',
    'send.requested': { guard: not('isWanted'), actions: [noteWanted, save] },
  },
  states: {
    arriving: {
      always: [
        { guard: 'isStored', target: 'stored' },
        { guard: 'isStoredLocally', target: 'waiting' },
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
            guard: prepared.is('prepared'),
            target: 'storingLocally',
            actions: { type: 'notePrepared', params: prepared.params('prepared', (output) => output) },
          },
          { guard: prepared.is('tooLarge'), target: 'tooLarge' },
          { target: 'unreadable' },
        ],
        onError: 'unreadable',
      },
    },
    storingLocally: {
      invoke: {
        id: 'storeLocally',
        src: 'storeLocally',
        input: ({ context }) => context,
        onDone: { target: 'waiting', actions: 'noteStoredLocally' },
        // Transmit even if the local copy cannot be stored.
        onError: 'waiting',
      },
    },
    waiting: { on: { 'turn.granted': 'uploading' } },
    uploading: {
      invoke: {
        id: 'transmit',
        src: 'transmit',
        input: ({ context: { upload, file } }) => ({ upload, file }),
        onError: 'pausing',
      },
      on: {
        'link.lost': 'waiting',
        'progress.made': {
          actions: { type: 'noteProgress', params: ({ event }) => event.part },
        },
        'transmission.ended': [
          {
            guard: transmitted.is('stored'),
            target: 'stored',
            actions: [{ type: 'noteStored', params: transmitted.params('stored', ({ stored }) => stored) }, save],
          },
          {
            guard: transmitted.is('refused'),
            target: 'refused',
            actions: { type: 'noteRefusal', params: transmitted.params('refused', ({ message }) => message) },
          },
          { target: 'pausing' },
        ],
      },
    },
    pausing: {
      after: { pause: { target: 'waiting', actions: 'countAttempt' } },
      on: { 'link.restored': { target: 'waiting', actions: 'startOver' } },
    },
    refused: { on: { 'retry.requested': { target: 'waiting', actions: 'startOver' } } },
    tooLarge: {},
    unreadable: {},
    stored: { always: [{ guard: 'isWanted', target: 'handingOver' }, { target: 'ready' }] },
    ready: {
      on: { 'send.requested': { target: 'handingOver', actions: [noteWanted, save] } },
    },
    /** The local file is deleted only after its message is stored, so that a crash in between does not lose it. */
    handingOver: {
      // The message is already in the outbox and can no longer be cancelled.
      on: { 'cancel.requested': {} },
      // After a failure the file stays stored; the next page repeats the hand-over with the same message id.
      invoke: { id: 'handOver', src: 'handOver', input: ofUpload, onDone: 'dropping', onError: 'done' },
    },
    cancelled: {
      entry: { type: 'giveUp', params: ofUpload },
      always: 'dropping',
    },
    dropping: {
      on: { 'cancel.requested': {} },
      invoke: { id: 'drop', src: 'drop', input: ofUpload, onDone: 'done', onError: 'done' },
    },
    done: { type: 'final' },
  },
});

export type UploadRef = ActorRefFrom<typeof uploadMachine>;

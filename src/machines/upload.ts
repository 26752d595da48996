import { NEVER } from 'rxjs';
import { assign, fromEventObservable, fromObservable, not, sendParent, setup } from 'xstate';
import type { StoredFile } from '../../contract/extension/files.ts';
import type { ClientMessageId } from '../../contract/ids.ts';
import type { Attached, Preparation, Prepared, Transmission, Upload } from '../domain/attachedFiles.ts';
import { pauseMs } from '../domain/outgoing.ts';
import { endedAs, placeholderActor } from './actors.ts';

/** `handedOver`: the outbox has the message. `done`: nothing is left to do for it here. */
export type UploadPhase = Attached['state'] | 'handedOver' | 'cancelled' | 'done';

/** Sent to the upload queue machine. `phase: null` means that the phase is unchanged. */
export type UploadChanged = {
  readonly type: 'upload.changed';
  readonly attached: Omit<Attached, 'state'>;
  readonly phase: UploadPhase | null;
};

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
    report: sendParent(({ context }, phase: UploadPhase | null): UploadChanged => {
      const { upload, file, part, refusal } = context;
      return { type: 'upload.changed', attached: { ...upload, file, part, refusal }, phase };
    }),
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
const report = (phase: UploadPhase) => ({ type: 'report', params: phase }) as const;
const reportChange = { type: 'report', params: null } as const;
const noteStored = { type: 'noteStored', params: transmitted.params('stored', ({ stored }) => stored) } as const;
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
    'send.requested': { guard: not('isWanted'), actions: [noteWanted, save, reportChange] },
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
      entry: report('preparing'),
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
      entry: reportChange,
      invoke: {
        id: 'storeLocally',
        src: 'storeLocally',
        input: ({ context }) => context,
        onDone: { target: 'waiting', actions: 'noteStoredLocally' },
        // Transmit even if the local copy cannot be stored.
        onError: 'waiting',
      },
    },
    waiting: { entry: report('waiting'), on: { 'turn.granted': 'uploading' } },
    uploading: {
      entry: report('uploading'),
      invoke: {
        id: 'transmit',
        src: 'transmit',
        input: ({ context: { upload, file } }) => ({ upload, file }),
        onError: 'pausing',
      },
      on: {
        'link.lost': 'waiting',
        'progress.made': {
          actions: [{ type: 'noteProgress', params: ({ event }) => event.part }, reportChange],
        },
        'transmission.ended': [
          { guard: transmitted.is('stored'), target: 'stored', actions: [noteStored, save] },
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
      entry: report('paused'),
      after: { pause: { target: 'waiting', actions: 'countAttempt' } },
      on: { 'link.restored': { target: 'waiting', actions: 'startOver' } },
    },
    refused: { entry: report('refused'), on: { 'retry.requested': { target: 'waiting', actions: 'startOver' } } },
    tooLarge: { entry: report('tooLarge') },
    unreadable: { entry: report('unreadable') },
    stored: { always: [{ guard: 'isWanted', target: 'handingOver' }, { target: 'ready' }] },
    ready: {
      entry: report('ready'),
      on: { 'send.requested': { target: 'handingOver', actions: [noteWanted, save] } },
    },
    /** The local file is deleted only after its message is stored, so that a crash in between does not lose it. */
    handingOver: {
      entry: report('handedOver'),
      // The message is already in the outbox and can no longer be cancelled.
      on: { 'cancel.requested': {} },
      // After a failure the file stays stored; the next page repeats the hand-over with the same message id.
      invoke: { id: 'handOver', src: 'handOver', input: ofUpload, onDone: 'dropping', onError: 'done' },
    },
    cancelled: {
      entry: [report('cancelled'), { type: 'giveUp', params: ofUpload }],
      always: 'dropping',
    },
    dropping: {
      on: { 'cancel.requested': {} },
      invoke: { id: 'drop', src: 'drop', input: ofUpload, onDone: 'done', onError: 'done' },
    },
    done: { entry: report('done'), type: 'final' },
  },
});

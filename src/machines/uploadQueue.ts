import { NEVER } from 'rxjs';
import { enqueueActions, fromEventObservable, setup } from 'xstate';
import {
  type Attached,
  isUnfit,
  nextUpload,
  type SharedAttachment,
  toShared,
  type Upload,
} from '../domain/attachedFiles.ts';
import { placeholderActor } from './actors.ts';
import { type UploadChanged, type UploadEvent, type UploadInput, uploadMachine } from './upload.ts';

/** This tab has claimed a file of an earlier page or another tab; `stored` is null if the file is finished. */
export type UploadAdopted = {
  readonly type: 'upload.adopted';
  readonly id: string;
  readonly stored: { readonly upload: Upload; readonly file: Blob } | null;
};

/** An earlier page or another tab has stored a file on this machine. */
type UploadFound = { type: 'upload.found'; id: string };
type LinkEvent = { type: 'link.lost' } | { type: 'link.restored' };

type Context = {
  readonly uploads: readonly Attached[];
  /** Ids of files that this tab has claimed or waits to claim. */
  readonly claims: readonly string[];
};

const claimOf = (id: string) => `claim:${id}`;
const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id);

const uploads = setup({
  types: {
    context: {} as Context,
    events: {} as
      | UploadFound
      | UploadAdopted
      | UploadChanged
      | LinkEvent
      | { type: 'file.attached'; upload: Upload; file: Blob }
      | { type: 'upload.requested'; id: string; event: UploadEvent },
    /** Which files of this tab the other tabs show. */
    emitted: {} as { type: 'file.shared'; one: SharedAttachment } | { type: 'file.unshared'; id: string },
  },
  actors: {
    link: fromEventObservable<LinkEvent, void>(() => NEVER),
    peers: fromEventObservable<UploadFound, void>(() => NEVER),
    /** Resolves with the ids of all stored files. */
    findStored: placeholderActor<readonly string[]>('findStored'),
    /** Holds the lock of a file while it runs. */
    claim: fromEventObservable<UploadAdopted, string>(() => NEVER),
    /** Waits for the lock of a file, then reads the file. */
    adopt: fromEventObservable<UploadAdopted, string>(() => NEVER),
    upload: uploadMachine,
  },
  actions: {
    claimFound: enqueueActions(({ context, enqueue }, ids: readonly string[]) => {
      const unknown = ids.filter((id) => !context.claims.includes(id));
      enqueue.assign({ claims: [...context.claims, ...unknown] });
      for (const id of unknown) enqueue.spawnChild('adopt', { id: claimOf(id), input: id });
    }),
    claimNew: enqueueActions(({ context, enqueue }, { id }: Upload) => {
      enqueue.assign({ claims: [...context.claims, id] });
      enqueue.spawnChild('claim', { id: claimOf(id), input: id });
    }),
    releaseClaim: enqueueActions(({ context, enqueue }, id: string) => {
      enqueue.assign({ claims: without(context.claims, id) });
      enqueue.stopChild(claimOf(id));
    }),
    spawnUpload: enqueueActions(({ context, enqueue }, input: UploadInput) => {
      const { upload, file } = input;
      const attached: Attached = { ...upload, file, state: 'preparing', part: 0, refusal: '' };
      enqueue.assign({ uploads: [...context.uploads, attached] });
      enqueue.spawnChild('upload', { id: upload.id, input });
    }),
    noteUpload: enqueueActions(({ context, enqueue }, { attached, phase }: UploadChanged) => {
      const { id } = attached;
      if (phase === 'handedOver' || phase === 'cancelled' || phase === 'done') {
        enqueue.assign({ uploads: context.uploads.filter((one) => one.id !== id) });
        enqueue.emit({ type: 'file.unshared', id });
        if (phase !== 'done') return;
        enqueue.assign({ claims: without(context.claims, id) });
        enqueue.stopChild(id);
        enqueue.stopChild(claimOf(id));
        return;
      }
      const uploads = context.uploads.map((one) => (one.id === id ? { ...attached, state: phase ?? one.state } : one));
      enqueue.assign({ uploads });
      const changed = uploads.find((one) => one.id === id);
      if (!changed) return;
      if (isUnfit(changed)) enqueue.emit({ type: 'file.unshared', id });
      else enqueue.emit({ type: 'file.shared', one: toShared(changed) });
    }),
    grantTurn: enqueueActions(({ context, enqueue }) => {
      const next = nextUpload(context.uploads);
      if (!next) return;
      // Mark it as uploading before it reports, so that pending reports do not grant a second turn.
      enqueue.assign({ uploads: context.uploads.map((one) => (one === next ? { ...one, state: 'uploading' } : one)) });
      enqueue.sendTo(next.id, { type: 'turn.granted' });
    }),
    toAll: enqueueActions(({ context, enqueue }, event: LinkEvent) => {
      for (const { id } of context.uploads) enqueue.sendTo(id, event);
    }),
    toUpload: enqueueActions(({ context, enqueue }, { id, event }: { id: string; event: UploadEvent }) => {
      if (context.uploads.some((one) => one.id === id)) enqueue.sendTo(id, event);
    }),
  },
  guards: {
    isThere: (_, { stored }: UploadAdopted) => stored !== null,
  },
});

const noteUpload = { type: 'noteUpload', params: ({ event }: { event: UploadChanged }) => event } as const;

/**
 * All attached files that are not sent yet. They survive closing the pane and reloading the page. One file is transmitted
 * at a time, so that the first arrives early on a slow link, and only one tab handles each file.
 */
export const uploadQueueMachine = uploads.createMachine({
  id: 'uploadQueue',
  context: { uploads: [], claims: [] },
  invoke: [
    { id: 'peers', src: 'peers' },
    {
      id: 'findStored',
      src: 'findStored',
      onDone: { actions: { type: 'claimFound', params: ({ event }) => event.output } },
      // If storage fails, the next page finds the files.
      onError: { actions: [] },
    },
    { id: 'link', src: 'link' },
  ],
  initial: 'offline',
  on: {
    'file.attached': {
      actions: [
        { type: 'claimNew', params: ({ event }) => event.upload },
        { type: 'spawnUpload', params: ({ event: { upload, file } }) => ({ upload, file, isStoredLocally: false }) },
      ],
    },
    'upload.found': { actions: { type: 'claimFound', params: ({ event }) => [event.id] } },
    'upload.adopted': [
      {
        guard: { type: 'isThere', params: ({ event }) => event },
        actions: {
          type: 'spawnUpload',
          params: ({ event: { stored } }) => {
            if (!stored) throw new Error('nothing is stored');
            return { ...stored, isStoredLocally: true };
          },
        },
      },
      { actions: { type: 'releaseClaim', params: ({ event }) => event.id } },
    ],
    'upload.requested': {
      actions: { type: 'toUpload', params: ({ event: { id, event } }) => ({ id, event }) },
    },
    'upload.changed': { actions: noteUpload },
  },
  states: {
    offline: { on: { 'link.restored': 'online' } },
    online: {
      entry: [{ type: 'toAll', params: { type: 'link.restored' } }, 'grantTurn'],
      exit: { type: 'toAll', params: { type: 'link.lost' } },
      on: {
        'link.lost': 'offline',
        'upload.changed': { actions: [noteUpload, 'grantTurn'] },
      },
    },
  },
});

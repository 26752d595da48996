import { NEVER } from 'rxjs';
import { assign, enqueueActions, fromEventObservable, setup } from 'xstate';
import { isUnfit, nextUpload, type SharedAttachment, toShared, type Upload } from '../domain/attachedFiles.ts';
import { placeholderActor } from './actors.ts';
import { attachedFrom, attachedIn } from './selectors/upload.ts';
import { type UploadEvent, type UploadInput, type UploadRef, uploadMachine } from './upload.ts';

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
  /** The files that are neither handed to the outbox nor cancelled. */
  readonly uploads: readonly UploadRef[];
  /** Ids of files that this tab has claimed or waits to claim. */
  readonly claims: readonly string[];
};

const claimOf = (id: string) => `claim:${id}`;
const uploadId = (id: string) => `upload.${id}` as const;
const findUpload = (uploads: readonly UploadRef[], id: string) => uploads.find((one) => one.id === uploadId(id));
const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id);

const uploads = setup({
  types: {
    context: {} as Context,
    events: {} as
      | UploadFound
      | UploadAdopted
      | { type: `xstate.snapshot.upload.${string}` }
      | { type: `xstate.done.actor.upload.${string}` }
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
    spawnUpload: assign(({ context, spawn }, input: UploadInput) => ({
      uploads: [...context.uploads, spawn('upload', { id: uploadId(input.upload.id), input, syncSnapshot: true })],
    })),
    shareUpload: enqueueActions(({ context, enqueue }, id: string) => {
      const upload = findUpload(context.uploads, id);
      if (!upload) return;
      const attached = attachedFrom(upload.getSnapshot());
      if (!attached) enqueue.assign({ uploads: context.uploads.filter((one) => one !== upload) });
      if (!attached || isUnfit(attached)) enqueue.emit({ type: 'file.unshared', id });
      else enqueue.emit({ type: 'file.shared', one: toShared(attached) });
    }),
    dropUpload: enqueueActions(({ context, enqueue }, id: string) => {
      enqueue.assign({
        uploads: context.uploads.filter((one) => one.id !== uploadId(id)),
        claims: without(context.claims, id),
      });
      enqueue.stopChild(uploadId(id));
      enqueue.stopChild(claimOf(id));
    }),
    grantTurn: enqueueActions(({ context, enqueue }) => {
      const next = nextUpload(attachedIn(context.uploads));
      if (next) enqueue.sendTo(uploadId(next.id), { type: 'turn.granted' });
    }),
    toAll: enqueueActions(({ context, enqueue }, event: LinkEvent) => {
      for (const upload of context.uploads) enqueue.sendTo(upload, event);
    }),
    toUpload: enqueueActions(({ context, enqueue }, { id, event }: { id: string; event: UploadEvent }) => {
      const upload = findUpload(context.uploads, id);
      if (upload) enqueue.sendTo(upload, event);
    }),
  },
  guards: {
    isThere: (_, { stored }: UploadAdopted) => stored !== null,
  },
});

const shareUpload = {
  type: 'shareUpload',
  params: ({ event }: { event: { type: string } }) => event.type.slice('xstate.snapshot.upload.'.length),
} as const;
const dropUpload = {
  type: 'dropUpload',
  params: ({ event }: { event: { type: string } }) => event.type.slice('xstate.done.actor.upload.'.length),
} as const;

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
    'xstate.snapshot.upload.*': { actions: shareUpload },
    'xstate.done.actor.upload.*': { actions: dropUpload },
  },
  states: {
    offline: { on: { 'link.restored': 'online' } },
    online: {
      entry: [{ type: 'toAll', params: { type: 'link.restored' } }, 'grantTurn'],
      exit: { type: 'toAll', params: { type: 'link.lost' } },
      on: {
        'link.lost': 'offline',
        // A file emits a snapshot before it is done, and that snapshot grants the next turn.
        'xstate.snapshot.upload.*': { actions: [shareUpload, 'grantTurn'] },
      },
    },
  },
});

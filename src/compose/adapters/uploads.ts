import { BehaviorSubject, catchError, from, map, NEVER, Observable, of, type Subscription, switchMap } from 'rxjs';
import { createActor, fromEventObservable, fromObservable, fromPromise } from 'xstate';
import type { ClientMessageId, ConversationId } from '../../../contract/ids.ts';
import {
  type Attached,
  attachedTo,
  kindOfFile,
  type Preparation,
  type Recording,
  type SharedAttachment,
  type Transmission,
  type Upload,
  type UploadKind,
} from '../../domain/attachedFiles.ts';
import { type OutgoingChange, pauseMs, type Reply } from '../../domain/outgoing.ts';
import { uploadReply } from '../../domain/reply.ts';
import type { Inspection } from '../../machines/actors.ts';
import { attachedFiles } from '../../machines/selectors/uploadQueue.ts';
import { type TransmissionEvent, type UploadEvent, uploadMachine } from '../../machines/upload.ts';
import { uploadQueueMachine } from '../../machines/uploadQueue.ts';
import type { Uploads } from '../../screens/app/app.ts';

type Sending = { readonly upload: Upload; readonly file: Blob };

export type UploadsNeeds = {
  readonly inspection?: Inspection | undefined;
  readonly prepare: (file: Blob, upload: Upload) => Promise<Preparation>;
  readonly transmit: (
    sending: Sending & { readonly report: (part: number) => void; readonly signal: AbortSignal },
  ) => Promise<Transmission>;
  /** Cancels the upload at the platform. */
  readonly giveUp: (upload: Upload) => void;
  readonly store: {
    keep(upload: Upload, file: Blob): Promise<unknown>;
    /** Updates an upload; only the latest version is stored. */
    note(upload: Upload): void;
    drop(id: string): Promise<unknown>;
    ids(): Promise<readonly string[]>;
    read(id: string): Promise<{ readonly upload: Upload; readonly file: Blob } | null>;
  };
  /** Emits when this tab has the lock of a file. Closing the tab passes the lock on. */
  readonly claim: (id: string) => Observable<void>;
  /** The doctor's other tabs. */
  readonly peers: {
    /** Ids of files that other tabs have stored. */
    readonly attached$: Observable<string>;
    post(id: string): void;
    share(one: SharedAttachment): void;
    unshare(id: string): void;
  };
  readonly linked$: Observable<boolean>;
  readonly outbox: {
    write(conversationId: ConversationId, reply: Reply, draft: null, id: ClientMessageId): void;
    readonly changes$: Observable<OutgoingChange>;
  };
  readonly newId: () => string;
  readonly newMessageId: () => ClientMessageId;
  readonly now: () => number;
  readonly random: () => number;
};

/** One transmission attempt: emits progress, then the outcome. */
const attempt = (transmit: UploadsNeeds['transmit'], sending: Sending) =>
  new Observable<TransmissionEvent>((subscriber) => {
    const over = new AbortController();
    const report = (part: number) => subscriber.next({ type: 'progress.made', part });
    transmit({ ...sending, report, signal: over.signal }).then(
      (output) => subscriber.next({ type: 'transmission.ended', output }),
      (cause: unknown) => subscriber.error(cause),
    );
    return () => over.abort();
  });

/** Writes the message of an upload with its fixed id, and completes once the outbox has stored it. */
const handOver = (outbox: UploadsNeeds['outbox'], upload: Upload) =>
  new Observable<never>((subscriber) => {
    const { conversationId, stored, sendAs } = upload;
    if (!stored || !sendAs) throw new Error('the upload is not ready to be sent');
    const subscription = outbox.changes$.subscribe((change) => {
      const { clientMessageId } = change.kind === 'changed' ? change.outgoing : change;
      if (clientMessageId !== sendAs) return;
      if (change.kind === 'dropped' || change.outgoing.delivery.state !== 'queued') subscriber.complete();
    });
    outbox.write(conversationId, uploadReply(upload, stored), null, sendAs);
    return subscription;
  });

function provided({ prepare, transmit, giveUp, store, claim, peers, linked$, outbox, random }: UploadsNeeds) {
  const upload = uploadMachine.provide({
    actors: {
      prepare: fromPromise(({ input }) => prepare(input.file, input.upload)),
      storeLocally: fromPromise(async ({ input: { upload, file } }) => {
        await store.keep(upload, file);
        peers.post(upload.id);
      }),
      transmit: fromEventObservable(({ input }) => attempt(transmit, input)),
      handOver: fromObservable(({ input }) => handOver(outbox, input)),
      drop: fromPromise(({ input }) => store.drop(input.id)),
    },
    actions: {
      save: (_, upload) => store.note(upload),
      giveUp: (_, upload) => giveUp(upload),
    },
    delays: { pause: ({ context }) => pauseMs(context.attempts, random()) },
  });
  return uploadQueueMachine.provide({
    actors: {
      upload,
      link: fromEventObservable(() =>
        linked$.pipe(map((isUp) => ({ type: isUp ? 'link.restored' : 'link.lost' }) as const)),
      ),
      peers: fromEventObservable(() => peers.attached$.pipe(map((id) => ({ type: 'upload.found', id }) as const))),
      findStored: fromPromise(() => store.ids()),
      claim: fromEventObservable(({ input: id }) => claim(id).pipe(switchMap(() => NEVER))),
      adopt: fromEventObservable(({ input: id }) =>
        claim(id).pipe(
          switchMap(() => from(store.read(id)).pipe(catchError(() => of(null)))),
          map((stored) => ({ type: 'upload.adopted', id, stored }) as const),
        ),
      ),
    },
  });
}

const isSame = (a: Attached, b: Attached | undefined) =>
  b !== undefined && Object.entries(a).every(([name, value]) => Reflect.get(b, name) === value);
const sameItems = (a: readonly Attached[], b: readonly Attached[]) =>
  a.length === b.length && a.every((one, at) => isSame(one, b[at]));

/** Runs the upload queue machine of one doctor. */
export function createUploads(needs: UploadsNeeds, scope: Subscription): Uploads {
  const actor = createActor(provided(needs), needs.inspection);
  const lists = new Map<ConversationId, BehaviorSubject<readonly Attached[]>>();
  const attached = (conversationId: ConversationId) => attachedTo(attachedFiles(actor.getSnapshot()), conversationId);
  actor.subscribe(() => {
    for (const [conversationId, list] of lists) {
      const now = attached(conversationId);
      if (!sameItems(now, list.value)) list.next(now);
    }
  });
  actor.on('file.shared', ({ one }) => needs.peers.share(one));
  actor.on('file.unshared', ({ id }) => needs.peers.unshare(id));
  actor.start();
  scope.add(() => actor.stop());

  function attach(conversationId: ConversationId, kind: UploadKind, file: Blob, name: string, durationS: number) {
    const id = needs.newId();
    const about = { id, conversationId, kind, name, type: file.type, size: file.size, width: 0, height: 0, durationS };
    const upload: Upload = { ...about, addedAt: needs.now(), sendAs: null, stored: null };
    actor.send({ type: 'file.attached', upload, file });
    return id;
  }
  const request = (id: string, event: UploadEvent) => actor.send({ type: 'upload.requested', id, event });

  return {
    add(conversationId, files) {
      const refused: string[] = [];
      for (const file of files) {
        const kind = kindOfFile(file);
        if (kind === null) refused.push(file.name);
        else attach(conversationId, kind, file, file.name, 0);
      }
      return refused;
    },
    addVoice: (conversationId, { file, name, durationS }: Recording) =>
      attach(conversationId, 'voice', file, name, durationS),
    cancel: (id) => request(id, { type: 'cancel.requested' }),
    retry: (id) => request(id, { type: 'retry.requested' }),
    send(ids) {
      for (const id of ids) request(id, { type: 'send.requested', as: needs.newMessageId() });
    },
    of(conversationId) {
      const list = lists.get(conversationId) ?? new BehaviorSubject(attached(conversationId));
      lists.set(conversationId, list);
      return list;
    },
  };
}

import { BehaviorSubject, type Observable, Subscription } from 'rxjs';
import { createActor, fromPromise } from 'xstate';
import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { type OutgoingChange, pauseMs, type Reply } from '../domain/outgoing.ts';
import { uploadReply } from '../domain/reply.ts';
import {
  type AttachedHere,
  kindOfFile,
  type Preparation,
  type Transmission,
  type Upload,
  type UploadKind,
} from '../domain/upload.ts';
import { type Attached, inOtherWindows, nextUpload, shown } from './attached.ts';
import { type UploadActor, uploadMachine } from './upload.ts';

/** Something said into the microphone. */
export type Recording = { readonly file: Blob; readonly name: string; readonly durationS: number };

export type UploadsNeeds = {
  readonly prepare: (file: Blob, upload: Upload) => Promise<Preparation>;
  readonly transmit: (sending: {
    readonly upload: Upload;
    readonly file: Blob;
    readonly report: (part: number) => void;
    readonly signal: AbortSignal;
  }) => Promise<Transmission>;
  /** Tells the platform that nobody will go on with this upload. */
  readonly giveUp: (upload: Upload) => void;
  readonly store: {
    keep(upload: Upload, file: Blob): Promise<unknown>;
    /** Notes a change; what was noted last stands. */
    note(upload: Upload): void;
    drop(id: string): Promise<unknown>;
    ids(): Promise<readonly string[]>;
    read(id: string): Promise<{ readonly upload: Upload; readonly file: Blob } | null>;
  };
  /** Emits when this tab may take care of an upload: one tab does at a time, and the next one when that is closed. */
  readonly claim: (id: string) => Observable<void>;
  /** What other tabs have attached, and what they are told of this one's. */
  readonly peers: {
    readonly attached$: Observable<string>;
    tell(id: string): void;
    stands(one: AttachedHere): void;
    gone(id: string): void;
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

/** The files that the doctor has attached and not yet sent. They live on when the pane, or the page, is closed. */
export type Uploads = {
  /** Takes what can be sent; gives the names of what cannot. */
  add(conversationId: ConversationId, files: readonly File[]): readonly string[];
  addVoice(conversationId: ConversationId, recording: Recording): string;
  cancel(id: string): void;
  retry(id: string): void;
  /** Each goes out in a message of its own as soon as the platform keeps it. */
  send(ids: readonly string[]): void;
  of(conversationId: ConversationId): Pick<BehaviorSubject<readonly Attached[]>, 'value' | 'subscribe' | 'pipe'>;
};

/** Sends attached files one after the other, so that on a slow line the first one is there soon. */
export function createUploads(needs: UploadsNeeds, scope: Subscription): Uploads {
  const { store, outbox } = needs;
  const actors = new Map<string, UploadActor>();
  const lists = new Map<ConversationId, BehaviorSubject<readonly Attached[]>>();
  let linked = false;

  const machine = uploadMachine.provide({
    actors: {
      prepare: fromPromise(({ input }) => needs.prepare(input.file, input.upload)),
      keep: fromPromise(async ({ input: { upload, file } }) => {
        await store.keep(upload, file);
        needs.peers.tell(upload.id);
      }),
      transmit: fromPromise(({ input, signal }) => needs.transmit({ ...input, signal })),
    },
    actions: { note: (_, upload) => store.note(upload) },
    delays: { pause: ({ context }) => pauseMs(context.attempts, needs.random()) },
  });

  const listOf = (conversationId: ConversationId) => {
    const list = lists.get(conversationId) ?? new BehaviorSubject<readonly Attached[]>([]);
    lists.set(conversationId, list);
    return list;
  };
  const publish = (conversationId: ConversationId) =>
    listOf(conversationId).next(
      [...actors.values()]
        .map(shown)
        .filter((one) => one.conversationId === conversationId)
        .sort((a, b) => a.addedAt - b.addedAt),
    );

  function giveTurn() {
    if (linked) nextUpload([...actors.values()])?.send({ type: 'turn.given' });
  }

  /** What cannot be sent at all concerns only the window in which that is said. */
  function tell(actor: UploadActor) {
    if (!actor.getSnapshot().hasTag('unfit')) needs.peers.stands(inOtherWindows(shown(actor)));
    else needs.peers.gone(actor.getSnapshot().context.upload.id);
  }

  async function release(id: string, close: () => void) {
    await store.drop(id);
    close();
  }

  /** The message goes to the outbox under its one id; the upload stays on this machine until the outbox has it there. */
  function carry({ id, conversationId, stored, sendAs, ...upload }: Upload, close: () => void) {
    if (!stored || !sendAs) return;
    const waiting = new Subscription();
    scope.add(waiting);
    waiting.add(
      outbox.changes$.subscribe((change) => {
        const { clientMessageId } = change.kind === 'changed' ? change.outgoing : change;
        if (clientMessageId !== sendAs) return;
        if (change.kind === 'changed' && change.outgoing.delivery.state === 'queued') return;
        waiting.unsubscribe();
        void release(id, close);
      }),
    );
    outbox.write(conversationId, uploadReply({ id, conversationId, stored, sendAs, ...upload }, stored), null, sendAs);
  }

  function follow(upload: Upload, file: Blob, kept: boolean, close: () => void) {
    const { id, conversationId } = upload;
    const actor = createActor(machine, { input: { upload, file, kept } });
    actors.set(id, actor);
    actor.subscribe((snapshot) => {
      if (snapshot.status === 'done') {
        actors.delete(id);
        needs.peers.gone(id);
        if (snapshot.matches('cancelled')) {
          void release(id, close);
          needs.giveUp(snapshot.context.upload);
        } else carry(snapshot.context.upload, close);
      } else tell(actor);
      publish(conversationId);
      giveTurn();
    });
    actor.start();
    publish(conversationId);
    giveTurn();
  }

  /** Takes care of what an earlier page left, or a tab that is closed; what that one has finished is gone. */
  function adopt(id: string) {
    if (actors.has(id)) return;
    const claim = needs.claim(id).subscribe(async () => {
      const kept = await store.read(id);
      if (scope.closed || kept === null || actors.has(id)) claim.unsubscribe();
      else follow(kept.upload, kept.file, true, () => claim.unsubscribe());
    });
    scope.add(claim);
  }

  function begin(conversationId: ConversationId, kind: UploadKind, file: Blob, name: string, durationS: number) {
    const id = needs.newId();
    const claim = needs.claim(id).subscribe();
    scope.add(claim);
    const about = { id, conversationId, kind, name, type: file.type, size: file.size, width: 0, height: 0, durationS };
    const upload: Upload = { ...about, addedAt: needs.now(), sendAs: null, stored: null };
    follow(upload, file, false, () => claim.unsubscribe());
    return id;
  }

  scope.add(needs.peers.attached$.subscribe(adopt));
  scope.add(
    needs.linked$.subscribe((up) => {
      linked = up;
      for (const actor of [...actors.values()]) actor.send({ type: up ? 'link.restored' : 'link.lost' });
      giveTurn();
    }),
  );
  scope.add(() => {
    for (const actor of actors.values()) actor.stop();
    actors.clear();
  });
  void store.ids().then((ids) => {
    if (!scope.closed) for (const id of ids) adopt(id);
  });

  return {
    add(conversationId, files) {
      const refused: string[] = [];
      for (const file of files) {
        const kind = kindOfFile(file);
        if (kind === null) refused.push(file.name);
        else begin(conversationId, kind, file, file.name, 0);
      }
      return refused;
    },
    addVoice: (conversationId, { file, name, durationS }) => begin(conversationId, 'voice', file, name, durationS),
    cancel: (id) => actors.get(id)?.send({ type: 'upload.cancelled' }),
    retry: (id) => actors.get(id)?.send({ type: 'retry.asked' }),
    send(ids) {
      for (const id of ids) actors.get(id)?.send({ type: 'send.asked', as: needs.newMessageId() });
    },
    of: listOf,
  };
}

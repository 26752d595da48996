import { concatMap, Observable, type Subscription, take } from 'rxjs';
import { createActor } from 'xstate';
import * as z from 'zod/mini';
import type { Api } from '../../../contract/catalogue.ts';
import { ClientMessageId, type ConversationId } from '../../../contract/ids.ts';
import { isUnfit, type SharedAttachment } from '../../domain/attachedFiles.ts';
import type { Inspection } from '../../machines/actors.ts';
import type { VoiceActor } from '../../machines/voice.ts';
import type { TabChannel } from '../../services/crossTab.ts';
import { createUploadStore, StoredUpload } from '../../services/uploadStore.ts';
import type { Vault } from '../../services/vault.ts';
import { withTimeout } from '../../services/withTimeout.ts';
import { createAttachedElsewhere } from '../../streams/attachedElsewhere.ts';
import { onDemand, whenIdle } from '../../ui/onDemand.ts';
import type { Outbox } from './outbox.ts';
import { createUploads } from './uploads.ts';

const Here: z.ZodMiniType<SharedAttachment> = z.object({
  ...z.pick(StoredUpload, { id: true, conversationId: true, kind: true, name: true, durationS: true, addedAt: true })
    .shape,
  isSending: z.boolean(),
  percent: z.number(),
});

/** Messages between the tabs of one doctor: a file was stored, or the state of a file changed. */
export const UploadMessage = z.union([
  z.object({ attached: z.string() }),
  z.object({ kind: z.literal('changed'), one: Here }),
  z.object({ kind: z.literal('removed'), id: z.string() }),
  z.object({ kind: z.literal('requested') }),
]);
export type UploadMessage = z.infer<typeof UploadMessage>;

type Needs = {
  readonly inspection?: Inspection;
  readonly api: Api;
  readonly vault: Vault;
  readonly outbox: Outbox;
  readonly linked$: Observable<boolean>;
  readonly channel: TabChannel<UploadMessage>;
  /** Absent on plain http, where nothing is stored that another tab could adopt. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Unique per hospital and person. */
  readonly name: string;
  readonly newId: () => string;
  readonly now: () => number;
  readonly random: () => number;
};

const pictures = onDemand(() => import('../../services/picture.ts'));
const transport = onDemand(() => import('../../services/uploadTransport.ts'));

/** Connects the doctor's attached files to storage, the platform and the other tabs. */
export function openAttachments(needs: Needs, scope: Subscription) {
  const { api, vault, outbox, linked$, channel, locks, name, newId, now, random } = needs;
  let preparing: Promise<unknown> = Promise.resolve();
  const loadPictures = () => void pictures.load().catch(() => {});
  // A file that is attached without a connection is prepared as well.
  scope.add(whenIdle(loadPictures));
  const messages$ = new Observable<UploadMessage>((subscriber) =>
    channel.listen((message) => subscriber.next(message)),
  );
  const claim = (id: string) =>
    new Observable<void>((subscriber) => {
      if (!locks) return subscriber.next();
      const over = new AbortController();
      const released = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
      const have = () => {
        subscriber.next();
        return released;
      };
      // The request fails when it is aborted, and in a closing page; another tab then gets the file.
      locks.request(`upload:${name}:${id}`, { signal: over.signal }, have).catch(() => {});
      return () => over.abort();
    });
  const elsewhere = createAttachedElsewhere(
    {
      messages$: messages$.pipe(concatMap((message) => ('kind' in message ? [message] : []))),
      post: (message) => channel.post(message),
      // The lock is granted when the other tab closes, so its files disappear from the list.
      ownerGone$: (id) => claim(id).pipe(take(1)),
    },
    scope,
  );
  const uploads = createUploads(
    {
      // Prepare one at a time: several photos at once could exhaust the memory of a small machine.
      prepare(file, upload) {
        loadPictures();
        const done = preparing.then(async () => (await pictures.whenLoaded()).prepareUpload(file, upload));
        // The caller gets the failure; the next file is prepared regardless.
        preparing = done.catch(() => {});
        return done;
      },
      // Loaded for the first transmission. If loading fails, the attempt is retried like any other.
      transmit: async (sending) => (await transport.load()).createUploadTransport(api)(sending),
      giveUp: (upload) => {
        // If this call fails, the platform deletes the upload when it expires.
        transport.load().then(
          ({ uploadEnd }) => uploadEnd(api)(upload),
          () => {},
        );
      },
      inspection: needs.inspection,
      store: createUploadStore(vault, now),
      claim,
      peers: {
        attached$: messages$.pipe(concatMap((message) => ('attached' in message ? [message.attached] : []))),
        post: (attached) => channel.post({ attached }),
        share: elsewhere.share,
        unshare: elsewhere.unshare,
      },
      linked$,
      outbox,
      newId,
      now,
      random,
      newMessageId: () => ClientMessageId.parse(newId()),
    },
    scope,
  );
  return {
    ...uploads,
    elsewhere$: elsewhere.all$,
    /** Number of unsent files of a conversation in all tabs. */
    async unsent(conversationId: ConversationId): Promise<number> {
      // Slow storage must not block the end of a consultation; then only files in open tabs count.
      const stored = await withTimeout(vault.all('upload', StoredUpload)).catch(() => []);
      const here = uploads.of(conversationId).value.filter((one) => !isUnfit(one));
      const there = [...stored, ...elsewhere.all$.value.values()].filter(
        (one) => one.conversationId === conversationId,
      );
      return new Set([...there, ...here].map(({ id }) => id)).size;
    },
  };
}

/** What starts a voice note with this computer's microphone. */
export const createRecorder = (window: Window & typeof globalThis, inspection: Inspection) =>
  onDemand(async () => {
    const [{ voiceMachine }, { microphoneOf }] = await Promise.all([
      import('../../machines/voice.ts'),
      import('../../services/voiceRecorder.ts'),
    ]);
    const machine = voiceMachine.provide({ actors: { microphone: microphoneOf(window) } });
    return { recordVoice: (): VoiceActor => createActor(machine, inspection).start() };
  });

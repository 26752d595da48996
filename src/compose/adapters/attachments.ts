import { concatMap, Observable, type Subscription, take } from 'rxjs';
import * as z from 'zod/mini';
import type { Api } from '../../../contract/catalogue.ts';
import { ClientMessageId, type ConversationId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { type AttachedHere, isUnfit, type Preparation, renamed, type Upload } from '../../domain/attachedFiles.ts';
import type { TabChannel } from '../../services/crossTab.ts';
import { KeptUpload, keptUploads } from '../../services/keptUploads.ts';
import { makeReady } from '../../services/picture.ts';
import type { Vault } from '../../services/vault.ts';
import { withTimeout } from '../../services/withTimeout.ts';
import { attachedElsewhere } from '../../streams/attachedElsewhere.ts';
import type { Outbox } from './outbox.ts';
import { createUploads } from './uploads.ts';

const Here: z.ZodMiniType<AttachedHere> = z.object({
  ...z.pick(KeptUpload, { id: true, conversationId: true, kind: true, name: true, durationS: true, addedAt: true })
    .shape,
  isSending: z.boolean(),
  percent: z.number(),
});

/** What the tabs of one doctor tell each other: one has kept a file, and how the files of each stand. */
export const UploadMessage = z.union([
  z.object({ attached: z.string() }),
  z.object({ kind: z.literal('stands'), one: Here }),
  z.object({ kind: z.literal('gone'), id: z.string() }),
  z.object({ kind: z.literal('asked') }),
]);
export type UploadMessage = z.infer<typeof UploadMessage>;

type Needs = {
  readonly api: Api;
  readonly vault: Vault;
  readonly outbox: Outbox;
  readonly linked$: Observable<boolean>;
  readonly channel: TabChannel<UploadMessage>;
  /** Absent on plain http, where nothing is kept for another tab to find. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** One per hospital and person. */
  readonly name: string;
  readonly newId: () => string;
  readonly now: () => number;
  readonly random: () => number;
};

const loadTransport = () => import('../../services/uploadTransport.ts');

async function prepare(file: Blob, { kind, name }: Upload): Promise<Preparation> {
  if (kind === 'image') {
    const picture = await makeReady(file);
    if (!picture) return { outcome: 'unreadable' };
    if (picture.file.size > limits.fileBytes) return { outcome: 'tooLarge' };
    const { type } = picture.file;
    return { outcome: 'prepared', ...picture, name: renamed(name, type), type };
  }
  if (file.size > limits.fileBytes) return { outcome: 'tooLarge' };
  return { outcome: 'prepared', file, name, type: file.type, width: 0, height: 0 };
}

/** The files that one doctor attaches, on the live link and the calls. */
export function openAttachments(needs: Needs, scope: Subscription) {
  const { api, vault, outbox, linked$, channel, locks, name, newId, now, random } = needs;
  let preparing: Promise<unknown> = Promise.resolve();
  const news$ = new Observable<UploadMessage>((watcher) => channel.listen((news) => watcher.next(news)));
  const claim = (id: string) =>
    new Observable<void>((watcher) => {
      if (!locks) return watcher.next();
      const over = new AbortController();
      const held = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
      const have = () => {
        watcher.next();
        return held;
      };
      locks.request(`upload:${name}:${id}`, { signal: over.signal }, have).catch(() => {});
      return () => over.abort();
    });
  const elsewhere = attachedElsewhere(
    {
      news$: news$.pipe(concatMap((news) => ('kind' in news ? [news] : []))),
      tell: (news) => channel.post(news),
      // Without locks nobody learns that a window was closed: then it is better not shown at all.
      let$: (id) => claim(id).pipe(take(1)),
    },
    scope,
  );
  const uploads = createUploads(
    {
      // One at a time: a handful of photos at once would fill the memory of a small machine.
      prepare(file, upload) {
        const done = preparing.then(() => prepare(file, upload));
        preparing = done.catch(() => {});
        return done;
      },
      // Loaded when the first file is transmitted: an attempt that cannot load it is repeated like any other.
      transmit: async (sending) => (await loadTransport()).uploadTransport(api)(sending),
      giveUp: (upload) => {
        // Without this call the platform removes the upload by itself in time.
        loadTransport().then(
          ({ uploadEnd }) => uploadEnd(api)(upload),
          () => {},
        );
      },
      store: keptUploads(vault, now),
      claim,
      peers: {
        attached$: news$.pipe(concatMap((news) => ('attached' in news ? [news.attached] : []))),
        tell: (attached) => channel.post({ attached }),
        share: elsewhere.stands,
        unshare: elsewhere.gone,
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
    /** How many files of a conversation have not gone out, in whichever window they were attached. */
    async unsent(conversationId: ConversationId): Promise<number> {
      // A storage that hangs must not keep anybody from ending: what the windows know of is counted all the same.
      const kept = await withTimeout(vault.all('upload', KeptUpload)).catch(() => []);
      const here = uploads.of(conversationId).value.filter((one) => !isUnfit(one));
      const there = [...kept, ...elsewhere.all$.value.values()].filter((one) => one.conversationId === conversationId);
      return new Set([...there, ...here].map(({ id }) => id)).size;
    },
  };
}

import { Observable, type Subscription } from 'rxjs';
import * as z from 'zod/mini';
import type { Api } from '../../contract/catalogue.ts';
import { StoredFile } from '../../contract/extension/files.ts';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { type Preparation, renamed, type Upload } from '../domain/upload.ts';
import type { Outbox } from '../machines/outbox.ts';
import { createUploads } from '../machines/uploads.ts';
import type { TabChannel } from '../services/crossTab.ts';
import { makeReady } from '../services/picture.ts';
import { uploadTransport } from '../services/uploadTransport.ts';
import type { Vault } from '../services/vault.ts';

const Kept: z.ZodMiniType<Upload> = z.object({
  id: z.string(),
  conversationId: ConversationId,
  kind: z.enum(['image', 'voice', 'file']),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  width: z.number(),
  height: z.number(),
  durationS: z.number(),
  addedAt: z.number(),
  sendAs: z.nullable(ClientMessageId),
  stored: z.nullable(StoredFile),
});

/** What the tabs of one doctor tell each other: one has attached a file. */
export const AttachedNews = z.object({ attached: z.string() });
export type AttachedNews = z.infer<typeof AttachedNews>;

type Needs = {
  readonly api: Api;
  readonly vault: Vault;
  readonly outbox: Outbox;
  readonly linked$: Observable<boolean>;
  readonly channel: TabChannel<AttachedNews>;
  /** Absent on plain http, where nothing is kept for another tab to find. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** One per hospital and person. */
  readonly name: string;
  readonly newId: () => string;
  readonly now: () => number;
  readonly random: () => number;
};

/** A file that nobody has told to send within this time is forgotten. */
const keptMs = 7 * 24 * 3_600_000;

const base64 = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
const fromBase64 = (text: string, type: string) =>
  new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type });

/** Attached files on this machine: what they are, and apart from it their bytes, which are written once. */
function keptUploads(vault: Vault, now: () => number) {
  let writing: Promise<unknown> = Promise.resolve();
  /** Those whose bytes are on this machine: of others nothing is noted, since nothing could be sent after a reload. */
  const whole = new Set<string>();
  // One after the other, so that what was noted last stands.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = writing.then(work, work);
    writing = done.catch(() => {});
    return done;
  };
  const drop = (id: string) =>
    inTurn(async () => {
      await vault.remove('upload', id);
      await vault.remove('uploadBytes', id);
    });
  return {
    drop,
    keep: (upload: Upload, file: Blob) =>
      inTurn(async () => {
        // The bytes first: what names them is never without them.
        if ((await vault.put('uploadBytes', upload.id, await base64(file))) === 'failed') return;
        whole.add(upload.id);
        await vault.put('upload', upload.id, upload);
      }),
    note: (upload: Upload) => void inTurn(async () => whole.has(upload.id) && vault.put('upload', upload.id, upload)),
    async ids() {
      const all = await vault.all('upload', Kept);
      const old = all.filter(({ addedAt, sendAs }) => sendAs === null && addedAt < now() - keptMs);
      for (const { id } of old) void drop(id);
      return all.filter((one) => !old.includes(one)).map(({ id }) => id);
    },
    read: (id: string) =>
      inTurn(async () => {
        const upload = await vault.get('upload', id, Kept);
        const text = upload && (await vault.get('uploadBytes', id, z.string()));
        if (!upload || text === null) return null;
        whole.add(upload.id);
        return { upload, file: fromBase64(text, upload.type) };
      }),
  };
}

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
export function openUploads(needs: Needs, scope: Subscription) {
  const { api, vault, outbox, linked$, channel, locks, name, newId, now, random } = needs;
  let preparing: Promise<unknown> = Promise.resolve();
  const uploads = createUploads(
    {
      // One at a time: a handful of photos at once would fill the memory of a small machine.
      prepare(file, upload) {
        const done = preparing.then(() => prepare(file, upload));
        preparing = done.catch(() => {});
        return done;
      },
      transmit: uploadTransport(api),
      store: keptUploads(vault, now),
      claim: (id) =>
        new Observable((watcher) => {
          if (!locks) return watcher.next();
          const over = new AbortController();
          const held = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
          const have = () => {
            watcher.next();
            return held;
          };
          locks.request(`upload:${name}:${id}`, { signal: over.signal }, have).catch(() => {});
          return () => over.abort();
        }),
      peers: {
        attached$: new Observable((watcher) => channel.listen(({ attached }) => watcher.next(attached))),
        tell: (attached) => channel.post({ attached }),
      },
      ...{ linked$, outbox, newId, now, random },
      newMessageId: () => ClientMessageId.parse(newId()),
    },
    scope,
  );
  return {
    ...uploads,
    /** How many files of a conversation have not gone out, in whichever window they were attached. */
    async unsent(conversationId: ConversationId): Promise<number> {
      const kept = (await vault.all('upload', Kept)).filter((one) => one.conversationId === conversationId);
      const here = uploads
        .of(conversationId)
        .value.filter(({ state }) => state !== 'tooLarge' && state !== 'unreadable');
      return new Set([...kept, ...here].map(({ id }) => id)).size;
    },
  };
}

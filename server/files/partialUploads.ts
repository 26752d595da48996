import { createHash } from 'node:crypto';
import { StorageSlow } from './diskTurns.ts';
import type { FileStore, Refusal, Saved } from './fileStore.ts';

/** A person's upload under an id that they chose; nobody else can add to it. */
export type UploadId = { hospitalId: string; kind: string; userId: string; uploadId: string };

type Piece = { at: number; whole: number; name: string; bytes: Buffer };

/** The progress of an upload; `saved` once, after its last piece. */
type Outcome = { received: number; key: string | null } | { saved: Saved } | { refused: Refusal | 'tooMany' };

const maxUnfinished = 30;
/** An upload that has not grown for this long may be removed to make room for another. */
const idleMs = 3_600_000;
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The account that sends a file, among those of all hospitals. */
export const accountOf = ({ hospitalId, kind, userId }: Omit<UploadId, 'uploadId'>) =>
  `${hospitalId}/${kind}/${userId}`;

/** Uploads in pieces, so that a broken connection costs one piece and not the whole file. */
export function createPartialUploads({ disk, pieces, adopt }: FileStore, now: () => number) {
  const pending = new Map<string, Promise<unknown>>();

  const ownerOf = (upload: UploadId) => digest(accountOf(upload));
  const nameOf = (upload: UploadId) => `${ownerOf(upload)}-${digest(upload.uploadId)}`;

  /** Serialises the work on one upload: an old request, or what it began on the disk, may still run when a new one arrives. */
  function serialise<T>(name: string, work: () => Promise<T>): Promise<T> {
    const next = disk.wait(pending.get(name) ?? Promise.resolve()).then(work);
    const ended: Promise<unknown> = next.catch((cause: unknown) => (cause instanceof StorageSlow ? cause.ended : null));
    pending.set(name, ended);
    void ended.finally(() => {
      if (pending.get(name) === ended) pending.delete(name);
    });
    return next;
  }

  async function progress(upload: UploadId): Promise<{ received: number; key: string | null }> {
    const [received, key] = await Promise.all([pieces.size(nameOf(upload)), pieces.doneKey(nameOf(upload))]);
    return { received: key === null ? received : 0, key };
  }

  async function exceedsLimit(upload: UploadId) {
    const unfinished = await pieces.unfinished(ownerOf(upload));
    if (unfinished.length < maxUnfinished) return false;
    const idle = unfinished.filter(({ changedAt }) => changedAt < now() - idleMs);
    for (const { name } of idle) await pieces.remove(name);
    return idle.length === 0;
  }

  async function put(upload: UploadId, { at, whole, name, bytes }: Piece): Promise<Outcome> {
    const { received, key } = await progress(upload);
    if (key !== null || received !== at) return { received, key };
    if (at + bytes.length > whole) return { refused: 'tooLarge' };
    if (at === 0 && (await exceedsLimit(upload))) return { refused: 'tooMany' };
    if (at + bytes.length < whole) {
      await pieces.write(nameOf(upload), at, bytes);
      return { received: at + bytes.length, key: null };
    }
    const saved = await adopt(await pieces.collect(nameOf(upload), at, bytes), name, accountOf(upload));
    if (typeof saved !== 'string') return { saved };
    await pieces.remove(nameOf(upload));
    return { refused: saved };
  }

  return {
    progress: (upload: UploadId) => serialise(nameOf(upload), () => progress(upload)),
    add: (upload: UploadId, piece: Piece) => serialise(nameOf(upload), () => put(upload, piece)),
    /** Deletes an upload. */
    drop: (upload: UploadId) => serialise(nameOf(upload), () => pieces.remove(nameOf(upload))),
    /** Stores the key of the finished file, for a client that missed the answer. The file is stored without it as well. */
    finish: (upload: UploadId, key: string) =>
      pieces.markDone(nameOf(upload), key).catch((cause: unknown) => {
        if (!(cause instanceof StorageSlow)) throw cause;
      }),
  };
}

export type PartialUploads = ReturnType<typeof createPartialUploads>;

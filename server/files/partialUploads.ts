import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk, Refusal, Saved } from './disk.ts';

/** A person's upload under an id that they chose; nobody else can add to it. */
export type UploadId = { tenantId: string; kind: string; userId: string; uploadId: string };

type Piece = { at: number; whole: number; name: string; bytes: Buffer };

/** The progress of an upload; `saved` once, after its last piece. */
type Outcome = { received: number; key: string | null } | { saved: Saved } | { refused: Refusal | 'tooMany' };

const maxUnfinished = 30;
/** An upload that has not grown for this long may be removed to make room for another. */
const idleMs = 3_600_000;
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Uploads in pieces, so that a broken connection costs one piece and not the whole file. */
export function createPartialUploads(disk: Disk, now: () => number) {
  const pending = new Map<string, Promise<unknown>>();

  const ownerOf = ({ tenantId, kind, userId }: UploadId) => digest(`${tenantId}/${kind}/${userId}`);
  const partOf = (upload: UploadId) => join(disk.incoming, `${ownerOf(upload)}-${digest(upload.uploadId)}`);
  const markOf = (upload: UploadId) => `${partOf(upload)}.done`;

  /** Serialises the work on one upload: an old request may still be running when a new one arrives. */
  function serialise<T>(name: string, work: () => Promise<T>): Promise<T> {
    const next = (pending.get(name) ?? Promise.resolve()).then(work, work);
    pending.set(name, next);
    // The caller gets the failure.
    void next
      .catch(() => {})
      .finally(() => {
        if (pending.get(name) === next) pending.delete(name);
      });
    return next;
  }

  async function progress(upload: UploadId): Promise<{ received: number; key: string | null }> {
    const key = await readFile(markOf(upload), 'utf8').catch(() => null);
    const about = await stat(partOf(upload)).catch(() => null);
    return { received: about?.size ?? 0, key };
  }

  async function exceedsLimit(upload: UploadId) {
    const owner = ownerOf(upload);
    const names = await readdir(disk.incoming);
    const unfinished = names.filter((name) => name.startsWith(owner) && !name.endsWith('.done'));
    if (unfinished.length < maxUnfinished) return false;
    const since = await Promise.all(unfinished.map((name) => stat(join(disk.incoming, name)).catch(() => null)));
    const idle = unfinished.filter((_, n) => (since[n]?.mtimeMs ?? 0) < now() - idleMs);
    for (const name of idle) await rm(join(disk.incoming, name), { force: true });
    return idle.length === 0;
  }

  async function put(upload: UploadId, { at, whole, name, bytes }: Piece): Promise<Outcome> {
    const { received, key } = await progress(upload);
    if (key !== null || received !== at) return { received, key };
    if (at + bytes.length > whole) return { refused: 'tooLarge' };
    if (at === 0 && (await exceedsLimit(upload))) return { refused: 'tooMany' };
    const part = partOf(upload);
    if (at + bytes.length < whole) {
      await appendFile(part, bytes);
      return { received: at + bytes.length, key: null };
    }
    // After a crash during this step nothing looks complete, and the upload starts again.
    const all = `${part}.whole`;
    if (at > 0) await rename(part, all);
    await appendFile(all, bytes, { flag: at > 0 ? 'a' : 'w' });
    const saved = await disk.adopt(all, name);
    return typeof saved === 'string' ? { refused: saved } : { saved };
  }

  return {
    progress: (upload: UploadId) => serialise(partOf(upload), () => progress(upload)),
    add: (upload: UploadId, piece: Piece) => serialise(partOf(upload), () => put(upload, piece)),
    /** Deletes an upload. */
    drop: (upload: UploadId) =>
      serialise(partOf(upload), async () => {
        for (const path of [partOf(upload), `${partOf(upload)}.whole`, markOf(upload)]) await rm(path, { force: true });
      }),
    /** Stores the key of the finished file, for a client that missed the answer. */
    finish: (upload: UploadId, key: string) => writeFile(markOf(upload), key),
  };
}

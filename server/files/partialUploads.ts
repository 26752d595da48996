import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk, Refusal, Saved } from './disk.ts';

/** A person's upload, told by them: nobody else can add to it. */
export type UploadOf = { tenantId: string; kind: string; userId: string; uploadId: string };

type Piece = { at: number; whole: number; name: string; bytes: Buffer };

/** How far it has come; `saved` once, when the last piece has come. */
type Outcome = { received: number; key: string | null } | { saved: Saved } | { refused: Refusal | 'tooMany' };

const mostUnfinished = 30;
/** So long nobody has added to it: whoever wants the place of an upload may have it. */
const restingMs = 3_600_000;
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Files that arrive piece by piece, so that a link that breaks costs one piece and not the whole. */
export function createParts(disk: Disk, now: () => number) {
  const turns = new Map<string, Promise<unknown>>();

  const ownerOf = ({ tenantId, kind, userId }: UploadOf) => digest(`${tenantId}/${kind}/${userId}`);
  const partOf = (upload: UploadOf) => join(disk.incoming, `${ownerOf(upload)}-${digest(upload.uploadId)}`);
  const markOf = (upload: UploadOf) => `${partOf(upload)}.done`;

  /** Work on one upload is done one after the other: an old request may still be on its way when a new one comes. */
  function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
    turns.set(name, turn);
    void turn
      .catch(() => {})
      .finally(() => {
        if (turns.get(name) === turn) turns.delete(name);
      });
    return turn;
  }

  async function progress(upload: UploadOf): Promise<{ received: number; key: string | null }> {
    const key = await readFile(markOf(upload), 'utf8').catch(() => null);
    const about = await stat(partOf(upload)).catch(() => null);
    return { received: about?.size ?? 0, key };
  }

  async function isOneTooMany(upload: UploadOf) {
    const owner = ownerOf(upload);
    const names = await readdir(disk.incoming);
    const unfinished = names.filter((name) => name.startsWith(owner) && !name.endsWith('.done'));
    if (unfinished.length < mostUnfinished) return false;
    const since = await Promise.all(unfinished.map((name) => stat(join(disk.incoming, name)).catch(() => null)));
    const resting = unfinished.filter((_, n) => (since[n]?.mtimeMs ?? 0) < now() - restingMs);
    for (const name of resting) await rm(join(disk.incoming, name), { force: true });
    return resting.length === 0;
  }

  async function put(upload: UploadOf, { at, whole, name, bytes }: Piece): Promise<Outcome> {
    const { received, key } = await progress(upload);
    if (key !== null || received !== at) return { received, key };
    if (at + bytes.length > whole) return { refused: 'tooLarge' };
    if (at === 0 && (await isOneTooMany(upload))) return { refused: 'tooMany' };
    const part = partOf(upload);
    if (at + bytes.length < whole) {
      await appendFile(part, bytes);
      return { received: at + bytes.length, key: null };
    }
    // A stop during the last step leaves nothing that looks complete: the upload begins anew.
    const all = `${part}.whole`;
    if (at > 0) await rename(part, all);
    await appendFile(all, bytes, { flag: at > 0 ? 'a' : 'w' });
    const saved = await disk.adopt(all, name);
    return typeof saved === 'string' ? { refused: saved } : { saved };
  }

  return {
    progress: (upload: UploadOf) => inTurn(partOf(upload), () => progress(upload)),
    add: (upload: UploadOf, piece: Piece) => inTurn(partOf(upload), () => put(upload, piece)),
    /** Removes what has arrived of an upload. */
    drop: (upload: UploadOf) =>
      inTurn(partOf(upload), async () => {
        for (const path of [partOf(upload), `${partOf(upload)}.whole`, markOf(upload)]) await rm(path, { force: true });
      }),
    /** Notes which file an upload has become, so that whoever missed the answer can ask. */
    finish: (upload: UploadOf, key: string) => writeFile(markOf(upload), key),
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { StartFailure } from '../startFailure.ts';
import type { Disk } from './disk.ts';

/** The pieces of uploads that are not finished; `name` is one upload's. */
export type Pieces = {
  /** Bytes received so far. */
  size(name: string): Promise<number>;
  /** Stores a piece at its place; the same piece again changes nothing. */
  write(name: string, at: number, bytes: Buffer): Promise<void>;
  /** All pieces and the last one in a file of the incoming folder, which the caller removes. */
  collect(name: string, at: number, last: Buffer): Promise<string>;
  /** Remembers the key of the finished file, for a client that missed the answer. */
  markDone(name: string, key: string): Promise<void>;
  doneKey(name: string): Promise<string | null>;
  remove(name: string): Promise<void>;
  /** The unfinished uploads whose name begins so, with the time of their last piece. */
  unfinished(prefix: string): Promise<{ name: string; changedAt: number }[]>;
  removeOld(before: number): Promise<void>;
};

/** Where stored files are: a folder of this machine, or a bucket that several processes share. */
export type FileStorage = {
  /** Moves a local file here; once it resolves, the file survives a power cut and is complete. */
  put(key: string, path: string): Promise<void>;
  /** Answers a request with a stored file, in ranges where asked; a missing one answers 404. */
  send(request: FastifyRequest, reply: FastifyReply, key: string): Promise<unknown>;
  remove(keys: readonly string[]): Promise<void>;
  /** Whether the storage can be used now; an exception when not. It costs little and leaves nothing behind. */
  answers(): Promise<true>;
  pieces: Pieces;
  /** The disk of this machine that receives files. */
  disk: Disk;
};

/** Opens the storage of the settings; the library of object storage is loaded only with it. */
export async function openStorage(
  folder: string,
  incoming: string,
  s3Url: string | null,
  now: () => number,
): Promise<FileStorage> {
  if (s3Url === null) return (await import('./folderStorage.ts')).createFolderStorage(folder, incoming);
  const { createBucketStorage } = await import('./bucketStorage.ts');
  const storage = createBucketStorage(s3Url, incoming, now);
  await storage.proveWritable().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.name : 'unknown error';
    throw new StartFailure(`S3_URL: the bucket cannot be used (${reason})`);
  });
  return storage;
}

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
  /** Moves a local file here, over what was under the key; once it resolves, the file survives a power cut and is complete. */
  put(key: string, path: string): Promise<void>;
  /** Answers a request with a stored file, in ranges where asked; a missing one answers 404. */
  send(request: FastifyRequest, reply: FastifyReply, key: string): Promise<unknown>;
  /** The content of a stored file; null when there is none. */
  read(key: string): Promise<Buffer | null>;
  remove(keys: readonly string[]): Promise<void>;
  /** Whether the storage can be used now; an exception when not. It costs little and leaves nothing behind. */
  answers(): Promise<true>;
  pieces: Pieces;
  /** The disk of this machine that receives files. */
  disk: Disk;
};

type Answered = { httpStatusCode?: number };

/** The bucket of an address, without its key and secret. */
function placeOf(s3Url: string): string {
  const { host, pathname } = new URL(s3Url);
  return `the bucket ${pathname.slice(1)} at ${host}`;
}

/** What to correct when a bucket does not take a file; the service's own message may quote the key. */
function whyUnusable(cause: unknown): string {
  const { name = '', code, $metadata } = Object(cause) as { name?: string; code?: string; $metadata?: Answered };
  const status = $metadata?.httpStatusCode;
  if (status === 404) return 'there is no such bucket. Create it.';
  if (status === 401 || status === 403) return `the key and secret may not write there (${name}).`;
  if (status !== undefined) return `it answers with status ${status} (${name}).`;
  return `it does not answer (${code ?? name}). Check the address and the network.`;
}

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
    throw new StartFailure(`S3_URL: ${placeOf(s3Url)} cannot be used: ${whyUnusable(cause)}`);
  });
  return storage;
}

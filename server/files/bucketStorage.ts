import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { StartFailure } from '../startFailure.ts';
import { createDisk, type Disk } from './disk.ts';
import type { FileStorage, Pieces } from './storage.ts';

const timeoutMs = 30_000;
/** A probe that takes longer counts as failed. */
const probeMs = 5_000;

/** `https://KEY:SECRET@host/bucket?region=…`; an optional folder of the bucket follows its name. */
function readAddress(address: string) {
  const url = new URL(address);
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean);
  if (bucket === '' || url.username === '' || url.password === '')
    throw new StartFailure('S3_URL must look like https://KEY:SECRET@host/bucket');
  const client = new S3Client({
    endpoint: url.origin,
    region: url.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    maxAttempts: 3,
    // Servers other than Amazon's often lack the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, bucket, prefix: folders.map((folder) => `${folder}/`).join('') };
}

const hasStatus = (cause: unknown, status: number) =>
  cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === status;
const isMissing = (cause: unknown) => cause instanceof NoSuchKey || hasStatus(cause, 404);

/** A range of bytes as a client may ask for it; other forms are ignored, as HTTP allows. */
const oneRange = /^bytes=(\d+-\d*|-\d+)$/;

type Listed = { Key: string; Size: number; LastModified: Date };

/** The few requests that files need, in one bucket. */
function createBucket(address: string) {
  const { client, bucket, prefix } = readAddress(address);
  const inTime = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  return {
    put: (key: string, body: Buffer | Readable, length: number) =>
      client.send(new PutObjectCommand({ ...at(key), Body: body, ContentLength: length }), inTime()),
    answers: () =>
      client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(probeMs) }),
    /** What is known of an object without its content; null when there is no such object. */
    about: (key: string) =>
      client.send(new HeadObjectCommand(at(key)), inTime()).catch((cause: unknown) => {
        if (isMissing(cause)) return null;
        throw cause;
      }),
    /** Null when there is no such object. */
    get: async (key: string, range?: string) => {
      const late = new AbortController();
      // The body may take longer than its beginning.
      const timer = setTimeout(() => late.abort(), timeoutMs);
      try {
        const wanted = new GetObjectCommand({ ...at(key), Range: range });
        return await client.send(wanted, { abortSignal: late.signal });
      } catch (cause) {
        if (isMissing(cause)) return null;
        throw cause;
      } finally {
        clearTimeout(timer);
      }
    },
    remove: (key: string) => client.send(new DeleteObjectCommand(at(key)), inTime()),
    async list(start: string): Promise<Listed[]> {
      const found: Listed[] = [];
      for (let token: string | undefined, more = true; more; more = token !== undefined) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${start}`, ContinuationToken: token }),
          inTime(),
        );
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          found.push({ Key: Key.slice(prefix.length), Size, LastModified });
        token = page.NextContinuationToken;
      }
      return found;
    },
  };
}

type Bucket = ReturnType<typeof createBucket>;

const padded = (at: number) => String(at).padStart(12, '0');

/** Each piece is an object named by its place, so that several processes can receive one upload. */
function createPieces(bucket: Bucket, disk: Disk, incoming: string, now: () => number): Pieces {
  const folderOf = (name: string) => `incoming/${name}/`;
  const markOf = (name: string) => `incoming/${name}.done`;
  async function received(name: string) {
    const found = await bucket.list(folderOf(name));
    let size = 0;
    const whole: string[] = [];
    for (const { Key, Size } of found.toSorted((one, other) => (one.Key < other.Key ? -1 : 1))) {
      if (Key !== `${folderOf(name)}${padded(size)}`) break;
      whole.push(Key);
      size += Size;
    }
    return { size, whole };
  }
  async function removeAll(start: string) {
    for (const { Key } of await bucket.list(start)) await bucket.remove(Key);
  }
  return {
    size: async (name) => (await received(name)).size,
    write: async (name, at, bytes) => void (await bucket.put(`${folderOf(name)}${padded(at)}`, bytes, bytes.length)),
    async collect(name, at, last) {
      const { size, whole } = await received(name);
      if (size !== at) throw new Error('pieces of an upload have gone');
      const path = join(incoming, `${name}-${now()}.whole`);
      await disk.withFile(path, 'w', async (file) => {
        for (const key of whole) {
          const piece = await bucket.get(key);
          if (!piece?.Body) throw new Error('a piece of an upload has gone');
          for await (const chunk of piece.Body as Readable) await file.write(chunk);
        }
        await file.write(last);
      });
      return path;
    },
    async markDone(name, key) {
      await bucket.put(markOf(name), Buffer.from(key), Buffer.byteLength(key));
      await removeAll(folderOf(name));
    },
    doneKey: async (name) => (await (await bucket.get(markOf(name)))?.Body?.transformToString()) ?? null,
    async remove(name) {
      await removeAll(folderOf(name));
      await bucket.remove(markOf(name));
    },
    async unfinished(prefix) {
      const latest = new Map<string, number>();
      for (const { Key, LastModified } of await bucket.list(`incoming/${prefix}`)) {
        const [, name] = /^incoming\/([^/]+)\//.exec(Key) ?? [];
        if (name !== undefined) latest.set(name, Math.max(latest.get(name) ?? 0, LastModified.getTime()));
      }
      return [...latest].map(([name, changedAt]) => ({ name, changedAt }));
    },
    async removeOld(before) {
      for (const { Key, LastModified } of await bucket.list('incoming/'))
        if (LastModified.getTime() < before) await bucket.remove(Key);
    },
  };
}

/** Files in a bucket of S3-compatible storage, shared by all processes; files are still checked on this machine first. */
export function createBucketStorage(address: string, incoming: string, now: () => number) {
  const bucket = createBucket(address);
  const disk = createDisk();
  const storage: FileStorage = {
    async put(key, path) {
      await bucket.put(`files/${key}`, Readable.from(disk.blocks(path)), (await disk.about(path)).size);
      await disk.remove(path);
    },
    async send(request, reply, key) {
      const { range } = request.headers;
      const wanted = range !== undefined && oneRange.test(range) ? range : undefined;
      const isHead = request.method === 'HEAD';
      const finding = isHead ? bucket.about(`files/${key}`) : bucket.get(`files/${key}`, wanted);
      const found = await finding.catch((cause: unknown) => {
        if (hasStatus(cause, 416)) return 'beyond' as const;
        throw cause;
      });
      if (found === 'beyond') {
        const whole = await bucket.about(`files/${key}`);
        return reply
          .code(416)
          .header('content-range', `bytes */${whole?.ContentLength ?? '*'}`)
          .send();
      }
      if (found === null) return reply.callNotFound();
      reply.header('accept-ranges', 'bytes').header('content-length', found.ContentLength);
      if (found.ETag) reply.header('etag', found.ETag);
      if (found.ContentRange) reply.code(206).header('content-range', found.ContentRange);
      return reply.send('Body' in found ? found.Body : Readable.from([]));
    },
    async read(key) {
      const bytes = await (await bucket.get(`files/${key}`))?.Body?.transformToByteArray();
      return bytes === undefined ? null : Buffer.from(bytes);
    },
    async remove(keys) {
      for (const key of keys) await bucket.remove(`files/${key}`);
    },
    async answers() {
      await bucket.answers();
      return true;
    },
    pieces: createPieces(bucket, disk, incoming, now),
    disk,
  };
  return {
    ...storage,
    /** Throws unless objects can be stored and removed. */
    async proveWritable() {
      const key = 'incoming/check.done';
      await bucket.put(key, Buffer.from('ok'), 2);
      await bucket.remove(key);
    },
  };
}

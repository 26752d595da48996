import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { limits } from '../limits.ts';
import { Int, text } from '../values.ts';

/** A file that the platform keeps. */
export const StoredFile = z.object({
  url: z.string(),
  name: z.string(),
  size: Int,
  type: z.string(),
  width: z.nullish(Int),
  height: z.nullish(Int),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** Stores one file, sent as multipart field `file`; its type goes by its first bytes, not its name. */
export const uploadFile = operation({
  method: 'POST',
  path: '/infra/file/upload',
  source: 'dialect',
  access: 'party',
  wire: 'upload',
  reply: StoredFile,
});

/** Made by the sender of a file; one file, one id. */
const UploadId = z.uuid().check(z.toLowerCase());

/** How many bytes of an upload are there; once all are, the file they have become. */
const Arrived = z.object({ received: Int, file: z.nullable(StoredFile) });

/**
 * One piece of a file, at most `limits.filePartBytes` long. It is taken only where the file ends so far; whatever it is
 * offered, the platform answers how far it has come, so an upload that was cut off goes on from there.
 */
export const uploadPart = operation({
  method: 'POST',
  path: '/infra/file/part',
  source: 'ours',
  access: 'party',
  wire: 'upload',
  query: z.object({
    uploadId: UploadId,
    offset: Int.check(z.minimum(0)),
    size: Int.check(z.minimum(1), z.maximum(limits.fileBytes)),
    name: text(300),
  }),
  reply: Arrived,
});

/** How far an upload has come that was made in pieces; pieces are kept for a day. */
export const uploadProgress = operation({
  method: 'GET',
  path: '/infra/file/part',
  source: 'ours',
  access: 'party',
  query: z.object({ uploadId: UploadId }),
  reply: Arrived,
});

/**
 * Gives an upload in pieces up: what has arrived of it is removed. A file that it has become already is removed later,
 * unless something names it. Doing it twice, or for an upload that never began, changes nothing.
 */
export const cancelUpload = operation({
  method: 'DELETE',
  path: '/infra/file/part',
  source: 'ours',
  access: 'party',
  query: z.object({ uploadId: UploadId }),
  reply: z.literal(true),
});

/** A fresh signed link for a file that a message names; links expire. */
export const signFile = operation({
  method: 'GET',
  path: '/infra/file/sign',
  source: 'ours',
  access: 'party',
  query: z.object({ url: text(1000) }),
  reply: z.object({ url: z.string(), expireTime: Int }),
});

import type { Readable } from 'node:stream';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/files.ts';
import { limits } from '../../contract/limits.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Caller } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import type { IncomingFile } from '../http/route.ts';
import { appendTrail } from '../trail/trail.ts';
import type { FileStore, Saved } from './fileStore.ts';
import { type Links, safeName } from './links.ts';
import { insertFile } from './ownership.ts';
import { accountOf, type PartialUploads } from './partialUploads.ts';
import { findFile } from './queries.ts';
import { refusals } from './refusals.ts';
import { fileOnWire } from './wire.ts';

export type UploadNeeds = { fileStore: FileStore; links: Links; rates: Rates };
type PartNeeds = UploadNeeds & { parts: PartialUploads };

type Call = CallContext<Caller>;
type Upload = Call & { file: IncomingFile | null };

const uploadsAMinute = 60;
const piecesAMinute = 1_500;

/** Reads a piece into memory; null when it is too long. A piece that is too long is still read to its end. */
async function readPiece(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= limits.filePartBytes) chunks.push(chunk);
  }
  return size <= limits.filePartBytes ? Buffer.concat(chunks) : null;
}

const uploadOf = ({ hospitalId, kind, id }: Caller, uploadId: string) => ({ hospitalId, kind, userId: id, uploadId });

/** Stores the row of a file whose content is stored. */
async function insert({ fileStore }: UploadNeeds, { by, at, store }: Call, name: string, saved: Saved) {
  const row = await store.run(async (tx) => {
    const file = await insertFile(tx, by, name, saved, at);
    const entry = { action: 'create', entity: 'file', entityId: file.id, purpose: null, outcome: 'ok' } as const;
    await appendTrail(tx, by, at, { ...entry, patientId: by.kind === 'patient' ? by.id : null });
    return file;
  });
  // The answer does not wait for it: what is not confirmed is looked up a day later.
  fileStore.confirm(row.key).catch(() => {});
  return row;
}

async function storedByKey({ links }: UploadNeeds, { by, store }: Call, key: string | null) {
  const file = key === null ? null : await findFile(store, key);
  return file && fileOnWire(file, links, by);
}

async function tooFast(
  { rates }: UploadNeeds,
  { by: { hospitalId, kind, id }, at }: Call,
  what: string,
  limit: number,
) {
  const { count, expireTime } = await rates.hit(`${what}:${hospitalId}:${kind}:${id}`, 60_000);
  return count > limit ? refused(Code.tooManyRequests, { retryAfterMs: expireTime - at }) : null;
}

/** Stores a file that comes in one piece. */
export const storeWhole =
  (needs: UploadNeeds) =>
  async (_: unknown, { file, ...context }: Upload): Promise<Outcome<ReplyInputOf<typeof contract.uploadFile>>> => {
    const { fileStore, links } = needs;
    const { by } = context;
    if (!file) return refused(Code.badRequest, { field: 'file' });
    const barred = await tooFast(needs, context, 'upload', uploadsAMinute);
    if (barred) return barred;
    const name = safeName(file.name);
    const account = accountOf({ ...by, userId: by.id });
    const saved = await fileStore.disk.inCall(() => fileStore.save({ ...file, name }, account));
    if (typeof saved === 'string') return refusals[saved](name);
    return done(fileOnWire(await insert(needs, context, name, saved), links, by));
  };

/** Receives a piece of a file, and stores the file after the last one. */
export const addPart =
  (needs: PartNeeds) =>
  async (
    { uploadId, offset, size, name: givenName }: RequestOf<typeof contract.uploadPart>,
    { file, ...context }: Upload,
  ): Promise<Outcome<ReplyInputOf<typeof contract.uploadPart>>> => {
    const { fileStore, links, parts } = needs;
    const { by } = context;
    if (!file) return refused(Code.badRequest, { field: 'file' });
    const bytes = await readPiece(file.stream);
    const name = safeName(givenName);
    if (bytes === null) return refusals.tooLarge(name);
    const barred = await tooFast(needs, context, 'upload-part', piecesAMinute);
    if (barred) return barred;
    const upload = uploadOf(by, uploadId);
    return fileStore.disk.inCall(async () => {
      const outcome = await parts.add(upload, { at: offset, whole: size, name, bytes });
      if ('refused' in outcome) return refusals[outcome.refused](name);
      if (!('saved' in outcome))
        return done({ received: outcome.received, file: await storedByKey(needs, context, outcome.key) });
      const row = await insert(needs, context, name, outcome.saved);
      await parts.finish(upload, row.key);
      return done({ received: size, file: fileOnWire(row, links, by) });
    });
  };

/** How much of a file has arrived. */
export const readProgress =
  (needs: PartNeeds) =>
  async (
    { uploadId }: RequestOf<typeof contract.uploadProgress>,
    context: Call,
  ): Promise<Outcome<ReplyInputOf<typeof contract.uploadProgress>>> => {
    const { fileStore, parts } = needs;
    const { received, key } = await fileStore.disk.inCall(() => parts.progress(uploadOf(context.by, uploadId)));
    return done({ received, file: await storedByKey(needs, context, key) });
  };

export const dropUpload =
  ({ fileStore, parts }: PartNeeds) =>
  async ({ uploadId }: RequestOf<typeof contract.cancelUpload>, { by }: Call): Promise<Outcome<true>> => {
    await fileStore.disk.inCall(() => parts.drop(uploadOf(by, uploadId)));
    return done(true);
  };

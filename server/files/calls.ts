import type { Readable } from 'node:stream';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/files.ts';
import { limits } from '../../contract/limits.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Caller } from '../accounts/caller.ts';
import { done, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { IncomingFile } from '../http/route.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import type { FileStore, Saved } from './fileStore.ts';
import { type Links, safeName } from './links.ts';
import { type FileRow, findFile, insertFile, mayOpen, type ReviewAccess } from './ownership.ts';
import { accountOf, createPartialUploads } from './partialUploads.ts';
import { quarantineCode } from './storedFiles.ts';

export type FileNeeds = {
  fileStore: FileStore;
  links: Links;
  rates: Rates;
  now: () => number;
  mayReviewerRead: ReviewAccess;
};

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

/** Why an upload is not stored, for the person who sent it. */
export const refusals = {
  tooLarge: (name: string) => refused(Code.fileTooLarge, { name }),
  typeRefused: (name: string) => refused(Code.fileTypeRefused, { name }),
  tooManyPixels: (name: string) => refused(Code.fileTooDetailed, { name }),
  tooManyPages: (name: string) => refused(Code.fileTooDetailed, { name }),
  acts: (name: string) => refused(Code.fileActs, { name }),
  notCheckable: (name: string) => refused(Code.fileNotCheckable, { name }),
  photoForm: (name: string) => refusedWith(Code.fileTypeRefused, 'photoForm', { name }),
  voiceForm: (name: string) => refusedWith(Code.fileTypeRefused, 'voiceForm', { name }),
  tooMany: () => refused(Code.tooManyRequests),
};

const uploadOf = ({ tenantId, kind, id }: Caller, uploadId: string) => ({ tenantId, kind, userId: id, uploadId });

/** The use cases of files: uploads, and links for people who may open a file. */
export function createFiles({ fileStore, links, rates, now: time, mayReviewerRead }: FileNeeds) {
  const parts = createPartialUploads(fileStore, time);
  const { inCall } = fileStore.disk;

  const stored = ({ key, name, size, contentType, width, height }: FileRow, by: Caller) => ({
    url: links.linkTo(key, name, by).url,
    name,
    size,
    type: contentType,
    width,
    height,
  });
  async function insert({ by, at, store }: Call, name: string, saved: Saved) {
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
  async function storedByKey(store: Tenanted, by: Caller, key: string | null) {
    const file = key === null ? null : await findFile(store, key);
    return file && stored(file, by);
  }
  async function tooFast(what: string, { by: { tenantId, kind, id }, at }: Call, limit: number) {
    const { count, expireTime } = await rates.hit(`${what}:${tenantId}:${kind}:${id}`, 60_000);
    return count > limit ? refused(Code.tooManyRequests, { retryAfterMs: expireTime - at }) : null;
  }

  return {
    /** Stores a file that comes in one piece. */
    async upload(_: unknown, { file, ...context }: Upload) {
      const { by } = context;
      if (!file) return refused(Code.badRequest, { field: 'file' });
      const barred = await tooFast('upload', context, uploadsAMinute);
      if (barred) return barred;
      const name = safeName(file.name);
      const saved = await inCall(() => fileStore.save({ ...file, name }, accountOf({ ...by, userId: by.id })));
      if (typeof saved === 'string') return refusals[saved](name);
      return done(stored(await insert(context, name, saved), by));
    },

    /** Receives a piece of a file, and stores the file after the last one. */
    async addPart(
      { uploadId, offset, size, name: givenName }: RequestOf<typeof contract.uploadPart>,
      { file, ...context }: Upload,
    ) {
      const { by, store } = context;
      if (!file) return refused(Code.badRequest, { field: 'file' });
      const bytes = await readPiece(file.stream);
      const name = safeName(givenName);
      if (bytes === null) return refusals.tooLarge(name);
      const barred = await tooFast('upload-part', context, piecesAMinute);
      if (barred) return barred;
      const upload = uploadOf(by, uploadId);
      return inCall(async () => {
        const outcome = await parts.add(upload, { at: offset, whole: size, name, bytes });
        if ('refused' in outcome) return refusals[outcome.refused](name);
        if (!('saved' in outcome))
          return done({ received: outcome.received, file: await storedByKey(store, by, outcome.key) });
        const row = await insert(context, name, outcome.saved);
        await parts.finish(upload, row.key);
        return done({ received: size, file: stored(row, by) });
      });
    },

    /** How much of a file has arrived. */
    async progress({ uploadId }: RequestOf<typeof contract.uploadProgress>, { by, store }: Call) {
      const { received, key } = await inCall(() => parts.progress(uploadOf(by, uploadId)));
      return done({ received, file: await storedByKey(store, by, key) });
    },

    async cancel({ uploadId }: RequestOf<typeof contract.cancelUpload>, { by }: Call) {
      await inCall(() => parts.drop(uploadOf(by, uploadId)));
      return done(true as const);
    },

    /** A link to a stored file, for those who may open it. */
    async sign({ url }: RequestOf<typeof contract.signFile>, { by, at, store }: Call) {
      const key = links.keyOf(url);
      const file = key === null ? null : await findFile(store, key);
      const isAllowed = file !== null && (await mayOpen(store, by, file, { at, mayReviewerRead }));
      const purpose = file?.conversationId ? `conversation:${file.conversationId}` : null;
      const entry = { action: 'read', entity: 'file', entityId: file?.id ?? null, patientId: null, purpose } as const;
      if (file) await appendTrail(store, by, at, { ...entry, ...readOutcome(isAllowed && file.quarantine === null) });
      if (!isAllowed) return refused(Code.notFound);
      if (file.quarantine !== null) return refused(quarantineCode(file.quarantine));
      return done(links.linkTo(file.key, file.name, by));
    },
  };
}

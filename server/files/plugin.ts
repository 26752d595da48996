import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { cancelUpload, signFile, uploadFile, uploadPart, uploadProgress } from '../../contract/extension/files.ts';
import { limits } from '../../contract/limits.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Database } from '../db/connection.ts';
import { done, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import type { FileStore, Saved } from './fileStore.ts';
import { type Links, safeName } from './links.ts';
import { type FileRow, findFile, findLinkedFile, insertFile, mayOpen, type ReviewAccess } from './ownership.ts';
import { accountOf, createPartialUploads } from './partialUploads.ts';
import { cleanStoredFiles } from './storedFiles.ts';
import { removeUnusedFiles } from './unusedFiles.ts';

type Needs = {
  uow: UnitOfWork;
  fileStore: FileStore;
  links: Links;
  rates: Rates;
  now: () => number;
  mayAuditorRead: ReviewAccess;
};

const uploadsAMinute = 60;
const piecesAMinute = 1_500;
const dayMs = 86_400_000;

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

/** Receives files, and makes links to them for those who may open them. */
export async function filesPlugin(app: FastifyInstance, needs: Needs): Promise<void> {
  const { uow, fileStore, links, rates, now: time, mayAuditorRead } = needs;
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
  async function insert(user: Caller, name: string, saved: Saved, now: number) {
    const row = await uow.run(user.tenantId, async (tx) => {
      const file = await insertFile(tx, user, name, saved, now);
      const entry = { action: 'create', entity: 'file', entityId: file.id, purpose: null, outcome: 'ok' } as const;
      await appendTrail(tx, user, now, { ...entry, patientId: user.kind === 'patient' ? user.id : null });
      return file;
    });
    // The answer does not wait for it: what is not confirmed is looked up a day later.
    fileStore.confirm(row.key).catch(() => {});
    return row;
  }
  const uploadOf = ({ tenantId, kind, id }: Caller, uploadId: string) => ({ tenantId, kind, userId: id, uploadId });
  const storedByKey = async (by: Caller, key: string | null) => {
    const file = key === null ? null : await findFile(uow.read(by.tenantId), key);
    return file && stored(file, by);
  };
  async function tooFast(what: string, { tenantId, kind, id }: Caller, limit: number, now: number) {
    const { count, expireTime } = await rates.hit(`${what}:${tenantId}:${kind}:${id}`, 60_000);
    return count > limit ? refused(Code.tooManyRequests, { retryAfterMs: expireTime - now }) : null;
  }

  const uploads = [
    route(uploadFile)(async (_, { user, file, now }) => {
      if (!file) return refused(Code.badRequest, { field: 'file' });
      const barred = await tooFast('upload', user, uploadsAMinute, now);
      if (barred) return barred;
      const name = safeName(file.name);
      const saved = await inCall(() => fileStore.save({ ...file, name }, accountOf({ ...user, userId: user.id })));
      if (typeof saved === 'string') return refusals[saved](name);
      return done(stored(await insert(user, name, saved, now), user));
    }),

    route(uploadPart)(async ({ uploadId, offset, size, name: givenName }, { user, file, now }) => {
      if (!file) return refused(Code.badRequest, { field: 'file' });
      const bytes = await readPiece(file.stream);
      const name = safeName(givenName);
      if (bytes === null) return refusals.tooLarge(name);
      const barred = await tooFast('upload-part', user, piecesAMinute, now);
      if (barred) return barred;
      const upload = uploadOf(user, uploadId);
      return inCall(async () => {
        const outcome = await parts.add(upload, { at: offset, whole: size, name, bytes });
        if ('refused' in outcome) return refusals[outcome.refused](name);
        if (!('saved' in outcome))
          return done({ received: outcome.received, file: await storedByKey(user, outcome.key) });
        const row = await insert(user, name, outcome.saved, now);
        await parts.finish(upload, row.key);
        return done({ received: size, file: stored(row, user) });
      });
    }),
  ];
  // The multipart parser applies to every request of its scope, so uploads have one of their own.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: limits.fileBytes, files: 1, fields: 10, parts: 12 } });
    // A client that is still sending reads the answer only once the server takes the rest.
    scope.addHook('onSend', async ({ raw }) => void raw.unpipe().resume());
    scope.addOperations(uploads);
  });

  app.addOperations([
    route(uploadProgress)(async ({ uploadId }, { user }) => {
      const { received, key } = await inCall(() => parts.progress(uploadOf(user, uploadId)));
      return done({ received, file: await storedByKey(user, key) });
    }),

    route(cancelUpload)(async ({ uploadId }, { user }) => {
      await inCall(() => parts.drop(uploadOf(user, uploadId)));
      return done(true as const);
    }),

    route(signFile)(async ({ url }, { user, tenantId, actor, now }) => {
      const key = links.keyOf(url);
      const store = uow.read(tenantId);
      const file = key === null ? null : await findFile(store, key);
      const isAllowed = file !== null && (await mayOpen(store, user, file, { at: now, mayAuditorRead }));
      const purpose = file?.conversationId ? `conversation:${file.conversationId}` : null;
      const entry = { action: 'read', entity: 'file', entityId: file?.id ?? null, patientId: null, purpose } as const;
      if (file)
        await appendTrail(store, actor, now, { ...entry, ...readOutcome(isAllowed && file.quarantine === null) });
      if (!isAllowed) return refused(Code.notFound);
      if (file.quarantine !== null) return refused(Code.fileQuarantined);
      return done(links.linkTo(file.key, file.name, user));
    }),
  ]);
}

/** Periodic jobs of files. */
export const fileJobs = ({
  db,
  uow,
  fileStore,
  now,
  log,
}: Pick<Needs, 'uow' | 'fileStore' | 'now'> & { db: Database; log: Log }): Job[] => [
  { name: 'remove unfinished uploads', everyMs: 3_600_000, run: () => fileStore.pieces.removeOld(now() - dayMs) },
  // A process with a folder of its own leaves there what it was receiving when it was killed.
  {
    name: 'clear the incoming folder',
    everyMs: 60_000,
    run: () => fileStore.clearIncoming(now() - dayMs, async (key) => (await findLinkedFile(db, key)) !== null),
    isLocal: true,
  },
  { name: 'remove unused files', everyMs: 3_600_000, run: () => removeUnusedFiles({ db, uow, fileStore, now }) },
  { name: 'clean stored files', everyMs: 60_000, run: () => cleanStoredFiles({ db, uow, fileStore, now, log }) },
];

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { cancelUpload, signFile, uploadFile, uploadPart, uploadProgress } from '../../contract/extension/files.ts';
import { limits } from '../../contract/limits.ts';
import type { Database } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import { createPartialUploads } from './partialUploads.ts';
import { findLinkedFile } from './queries.ts';
import { type ReviewAccess, signLink } from './signLink.ts';
import { cleanStoredFiles } from './storedFiles.ts';
import { removeUnusedFiles } from './unusedFiles.ts';
import { addPart, dropUpload, readProgress, storeWhole, type UploadNeeds } from './uploads.ts';

const dayMs = 86_400_000;

export type FileNeeds = UploadNeeds & { now: () => number; mayReviewerRead: ReviewAccess };

/** Receives files, and makes links to them for those who may open them. */
export async function filesPlugin(app: FastifyInstance, needs: FileNeeds): Promise<void> {
  const uploads = { ...needs, parts: createPartialUploads(needs.fileStore, needs.now) };
  // The multipart parser applies to every request of its scope, so uploads have one of their own.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: limits.fileBytes, files: 1, fields: 10, parts: 12 } });
    // A client that is still sending reads the answer only once the server takes the rest.
    scope.addHook('onSend', async ({ raw }) => void raw.unpipe().resume());
    scope.addOperations([route(uploadFile)(storeWhole(uploads)), route(uploadPart)(addPart(uploads))]);
  });

  app.addOperations([
    route(uploadProgress)(readProgress(uploads)),
    route(cancelUpload)(dropUpload(uploads)),
    route(signFile)(signLink(needs)),
  ]);
}

/** Periodic jobs of files. */
export const fileJobs = ({
  db,
  uow,
  fileStore,
  now,
  log,
}: Pick<FileNeeds, 'fileStore' | 'now'> & { db: Database; uow: UnitOfWork; log: Log }): Job[] => [
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

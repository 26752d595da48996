import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fsyncTree } from '../db/embedded/durable.mjs';
import { makeFolder } from '../db/makeFolder.ts';
import { prepareFolder } from '../db/open.ts';
import { reasonOf, StartFailure } from '../startFailure.ts';
import { copyEmbedded, emptyFoldersOf, restoreEmbedded } from './embedded.ts';
import { copyTree, isEmpty, verifyChecksums, writeChecksums } from './fileTree.ts';
import { type Manifest, readManifest, versionOfPlatform, writeManifest } from './manifest.ts';
import { dumpPostgres, refuseUsedPostgres, restorePostgres } from './postgres.ts';
import { differingTable } from './tables.ts';

/** The platform's place: its database, embedded in the data folder where there is no URL, and its data folder. */
export type Place = {
  databaseUrl: string | null;
  dataDir: string;
  /** The bucket of the platform's files, as operators know it; null where they are in the data folder. */
  bucket: string | null;
};

/** What was backed up or restored. */
export type Summary = {
  tables: number;
  rows: number;
  files: number;
  /** Where the files are that the backup does not hold, and when its database was copied; null when it holds all. */
  elsewhere: { bucket: string; since: string } | null;
};

const isWhole = (path: string) => !path.startsWith('incoming/');
const filesIn = (folder: string) => join(folder, 'files');

const summaryOf = ({ tables, files, bucket, createTime }: Manifest): Summary => ({
  elsewhere: bucket === null ? null : { bucket, since: createTime },
  tables: Object.keys(tables).length,
  rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
  files,
});

/** What an operator still has to do after a backup where files are in a bucket. */
export const copyBucket = ({ elsewhere }: Summary) =>
  elsewhere === null
    ? ''
    : `\nThe platform's files are in the bucket ${elsewhere.bucket} and are NOT in this backup: copy the bucket now, after the database.`;

/** The same after a restore. */
export const restoreBucket = ({ elsewhere }: Summary) =>
  elsewhere === null
    ? ''
    : `\nThe platform's files were in the bucket ${elsewhere.bucket} and are NOT restored: restore a copy of it that was made after ${elsewhere.since}, and set S3_URL.`;

/**
 * Backs up the database and then the files, so that every file of a row in the backup is in it as well. The folder appears
 * under its name once it is complete.
 */
export async function createBackup(
  { databaseUrl, dataDir, bucket }: Place,
  folder: string,
  by: string,
): Promise<Summary> {
  const target = resolve(folder);
  const part = `${target}.part`;
  if (!isEmpty(target)) throw new StartFailure(`${target} is not empty. Name a new folder for the backup.`);
  try {
    rmSync(part, { recursive: true, force: true });
    makeFolder(part);
  } catch (cause) {
    throw new StartFailure(`${part} cannot be written: ${reasonOf(cause)}`);
  }
  const createTime = new Date().toISOString();
  try {
    const { schemaTime, tables } = await (databaseUrl === null
      ? copyEmbedded(dataDir, part, by)
      : dumpPostgres(databaseUrl, part));
    const files = await copyTree(filesIn(dataDir), filesIn(part), isWhole);
    const manifest: Manifest = {
      format: 1,
      createTime,
      version: versionOfPlatform(),
      engine: databaseUrl === null ? 'embedded' : 'postgres',
      schemaTime,
      tables,
      emptyFolders: databaseUrl === null ? emptyFoldersOf(part) : [],
      files,
      bucket,
    };
    writeManifest(part, manifest);
    await writeChecksums(part);
    fsyncTree(part);
    rmSync(target, { recursive: true, force: true });
    renameSync(part, target);
    return summaryOf(manifest);
  } catch (cause) {
    rmSync(part, { recursive: true, force: true });
    throw cause;
  }
}

/** Refuses a data folder that holds anything of a platform: a restore never mixes two hospitals' data. */
function refuseUsedFolder(dataDir: string): void {
  const used = ['db', 'files'].find((name) => !isEmpty(join(dataDir, name)));
  if (used !== undefined)
    throw new StartFailure(`The data folder ${dataDir} is not empty (it has ${used}). Set DATA_DIR to a new folder.`);
}

/** Restores a backup into an empty place, after checking every file of it, and compares every table with the original. */
export async function restoreBackup({ databaseUrl, dataDir }: Place, folder: string): Promise<Summary> {
  const source = resolve(folder);
  const manifest = readManifest(source, databaseUrl === null ? 'embedded' : 'postgres');
  await verifyChecksums(source);
  refuseUsedFolder(dataDir);
  if (databaseUrl !== null) await refuseUsedPostgres(databaseUrl);
  prepareFolder(dataDir);
  const part = join(dataDir, 'files.part');
  rmSync(part, { recursive: true, force: true });
  const files = await copyTree(filesIn(source), part);
  if (files > 0) {
    fsyncTree(part);
    rmSync(filesIn(dataDir), { recursive: true, force: true });
    renameSync(part, filesIn(dataDir));
  }
  const { tables } = await (databaseUrl === null
    ? restoreEmbedded(dataDir, source, manifest.emptyFolders)
    : restorePostgres(databaseUrl, source));
  const different = differingTable(manifest.tables, tables);
  if (different !== null)
    throw new StartFailure(`The restored table ${different} is not as it was. Do not use this database.`);
  return summaryOf({ ...manifest, files });
}

import { resolve } from 'node:path';
import { endWrongUse, readCommandLine } from '../../scripts/commandLine.mjs';
import { operatorName } from '../admin/port.ts';
import { createLog, faultOf } from '../log.ts';
import { createPrivately } from '../privateData.ts';
import { readSettings } from '../settings.ts';
import { StartFailure } from '../startFailure.ts';
import { copyBucket, createBackup, type Place, restoreBackup, restoreBucket, type Summary } from './backup.ts';

const usage = `Backs up the database and the files of the platform, or restores them into an empty place.

  npm run backup -- <new folder>      while the platform runs or not
  npm run restore -- <backup folder>  into an empty DATA_DIR and, with DATABASE_URL, an empty database`;

const say = ({ tables, rows, files }: Summary) => `${rows} rows of ${tables} tables, and ${files} files`;

/** The bucket of an address, without its key and secret. */
function bucketIn(s3Url: string): string {
  const { host, pathname } = new URL(s3Url);
  return `${host}${pathname}`;
}

async function main([task, folder]: readonly string[]): Promise<string> {
  createPrivately();
  if (folder === undefined) return endWrongUse(usage);
  const { dataDir, databaseUrl, migrationDatabaseUrl, s3Url } = readSettings(process.env, []);
  // The application's role may not read every row.
  const place: Place = {
    databaseUrl: databaseUrl && (migrationDatabaseUrl ?? databaseUrl),
    dataDir: resolve(dataDir),
    bucket: s3Url && bucketIn(s3Url),
  };
  if (task === 'create') {
    const made = await createBackup(place, folder, operatorName());
    return `Backed up ${say(made)}.${copyBucket(made)}`;
  }
  if (task === 'restore') {
    const restored = await restoreBackup(place, folder);
    return `Restored ${say(restored)}. Every table is as it was.${restoreBucket(restored)}`;
  }
  return endWrongUse(usage);
}

main(readCommandLine({ usage, positionals: 2 }).positionals).then(
  (line) => process.stdout.write(`${line}\n`),
  (cause: unknown) => {
    if (cause instanceof StartFailure) process.stderr.write(`${cause.message}\n`);
    else createLog('error').error('the backup failed', faultOf(cause));
    process.exitCode = 1;
  },
);

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { newestMigration } from '../db/schemaVersion.ts';
import { packageFolder } from '../installation.ts';
import { StartFailure } from '../startFailure.ts';

const TableFacts = z.object({ rows: z.int().nonnegative(), checksum: z.string() });

const Manifest = z.object({
  format: z.literal(1),
  createTime: z.string(),
  /** The version of Cloudroom that made the backup. */
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** The time of the newest migration that the database has had. */
  schemaTime: z.int().nonnegative(),
  tables: z.record(z.string(), TableFacts),
  /** Folders of the embedded database that hold no file. */
  emptyFolders: z.array(z.string().regex(/^\w[\w/]*$/)),
  files: z.int().nonnegative(),
  /** The bucket that holds the platform's files, which are not in the backup; null where they are in the data folder. */
  bucket: z.string().nullable().default(null),
});

/** What a backup holds. The checksums of its files are beside it, in `checksums.sha256`. */
export type Manifest = z.infer<typeof Manifest>;

const Package = z.object({ version: z.string() });

export const versionOfPlatform = (): string =>
  Package.parse(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))).version;

export const manifestIn = (folder: string): string => join(folder, 'manifest.json');

export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(manifestIn(folder), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Reads a backup's manifest, and refuses what this version or this database cannot restore. */
export function readManifest(folder: string, engine: Manifest['engine']): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(manifestIn(folder), 'utf8'));
  } catch {
    throw new StartFailure(`${folder} is no backup: it has no readable manifest.json.`);
  }
  const { data: manifest } = Manifest.safeParse(content);
  if (!manifest) throw new StartFailure(`${folder} has a manifest that this version of Cloudroom cannot read.`);
  if (manifest.engine !== engine)
    throw new StartFailure(
      manifest.engine === 'embedded'
        ? 'This backup is of the embedded database: unset DATABASE_URL to restore it.'
        : 'This backup is of a PostgreSQL database: set DATABASE_URL to restore it.',
    );
  if (manifest.schemaTime > newestMigration().when)
    throw new StartFailure(
      `This backup was made by Cloudroom ${manifest.version} and is newer than this version. Restore it with that version.`,
    );
  return manifest;
}

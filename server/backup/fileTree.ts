import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync, readdirSync } from 'node:fs';
import { copyFile as copy, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { finished } from 'node:stream/promises';
import { StartFailure } from '../startFailure.ts';

const listName = 'checksums.sha256';

/** The files in a folder, by their paths within it, sorted. A missing folder has none. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(file).on('data', (chunk) => hash.update(chunk));
  await finished(stream);
  return hash.digest('hex');
}

/** Copies a file; false when it was deleted meanwhile. */
async function copyFile(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await copy(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (cause) {
    if (existsSync(from)) throw cause;
    return false;
  }
}

/** Copies the files that `isWanted` accepts, and returns how many. The platform may delete files meanwhile. */
export async function copyTree(from: string, to: string, isWanted = (_path: string): boolean => true): Promise<number> {
  let count = 0;
  for (const path of filesIn(from)) {
    if (isWanted(path) && (await copyFile(join(from, path), join(to, path)))) count++;
  }
  return count;
}

/** Writes the checksums of all files in a folder, as `sha256sum -c checksums.sha256` reads them. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const path of filesIn(folder)) lines.push(`${await checksumOf(join(folder, path))}  ${path}\n`);
  await writeFile(join(folder, listName), lines.join(''));
}

/** Refuses a folder in which a file is missing, changed or added since its checksums were written. */
export async function verifyChecksums(folder: string): Promise<void> {
  const text = await readFile(join(folder, listName), 'utf8').catch(() => {
    throw new StartFailure(`${folder} is no complete backup: it has no ${listName}.`);
  });
  const listed = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  const present = filesIn(folder).filter((path) => path !== listName);
  const added = present.find((path) => !listed.has(path));
  if (added !== undefined) throw new StartFailure(`The backup is damaged: ${added} does not belong to it.`);
  for (const [path, checksum] of listed) {
    const found = await checksumOf(join(folder, path)).catch(() => null);
    if (found === null) throw new StartFailure(`The backup is damaged: ${path} is missing.`);
    if (found !== checksum) throw new StartFailure(`The backup is damaged: ${path} has changed.`);
  }
}

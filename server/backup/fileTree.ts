import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
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

/** Copies a file, flushes it to the disk and returns its checksum; null when it was deleted meanwhile. */
async function copyFile(from: string, to: string): Promise<string | null> {
  const hash = createHash('sha256');
  const meter = new Transform({
    transform(chunk: Buffer, _, pass) {
      hash.update(chunk);
      pass(null, chunk);
    },
  });
  await mkdir(dirname(to), { recursive: true });
  try {
    await pipeline(createReadStream(from), meter, createWriteStream(to, { flush: true }));
  } catch (cause) {
    const { code, path } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' && path === from) return null;
    throw cause;
  }
  return hash.digest('hex');
}

/** Copies the files that `isWanted` accepts, and returns how many. The platform may delete files meanwhile. */
export async function copyTree(from: string, to: string, isWanted = (_path: string): boolean => true): Promise<number> {
  let count = 0;
  for (const path of filesIn(from)) {
    if (isWanted(path) && (await copyFile(join(from, path), join(to, path))) !== null) count++;
  }
  return count;
}

/** Writes the checksums of all files in a folder, as `sha256sum -c checksums.sha256` reads them. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const path of filesIn(folder)) lines.push(`${await checksumOf(join(folder, path))}  ${path}\n`);
  await writeFile(join(folder, listName), lines.join(''), { flush: true });
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

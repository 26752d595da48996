import { randomUUID } from 'node:crypto';
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder of databases that are slow to create; it survives between runs. */
export const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'cloudroom-test');

/** Copies a folder to a temporary one. */
export function copyFolder(from: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  cpSync(from, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

/** The cached folder of this name; it is created once, and another process may create it first. */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const kept = join(cache, name);
  if (existsSync(kept)) return kept;
  const made = `${kept}.${randomUUID()}`;
  mkdirSync(made, { recursive: true });
  await fill(made);
  try {
    renameSync(made, kept);
  } catch (cause) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(kept)) throw cause;
  }
  return kept;
}

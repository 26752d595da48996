import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const othersBits = 0o077;

/** From now on this process creates folders as 0700 and files as 0600, whatever it was started with. */
export function createPrivately(): void {
  process.umask(othersBits);
}

/** Takes the rights of other accounts from one file or folder; a link and what vanishes meanwhile stay as they are. */
async function close(path: string): Promise<boolean> {
  try {
    const about = await lstat(path);
    if (about.isSymbolicLink() || (about.mode & othersBits) === 0) return false;
    await chmod(path, about.mode & ~othersBits & 0o777);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false;
    throw cause;
  }
}

/** Takes the rights of all other accounts from a folder and everything in it; returns how many had some. */
export async function closeToOthers(folder: string): Promise<number> {
  let closed = Number(await close(folder));
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    closed += entry.isDirectory() ? await closeToOthers(path) : Number(await close(path));
  }
  return closed;
}

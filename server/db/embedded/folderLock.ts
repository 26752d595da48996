import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../../startFailure.ts';

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** When a process started, in clock ticks since boot; null on systems without /proc. */
const startOf = (pid: number): string | null => read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19] ?? null;

const bootId = () => read('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
const lockText = () => `${process.pid} ${startOf(process.pid) ?? 'unknown'} ${bootId()}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The running process of a lock's text; null when it has ended or is from before the last boot. */
function holderOf(text: string): number | null {
  const [pid = '', started, boot] = text.trim().split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0 || boot !== bootId() || !isAlive(number)) return null;
  return startOf(number) === null || startOf(number) === started ? number : null;
}

/** Creates the lock unless it exists: `link` never overwrites. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

/** Removes the lock of a dead process; if another process was faster, its valid lock is restored. */
function removeStaleLock(lock: string, own: string): void {
  const moved = `${own}.dead`;
  try {
    renameSync(lock, moved);
  } catch {
    return;
  }
  if (holderOf(read(moved) ?? '') !== null) tryLink(moved, lock);
  unlinkSync(moved);
}

/**
 * Locks a data folder for this process. The embedded database has no lock of its own, and two processes on one folder
 * silently destroy each other's rows. A lock of a process that has ended is replaced.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = join(folder, 'server.lock');
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, lockText());
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(own, lock)) return { release: () => unlinkSync(lock) };
      const holder = holderOf(read(lock) ?? '');
      if (holder !== null)
        throw new StartFailure(
          `The data folder ${folder} is in use by process ${holder}. Stop it first, or set DATA_DIR.`,
        );
      removeStaleLock(lock, own);
    }
    throw new StartFailure(`The data folder ${folder} is being taken by another process. Try again.`);
  } finally {
    unlinkSync(own);
  }
}

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

/** When a process started, in clock ticks since boot; null where there is no /proc to ask. */
const startOf = (pid: number): string | null => read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19] ?? null;

const bootId = () => read('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
const ticket = () => `${process.pid} ${startOf(process.pid) ?? 'unknown'} ${bootId()}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The process that still lives behind a lock's text, or null when it has gone: killed, or before the last boot. */
function holderOf(text: string): number | null {
  const [pid = '', started, boot] = text.trim().split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0 || boot !== bootId() || !isAlive(number)) return null;
  return startOf(number) === null || startOf(number) === started ? number : null;
}

/** Puts our ticket where the lock is, unless something is there already: `link` never overwrites. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

/** Moves a dead process's lock away; if another process was quicker, its living lock is put back. */
function clearDead(lock: string, own: string): void {
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
 * Takes a data folder for this process alone. The embedded database has no lock of its own, and two processes on one
 * folder silently destroy each other's rows. A lock whose process is gone is taken over.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = join(folder, 'server.lock');
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, ticket());
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(own, lock)) return { release: () => unlinkSync(lock) };
      const holder = holderOf(read(lock) ?? '');
      if (holder !== null)
        throw new StartFailure(
          `The data folder ${folder} is in use by process ${holder}. Stop it first, or set DATA_DIR.`,
        );
      clearDead(lock, own);
    }
    throw new StartFailure(`The data folder ${folder} is being taken by another process. Try again.`);
  } finally {
    unlinkSync(own);
  }
}

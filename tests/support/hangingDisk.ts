import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the disk of a platform's stored files hang and answer again; the platform starts with its `env`. */
export function createHangingDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-hang-'));
  const [control, fifo] = [join(folder, 'control'), join(folder, 'fifo')];
  const [begun, ended] = [join(folder, 'begun'), join(folder, 'ended')];
  const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
  execFileSync('mkfifo', [fifo]);
  let writer: number | null = null;

  function release() {
    rmSync(control, { force: true });
    // Open for both, a FIFO does not wait for a reader.
    writer ??= openSync(fifo, constants.O_RDWR);
  }
  return {
    env: { NODE_OPTIONS: `--import ${new URL('hangingDisk.mjs', import.meta.url).href}`, HANG: folder },
    hang() {
      if (writer !== null) closeSync(writer);
      writer = null;
      for (const path of [begun, ended]) rmSync(path, { force: true });
      writeFileSync(control, '');
    },
    release,
    /** The operations that have begun since it hangs. */
    begun: () => linesOf(begun),
    /** How many of them have not ended. */
    running: () => linesOf(begun).length - linesOf(ended).length,
    remove() {
      release();
      if (writer !== null) closeSync(writer);
      rmSync(folder, { recursive: true });
    },
  };
}

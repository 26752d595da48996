import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** The processes started with this profile folder. */
async function processesOf(profile: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(profile)) found.push(Number(pid));
  }
  return found;
}

/** kill -9 of a whole browser: nothing more is written. */
export async function killBrowser(profile: string): Promise<void> {
  for (let left = await processesOf(profile); left.length > 0; left = await processesOf(profile)) {
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process had already exited.
      }
    }
    await pause(20);
  }
}

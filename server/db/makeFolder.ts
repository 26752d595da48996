import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (cause: unknown) => (cause as NodeJS.ErrnoException).code;

/**
 * Creates a folder of this account alone, and those above it. Node's own recursive way tries for ever where a file
 * system has no folders of one's own, such as /proc; this one throws the error of that file system.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (codeOf(cause) !== 'ENOENT' || dirname(path) === path) throw cause;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../src/machines/', import.meta.url);
const maxLines = 400;

/** The lines of a machine's vocabulary and states. Imports, comments, blank lines and the selectors at its end do not count. */
function linesOf(source: string): number {
  const [machine = ''] = source
    .replace(/^import[^;]*;\n/gm, '')
    .replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^ *\/\/.*\n/gm, '')
    .split(/^export type \w+ = (?:ActorRef|Snapshot)From/m);
  return machine.split('\n').filter((line) => line.trim() !== '').length;
}

test.each(readdirSync(folder))('the machine in %s can be read in one file', (file) => {
  expect(linesOf(readFileSync(new URL(file, folder), 'utf8'))).toBeLessThanOrEqual(maxLines);
});

import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { normalize } from 'node:path/posix';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const minBytes = 1_024;
const encodings = [
  [
    'br',
    (raw: Buffer) => promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: raw.length } }),
  ],
  ['gz', (raw: Buffer) => promisify(gzip)(raw, { level: 9 })],
] as const;

/** Whether a file of the build may be downloaded: dist/ also holds the platform's own code, in dist/server. */
export const isServed = (path: string): boolean => {
  const [, first = ''] = normalize(`/${path}`).split('/');
  return first.toLowerCase() !== 'server' && !path.endsWith('.map');
};

/** Writes brotli and gzip copies of the workstation's text files beside them, at the highest compression. */
export async function compressAhead(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    if (!isServed(relative(folder, path))) continue;
    const raw = await readFile(path);
    for (const [extension, compress] of raw.length < minBytes ? [] : encodings) {
      if (existsSync(`${path}.${extension}`)) continue;
      await writeFile(`${path}.${extension}.part`, await compress(raw));
      // A web server of another account may serve the build.
      await chmod(`${path}.${extension}.part`, (await stat(path)).mode);
      await rename(`${path}.${extension}.part`, `${path}.${extension}`);
    }
  }
}

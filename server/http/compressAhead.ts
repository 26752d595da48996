import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Writes brotli and gzip copies of the workstation's text files beside them, at the highest compression. */
export async function compressAhead(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const raw = await readFile(path);
    for (const [extension, compress] of raw.length < minBytes ? [] : encodings) {
      if (existsSync(`${path}.${extension}`)) continue;
      await writeFile(`${path}.${extension}.part`, await compress(raw));
      await rename(`${path}.${extension}.part`, `${path}.${extension}`);
    }
  }
}

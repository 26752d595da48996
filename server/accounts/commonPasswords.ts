import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Common passwords that the published lists lack: from leaks elsewhere, or obvious at a hospital. */
const additions = ['0987654321', '13145200', '5201314520', 'li123456', 'p@ssword', 'w12345678', 'yisheng123'];

/** The list, loaded when the first password is chosen: about 4 MB. */
let list: Promise<ReadonlySet<string>> | null = null;

async function load(): Promise<ReadonlySet<string>> {
  const packed = await readFile(join(import.meta.dirname, 'commonPasswords.txt.gz'));
  const lines = (await promisify(gunzip)(packed)).toString('utf8').split('\n');
  return new Set([...lines.filter((line) => line !== '' && !line.startsWith('#')), ...additions]);
}

/** Whether this word, in lower case, is among the 56,000 passwords that people choose most. */
export async function isCommonPassword(word: string): Promise<boolean> {
  list ??= load();
  return (await list).has(word);
}

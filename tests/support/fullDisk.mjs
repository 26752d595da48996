// Loaded before a platform: while the file FULL exists, no file can become longer, as on a disk without space. Blocks that a
// file already has can still be written, so a database goes on for a while.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { FULL = '' } = process.env;
const { existsSync, fstatSync, writeSync } = fs;
const { open } = fs.promises;

function refuseGrowth(fd, length, at) {
  if (!existsSync(FULL)) return;
  const stat = fstatSync(fd);
  if (!stat.isFile() || (at ?? stat.size) + length <= stat.size) return;
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
}

fs.writeSync = (fd, data, ...rest) => {
  const [length, at] = typeof data === 'string' ? [data.length, rest[0]] : [rest[1] ?? data.length, rest[2]];
  refuseGrowth(fd, length, typeof at === 'number' ? at : null);
  return writeSync(fd, data, ...rest);
};

fs.promises.open = async (...given) => {
  const handle = await open(...given);
  const write = handle.write.bind(handle);
  handle.write = async (data, offset = 0, length = data.length - offset, at = null) => {
    refuseGrowth(handle.fd, length, at);
    return write(data, offset, length, at);
  };
  return handle;
};

syncBuiltinESMExports();

// Loaded before a platform: while the file HANG/control exists, each operation on the folder of stored files first occupies a
// thread of libuv's pool, until the FIFO HANG/fifo has a writer. `tests/support/hangingDisk.ts` controls it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve, sep } from 'node:path';

const { DATA_DIR = '', HANG = '' } = process.env;
const folder = resolve(DATA_DIR, 'files');
const [control, fifo, begun] = ['control', 'fifo', 'begun'].map((name) => join(HANG, name));
const { open, close } = fs;

const isStored = (path) => typeof path === 'string' && `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`);

function occupyThread(name, done) {
  if (!fs.existsSync(control)) return done();
  fs.appendFileSync(begun, `${name}\n`);
  open(fifo, 'r', (failure, fd) => {
    if (failure) throw failure;
    close(fd, () => done());
  });
}

const occupied = (name) => new Promise((done) => occupyThread(name, done));

for (const name of ['open', 'stat', 'lstat', 'rename', 'mkdir', 'rm', 'unlink', 'readdir', 'readFile', 'writeFile']) {
  const [withCallback, withPromise] = [fs[name], fs.promises[name]];
  fs[name] = (path, ...rest) =>
    isStored(path) ? occupyThread(name, () => withCallback(path, ...rest)) : withCallback(path, ...rest);
  fs.promises[name] = async (path, ...rest) => {
    if (!isStored(path)) return withPromise(path, ...rest);
    await occupied(name);
    const result = await withPromise(path, ...rest);
    return name === 'open' ? watched(result) : result;
  };
}

/** An open file whose own operations hang as well. */
function watched(handle) {
  for (const name of ['read', 'write', 'sync', 'stat', 'close']) {
    const method = handle[name].bind(handle);
    handle[name] = async (...given) => {
      await occupied(name);
      return method(...given);
    };
  }
  return handle;
}

syncBuiltinESMExports();

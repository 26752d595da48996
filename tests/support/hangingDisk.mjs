// Loaded before a platform: while the file HANG/control exists, each operation on the folder of stored files first occupies a
// thread of libuv's pool, until the FIFO HANG/fifo has a writer. `tests/support/hangingDisk.ts` controls it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve, sep } from 'node:path';

const { DATA_DIR = '', HANG = '' } = process.env;
const folder = resolve(DATA_DIR, 'files');
const [control, fifo, begun, ended] = ['control', 'fifo', 'begun', 'ended'].map((name) => join(HANG, name));
const { open, close } = fs;

const isStored = (path) => typeof path === 'string' && `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`);

/** Hangs, then calls `work`, which gets what it calls when the operation has ended. */
function occupyThread(name, work) {
  if (!fs.existsSync(control)) return work(() => {});
  fs.appendFileSync(begun, `${name}\n`);
  open(fifo, 'r', (failure, fd) => {
    if (failure) throw failure;
    close(fd, () => work(() => fs.appendFileSync(ended, `${name}\n`)));
  });
}

const hanging = (name, work) =>
  new Promise((resolve, reject) => {
    occupyThread(name, (end) => void work().finally(end).then(resolve, reject));
  });

for (const name of ['open', 'stat', 'lstat', 'rename', 'mkdir', 'rm', 'unlink', 'readdir', 'readFile', 'writeFile']) {
  const [withCallback, withPromise] = [fs[name], fs.promises[name]];
  fs[name] = (path, ...rest) => {
    if (!isStored(path)) return withCallback(path, ...rest);
    const done = rest.pop();
    occupyThread(name, (end) => {
      withCallback(path, ...rest, (...answer) => {
        end();
        done(...answer);
      });
    });
  };
  fs.promises[name] = async (path, ...rest) => {
    if (!isStored(path)) return withPromise(path, ...rest);
    const result = await hanging(name, () => withPromise(path, ...rest));
    return name === 'open' ? watched(result) : result;
  };
}

/** An open file whose own operations hang as well. */
function watched(handle) {
  for (const name of ['read', 'write', 'sync', 'stat', 'close']) {
    const method = handle[name].bind(handle);
    handle[name] = (...given) => hanging(name, () => method(...given));
  }
  return handle;
}

syncBuiltinESMExports();

import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createDiskTurns, StorageSlow } from './diskTurns.ts';

const blockBytes = 64 * 1024;

/** Two of libuv's four threads, so that passwords and DNS always have the others. */
const limits = { atOnce: 2, maxWaitMs: 10_000 };

const isMissing = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';

/** Null when there is no such file. */
export const ifExists = <T>(result: Promise<T>): Promise<T | null> =>
  result.catch((cause: unknown) => {
    if (isMissing(cause)) return null;
    throw cause;
  });

/** The operations on the disk of the stored files, each in its turn. */
export function createDisk(turns = createDiskTurns(limits)) {
  const { run, runAlways } = turns;

  function openedFile(handle: FileHandle) {
    // A descriptor that is closed during an operation could be another file's by the time that operation reaches it.
    let late: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(work: () => Promise<T>) =>
      run(work).catch((cause: unknown) => {
        if (cause instanceof StorageSlow) late = cause.ended;
        throw cause;
      });
    return {
      about: () => inTurn(() => handle.stat()),
      sync: () => inTurn(() => handle.sync()),
      /** At most so many bytes; none past the end of the file. */
      async read(at: number, length: number): Promise<Buffer> {
        const bytes = Buffer.allocUnsafe(length);
        const { bytesRead } = await inTurn(() => handle.read(bytes, 0, length, at));
        return bytes.subarray(0, bytesRead);
      },
      /** Writes after what was written before, or at a place. */
      async write(bytes: Uint8Array, at: number | null = null): Promise<void> {
        for (let done = 0; done < bytes.length; ) {
          const place = at === null ? null : at + done;
          const { bytesWritten } = await inTurn(() => handle.write(bytes, done, bytes.length - done, place));
          done += bytesWritten;
        }
      },
      close: () => turns.wait(late.then(() => runAlways(() => handle.close()))),
    };
  }

  /** Opens a file. One that is opened too late is closed again. */
  async function openFile(path: string, flags: string | number) {
    let isLate = false;
    const opening = run(async () => {
      const handle = await open(path, flags);
      if (isLate) await handle.close();
      return handle;
    });
    const handle = await opening.catch((cause: unknown) => {
      isLate = true;
      throw cause;
    });
    return openedFile(handle);
  }

  async function withFile<T>(path: string, flags: string | number, use: (file: OpenedFile) => Promise<T>): Promise<T> {
    const file = await openFile(path, flags);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  /** The content of a file, block by block. */
  async function* blocks(path: string, length = blockBytes): AsyncGenerator<Buffer, void> {
    const file = await openFile(path, 'r');
    try {
      for (let at = 0; ; ) {
        const block = await file.read(at, length);
        if (block.length === 0) return;
        at += block.length;
        yield block;
      }
    } finally {
      await file.close();
    }
  }

  return {
    ...turns,
    openFile,
    withFile,
    blocks,
    about: (path: string) => run(() => stat(path)),
    readFile: (path: string) => run(() => readFile(path)),
    writeFile: (path: string, content: string | Uint8Array) => run(() => writeFile(path, content)),
    readFolder: (path: string) => run(() => readdir(path)),
    makeFolder: (path: string) => run(() => mkdir(path, { recursive: true })),
    rename: (from: string, to: string) => run(() => rename(from, to)),
    /** Deletes a file, if it exists. */
    remove: (path: string) => run(() => rm(path, { force: true })),
  };
}

export type Disk = ReturnType<typeof createDisk>;
export type OpenedFile = Awaited<ReturnType<Disk['openFile']>>;

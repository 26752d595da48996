import { AsyncLocalStorage } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import { createConnectionLock } from './connectionLock.ts';
import { isCreated } from './marker.mjs';

type Result = { rows: unknown[]; affectedRows?: number };
type Reply = { call: number; result?: Result; failure?: { message: string; fields: Record<string, unknown> } };
type Pending = { resolve: (result: Result) => void; reject: (cause: Error) => void };
type QueryOptions = { rowMode?: 'array' | 'object' };
type Queries = { query(text: string, params?: unknown[], options?: QueryOptions): Promise<Result> };

/** The embedded database with the interface that drizzle's PGlite driver needs; the database runs in its own thread. */
export type EmbeddedClient = Queries & {
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Runs `read`, then copies the database's files to an absent folder, while no other statement runs. */
  copyTo<T>(folder: string, read: (db: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** With `watched`, using the outer database inside a transaction throws instead of deadlocking. It slows every promise. */
export type Watch = { watched: boolean };

const startThread = (folder: string) =>
  new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { folder }, execArgv: [] });

/** Creates the database in a thread that ends afterwards, because the memory of a WebAssembly module never shrinks. */
async function createInThread(folder: string): Promise<void> {
  const worker = startThread(folder);
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('message', ({ failure }: Reply) => (failure ? reject(new Error(failure.message)) : resolve()));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The embedded database was not created.')));
      worker.postMessage({ call: 0, kind: 'create' });
    });
  } finally {
    await worker.terminate();
  }
}

/** Starts the thread and opens the database in `folder`; `onDeath` is called when the thread ends unexpectedly. */
export async function openEmbedded(
  folder: string,
  onDeath: (cause: Error) => void,
  { watched }: Watch,
): Promise<EmbeddedClient> {
  if (!isCreated(folder)) await createInThread(folder);
  const worker = startThread(folder);
  const pending = new Map<number, Pending>();
  const lock = createConnectionLock();
  const inside = watched ? new AsyncLocalStorage<{ open: boolean }>() : null;
  let calls = 0;
  let closing = false;

  worker.on('message', ({ call, result, failure }: Reply) => {
    const waiter = pending.get(call);
    pending.delete(call);
    if (failure) waiter?.reject(Object.assign(new Error(failure.message), failure.fields));
    else waiter?.resolve(result ?? { rows: [] });
  });
  const failAll = (cause: Error) => {
    for (const waiter of pending.values()) waiter.reject(cause);
    pending.clear();
    if (!closing) onDeath(cause);
    closing = true;
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The embedded database has stopped.')));

  const request = (kind: string, fields: object = {}) =>
    new Promise<Result>((resolve, reject) => {
      if (closing && kind !== 'close') return reject(new Error('The embedded database is closed.'));
      const call = ++calls;
      pending.set(call, { resolve, reject });
      worker.postMessage({ call, kind, ...fields });
    });
  const send: Queries['query'] = (text, params = [], options = {}) =>
    request('query', { text, params, rowMode: options.rowMode ?? 'object' });
  const refuseNested = () => {
    if (inside?.getStore()?.open)
      throw new Error('The outer database was used inside a transaction: use the transaction.');
  };

  async function withLock<T>(exclusive: boolean, work: () => Promise<T>): Promise<T> {
    refuseNested();
    await lock.acquire(exclusive);
    try {
      return await work();
    } finally {
      if (exclusive) lock.release();
    }
  }

  await request('open');
  return {
    query: (text, params, options) => withLock(false, () => send(text, params, options)),
    transaction: (work) =>
      withLock(true, async () => {
        const scope = { open: true };
        await send('BEGIN');
        try {
          const result = await (inside ? inside.run(scope, () => work({ query: send })) : work({ query: send }));
          await send('COMMIT');
          return result;
        } catch (cause) {
          await send('ROLLBACK');
          throw cause;
        } finally {
          scope.open = false;
        }
      }),
    copyTo: (to, read) =>
      withLock(true, async () => {
        const found = await read({ query: send });
        await request('copy', { to });
        return found;
      }),
    async close() {
      await lock.acquire(true);
      closing = true;
      await request('close');
      await worker.terminate();
    },
  };
}

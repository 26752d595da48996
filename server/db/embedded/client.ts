import { AsyncLocalStorage } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import type { PoolState } from '../../observe/metrics.ts';
import type { WatchStatement } from '../../observe/statements.ts';
import type { Scope } from '../connection.ts';
import { createConnectionLock } from './connectionLock.ts';
import { isCreated } from './marker.mjs';

type Result = { rows: unknown[]; affectedRows?: number };
type Reply = { call: number; result?: Result; failure?: { message: string; fields: Record<string, unknown> } };
type Pending = { resolve: (result: Result) => void; reject: (cause: Error) => void };
type QueryOptions = { rowMode?: 'array' | 'object' };
type Queries = { query(text: string, params?: unknown[], options?: QueryOptions): Promise<Result> };

/** The embedded database with the interface that drizzle's PGlite driver needs. */
export type EmbeddedClient = Queries & {
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
};

/** The one connection of the embedded database, which all scopes share. */
export type EmbeddedConnection = {
  scoped(scope: Scope | null): EmbeddedClient;
  /** Its waiting statements are those that the thread has not answered. */
  state(): PoolState;
  /** Runs `read`, then copies the database's files to an absent folder, while no other statement runs. */
  copyTo<T>(folder: string, read: (db: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Runs one statement, with a scope before it. */
type Run = (text: string, params: unknown[], rowMode: 'array' | 'object', scope?: Scope) => Promise<Result>;

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

/** Shares one connection: queries run in turn, and a transaction has the connection to itself. */
export function shareConnection(run: Run, { watched }: Watch) {
  const lock = createConnectionLock();
  const inside = watched ? new AsyncLocalStorage<{ open: boolean }>() : null;

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

  function scoped(scope: Scope | null): EmbeddedClient {
    const sendWith =
      (before?: Scope): Queries['query'] =>
      (text, params = [], options = {}) =>
        run(text, params, options.rowMode ?? 'object', before);
    const send = sendWith();
    const sendScoped = sendWith(scope ?? undefined);
    return {
      query: (text, params, options) => withLock(false, () => sendScoped(text, params, options)),
      transaction: (work) =>
        withLock(true, async () => {
          const state = { open: true };
          // The scope is set in the transaction that BEGIN continues, so it lasts until its end.
          await sendScoped('BEGIN');
          try {
            const result = await (inside ? inside.run(state, () => work({ query: send })) : work({ query: send }));
            await send('COMMIT');
            return result;
          } catch (cause) {
            await send('ROLLBACK');
            throw cause;
          } finally {
            state.open = false;
          }
        }),
    };
  }

  return {
    scoped,
    /** Runs work while no other statement runs. */
    alone: <T>(work: () => Promise<T>) => withLock(true, work),
    exclusively: () => lock.acquire(true),
  };
}

/** Starts the thread and opens the database in `folder`; `onDeath` is called when the thread ends unexpectedly. */
export async function openEmbedded(
  folder: string,
  onDeath: (cause: Error) => void,
  watch: Watch,
  watchStatement: WatchStatement | null = null,
): Promise<EmbeddedConnection> {
  if (!isCreated(folder)) await createInThread(folder);
  const worker = startThread(folder);
  const pending = new Map<number, Pending>();
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

  const send: Run = (text, params, rowMode, scope) => {
    const run = () => request('query', { text, params, rowMode, scope });
    return watchStatement ? watchStatement(text, run) : run();
  };
  const { scoped, alone, exclusively } = shareConnection(send, watch);
  await request('open');
  return {
    scoped,
    state: () => ({ total: 1, idle: pending.size === 0 ? 1 : 0, waiting: Math.max(0, pending.size - 1) }),
    copyTo: (to, read) =>
      alone(async () => {
        const found = await read({
          query: (text, params = [], options = {}) => send(text, params, options.rowMode ?? 'object'),
        });
        await request('copy', { to });
        return found;
      }),
    async close() {
      await exclusively();
      closing = true;
      await request('close');
      await worker.terminate();
    },
  };
}

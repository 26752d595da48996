import { createBatchQueue } from './batchQueue.ts';
import type { Db } from './connection.ts';
import { type HospitalStore, hospitalStore } from './hospitalStore.ts';

/** Keys of one statement; more go into the next. */
const maxKeys = 64;

/**
 * Loads what several callers need at the same time with one statement per hospital, inside a transaction each key alone;
 * `load` returns one result per key, in order. Keys that arrive while a statement runs go into the next one, so no result
 * is older than its request.
 */
export function createBatchLoader<Key, Found>(load: (store: HospitalStore, keys: Key[]) => Promise<Found[]>) {
  const queues = new WeakMap<Db, Map<string, (key: Key) => Promise<Found>>>();

  function queueOf({ db, hospitalId }: HospitalStore) {
    const hospitals = queues.get(db) ?? new Map<string, (key: Key) => Promise<Found>>();
    queues.set(db, hospitals);
    const known = hospitals.get(hospitalId);
    if (known) return known;
    const store = hospitalStore(db, hospitalId);
    const queue = createBatchQueue<Key, Found>({ run: (keys) => load(store, keys), maxItems: maxKeys });
    hospitals.set(hospitalId, queue);
    return queue;
  }

  return async (store: HospitalStore & { announce?: unknown }, key: Key): Promise<Found> => {
    if (store.announce === undefined) return queueOf(store)(key);
    const [found] = await load(store, [key]);
    return found as Found;
  };
}

import { createBatcher } from '../messages/writeQueue.ts';
import type { Db } from './connection.ts';
import { type Tenanted, tenanted } from './tenanted.ts';

/** Keys of one question; more are asked in the next. */
const mostAtOnce = 64;

/**
 * A question that callers ask at the same time is put to the database once for all of them: what arrives while one is
 * being answered goes into the next, so nobody gets an answer older than their question. `load` answers each key in its
 * place. Inside a transaction it is asked there, alone.
 */
export function together<Key, Found>(load: (store: Tenanted, keys: Key[]) => Promise<Found[]>) {
  const lanes = new WeakMap<Db, Map<string, (key: Key) => Promise<Found>>>();

  function laneOf({ db, tenantId }: Tenanted) {
    const hospitals = lanes.get(db) ?? new Map<string, (key: Key) => Promise<Found>>();
    lanes.set(db, hospitals);
    const known = hospitals.get(tenantId);
    if (known) return known;
    const bound = tenanted(db, tenantId);
    const lane = createBatcher<Key, Found>({ write: (keys) => load(bound, keys), maxRows: mostAtOnce });
    hospitals.set(tenantId, lane);
    return lane;
  }

  return async (store: Tenanted & { announce?: unknown }, key: Key): Promise<Found> => {
    if (store.announce === undefined) return laneOf(store)(key);
    const [found] = await load(store, [key]);
    return found as Found;
  };
}

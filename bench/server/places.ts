import { hasPostgres, startPostgres, whyNoPostgres } from '../../tests/support/postgres.ts';
import { isTrial } from '../amounts.ts';

/** Output of the platform process once it serves. */
export type Served = {
  url: string;
  hospitalId: string;
  /** The warehouse for medicine searches; null unless a catalogue was requested. */
  warehouseId: string | null;
  pairs: { conversationId: string; orderId: string; doctorToken: string; patientToken: string }[];
};

type Place = { engine: string; env: () => Promise<Record<string, string>> };

/**
 * Runs the work on every database of this machine; prints a warning if PostgreSQL is missing. A trial needs one, because
 * other measurements use the same servers on PostgreSQL.
 */
export async function onEveryDatabase<T>(work: (place: Place) => Promise<T>): Promise<T[]> {
  const done = [await work({ engine: 'embedded', env: async () => ({}) })];
  if (isTrial) return done;
  if (!hasPostgres) {
    process.stderr.write(`\n*** ${whyNoPostgres} ***\n\n`);
    return done;
  }
  const server = await startPostgres();
  try {
    done.push(await work({ engine: 'PostgreSQL', env: async () => ({ DATABASE_URL: await server.database() }) }));
  } finally {
    await server.stop();
  }
  return done;
}

/** CPU time in microseconds that a process spent per item. */
export const cpuEach = (beforeMs: number, afterMs: number, times: number): number =>
  ((afterMs - beforeMs) * 1_000) / times;

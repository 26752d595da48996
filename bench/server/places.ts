import { hasPostgres, startPostgres, whyNoPostgres } from '../../tests/support/postgres.ts';

/** What the platform child says once it serves. */
export type Served = {
  url: string;
  tenantId: string;
  /** Where medicines are searched; none unless a catalogue was asked for. */
  warehouseId: string | null;
  pairs: { conversationId: string; orderId: string; doctorToken: string; patientToken: string }[];
};

type Place = { engine: string; env: () => Promise<Record<string, string>> };

/** Runs the work on every database that this machine has; a missing PostgreSQL is said loudly. */
export async function onEveryDatabase<T>(work: (place: Place) => Promise<T>): Promise<T[]> {
  const done = [await work({ engine: 'embedded', env: async () => ({}) })];
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

/** Processor time in microseconds that a child spent on each of so many things. */
export const cpuEach = (beforeMs: number, afterMs: number, times: number): number =>
  ((afterMs - beforeMs) * 1_000) / times;

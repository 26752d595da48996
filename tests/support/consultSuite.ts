import { afterAll, beforeAll } from 'vitest';
import { type Consultations, openConsultations } from './consultPlatform.ts';
import type { TestDb } from './database.ts';

type Opened = { db: TestDb } & ({ close(): Promise<void> } | { end(): Promise<void> });

/** A platform for all tests of one suite, with a separate database and a controllable clock. */
export type ConsultSuite<Database extends Opened> = {
  database: Database;
  platform: Consultations;
  clock: { now: number };
};

/** Opens the platform before the suite's tests, passes it to them, and closes it afterwards. */
export function consultSuite<Database extends Opened>(
  open: () => Promise<Database>,
  ...have: ((suite: ConsultSuite<Database>) => void)[]
): void {
  let database: Database | null = null;
  let platform: Consultations | null = null;

  beforeAll(async () => {
    const opened = await open();
    database = opened;
    const clock = { now: Date.now() };
    const running = await openConsultations(opened.db, clock);
    platform = running;
    for (const take of have) take({ database: opened, platform: running, clock });
  }, 60_000);
  afterAll(async () => {
    await platform?.close();
    if (database) await ('end' in database ? database.end() : database.close());
  });
}

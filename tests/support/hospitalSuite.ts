import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTestDatabase } from './database.ts';
import { type Hospital, type Member, morning, openHospital } from './hospital.ts';

/** Two hospitals for all tests of a file, with a separate database. */
export type HospitalSuite = {
  database: Awaited<ReturnType<typeof openTestDatabase>>;
  hospital: Hospital;
  /** The member created first. */
  doctor: Member;
};

/**
 * Opens the hospitals before the file's tests, passes them on, and closes them; returns their clock, which each test
 * starts at nine in the morning.
 */
export function hospitalSuite(have: (suite: HospitalSuite) => void | Promise<void>) {
  const clock = { now: morning };
  let opened: HospitalSuite | null = null;

  beforeAll(async () => {
    const database = await openTestDatabase({ now: () => clock.now });
    const hospital = await openHospital(database, clock);
    opened = { database, hospital, doctor: await hospital.hire(false) };
    await have(opened);
  }, 60_000);
  afterAll(async () => {
    await opened?.hospital.close();
    await opened?.database.close();
  });
  beforeEach(() => {
    clock.now = morning;
  });
  return clock;
}

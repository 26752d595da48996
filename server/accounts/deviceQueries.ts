import { eq } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { knownDevice } from '../db/schema/sessions.ts';
import type { Holder } from './sessions.ts';
import { hashOf } from './tokens.ts';

const isOf =
  ({ userType, userId }: Holder) =>
  (row: Holder) =>
    row.userType === userType && row.userId === userId;

/** The device's secret, if one of these people has signed in from it before; otherwise null. */
export async function findKnownDevice(
  store: HospitalStore,
  holders: readonly Holder[],
  device: string | undefined,
): Promise<string | null> {
  if (device === undefined) return null;
  const known = await store.rows(knownDevice, eq(knownDevice.deviceHash, hashOf(device)));
  return holders.some((holder) => known.some(isOf(holder))) ? device : null;
}

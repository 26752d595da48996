import { and, eq, lte, ne } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { knownDevice } from '../db/schema/sessions.ts';
import type { Holder } from './sessions.ts';
import { hashOf } from './tokens.ts';

const retentionMs = 90 * 24 * 3_600_000;

/** Stores that somebody has signed in on this device. */
export async function rememberDevice(store: HospitalStore, holder: Holder, device: string | undefined, at: number) {
  if (device === undefined) return;
  const { userType, userId } = holder;
  await store.db
    .insert(knownDevice)
    .values({ tenantId: store.hospitalId, deviceHash: hashOf(device), userType, userId, lastTime: at })
    .onConflictDoUpdate({
      target: [knownDevice.tenantId, knownDevice.deviceHash, knownDevice.userType, knownDevice.userId],
      set: { lastTime: at },
    });
}

/** Removes a person's devices after a change of password or phone, except the one in use. */
export async function removeOtherDevices(
  store: HospitalStore,
  { userType, userId }: Holder,
  device: string | undefined,
) {
  const ofHolder = and(eq(knownDevice.userType, userType), eq(knownDevice.userId, userId));
  await store.remove(
    knownDevice,
    ofHolder,
    device === undefined ? undefined : ne(knownDevice.deviceHash, hashOf(device)),
  );
}

/** Removes devices without a sign-in for three months. */
export async function removeOldDevices(db: Database, at: number): Promise<void> {
  await platformWide(db)
    .delete(knownDevice)
    .where(lte(knownDevice.lastTime, at - retentionMs));
}

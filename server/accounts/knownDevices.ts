import { and, eq, lte, ne } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { knownDevice } from '../db/schema/sessions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Holder } from './sessions.ts';
import { hashOf } from './tokens.ts';

const keptMs = 90 * 24 * 3_600_000;

const isOf =
  ({ userType, userId }: Holder) =>
  (row: Holder) =>
    row.userType === userType && row.userId === userId;

/** The device, if one of these people has signed in from it before. */
export async function deviceKnownTo(
  store: Tenanted,
  holders: readonly Holder[],
  device: string | undefined,
): Promise<string | null> {
  if (device === undefined) return null;
  const known = await store.rows(knownDevice, eq(knownDevice.deviceHash, hashOf(device)));
  return holders.some((holder) => known.some(isOf(holder))) ? device : null;
}

/** Notes that somebody has proved, on this device, who they are. */
export async function rememberDevice(store: Tenanted, holder: Holder, device: string | undefined, at: number) {
  if (device === undefined) return;
  const { userType, userId } = holder;
  await store.db
    .insert(knownDevice)
    .values({ tenantId: store.tenantId, deviceHash: hashOf(device), userType, userId, lastTime: at })
    .onConflictDoUpdate({
      target: [knownDevice.tenantId, knownDevice.deviceHash, knownDevice.userType, knownDevice.userId],
      set: { lastTime: at },
    });
}

/** Forgets every device of somebody whose password or phone has changed, but for the one that they did it on. */
export async function forgetOtherDevices(store: Tenanted, { userType, userId }: Holder, device: string | undefined) {
  const theirs = and(eq(knownDevice.userType, userType), eq(knownDevice.userId, userId));
  await store.remove(
    knownDevice,
    theirs,
    device === undefined ? undefined : ne(knownDevice.deviceHash, hashOf(device)),
  );
}

/** Removes devices that nobody has signed in from for three months. */
export async function forgetOldDevices(db: Db, at: number): Promise<void> {
  await db.delete(knownDevice).where(lte(knownDevice.lastTime, at - keptMs));
}

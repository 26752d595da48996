import { eq, inArray } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { loginSession } from '../db/schema/sessions.ts';
import { signingKey } from '../db/schema/signatures.ts';
import { staff } from '../db/schema/staff.ts';
import { dictData } from '../db/schema/tenants.ts';
import type { PrescriptionRow } from './canonical.ts';

type Reading = Pick<HospitalStore, 'first'>;

/** The session with this id; null if there is none. */
export const findSession = (store: Reading, id: string) => store.first(loginSession, eq(loginSession.id, id));

/** The hospital's signing keys with these ids. */
export const keysWithIds = async (store: HospitalStore, ids: readonly string[]) =>
  ids.length === 0 ? [] : store.rows(signingKey, inArray(signingKey.id, [...new Set(ids)]));

/** A member of staff and their title in the hospital's list; null if there is no such person. */
export async function findTitled(store: Reading, staffId: string) {
  const who = await store.first(staff, eq(staff.id, staffId));
  if (!who) return null;
  const isTitle = eq(dictData.dictType, 'member_doctor_title');
  const title =
    who.titleCode === null ? null : await store.first(dictData, isTitle, eq(dictData.value, String(who.titleCode)));
  return { who, title };
}

/** The prescription of a printed code in any hospital; codes are random and unique. */
export async function findByVerifyCode(db: Database, code: string): Promise<PrescriptionRow | null> {
  const [row] = await platformWide(db).select().from(prescription).where(eq(prescription.verifyCode, code)).limit(1);
  return row ?? null;
}

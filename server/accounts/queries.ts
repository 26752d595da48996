import { desc, eq, inArray } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { identityRequest } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import { RequestStatus } from './identityRequests.ts';

/** The hospital's names in both languages; empty without a hospital. */
export async function hospitalNames({ db, hospitalId }: HospitalStore): Promise<string[]> {
  const [hospital] = await db.select().from(tenant).where(eq(tenant.id, hospitalId));
  return hospital ? [hospital.name, hospital.nameEn ?? ''] : [];
}

/** The newest request of a person for another identity that was not closed, or null. */
export async function newestIdentityRequest({ db, own }: HospitalStore, staffId: string) {
  const { waiting, approved, rejected } = RequestStatus;
  const isShown = inArray(identityRequest.status, [waiting, approved, rejected]);
  const [newest] = await db
    .select()
    .from(identityRequest)
    .where(own(identityRequest, eq(identityRequest.staffId, staffId), isShown))
    .orderBy(desc(identityRequest.id))
    .limit(1);
  return newest ?? null;
}

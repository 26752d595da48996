import { asc, eq } from 'drizzle-orm';
import { RequestStatus } from '../accounts/identityRequests.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { identityRequest, staff } from '../db/schema/staff.ts';

/** The requests for another identity that wait for a decision, each with its person, the oldest first. */
export const waitingIdentities = ({ db, own }: HospitalStore) =>
  db
    .select({ request: identityRequest, person: staff })
    .from(identityRequest)
    .innerJoin(staff, eq(staff.id, identityRequest.staffId))
    .where(own(identityRequest, eq(identityRequest.status, RequestStatus.waiting)))
    .orderBy(asc(identityRequest.id));

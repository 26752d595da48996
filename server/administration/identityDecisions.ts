import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { decideIdentity } from '../../contract/extension/identity.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { changedIn, RequestStatus, refusalOfIdentity } from '../accounts/identityRequests.ts';
import { announceList } from '../db/announceList.ts';
import { findDepartment } from '../db/choices.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { identityRequest, staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';
import { waitingIdentities } from './identityQueries.ts';
import { findForChange } from './staffLock.ts';
import { identityRequestOnWire } from './wire.ts';

type Row = typeof identityRequest.$inferSelect;

/** The columns of the person that an approved request changes. */
async function columnsOf(tx: Transaction, { name, nameEn, titleCode, deptId }: Row) {
  const department = deptId === null ? null : await findDepartment(tx, Number(deptId), []);
  return {
    ...(name === null ? {} : { name }),
    ...(nameEn === null ? {} : { nameEn }),
    ...(titleCode === null ? {} : { titleCode }),
    ...(department ? { deptId: department.id, deptName: department.name, deptNameEn: department.nameEn } : {}),
  };
}

async function decide(
  tx: Transaction,
  context: StaffContext,
  request: RequestOf<typeof decideIdentity>,
): Promise<Outcome<true>> {
  const { by, at } = context;
  const row = await tx.first(identityRequest, eq(identityRequest.id, request.id));
  if (!row) return refused(Code.notFound);
  if (row.staffId === by.id) return refusedWith(Code.forbidden, 'ownIdentityRequest');
  const found = await findForChange(tx, context, { id: row.staffId });
  if (!found.ok) return found;
  const refusal = request.approve ? await refusalOfIdentity(tx, row) : null;
  if (refusal) return refusal;
  const status = request.approve ? RequestStatus.approved : RequestStatus.rejected;
  const decided = await tx.change(
    identityRequest,
    { status, decidedBy: by.id, decideTime: at, decideReason: request.approve ? null : request.reason },
    eq(identityRequest.id, row.id),
    eq(identityRequest.status, RequestStatus.waiting),
  );
  if (decided.length === 0) return refusedWith(Code.duplicateRequest, 'identityDecided');
  const { version } = found.data;
  tx.announce({ type: 'person.changed', userId: row.staffId, part: 'account' });
  await announceList(tx, 'requests');
  if (request.approve) await announceList(tx, 'people');
  // Templates of another department are theirs now.
  if (request.approve && row.deptId !== null)
    tx.announce({ type: 'own.changed', staffIds: [row.staffId], part: 'templates' });
  if (request.approve)
    await tx.change(staff, { ...(await columnsOf(tx, row)), version: version + 1 }, eq(staff.id, row.staffId));
  const detail = { identityRequest: row.id, [request.approve ? 'changed' : 'requested']: changedIn(row) };
  const entry = { entity: 'staff', entityId: row.staffId, patientId: null, purpose: null, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, action: request.approve ? 'approve' : 'reject', detail });
  return done(true);
}

/** Requests for other names, titles or departments that wait for a decision, each with the present ones. */
export async function listIdentities(_: unknown, { store, language }: CallContext) {
  const rows = await waitingIdentities(store);
  const list = rows.map(async (row) => {
    const { deptId } = row.request;
    const wanted = deptId === null ? null : await findDepartment(store, Number(deptId), [deptId]);
    return identityRequestOnWire(row, wanted, language);
  });
  return done(await Promise.all(list));
}

/** An administrator's decision on a request for another name, title or department. */
export const decideOnIdentity = (request: RequestOf<typeof decideIdentity>, context: CallContext) =>
  context.store.attempt((tx) => decide(tx, context, request));

import { auditTrail } from './schema/trail.ts';
import type { Tenanted } from './tenanted.ts';

/** Who stands behind a request: 1 patient, 2 staff, as in sessions; null where nobody has signed in. */
export type Actor = { userType: number | null; userId: string | null; ip: string | null; requestId: string | null };

/** One look at, or change of, something that belongs to a patient. `purpose` names the order or review it was done for. */
export type Deed = {
  action: 'read' | 'list' | 'create' | 'update' | 'sign' | 'cancel' | 'claim' | 'release' | 'approve' | 'reject';
  entity: 'record' | 'prescription' | 'review' | 'patient' | 'order' | 'conversation' | 'file' | 'session';
  entityId: string | null;
  patientId: string | null;
  purpose: string | null;
  outcome: 'ok' | 'refused';
  detail?: Record<string, unknown>;
};

/** Appends to the trail that nobody can change. Inside a transaction give the transaction, so that both happen or neither. */
export async function trail(
  store: Tenanted,
  { userType, userId, ip, requestId }: Actor,
  at: number,
  { detail = {}, ...deed }: Deed,
): Promise<void> {
  await store.add(auditTrail, { time: at, userType, userId, ip, requestId, ...deed, detail });
}

import { EMPTY, from, Observable, of, switchMap } from 'rxjs';
import * as z from 'zod/mini';
import type { Api } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { AccountId, PrescriptionId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Failure } from '../../../contract/operation.ts';
import { isRefusal } from '../../domain/answers.ts';
import type { ClaimOutcome, LeasedReview, LeaseEvent, ReviewInput } from '../../domain/reviewQueue.ts';
import type { Alarm } from '../../services/alarm.ts';
import { leaseEvents } from '../../streams/lease.ts';

const Holder = z.object({ holder: z.object({ name: z.string() }) });

export const hasChanged = ({ code }: Failure) =>
  code === Code.prescriptionCancelled || code === Code.prescriptionChanged;

/** The holder that a refusal names. */
export const holderOf = ({ data }: Failure): string | null => {
  const read = Holder.safeParse(data);
  return read.success ? read.data.holder.name : null;
};

type Needs = {
  readonly api: Pick<Api, 'claimAudit' | 'renewAudit' | 'releaseAudit'>;
  readonly me: AccountId;
  readonly alarm: Alarm;
  /** The prescription in the queue; null after it left without a reason. */
  readonly itemOf: (id: PrescriptionId) => Observable<AuditItem | null>;
};

/** Claims of prescriptions on the platform, for the open review and for those that wait for this reviewer. */
export function createLeases({ api, me, alarm, itemOf }: Needs) {
  async function claim({ id, version }: ReviewInput): Promise<ClaimOutcome> {
    const answer = await api.claimAudit({ id, version }, { quiet: true });
    if (answer.ok) {
      const { leaseId, leaseUntil, version: now } = answer.data;
      return { outcome: 'leased', lease: { id: leaseId, until: leaseUntil }, version: now };
    }
    const { failure } = answer;
    if (failure.code === Code.locked) return { outcome: 'leasedByAnother', name: holderOf(failure) ?? '' };
    if (isRefusal(failure)) return { outcome: 'gone', message: failure.message };
    throw new Error(failure.message);
  }

  const renew = ({ id, lease }: LeasedReview): Observable<LeaseEvent> =>
    from(api.renewAudit({ id, leaseId: lease.id }, { quiet: true })).pipe(
      switchMap((answer): Observable<LeaseEvent> => {
        if (answer.ok)
          return of({ type: 'lease.renewed', lease: { id: answer.data.leaseId, until: answer.data.leaseUntil } });
        const { failure } = answer;
        const { message } = failure;
        if (hasChanged(failure)) return of({ type: 'prescription.cancelled', message });
        return isRefusal(failure) ? of({ type: 'lease.lost', message, holderName: holderOf(failure) }) : EMPTY;
      }),
    );

  const due = (at: number) => new Observable<void>((subscriber) => alarm(at, () => subscriber.next()));
  /** Renews a lease while it is held, and ends with the event that ended it. */
  const renewal = (leased: LeasedReview): Observable<LeaseEvent> =>
    leaseEvents(leased.lease, {
      renew: () => renew(leased),
      item$: itemOf(leased.id),
      me,
      due,
      everyMs: limits.auditLeaseMs / 4,
      lastsMs: limits.auditLeaseMs,
    });

  const release = ({ id, lease }: LeasedReview) => void api.releaseAudit({ id, leaseId: lease.id }, { quiet: true });

  return { claim, renewal, release };
}

export type Leases = ReturnType<typeof createLeases>;

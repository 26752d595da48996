import { EMPTY, exhaustMap, from, interval, type Observable, of, takeWhile } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import * as z from 'zod/mini';
import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import { verificationCodes } from '../../contract/extension/audit.ts';
import { Rx } from '../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import type { Failure } from '../../contract/operation.ts';
import { auditQueueMachine } from '../machines/auditQueue.ts';
import { reviewMachine } from '../machines/review.ts';
import type { ClaimOutcome, Decision, DecisionOutcome, Lease, ReviewInput } from '../machines/reviewSetup.ts';

type Held = ReviewInput & { readonly lease: Lease };
type Renewed = { type: 'lease.renewed'; lease: Lease } | { type: 'lease.lost'; message: string };

const Holder = z.object({ holder: z.object({ name: z.string() }) });
const Current = z.object({ current: Rx });

const isRefusal = ({ kind }: Failure) => kind === 'business' || kind === 'forbidden' || kind === 'notFound';

/** The auditor's machines on the platform's calls. */
export const liveAuditQueue = ({ api }: { readonly api: Api }) => {
  async function claim({ id, version }: ReviewInput): Promise<ClaimOutcome> {
    const answer = await api.claimAudit({ id, version }, { quiet: true });
    if (answer.ok) {
      const { leaseId, leaseUntil, version: now } = answer.data;
      return { outcome: 'held', lease: { id: leaseId, until: leaseUntil }, version: now };
    }
    const { failure } = answer;
    const other = Holder.safeParse(failure.data);
    if (failure.code === Code.locked)
      return { outcome: 'heldByAnother', name: other.success ? other.data.holder.name : '' };
    if (isRefusal(failure)) return { outcome: 'gone', message: failure.message };
    throw new Error(failure.message);
  }

  /** Asks well before the hold ends; a lost answer is asked again, a definite no ends the review. */
  const renewal = (held: Held | null): Observable<Renewed> => {
    if (!held) return EMPTY;
    const { id, lease } = held;
    return interval(limits.auditLeaseMs / 4).pipe(
      exhaustMap(() => from(api.renewAudit({ id, leaseId: lease.id }, { quiet: true }))),
      exhaustMap((answer): Observable<Renewed> => {
        if (answer.ok)
          return of({ type: 'lease.renewed', lease: { id: answer.data.leaseId, until: answer.data.leaseUntil } });
        return isRefusal(answer.failure) ? of({ type: 'lease.lost', message: answer.failure.message }) : EMPTY;
      }),
      takeWhile(({ type }) => type === 'lease.renewed', true),
    );
  };

  const send = ({ id, version, lease }: Held, decision: Decision) => {
    const on = { id, version, leaseId: lease.id, remark: decision.remark };
    return decision.decision === 'approve'
      ? api.approveAudit(
          { ...on, checklist: verificationCodes.map((code) => ({ code, ok: decision.checklist[code] })) },
          { quiet: true },
        )
      : api.rejectAudit({ ...on, reasonCodes: [...decision.reasonCodes] }, { quiet: true });
  };

  async function decide(held: Held | null, decision: Decision | null): Promise<DecisionOutcome> {
    if (!held || !decision) throw new Error('nothing is held');
    const answer = await send(held, decision);
    if (answer.ok) return { outcome: 'decided', status: answer.data.status };
    const { failure } = answer;
    const current = Current.safeParse(failure.data);
    if (failure.code === Code.leaseLost) return { outcome: 'leaseLost', message: failure.message };
    if (failure.code === Code.prescriptionWithdrawn || failure.code === Code.prescriptionChanged)
      return { outcome: 'changed', message: failure.message, current: current.success ? current.data.current : null };
    if (isRefusal(failure)) return { outcome: 'refused', message: failure.message };
    throw new Error(failure.message);
  }

  const context = async (id: PrescriptionId) => {
    const answer = await api.auditContext({ id }, { quiet: true });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.data;
  };

  const giveBack = ({ id, lease }: Held) => void api.releaseAudit({ id, leaseId: lease.id }, { quiet: true });

  const review = reviewMachine.provide({
    actors: {
      claim: fromPromise(async ({ input, signal }) => {
        const outcome = await claim(input);
        // Nobody waits for it any more: a hold that was taken meanwhile would keep others out for its whole time.
        if (signal.aborted && outcome.outcome === 'held') giveBack({ ...input, lease: outcome.lease });
        return outcome;
      }),
      load: fromPromise(({ input }) => context(input.id)),
      renewal: fromEventObservable(({ input }) => renewal(input)),
      decide: fromPromise(({ input }) => decide(input.held, input.decision)),
    },
    actions: {
      release: (_, held) => {
        if (held) giveBack(held);
      },
    },
  });
  return auditQueueMachine.provide({ actors: { review } });
};

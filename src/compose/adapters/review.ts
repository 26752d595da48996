import {
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  from,
  interval,
  merge,
  Observable,
  of,
  scan,
  share,
  skip,
  startWith,
  switchMap,
  takeWhile,
} from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import * as z from 'zod/mini';
import type { Api } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { type AuditItem, verificationCodes } from '../../../contract/extension/audit.ts';
import { Rx } from '../../../contract/http/prescription.ts';
import type { AccountId, PrescriptionId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Failure } from '../../../contract/operation.ts';
import { reviewDraftKey } from '../../domain/drafts.ts';
import { ReviewDraft } from '../../domain/reviewQueue.ts';
import { auditQueueMachine } from '../../machines/auditQueue.ts';
import { reviewMachine } from '../../machines/review.ts';
import type {
  ClaimOutcome,
  Decision,
  DecisionOutcome,
  Held,
  HoldNews,
  Lease,
  LoadedReview,
  ReviewInput,
} from '../../machines/reviewSetup.ts';
import type { Alarm } from '../../services/alarm.ts';
import type { DraftStorage } from './drafts.ts';

const Holder = z.object({ holder: z.object({ name: z.string() }) });
const Current = z.object({ current: Rx });

const isRefusal = ({ kind }: Failure) => kind === 'business' || kind === 'forbidden' || kind === 'notFound';

const hasChanged = ({ code }: Failure) => code === Code.prescriptionWithdrawn || code === Code.prescriptionChanged;
/** Who holds the prescription instead, as a refusal says. */
const holderOf = ({ data }: Failure): string | null => {
  const read = Holder.safeParse(data);
  return read.success ? read.data.holder.name : null;
};

type Needs = {
  readonly api: Api;
  readonly me: AccountId;
  readonly kept: DraftStorage;
  readonly alarm: Alarm;
  /** A prescription as the queue shows it; null once it has left without a word why. */
  readonly itemOf: (id: PrescriptionId) => Observable<AuditItem | null>;
};

/** The auditor's machines on the platform's calls. */
export const liveAuditQueue = ({ api, me, kept, alarm, itemOf }: Needs) => {
  async function claim({ id, version }: ReviewInput): Promise<ClaimOutcome> {
    const answer = await api.claimAudit({ id, version }, { quiet: true });
    if (answer.ok) {
      const { leaseId, leaseUntil, version: now } = answer.data;
      return { outcome: 'held', lease: { id: leaseId, until: leaseUntil }, version: now };
    }
    const { failure } = answer;
    if (failure.code === Code.locked) return { outcome: 'heldByAnother', name: holderOf(failure) ?? '' };
    if (isRefusal(failure)) return { outcome: 'gone', message: failure.message };
    throw new Error(failure.message);
  }

  const renew = ({ id, lease }: Held): Observable<HoldNews> =>
    from(api.renewAudit({ id, leaseId: lease.id }, { quiet: true })).pipe(
      switchMap((answer): Observable<HoldNews> => {
        if (answer.ok)
          return of({ type: 'lease.renewed', lease: { id: answer.data.leaseId, until: answer.data.leaseUntil } });
        const { failure } = answer;
        const { message } = failure;
        if (hasChanged(failure)) return of({ type: 'prescription.withdrawn', message });
        return isRefusal(failure) ? of({ type: 'lease.lost', message, holderName: holderOf(failure) }) : EMPTY;
      }),
    );

  /** Whenever the queue no longer shows this auditor as the holder of a prescription. */
  const doubts = (id: PrescriptionId) =>
    itemOf(id).pipe(
      // The queue as it was before this hold.
      skip(1),
      filter((item) => item?.holder?.id !== me),
    );
  const endOf = ({ until }: Lease) =>
    new Observable<HoldNews>((news) =>
      alarm(until, () => news.next({ type: 'lease.lost', message: '', holderName: null })),
    );

  /** Asks well before the hold ends, and at once when the queue raises a doubt. Without an answer it ends when its time is over. */
  const renewal = (held: Held | null): Observable<HoldNews> => {
    if (!held) return EMPTY;
    const asked$ = merge(interval(limits.auditLeaseMs / 4), doubts(held.id)).pipe(
      exhaustMap(() => renew(held)),
      share(),
    );
    const latest$ = asked$.pipe(
      scan((lease, news) => (news.type === 'lease.renewed' ? news.lease : lease), held.lease),
      startWith(held.lease),
      distinctUntilChanged(),
    );
    return merge(asked$, latest$.pipe(switchMap(endOf))).pipe(takeWhile(({ type }) => type === 'lease.renewed', true));
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
    if (failure.code === Code.leaseLost)
      return { outcome: 'leaseLost', message: failure.message, holderName: holderOf(failure) };
    if (hasChanged(failure))
      return { outcome: 'changed', message: failure.message, current: current.success ? current.data.current : null };
    if (isRefusal(failure)) return { outcome: 'refused', message: failure.message };
    throw new Error(failure.message);
  }

  async function load(id: PrescriptionId): Promise<LoadedReview> {
    const [answer, draft] = await Promise.all([
      api.auditContext({ id }, { quiet: true }),
      kept.read(reviewDraftKey(id), ReviewDraft),
    ]);
    if (!answer.ok) throw new Error(answer.failure.message);
    return { found: answer.data, draft };
  }

  const giveBack = ({ id, lease }: Held) => void api.releaseAudit({ id, leaseId: lease.id }, { quiet: true });

  const review = reviewMachine.provide({
    actors: {
      claim: fromPromise(async ({ input, signal }) => {
        const outcome = await claim(input);
        // Nobody waits for it any more: a hold that was taken meanwhile would keep others out for its whole time.
        if (signal.aborted && outcome.outcome === 'held') giveBack({ ...input, lease: outcome.lease });
        return outcome;
      }),
      load: fromPromise(({ input }) => load(input.id)),
      renewal: fromEventObservable(({ input }) => renewal(input)),
      decide: fromPromise(({ input }) => decide(input.held, input.decision)),
    },
    actions: {
      release: (_, held) => {
        if (held) giveBack(held);
      },
      keepDraft: (_, { id, ...draft }) => {
        const isEmpty = draft.comment === '' && draft.reasonCodes.length === 0;
        if (isEmpty) kept.drop(reviewDraftKey(id));
        else kept.write(reviewDraftKey(id), draft);
      },
      dropDraft: (_, id) => kept.drop(reviewDraftKey(id)),
    },
  });
  return auditQueueMachine.provide({ actors: { review } });
};

import { EMPTY } from 'rxjs';
import { fromCallback, fromEventObservable, fromPromise } from 'xstate';
import * as z from 'zod/mini';
import type { Api } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { verificationCodes } from '../../../contract/extension/audit.ts';
import { Rx } from '../../../contract/http/prescription.ts';
import type { AccountId, PrescriptionId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { isRefusal } from '../../domain/answers.ts';
import { reviewDraftKey } from '../../domain/drafts.ts';
import type { Decision, DecisionOutcome, LoadedReview, PendingDecision } from '../../domain/review.ts';
import type { LeasedReview, ReviewInput } from '../../domain/reviewQueue.ts';
import { isBegun, ReviewDraft } from '../../domain/reviewQueue.ts';
import { t } from '../../locales/i18n.ts';
import { type ReviewText, type ReviewTextOutcome, reviewAutosave, reviewMachine } from '../../machines/review.ts';
import { type NextInput, reviewQueueMachine } from '../../machines/reviewQueue.ts';
import { unsavedIn } from '../../machines/selectors/review.ts';
import type { DraftStorage } from '../../services/draftBook.ts';
import { hasChanged, holderOf, type Leases } from './reviewLeases.ts';

const Current = z.object({ current: Rx });

/** A draft is saved this long after the last keystroke; a failed save is repeated after five times that. */
const restMs = 1_000;

type StoredDraft = NonNullable<LoadedReview['found']['drafts']>[number];
const draftFrom = ({ comment, reasonCodes, markedLines }: StoredDraft): ReviewDraft => ({
  comment,
  reasonCodes,
  markedLines: markedLines ?? [],
});

/** Marks are lines of one version; the doctor may have edited the prescription since. */
const inVersion = (draft: ReviewDraft, version: number): ReviewDraft =>
  draft.version === undefined || draft.version === version ? draft : { ...draft, markedLines: [] };

/**
 * This reviewer's text, from this machine or else from the platform; and the newest text of another reviewer, offered while
 * this one has not written any.
 */
function draftsIn({ drafts, rx }: LoadedReview['found'], local: ReviewDraft | null, me: AccountId) {
  const own = drafts?.find(({ author }) => author.id === me) ?? null;
  const other = drafts?.find((draft) => draft.author.id !== me && isBegun(draft)) ?? null;
  const draft = local ? inVersion(local, rx.version) : own && draftFrom(own);
  const offered = other && { author: other.author.name, ...draftFrom(other) };
  return { draft, offered: draft === null ? offered : null };
}

type Needs = {
  readonly api: Api;
  readonly me: AccountId;
  readonly drafts: DraftStorage;
  readonly leases: Leases;
  /** Whether the reviewer claimed it together with others, so that closing its review does not release it. */
  readonly keeps: (id: PrescriptionId) => boolean;
  /** The next prescription that nobody reviews; null if there is none, or if it is not `wanted` and the reviewer opens each one by hand. */
  readonly nextFree: (input: NextInput) => ReviewInput | null;
  readonly saveAfterMs?: number;
};

/** The reviewer's machines, connected to the platform's API and the local drafts. */
export const createReviewQueueMachine = ({ api, me, drafts, leases, keeps, nextFree, saveAfterMs = restMs }: Needs) => {
  const send = ({ id, version, lease }: LeasedReview, decision: Decision) => {
    const on = { id, version, leaseId: lease.id, remark: decision.remark, undoMs: limits.undoMs };
    return decision.decision === 'approve'
      ? api.approveAudit(
          { ...on, checklist: verificationCodes.map((code) => ({ code, ok: decision.checklist[code] })) },
          { quiet: true },
        )
      : api.rejectAudit(
          { ...on, reasonCodes: [...decision.reasonCodes], markedLines: [...decision.markedLines] },
          { quiet: true },
        );
  };

  async function decide(leased: LeasedReview | null, decision: Decision | null): Promise<DecisionOutcome> {
    if (!leased || !decision) throw new Error('nothing is claimed');
    const answer = await send(leased, decision);
    if (answer.ok)
      return { outcome: 'decided', status: answer.data.status, effectiveAt: answer.data.effectiveAt ?? null };
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
      drafts.read(reviewDraftKey(id), ReviewDraft),
    ]);
    if (!answer.ok) throw new Error(answer.failure.message);
    drafts.adopt(reviewDraftKey(id));
    return { found: answer.data, ...draftsIn(answer.data, draft, me) };
  }

  /** A failure is not a refusal: the same text is sent again. */
  async function saveText(text: ReviewText): Promise<ReviewTextOutcome> {
    const answer = await api.saveReviewDraft(text, { quiet: true });
    if (!answer.ok && !isRefusal(answer.failure)) throw new Error(answer.failure.message);
    return { outcome: answer.ok ? 'saved' : 'refused' };
  }

  /** A review that ends does not wait for its text to rest; if this fails, the text stays on this device. */
  async function saveRest(text: ReviewText | null): Promise<void> {
    if (text) await saveText(text).catch(() => {});
  }

  const autosave = reviewAutosave.provide({
    actors: {
      save: fromPromise(async ({ input }) => {
        if (!input.text) throw new Error('nothing was written');
        return saveText(input.text);
      }),
    },
    delays: { quiet: saveAfterMs, backoff: saveAfterMs * 5 },
  });

  const dropDraft = (id: PrescriptionId) => drafts.drop(reviewDraftKey(id));

  const review = reviewMachine.provide({
    actors: {
      autosave,
      claim: fromPromise(async ({ input, signal }) => {
        const outcome = await leases.claim(input);
        // The review was closed while claiming: release the lease, or it blocks other reviewers until it expires.
        if (signal.aborted && outcome.outcome === 'leased' && !keeps(input.id))
          leases.release({ ...input, lease: outcome.lease });
        return outcome;
      }),
      load: fromPromise(({ input }) => load(input.id)),
      renewal: fromEventObservable(({ input }) => (input ? leases.renewal(input) : EMPTY)),
      decide: fromPromise(({ input }) => decide(input.leased, input.decision)),
    },
    actions: {
      // The next reviewer may open it at once, so that unsaved text goes first.
      release: ({ self }, leased) => {
        void saveRest(unsavedIn(self.getSnapshot())).then(() => {
          if (leased && !keeps(leased.id)) leases.release(leased);
        });
      },
      storeDraft: (_, { prescriptionNo, ...written }) => {
        const { id, ...draft } = written;
        if (isBegun(draft)) drafts.write(reviewDraftKey(id), { ...written, prescriptionNo });
        else drafts.empty(reviewDraftKey(id));
      },
      deleteDraft: (_, id) => dropDraft(id),
      saveNow: ({ self }) => void saveRest(unsavedIn(self.getSnapshot())),
    },
  });
  return reviewQueueMachine.provide({
    actors: {
      review,
      findNext: fromPromise(async ({ input }) => nextFree(input)),
      undo: fromCallback<{ type: 'decision.chosen'; pending: PendingDecision }>(({ receive, sendBack }) => {
        receive(({ pending: { id, lease, prescriptionNo: number } }) => {
          const failed = (reason: string) => t('reviewing.undo.refused', { number, reason });
          void api.undoDecision({ id, leaseId: lease.id }, { failed }).then((answer) => {
            if (answer.ok) sendBack({ type: 'decision.undone', id, version: answer.data.version });
            else sendBack({ type: 'undo.failed', id });
          });
        });
      }),
    },
    actions: { deleteDraft: (_, id) => dropDraft(id) },
  });
};

import { distinctUntilChanged, filter, map, merge, Observable, Subject, type Subscription, switchMap } from 'rxjs';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { reviewDraftKey } from '../../domain/drafts.ts';
import { LeftReview } from '../../domain/reviewQueue.ts';
import type { ReviewQueueRef } from '../../machines/reviewQueue.ts';
import { openPrescription } from '../../machines/selectors/reviewQueue.ts';
import type { LeftReviews } from '../../screens/app/reviewerServices.ts';
import type { SearchedDrafts } from '../../services/draftBook.ts';
import { type Live, live } from '../../streams/live.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';

type Needs = {
  readonly drafts: SearchedDrafts;
  readonly queue: Live<PrescriptionQueue>;
  readonly reviewQueue: ReviewQueueRef;
};

/** The prescription that is open in a reviewer's queue. */
const openIn = (reviewQueue: ReviewQueueRef) =>
  new Observable<PrescriptionId | null>((subscriber) => {
    const read = () => openPrescription(reviewQueue.getSnapshot())?.id ?? null;
    subscriber.next(read());
    const following = reviewQueue.subscribe(() => subscriber.next(read()));
    return () => following.unsubscribe();
  }).pipe(distinctUntilChanged());

/** Finds comments whose prescription has left the queue without a decision that was made here. */
export function openLeftReviews({ drafts, queue, reviewQueue }: Needs, scope: Subscription): LeftReviews {
  /** Numbers of the prescriptions that were decided here since the page was loaded, without decisions that came to nothing. */
  const decided = new Set<string>();
  const forget = ({ prescriptionNo }: { readonly prescriptionNo: string }) => void decided.delete(prescriptionNo);
  for (const following of [
    reviewQueue.on('review.decided', ({ prescriptionNo }) => decided.add(prescriptionNo)),
    reviewQueue.on('decision.reopened', forget),
    reviewQueue.on('decision.dropped', forget),
  ])
    scope.add(() => following.unsubscribe());
  const discarded$ = new Subject<void>();
  const removed$ = queue.pipe(
    filter(({ state }) => state === 'live'),
    map(({ removed }) => removed),
    distinctUntilChanged(),
  );
  const isLeft = ({ id, prescriptionNo, comment }: LeftReview) =>
    !isBlank(comment) &&
    queue.value.state === 'live' &&
    !queue.value.items.has(id) &&
    !decided.has(prescriptionNo) &&
    openPrescription(reviewQueue.getSnapshot())?.id !== id;
  const found$ = merge(removed$, openIn(reviewQueue), discarded$).pipe(
    switchMap(() => drafts.all(LeftReview)),
    map((all) => all.filter(isLeft)),
  );
  return {
    list$: live<readonly LeftReview[]>(found$, [], scope),
    async discard(id) {
      await drafts.read(reviewDraftKey(id), LeftReview);
      drafts.adopt(reviewDraftKey(id));
      drafts.drop(reviewDraftKey(id));
      discarded$.next();
    },
  };
}

import {
  BehaviorSubject,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type Observable,
  pairwise,
  Subscription,
} from 'rxjs';
import { createActor } from 'xstate';
import * as z from 'zod/mini';
import { AuditStatus } from '../../../clinical/lifecycle/review.ts';
import type { ServiceHours } from '../../../clinical/lifecycle/serviceTime.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { PrescriptionId, RequestId } from '../../../contract/ids.ts';
import { staffEvents } from '../../../contract/staffEvents.ts';
import type { Owner } from '../../domain/owner.ts';
import { inView, wholeQueue } from '../../domain/queueView.ts';
import { nextFree } from '../../domain/reviewQueue.ts';
import type { Inspection } from '../../machines/actors.ts';
import type { ReviewQueueRef } from '../../machines/reviewQueue.ts';
import { leaseIdOf, reviewedId } from '../../machines/selectors/review.ts';
import { openPrescription, reviewIn } from '../../machines/selectors/reviewQueue.ts';
import type { ReviewerServices } from '../../screens/app/reviewerServices.ts';
import type { Alarm } from '../../services/alarm.ts';
import type { PersonSettings } from '../../services/personSettings.ts';
import { createSignatureConfirmation } from '../../services/signatureConfirmation.ts';
import { createClaims } from '../../streams/claims.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import { type Live, live } from '../../streams/live.ts';
import { createPrescriptionQueue, type PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { linkReturns } from '../../streams/refreshOnHint.ts';
import { createReviewerPresence } from '../../streams/reviewerPresence.ts';
import { subscriptionReady } from '../../streams/subscriptionReady.ts';
import type { Link } from '../adapters/link.ts';
import { createReviewQueueMachine } from '../adapters/review.ts';
import { createLeases } from '../adapters/reviewLeases.ts';
import { openAskedQuestions } from './askedQuestions.ts';
import { openLeftReviews } from './leftReviews.ts';
import type { PersonalStorage } from './personalStorage.ts';

type Needs = {
  readonly inspection?: Inspection;
  readonly owner: Owner;
  readonly api: Api;
  /** Runs on the platform's clock, which leases are given in. */
  readonly alarm: Alarm;
  /** The platform's time. */
  readonly now: () => number;
  readonly hours: () => ServiceHours;
  readonly socket: Link;
  readonly visible$: Observable<boolean>;
  readonly storage: Pick<PersonalStorage, 'drafts' | 'vault' | 'newId'>;
  /** They say whether the next prescription opens by itself after a decision. */
  readonly settings: Pick<PersonSettings, 'current$'>;
};

const slowPollMs = 45_000;
const maxPauseMs = 60_000;
const retryMs = 2_000;
const pageSize = 200;
const openStates: readonly number[] = [AuditStatus.waiting, AuditStatus.claimed];

/** Notifies the open review when its prescription leaves the queue. */
export const announceRemovals = (queue: Live<PrescriptionQueue>, reviewQueue: ReviewQueueRef): Subscription =>
  queue
    .pipe(
      map(({ removed }) => removed.at(-1)),
      distinctUntilChanged(),
      filter((removed) => removed !== undefined),
    )
    .subscribe(({ id, reason }) => {
      if (reason === 'approved' || reason === 'rejected') reviewQueue.send({ type: 'prescription.decided', id });
      else reviewQueue.send({ type: 'prescription.cancelled', id, message: '' });
    });

/** Number of prescriptions in the queue; null if it could not be loaded. */
export const waitingIn = (queue: Live<PrescriptionQueue>): Observable<number | null> =>
  queue.pipe(
    map(({ items, state }) => (state === 'failed' && items.size === 0 ? null : items.size)),
    distinctUntilChanged(),
  );

/** Notifies the reviewer when the platform dropped a decision of this reviewer that had not taken effect. */
export const announceDrops = (
  queue: Live<PrescriptionQueue>,
  reviewQueue: ReviewQueueRef,
  me: Owner['userId'],
): Subscription =>
  queue.pipe(pairwise()).subscribe(([before, after]) => {
    if (before.items === after.items) return;
    for (const [id, { decided }] of before.items)
      if (decided?.by.id === me && after.items.get(id)?.decided === null)
        reviewQueue.send({ type: 'decision.dropped', id });
  });

/** Builds all services and actors of one signed-in reviewer. */
export function openReviewerServices(needs: Needs): { readonly services: ReviewerServices; close(): void } {
  const { owner, api, alarm, now, hours, socket, visible$, storage, settings } = needs;
  const scope = new Subscription();
  const linked$ = subscriptionReady({
    linked$: socket.current$,
    ask: async () => (await socket.request('audit:watch', {})) !== null,
    retryMs,
  });
  const queue = createPrescriptionQueue(
    {
      linked$,
      visible$,
      everyMs: slowPollMs,
      maxPauseMs,
      hints$: socket.events('audit:changed', staffEvents['audit:changed']),
      loadAll: () => fromAnswer(() => api.pullAudit({ updateTime: 0, lastId: 0, limit: pageSize }, { quiet: true })),
      pull: (cursor) => fromAnswer(() => api.pullAudit({ ...cursor, limit: pageSize }, { quiet: true })),
      isOpen: (status) => openStates.includes(status),
    },
    scope,
  );
  const itemOf = (id: PrescriptionId) =>
    queue.queue.pipe(
      filter(({ items, removed }) => items.has(id) || !removed.some((one) => one.id === id)),
      map(({ items }) => items.get(id) ?? null),
      distinctUntilChanged(),
    );
  let view = wholeQueue;
  const signing = createSignatureConfirmation(api);
  const me = owner.userId;
  const leases = createLeases({ api, alarm, itemOf, me });
  const { drafts } = storage;
  const stored = {
    read: async () => (await drafts.read('claims', z.array(PrescriptionId))) ?? [],
    write: (ids: readonly PrescriptionId[]) => (ids.length > 0 ? drafts.write('claims', ids) : drafts.drop('claims')),
  };
  const claims = createClaims({ ...leases, queue: queue.queue, stored }, scope);
  const reviewQueue = createActor(
    createReviewQueueMachine({
      api: signing.api,
      me,
      drafts,
      leases,
      keeps: (id) => claims.kept$.value.has(id),
      nextFree: ({ after, wanted }) =>
        wanted || settings.current$.value['reviews.opensNext'] !== false
          ? nextFree(inView(queue.queue.value, view, { me, now: now(), hours: hours() }), { after, me, now: now() })
          : null,
    }),
    needs.inspection,
  ).start();
  const leaseOf = (id: PrescriptionId) => {
    const open = reviewIn(reviewQueue.getSnapshot())?.getSnapshot();
    return open && reviewedId(open) === id ? leaseIdOf(open) : null;
  };
  const questions = openAskedQuestions(
    {
      inspection: needs.inspection,
      api,
      drafts: storage.drafts,
      changed$: socket.events('question:changed', staffEvents['question:changed']),
      linked$: socket.current$,
      visible$,
      leaseOf,
      newRequestId: () => RequestId.parse(storage.newId()),
    },
    scope,
  );
  const open$ = new BehaviorSubject<PrescriptionId | null>(null);
  scope.add(reviewQueue.subscribe((snapshot) => open$.next(openPrescription(snapshot)?.id ?? null)));
  const colleagues$ = createReviewerPresence(
    {
      me,
      linked$,
      events$: socket.events('audit:presence', staffEvents['audit:presence']),
      open$,
      tell: (prescriptionId) => void socket.request('audit:reviewing', { prescriptionId }),
    },
    scope,
  );
  scope.add(announceRemovals(queue.queue, reviewQueue));
  scope.add(announceDrops(queue.queue, reviewQueue, owner.userId));
  scope.add(
    socket
      .events('patient:changed')
      .subscribe(({ patientId }) => reviewQueue.send({ type: 'facts.changed', patientId })),
  );
  const checksChanged$ = socket.events('hospital:changed').pipe(filter(({ part }) => part === 'checks'));
  scope.add(
    merge(linkReturns(socket.current$), checksChanged$).subscribe(() =>
      reviewQueue.send({ type: 'facts.changed', patientId: null }),
    ),
  );
  return {
    services: {
      owner,
      queue,
      reviewQueue,
      claims,
      colleagues$,
      waiting$: live(waitingIn(queue.queue), 0, scope),
      lookAt(chosen) {
        view = chosen;
        return () => {
          view = wholeQueue;
        };
      },
      questions,
      leftReviews: openLeftReviews({ drafts, queue: queue.queue, reviewQueue }, scope),
      storageState$: storage.vault.storageState$,
      signing$: signing.request$,
    },
    close() {
      reviewQueue.stop();
      scope.unsubscribe();
    },
  };
}

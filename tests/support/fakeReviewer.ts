import { BehaviorSubject, map, of, Subject, Subscription } from 'rxjs';
import { createActor } from 'xstate';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { Code } from '../../contract/envelope.ts';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import { AccountId, HospitalId, type PrescriptionId, RequestId } from '../../contract/ids.ts';
import type { QuestionChanged } from '../../contract/staffEvents.ts';
import { createReviewQueueMachine } from '../../src/compose/adapters/review.ts';
import { createLeases } from '../../src/compose/adapters/reviewLeases.ts';
import { openAskedQuestions } from '../../src/compose/app/askedQuestions.ts';
import { openLeftReviews } from '../../src/compose/app/leftReviews.ts';
import { announceRemovals, waitingIn } from '../../src/compose/app/reviewerServices.ts';
import type { TabCopy } from '../../src/domain/drafts.ts';
import { inView, wholeQueue } from '../../src/domain/queueView.ts';
import type { ReviewMaterial } from '../../src/domain/review.ts';
import { nextFree } from '../../src/domain/reviewQueue.ts';
import type { NextInput, reviewQueueMachine } from '../../src/machines/reviewQueue.ts';
import type { SearchedDrafts } from '../../src/services/draftBook.ts';
import { createClaims } from '../../src/streams/claims.ts';
import { live } from '../../src/streams/live.ts';
import type { PrescriptionQueue, Removed } from '../../src/streams/prescriptionQueue.ts';
import type { Colleague } from '../../src/streams/reviewerPresence.ts';
import { alarmOf, fakeApp, Refused, startOfTest } from './fakeApp.tsx';
import { rx } from './prescriptionsOf.ts';

const minute = 60_000;
/** The signed-in reviewer. */
export const me = AccountId.parse('20');

type ItemPatch = Partial<Omit<AuditItem, 'id'>> & { readonly waited?: number };

/** A prescription in the queue that has waited this many minutes. */
export function item(id: string, name: string, { waited = 5, ...patch }: ItemPatch = {}): AuditItem {
  const { lines: _, ...brief } = rx(id, name);
  const at = startOfTest - waited * minute;
  return {
    ...brief,
    doctorName: 'Lin Yue',
    submitTime: at,
    createTime: at,
    updateTime: at,
    blockCount: 0,
    warnCount: 0,
    child: false,
    ...patch,
  };
}

/** Drafts that survive a page load. */
export function createMemoryDrafts(): SearchedDrafts & { readonly size: () => number } {
  const kept = new Map<string, unknown>();
  return {
    async read(key, shape) {
      const read = shape.safeParse(kept.get(key));
      return read.success ? read.data : null;
    },
    adopt: () => {},
    write: (key, value) => void kept.set(key, value),
    empty: (key) => void kept.delete(key),
    drop: (key) => void kept.delete(key),
    all: async (shape) =>
      [...kept.values()].flatMap((value) => {
        const read = shape.safeParse(value);
        return read.success ? [read.data] : [];
      }),
    tab: 'this',
    copies: () => new BehaviorSubject<readonly TabCopy[]>([]),
    size: () => kept.size,
  };
}

type Sent = { name: string; input: Record<string, unknown> };

export type FakeReviewer = {
  readonly items?: readonly AuditItem[];
  readonly state?: PrescriptionQueue['state'];
  readonly found?: Partial<ReviewMaterial>;
  /** Lease holders by prescription. */
  readonly leasedBy?: Readonly<Record<string, string>>;
  readonly answers?: object;
  /** Drafts of this reviewer's browser; a second desk with the same ones is a reloaded page. */
  readonly kept?: SearchedDrafts;
  /** Claims that this machine had before the page was loaded. */
  readonly claimed?: readonly string[];
  /** The next prescription opens by itself after a decision. */
  readonly opensNext?: boolean;
  /** Typing rests for this long before a text goes to the platform. */
  readonly saveAfterMs?: number;
  /** Changes the machine of the queue, such as one whose review stays silent. */
  readonly queueAs?: (machine: typeof reviewQueueMachine) => typeof reviewQueueMachine;
};

/** A reviewer with real machines, a queue that the test controls, and a platform that grants leases. */
export function fakeReviewer(given: FakeReviewer = {}) {
  const { items = [], state = 'live', found = {}, leasedBy = {}, answers = {} } = given;
  const {
    kept = createMemoryDrafts(),
    opensNext = false,
    claimed = [],
    saveAfterMs = 1_000,
    queueAs = (one) => one,
  } = given;
  const queueOf = (list: readonly AuditItem[], removed: readonly Removed[] = []): PrescriptionQueue => ({
    items: new Map(list.map((one) => [one.id, one])),
    removed,
    state,
  });
  const queue = new BehaviorSubject(queueOf(items));
  const decided = (id: string) => (queue.value.items.get(id as PrescriptionId) ? { status: 20 } : null);
  const app = fakeApp({
    isAuditor: true,
    answers: {
      claimAudit({ id, version }: { id: string; version: number }) {
        const name = leasedBy[id];
        if (name) throw new Refused(Code.locked, 'held', { holder: { id: '99', name } });
        return { leaseId: `lease-${id}`, leaseUntil: startOfTest + 3 * minute, version };
      },
      auditContext: ({ id }: { id: string }): ReviewMaterial => {
        const one = queue.value.items.get(id as PrescriptionId);
        const whole: Rx = rx(id, one?.patient.name ?? '', { version: one?.version ?? 1 });
        return { rx: whole, record: null, ruleHits: [], past: [], ...found };
      },
      getPatientFacts: () => ({
        patient: rx('1', '').patient,
        current: [],
        ended: [],
        written: [],
      }),
      listReviewQuestions: () => [],
      releaseAudit: () => true,
      saveReviewDraft: () => true,
      approveAudit: ({ id }: { id: string }) => ({ ...decided(id), auditStatus: 2, version: 9 }),
      rejectAudit: ({ id }: { id: string }) => ({ ...decided(id), auditStatus: 3, version: 9 }),
      ...answers,
    },
  });
  const refreshes: PrescriptionQueue[] = [];
  const itemOf = (id: PrescriptionId) => queue.pipe(map((now) => now.items.get(id) ?? null));
  const shared = { api: app.app.api, me };
  const leases = createLeases({ ...shared, alarm: alarmOf(app.now$), itemOf });
  const claims = createClaims(
    { ...leases, queue, stored: { read: async () => claimed as readonly PrescriptionId[], write: () => {} } },
    new Subscription(),
  );
  const keeps = (id: PrescriptionId) => claims.kept$.value.has(id);
  const colleagues$ = new BehaviorSubject<readonly Colleague[] | null>(null);
  let view = wholeQueue;
  const free = ({ after, wanted }: NextInput) =>
    opensNext || wanted
      ? nextFree(inView(queue.value, view, { me, now: app.now$.value, hours: wholeDay }), {
          after,
          me,
          now: app.now$.value,
        })
      : null;
  const machine = createReviewQueueMachine({ ...shared, drafts: kept, leases, keeps, nextFree: free, saveAfterMs });
  const reviewQueue = createActor(queueAs(machine)).start();
  announceRemovals(queue, reviewQueue);
  const questionChanged$ = new Subject<QuestionChanged>();
  const leaseOf = (id: PrescriptionId) => {
    const open = reviewQueue.getSnapshot().children.review?.getSnapshot().context;
    return open?.id === id ? (open.lease?.id ?? null) : null;
  };
  const newRequestId = () => RequestId.parse(crypto.randomUUID());
  const asking = {
    api: app.app.api,
    drafts: kept,
    changed$: questionChanged$,
    leaseOf,
    newRequestId,
    linked$: of(true),
    visible$: of(true),
  };
  app.review$.next({
    questions: openAskedQuestions(asking, new Subscription()),
    leftReviews: openLeftReviews({ drafts: kept, queue, reviewQueue }, new Subscription()),
    owner: { hospitalId: HospitalId.parse('1'), userId: me },
    queue: { queue, refresh: () => void refreshes.push(queue.value) },
    reviewQueue,
    claims,
    colleagues$,
    waiting$: live(waitingIn(queue), 0, new Subscription()),
    lookAt(chosen) {
      view = chosen;
      return () => {
        view = wholeQueue;
      };
    },
    storageState$: new BehaviorSubject('kept' as const),
    signing$: new BehaviorSubject(null),
  });
  return {
    ...app,
    reviewQueue,
    questionChanged$,
    colleagues$,
    /** Number of manual refreshes of the queue. */
    refreshed: () => refreshes.length,
    sent: (name: string) => (app.calls as Sent[]).filter((call) => call.name === name).map(({ input }) => input),
    /** Sets the queue as the platform would after a change. */
    becomes: (list: readonly AuditItem[], removed: readonly Removed[] = []) => queue.next(queueOf(list, removed)),
  };
}

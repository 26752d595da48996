import { BehaviorSubject, filter, type Observable, Subject, type Subscription, take } from 'rxjs';
import type { PrescriptionId } from '../../contract/ids.ts';
import type { ClaimOutcome, LeasedReview, LeaseEvent, ReviewInput } from '../domain/reviewQueue.ts';
import type { Live } from './live.ts';
import type { PrescriptionQueue } from './prescriptionQueue.ts';

/** A claim that was refused or ended; `holderName` is the colleague who has it now, if known. */
export type ClaimRefusal = {
  readonly id: PrescriptionId;
  readonly holderName: string | null;
  readonly message: string;
};

/** Prescriptions that the reviewer has claimed in order to review them one after the other. */
export type Claims = {
  readonly kept$: Live<ReadonlyMap<PrescriptionId, LeasedReview>>;
  /** Claims that ended against the reviewer's will. */
  readonly lost$: Observable<ClaimRefusal>;
  /** Claims each of them; returns those that were refused. */
  claim(wanted: readonly ReviewInput[]): Promise<readonly ClaimRefusal[]>;
  /** False if the platform did not answer, so that the claim lasts until its lease ends. */
  release(which: ReviewInput): Promise<boolean>;
};

type Needs = {
  readonly claim: (which: ReviewInput) => Promise<ClaimOutcome>;
  readonly renewal: (leased: LeasedReview) => Observable<LeaseEvent>;
  readonly release: (leased: LeasedReview) => void;
  readonly queue: Live<PrescriptionQueue>;
  /** The ids of the claims on this machine, so that a reloaded page keeps them. */
  readonly stored: { read(): Promise<readonly PrescriptionId[]>; write(ids: readonly PrescriptionId[]): void };
};

/** Claims prescriptions together and renews them until they are decided, released or lost. */
export function createClaims({ claim, renewal, release, queue, stored }: Needs, scope: Subscription): Claims {
  const kept$ = new BehaviorSubject<ReadonlyMap<PrescriptionId, LeasedReview>>(new Map());
  const lost$ = new Subject<ClaimRefusal>();
  const renewals = new Map<PrescriptionId, Subscription>();

  function set(id: PrescriptionId, leased: LeasedReview | null) {
    const next = new Map(kept$.value);
    if (leased) next.set(id, leased);
    else next.delete(id);
    kept$.next(next);
  }
  function drop(id: PrescriptionId) {
    renewals.get(id)?.unsubscribe();
    renewals.delete(id);
    if (!kept$.value.has(id)) return;
    set(id, null);
    stored.write([...kept$.value.keys()]);
  }
  function keep(leased: LeasedReview) {
    const { id } = leased;
    drop(id);
    set(id, leased);
    stored.write([...kept$.value.keys()]);
    renewals.set(
      id,
      renewal(leased).subscribe((event) => {
        if (event.type === 'lease.renewed') return set(id, { ...leased, lease: event.lease });
        drop(id);
        if (event.type !== 'lease.lost') return;
        const { holderName, message } = event;
        // The platform's refusal without a holder means that this reviewer released it in another tab.
        if (holderName !== null || message === '') lost$.next({ id, holderName, message });
      }),
    );
  }
  /** A claim without an answer counts as refused: the queue shows whether it arrived. */
  async function claimOne(which: ReviewInput): Promise<ClaimRefusal | null> {
    const { id } = which;
    const outcome = await claim(which).catch((): ClaimOutcome => ({ outcome: 'gone', message: '' }));
    if (outcome.outcome === 'leased') {
      keep({ id, version: outcome.version, lease: outcome.lease });
      return null;
    }
    const isTaken = outcome.outcome === 'leasedByAnother';
    return { id, holderName: isTaken ? outcome.name : null, message: isTaken ? '' : outcome.message };
  }
  async function claimAll(wanted: readonly ReviewInput[]) {
    const refused: ClaimRefusal[] = [];
    for (const which of wanted) {
      const refusal = await claimOne(which);
      if (refusal) refused.push(refusal);
    }
    return refused;
  }
  /** A claim of another device is claimed again for its lease; false without an answer of the platform. */
  async function releaseOther(which: ReviewInput): Promise<boolean> {
    const outcome = await claim(which).catch(() => null);
    if (outcome?.outcome === 'leased') release({ ...which, lease: outcome.lease });
    return outcome !== null;
  }
  /** Takes up the claims that this machine had before the page was loaded. */
  async function resume({ items }: PrescriptionQueue) {
    const ids = await stored.read();
    const still = [...items.values()].filter(({ id, holder, decided }) => ids.includes(id) && holder && !decided);
    for (const refusal of await claimAll(still)) if (refusal.holderName !== null) lost$.next(refusal);
  }

  scope.add(
    queue
      .pipe(
        filter(({ state }) => state === 'live'),
        take(1),
      )
      .subscribe((first) => void resume(first)),
  );
  scope.add(
    queue.subscribe(({ items, state }) => {
      if (state !== 'live') return;
      for (const id of kept$.value.keys()) if (!items.has(id) || items.get(id)?.decided) drop(id);
    }),
  );
  scope.add(() => {
    for (const one of renewals.values()) one.unsubscribe();
  });

  return {
    kept$,
    lost$: lost$.asObservable(),
    claim: claimAll,
    async release(which) {
      const leased = kept$.value.get(which.id);
      drop(which.id);
      if (!leased) return releaseOther(which);
      release(leased);
      return true;
    },
  };
}

import { combineLatest, distinctUntilChanged, filter, map, merge, type Observable, type Subscription } from 'rxjs';
import type { AccountId, PrescriptionId } from '../../contract/ids.ts';
import type { AuditorPresence } from '../../contract/staffEvents.ts';
import { type Live, live } from './live.ts';

/** Another reviewer who is connected, and the prescriptions that they have open. */
export type Colleague = AuditorPresence['auditors'][number];

type Needs = {
  readonly me: AccountId;
  /** Whether the platform pushes to this page. */
  readonly linked$: Observable<boolean>;
  readonly events$: Observable<AuditorPresence>;
  /** The prescription that this reviewer has open. */
  readonly open$: Observable<PrescriptionId | null>;
  /** Reports the open prescription to the platform. */
  readonly tell: (open: PrescriptionId | null) => void;
};

/** The other connected reviewers; null while they are unknown. Each new connection reports the open prescription. */
export function createReviewerPresence(
  { me, linked$, events$, open$, tell }: Needs,
  scope: Subscription,
): Live<readonly Colleague[] | null> {
  const isLinked$ = linked$.pipe(distinctUntilChanged());
  scope.add(
    combineLatest([isLinked$, open$.pipe(distinctUntilChanged())]).subscribe(([linked, open]) => {
      if (linked) tell(open);
    }),
  );
  const others$ = merge(
    events$.pipe(map(({ auditors: reviewers }) => reviewers.filter(({ by }) => by.id !== me))),
    isLinked$.pipe(
      filter((linked) => !linked),
      map(() => null),
    ),
  );
  return live(others$, null, scope);
}

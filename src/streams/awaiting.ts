import { distinctUntilChanged, map, merge, type Observable, Subject, type Subscription, scan } from 'rxjs';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { AccountId, OrderId } from '../../contract/ids.ts';
import type { AwaitingChanged } from '../../contract/socket.ts';
import { apart } from '../domain/wait.ts';
import { type Live, live } from './live.ts';
import { freshness, type Refreshed, type RefreshNeeds, refreshOnHint, withLink } from './refreshOnHint.ts';

/** A patient removed from the list by somebody else, with the reason. */
export type Removed = AwaitingChanged & { readonly patientName: string | null };

/** All waiting patients, and this doctor's running consultations. */
export type Awaiting = {
  /** Urgent patients first, then the longest wait. */
  readonly waiting: readonly ConsultOrder[];
  readonly running: readonly ConsultOrder[];
  /** `stale` while the link is down; `failed` if the list could not be loaded. */
  readonly state: 'loading' | 'live' | 'stale' | 'failed';
  readonly loadedAt: number | null;
  /** Patients who left the list, the latest last. */
  readonly removed: readonly Removed[];
};

/** The waiting list for screens. */
export type AwaitingList = { readonly list: Live<Awaiting>; refresh(): void };

type Needs = Omit<RefreshNeeds, 'hints$'> & {
  readonly load: () => Observable<readonly ConsultOrder[]>;
  readonly hints$: Observable<AwaitingChanged>;
  readonly me: AccountId;
  readonly now: () => number;
};

type Change =
  | Refreshed<readonly ConsultOrder[]>
  | { readonly kind: 'hint'; readonly hint: AwaitingChanged }
  | { readonly kind: 'link'; readonly linked: boolean };

type State = Omit<Awaiting, 'state'> & {
  /** Patients who left since the request was made: an answer that still contains them is outdated. */
  readonly left: ReadonlySet<OrderId>;
  readonly linked: boolean;
  readonly failed: boolean;
};

const nobody: ReadonlySet<OrderId> = new Set();
const initial: State = {
  waiting: [],
  running: [],
  loadedAt: null,
  removed: [],
  left: nobody,
  linked: true,
  failed: false,
};
const rememberedRemovals = 5;
const stays: ReadonlySet<AwaitingChanged['change']> = new Set(['added', 'changed']);

function withRemoval(state: State, hint: AwaitingChanged, me: AccountId): State {
  if (stays.has(hint.change)) {
    const back = state.left.has(hint.orderId);
    return back ? { ...state, left: new Set([...state.left].filter((id) => id !== hint.orderId)) } : state;
  }
  const gone = state.waiting.find(({ id }) => id === hint.orderId) ?? null;
  const waiting = state.waiting.filter((order) => order !== gone);
  const running = hint.change === 'ended' ? state.running.filter(({ id }) => id !== hint.orderId) : state.running;
  const removed =
    gone === null || hint.by?.id === me
      ? state.removed
      : [...state.removed, { ...hint, patientName: gone.patient.name }].slice(-rememberedRemovals);
  return { ...state, waiting, running, removed, left: new Set(state.left).add(hint.orderId) };
}

const createReducer =
  ({ me, now }: Pick<Needs, 'me' | 'now'>) =>
  (state: State, change: Change): State => {
    switch (change.kind) {
      case 'requested':
        return state.left === nobody ? state : { ...state, left: nobody };
      case 'loaded': {
        const there = change.value.filter(({ id }) => !state.left.has(id));
        return { ...state, ...apart(there), loadedAt: now(), failed: false };
      }
      case 'failed':
        return { ...state, failed: true };
      case 'hint':
        return withRemoval(state, change.hint, me);
      case 'link':
        return withLink(state, change.linked, state.loadedAt !== null);
    }
  };

const shown = ({ linked, failed, left: _, ...state }: State): Awaiting => ({
  ...state,
  state: freshness({ linked, failed, loaded: state.loadedAt !== null }),
});

/** The list of waiting patients. A pushed removal is shown at once; everything else is pulled. */
export function createAwaitingList({ load, ...needs }: Needs, scope: Subscription): AwaitingList {
  const refresh$ = new Subject<void>();
  const changes$ = merge(
    needs.linked$.pipe(
      distinctUntilChanged(),
      map((linked): Change => ({ kind: 'link', linked })),
    ),
    needs.hints$.pipe(map((hint): Change => ({ kind: 'hint', hint }))),
    refreshOnHint(load, refresh$, needs),
  );
  const list = live(
    changes$.pipe(scan(createReducer(needs), initial), distinctUntilChanged(), map(shown)),
    shown(initial),
    scope,
  );
  return { list, refresh: () => refresh$.next() };
}

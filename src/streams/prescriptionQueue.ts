import {
  distinctUntilChanged,
  EMPTY,
  expand,
  map,
  merge,
  type Observable,
  Subject,
  type Subscription,
  scan,
  tap,
} from 'rxjs';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { PrescriptionId } from '../../contract/ids.ts';
import type { AuditChanged } from '../../contract/staffEvents.ts';
import { type Live, live } from './live.ts';
import { freshness, type Refreshed, type RefreshNeeds, refreshOnHint, withLink } from './refreshOnHint.ts';

/** A prescription that left the queue, with the reason and, if known, the person. */
export type Removed = Extract<AuditChanged, { change: 'removed' }>;

/** Prescriptions that wait for review or are being reviewed. */
export type PrescriptionQueue = {
  readonly items: ReadonlyMap<PrescriptionId, AuditItem>;
  /** The latest removals, the newest last. */
  readonly removed: readonly Removed[];
  readonly state: 'loading' | 'live' | 'stale' | 'failed';
};

/** The review queue for screens. */
export type ReviewQueue = { readonly queue: Live<PrescriptionQueue>; refresh(): void };

/** Where the last pull ended; the next one continues from there. */
export type QueueCursor = { readonly updateTime: number; readonly lastId: number };
export type AuditPage = QueueCursor & { readonly list: readonly AuditItem[]; readonly more: boolean };

type Needs = Omit<RefreshNeeds, 'hints$'> & {
  /** Loads the whole queue, with the cursor for later changes. */
  readonly loadAll: () => Observable<AuditPage>;
  readonly pull: (after: QueueCursor) => Observable<AuditPage>;
  readonly hints$: Observable<AuditChanged>;
  /** Whether a review state belongs in the queue. */
  readonly isOpen: (auditStatus: number) => boolean;
};

type Change =
  | Refreshed<AuditPage>
  | { readonly kind: 'hint'; readonly hint: AuditChanged }
  | { readonly kind: 'link'; readonly linked: boolean };

type State = Omit<PrescriptionQueue, 'state'> & {
  readonly linked: boolean;
  readonly failed: boolean;
  readonly loaded: boolean;
};

const initial: State = { items: new Map(), removed: [], linked: true, failed: false, loaded: false };
const rememberedRemovals = 20;

function merged(state: State, { list, more }: AuditPage, isOpen: Needs['isOpen']): State {
  const items = new Map(state.items);
  for (const item of list) {
    const known = items.get(item.id);
    if (known && known.updateTime > item.updateTime) continue;
    // This item was requested before it was removed.
    if (state.removed.some(({ id, updateTime }) => id === item.id && updateTime >= item.updateTime)) continue;
    if (isOpen(item.auditStatus)) items.set(item.id, item);
    else items.delete(item.id);
  }
  return { ...state, items, failed: false, loaded: state.loaded || !more };
}

function hinted(state: State, hint: AuditChanged): State {
  if (hint.change === 'upsert') return state;
  const known = state.items.get(hint.id);
  if (known === undefined || known.updateTime > hint.updateTime) return state;
  const items = new Map(state.items);
  items.delete(hint.id);
  return { ...state, items, removed: [...state.removed, hint].slice(-rememberedRemovals) };
}

const createReducer =
  (isOpen: Needs['isOpen']) =>
  (state: State, change: Change): State => {
    switch (change.kind) {
      case 'requested':
        return state;
      case 'loaded':
        return merged(state, change.value, isOpen);
      case 'failed':
        return { ...state, failed: true };
      case 'hint':
        return hinted(state, change.hint);
      case 'link':
        return withLink(state, change.linked, state.loaded);
    }
  };

const shown = ({ linked, failed, loaded, ...state }: State): PrescriptionQueue => ({
  ...state,
  state: freshness({ linked, failed, loaded }),
});

/**
 * The review queue: loaded completely once, then updated by cursor. It is live with the last page of the first load,
 * because who alerts of new rows or misses one takes a live queue for the whole. A pushed removal is shown at once with its reason.
 */
export function createPrescriptionQueue({ loadAll, pull, isOpen, ...needs }: Needs, scope: Subscription): ReviewQueue {
  const refresh$ = new Subject<void>();
  let cursor: QueueCursor | null = null;

  const pages$ = (first$: Observable<AuditPage>) =>
    first$.pipe(
      expand((page) => (page.more ? pull(page) : EMPTY)),
      tap(({ updateTime, lastId }) => {
        cursor = { updateTime, lastId };
      }),
    );
  const changes$ = merge(
    needs.linked$.pipe(
      distinctUntilChanged(),
      map((linked): Change => ({ kind: 'link', linked })),
    ),
    needs.hints$.pipe(map((hint): Change => ({ kind: 'hint', hint }))),
    refreshOnHint(() => pages$(cursor === null ? loadAll() : pull(cursor)), refresh$, needs),
  );
  const queue = live(
    changes$.pipe(scan(createReducer(isOpen), initial), distinctUntilChanged(), map(shown)),
    shown(initial),
    scope,
  );
  return { queue, refresh: () => refresh$.next() };
}

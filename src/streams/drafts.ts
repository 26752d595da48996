import { BehaviorSubject, debounceTime, groupBy, mergeMap, type Observable, Subject, type Subscription } from 'rxjs';
import { type Draft, type DraftKey, type DraftNews, laterDraft } from '../domain/drafts.ts';
import type { Live } from './live.ts';

/** Unfinished texts of the signed-in doctor, kept through reload, crash and re-login. */
export type Drafts = {
  /** The draft as it stands, also when another tab writes it; null when there is none. */
  draft<T>(key: DraftKey): Live<Draft<T> | null>;
  /** Kept on this machine within half a second. */
  write(key: DraftKey, value: unknown): void;
  drop(key: DraftKey): void;
  /** Keeps at once what is still waiting: the page is about to go. */
  flush(): void;
  /** This tab's name, to tell own drafts from those another tab wrote. */
  readonly tab: string;
};

type Needs = {
  readonly store: {
    load(key: DraftKey): Promise<Draft | null>;
    keep(key: DraftKey, draft: Draft): void;
    remove(key: DraftKey): void;
  };
  readonly peers: { readonly news$: Observable<DraftNews>; tell(news: DraftNews): void };
  readonly tab: string;
  readonly now: () => number;
  readonly quietMs: number;
};

/** One draft per consultation and kind. Of two tabs that write the same one, the last writer wins. */
export function createDrafts({ store, peers, tab, now, quietMs }: Needs, scope: Subscription): Drafts {
  const drafts = new Map<string, BehaviorSubject<Draft | null>>();
  const unkept = new Map<DraftKey, Draft>();
  const dropped = new Set<DraftKey>();
  const written$ = new Subject<DraftKey>();

  function liveOf(key: string): BehaviorSubject<Draft | null> {
    const known = drafts.get(key);
    if (known) return known;
    const made = new BehaviorSubject<Draft | null>(null);
    drafts.set(key, made);
    return made;
  }

  /** What was kept arrives later than what is typed meanwhile; the later of both stands. */
  async function load(key: DraftKey, into: BehaviorSubject<Draft | null>) {
    const kept = await store.load(key);
    const latest = laterDraft(into.value, kept);
    if (!scope.closed && !dropped.has(key) && latest !== into.value) into.next(latest);
  }

  function keep(key: DraftKey) {
    const draft = unkept.get(key);
    if (draft === undefined) return;
    unkept.delete(key);
    store.keep(key, draft);
    peers.tell({ key, draft });
  }

  const flush = () => {
    for (const key of [...unkept.keys()]) keep(key);
  };

  scope.add(
    written$
      .pipe(
        groupBy((key) => key),
        mergeMap((key$) => key$.pipe(debounceTime(quietMs))),
      )
      .subscribe(keep),
  );
  scope.add(peers.news$.subscribe(({ key, draft }) => drafts.get(key)?.next(draft)));
  scope.add(flush);

  return {
    draft<T>(key: DraftKey) {
      const isNew = !drafts.has(key);
      const found = liveOf(key);
      if (isNew) void load(key, found);
      // Each kind of draft has one writer and one shape, which is checked when a kept one is read.
      return found as Live<Draft | null> as Live<Draft<T> | null>;
    },
    write(key, value) {
      const draft = { value, savedAt: now(), tab };
      liveOf(key).next(draft);
      unkept.set(key, draft);
      written$.next(key);
    },
    drop(key) {
      unkept.delete(key);
      dropped.add(key);
      liveOf(key).next(null);
      store.remove(key);
      peers.tell({ key, draft: null });
    },
    flush,
    tab,
  };
}

import { BehaviorSubject } from 'rxjs';
import { type Draft, type DraftKey, isPerTab } from '../../src/domain/drafts.ts';
import { createTabCopies } from '../../src/services/tabCopies.ts';
import type { Drafts } from '../../src/streams/drafts.ts';

/** In-memory drafts; `writeElsewhere` acts as another tab that is open, `leave` as one that was closed. */
export function fakeDrafts(tab = 'this tab') {
  const open = (copies = createTabCopies(tab)) => ({ draft$: new BehaviorSubject<Draft | null>(null), copies });
  const kept = new Map<DraftKey, ReturnType<typeof open>>();
  let time = 0;
  const of = (key: DraftKey) => {
    const known = kept.get(key) ?? open();
    kept.set(key, known);
    return known;
  };
  function put(key: DraftKey, value: unknown, by: string, from: 'disk' | 'openTab' = 'openTab') {
    const draft = { value, savedAt: ++time, tab: by };
    const { draft$, copies } = of(key);
    if (!isPerTab(key)) return draft$.next(draft);
    if (by === tab) copies.setOwn(draft);
    else copies.merge([draft], from);
    draft$.next(copies.shown());
  }
  const openTabs = new Set<string>();
  const drafts: Drafts = {
    tab,
    isOpenTab: (other) => openTabs.has(other),
    draft: ((key: DraftKey) => of(key).draft$) as Drafts['draft'],
    copies: (key) => of(key).copies.list$,
    write: (key, value) => put(key, value, tab),
    drop(key, upTo) {
      const { draft$, copies } = of(key);
      if (isPerTab(key)) {
        if (upTo) copies.end(upTo);
        else copies.setOwn(null);
        draft$.next(copies.shown());
      } else if (!upTo || !draft$.value || draft$.value.savedAt <= upTo.savedAt) draft$.next(null);
    },
  };
  return {
    ...drafts,
    /** Everything that is stored, by key. */
    all: () => [...kept].map(([key, { draft$ }]) => [key, draft$.value?.value] as const),
    writeElsewhere: (key: DraftKey, value: unknown) => put(key, value, 'another tab'),
    leave: (key: DraftKey, value: unknown) => put(key, value, `closed tab ${time}`, 'disk'),
    /** Another tab shows that it is open. */
    openElsewhere: () => void openTabs.add('another tab'),
  };
}

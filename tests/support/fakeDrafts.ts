import { BehaviorSubject } from 'rxjs';
import type { Draft, DraftKey } from '../../src/domain/drafts.ts';
import type { Drafts } from '../../src/streams/drafts.ts';

/** In-memory drafts; `writeElsewhere` acts as another tab. */
export function fakeDrafts(tab = 'this tab') {
  const kept = new Map<DraftKey, BehaviorSubject<Draft | null>>();
  let time = 0;
  const of = (key: DraftKey) => {
    const known = kept.get(key) ?? new BehaviorSubject<Draft | null>(null);
    kept.set(key, known);
    return known;
  };
  const put = (key: DraftKey, value: unknown, by: string) => of(key).next({ value, savedAt: ++time, tab: by });
  const drafts: Drafts = {
    tab,
    draft: of as Drafts['draft'],
    write: (key, value) => put(key, value, tab),
    drop(key, upTo) {
      const { value } = of(key);
      if (!upTo || !value || value.savedAt <= upTo.savedAt) of(key).next(null);
    },
  };
  return {
    ...drafts,
    /** Everything that is stored, by key. */
    all: () => [...kept].map(([key, { value }]) => [key, value?.value] as const),
    writeElsewhere: (key: DraftKey, value: unknown) => put(key, value, 'another tab'),
  };
}

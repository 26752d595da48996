import { BehaviorSubject } from 'rxjs';
import { type Copy, type Draft, isLater, laterDraft, type TabCopy } from '../domain/drafts.ts';

const nameOf = (copy: Copy) => `${copy.tab} ${copy.savedAt}`;

/** The copies of one draft, one for each tab that wrote it; `tab` is this tab. */
export function createTabCopies(tab: string) {
  const byTab = new Map<string, Draft>();
  const ended = new Set<string>();
  /** Tabs that wrote while this page was open. */
  const open = new Set<string>();
  /** The copy of another tab, often one that was closed, with which this tab went on. */
  let adopted: Copy | null = null;
  const list$ = new BehaviorSubject<readonly TabCopy[]>([]);

  function placeOf(copy: Draft): TabCopy['place'] {
    if (copy.tab === tab || (adopted && nameOf(adopted) === nameOf(copy))) return 'here';
    return open.has(copy.tab) ? 'open' : 'left';
  }
  const latestFirst = () => [...byTab.values()].toSorted((a, b) => b.savedAt - a.savedAt);
  const publish = () => list$.next(latestFirst().map((copy) => ({ ...copy, place: placeOf(copy) })));

  /** Removes a copy, unless its tab has written on since. */
  function end(copy: Copy) {
    ended.add(nameOf(copy));
    const known = byTab.get(copy.tab);
    if (known && !isLater(known, copy)) byTab.delete(copy.tab);
    publish();
  }

  return {
    list$,
    end,
    latestFirst,
    own: () => byTab.get(tab) ?? null,
    /** This tab's copy, or the latest of the others. */
    shown: () => byTab.get(tab) ?? [...byTab.values()].reduce<Draft | null>(laterDraft, null),
    /** Takes copies from the disk, or one that an open tab has just written. */
    merge(copies: readonly Draft[], from: 'disk' | 'openTab') {
      for (const { value, savedAt, tab: by } of copies) {
        if (from === 'openTab') open.add(by);
        const known = byTab.get(by);
        if (ended.has(nameOf({ tab: by, savedAt })) || (known && known.savedAt >= savedAt)) continue;
        byTab.set(by, { value, savedAt, tab: by });
      }
      publish();
    },
    /** This tab goes on with a copy of another one. */
    adopt({ tab: by, savedAt }: Copy) {
      if (by !== tab) adopted = { tab: by, savedAt };
      publish();
    },
    /** Replaces this tab's copy, and with it the one that it went on from; returns the copies that this ends. */
    setOwn(draft: Draft | null): readonly Copy[] {
      const own = byTab.get(tab) ?? null;
      const gone = [...(adopted ? [adopted] : []), ...(own && draft === null ? [own] : [])];
      adopted = null;
      for (const copy of gone) end(copy);
      if (draft) byTab.set(tab, draft);
      publish();
      return gone;
    },
  };
}

export type TabCopies = ReturnType<typeof createTabCopies>;

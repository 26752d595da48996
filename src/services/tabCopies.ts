import { BehaviorSubject } from 'rxjs';
import { type Copy, type Draft, isLater, laterDraft, type TabCopy } from '../domain/drafts.ts';

const nameOf = (copy: Copy) => `${copy.tab} ${copy.savedAt}`;

/**
 * The copies of one draft, one for each tab that wrote it; `tab` is this tab, and `before` names the pages that were in its
 * window before reloads.
 */
export function createTabCopies(tab: string, before: readonly string[] = []) {
  const byTab = new Map<string, Draft>();
  const ended = new Set<string>();
  /** Tabs that wrote while this page was open. */
  const open = new Set<string>();
  /** The copy of another tab, often one that was closed, with which this tab went on. */
  let adopted: Copy | null = null;
  /** The copy that this tab read last. */
  let seen: Draft | null = null;
  const list$ = new BehaviorSubject<readonly TabCopy[]>([]);

  function placeOf(copy: Draft): TabCopy['place'] {
    if (copy.tab === tab || (adopted && nameOf(adopted) === nameOf(copy))) return 'here';
    return open.has(copy.tab) ? 'open' : 'left';
  }
  const latestFirst = () => [...byTab.values()].toSorted((a, b) => b.savedAt - a.savedAt);
  const latestOf = (copies: readonly Draft[]) => copies.reduce<Draft | null>(laterDraft, null);
  function shown(): Draft | null {
    const all = [...byTab.values()];
    const left = all.filter((copy) => !open.has(copy.tab));
    const ownBefore = left.filter((copy) => before.includes(copy.tab));
    return byTab.get(tab) ?? latestOf(ownBefore) ?? latestOf(left) ?? latestOf(all);
  }
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
    /**
     * This tab's copy, or else its window's from before a reload, or else the latest that a closed tab left, or else the
     * latest of another open one.
     */
    shown,
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
    /** This tab has read the copy that it would show; returns it. */
    read(): Draft | null {
      seen = shown();
      return seen;
    },
    /** This tab goes on with the copy that it read, if another tab wrote that. */
    adopt() {
      if (seen && seen.tab !== tab) adopted = { tab: seen.tab, savedAt: seen.savedAt };
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

import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';
import { type Copy, type Draft, type DraftKey, isLater, isPerTab, laterDraft } from '../domain/drafts.ts';
import type { StoreOutcome } from '../domain/outgoing.ts';
import type { TabChannel } from './crossTab.ts';
import { createTabCopies, type TabCopies } from './tabCopies.ts';
import type { Vault } from './vault.ts';
import { withTimeout } from './withTimeout.ts';

const OneDraft = z.object({ value: z.unknown(), savedAt: z.number(), tab: z.string() });
/** `others` are copies of other tabs that nothing has saved yet. */
const StoredDraft = z.extend(OneDraft, { others: z.optional(z.array(OneDraft)) });
type StoredDraft = z.infer<typeof StoredDraft>;

/**
 * A draft change sent to the other tabs of the same person; null means deleted, up to the copy `gone` if it is named.
 * `takenOver` is true if another tab continues the text of that copy, or emptied it, without having sent it.
 */
export const DraftMessage = z.object({
  key: z.string(),
  draft: z.nullable(OneDraft),
  gone: z.optional(z.object({ tab: z.string(), savedAt: z.number(), takenOver: z.optional(z.boolean()) })),
});
type Gone = NonNullable<z.infer<typeof DraftMessage>['gone']>;
export type DraftMessage = z.infer<typeof DraftMessage>;

type Needs = {
  readonly vault: Vault;
  readonly channel: TabChannel<DraftMessage>;
  readonly now: () => number;
  readonly tab: string;
  /** The names that pages had in this window before it was reloaded. */
  readonly before?: readonly string[];
};

type Entry = {
  /** What each tab wrote, where each has its own text. */
  readonly copies: TabCopies;
  readonly draft$: BehaviorSubject<Draft | null>;
  readonly loaded: Promise<void>;
  readonly look: () => Promise<void>;
};

/** Drafts: each change reaches the screen, the other tabs and the disk at once. */
export function createDraftBook({ vault, channel, now, tab, before = [] }: Needs) {
  const open = new Map<DraftKey, Entry>();
  /** The copy up to which a shared draft was sent or deleted here. */
  const dropped = new Map<DraftKey, Copy>();
  const openTabs = new Set<string>();

  function showCopies({ copies, draft$ }: Entry, kept: StoredDraft | null, from: 'disk' | 'openTab') {
    if (kept !== null) copies.merge([kept, ...(kept.others ?? [])], from);
    draft$.next(copies.shown());
  }

  async function saveCopies(key: DraftKey, { copies }: Entry): Promise<void> {
    const [latest, ...others] = copies.latestFirst();
    await (latest === undefined ? vault.remove('draft', key) : vault.put('draft', key, { ...latest, others }));
  }

  const postGone = (key: DraftKey, { tab: by, savedAt }: Copy, takenOver = false) =>
    channel.post({ key, draft: null, gone: { tab: by, savedAt, ...(takenOver ? { takenOver } : {}) } });

  /** Shows, stores and announces that these copies are gone. */
  async function announceGone(key: DraftKey, gone: readonly Copy[], takenOver = false) {
    const entry = entryOf(key);
    for (const copy of gone) postGone(key, copy, takenOver);
    entry.draft$.next(entry.copies.shown());
    await saveCopies(key, entry);
    // Another tab that typed at this moment stores its copy again, which this write may have overtaken.
    for (const copy of gone) postGone(key, copy, takenOver);
  }

  /**
   * Replaces this tab's copy, and with it the one that it went on from. Unless the text was sent, the tab that wrote that
   * one keeps it, where it is still open.
   */
  async function setOwn(key: DraftKey, draft: Draft | null, isSent = false) {
    const gone = entryOf(key).copies.setOwn(draft);
    if (draft) channel.post({ key, draft });
    await announceGone(key, gone, !isSent);
  }

  /** Deletes the copy of one tab, up to what it had written. */
  async function endCopy(key: DraftKey, copy: Copy) {
    entryOf(key).copies.end(copy);
    await announceGone(key, [copy]);
  }

  function entryOf(key: DraftKey): Entry {
    const known = open.get(key);
    if (known) return known;
    const draft$ = new BehaviorSubject<Draft | null>(null);
    const copies = createTabCopies(tab, before);
    const show = (kept: StoredDraft | null) => {
      if (isPerTab(key)) {
        showCopies(entry, kept, 'disk');
        // What this tab wrote before the disk answered would otherwise replace the copies of the others there.
        if (kept !== null && copies.own()) void saveCopies(key, entry);
        return;
      }
      // A draft sent or deleted while it was being read must not come back.
      const end = dropped.get(key);
      if (kept === null || !end || isLater(kept, end)) draft$.next(laterDraft(draft$.value, kept));
    };
    // It runs only after the entry exists, because reading is asynchronous.
    const look = () => vault.read('draft', key, StoredDraft).then(show);
    // Nothing waits for a storage that hangs, but its late answer may still contain the doctor's text.
    const loaded = withTimeout(look()).catch(() => {});
    const entry: Entry = { draft$, loaded, look, copies };
    open.set(key, entry);
    return entry;
  }

  /** Writes on every keystroke. */
  async function save(key: DraftKey): Promise<void> {
    const draft = open.get(key)?.draft$.value ?? null;
    await (draft === null ? vault.remove('draft', key) : vault.put('draft', key, draft));
  }

  /** Takes a shared draft off the screens, up to this copy: what a tab has written later stays. */
  function end(key: DraftKey, upTo?: Copy): Copy {
    const { draft$ } = entryOf(key);
    const { tab: by, savedAt } = upTo ?? draft$.value ?? { tab, savedAt: now() };
    const gone = { tab: by, savedAt };
    dropped.set(key, gone);
    if (draft$.value && !isLater(draft$.value, gone)) draft$.next(null);
    postGone(key, gone);
    return gone;
  }
  function write(key: DraftKey, draft: Draft): void {
    if (isPerTab(key)) {
      void setOwn(key, draft);
      return;
    }
    entryOf(key).draft$.next(draft);
    channel.post({ key, draft });
    void save(key);
  }
  async function drop(key: DraftKey, upTo?: Copy) {
    if (isPerTab(key)) return upTo ? endCopy(key, upTo) : setOwn(key, null, true);
    const gone = end(key, upTo);
    await save(key);
    postGone(key, gone);
  }

  /** Another tab has sent or deleted a draft; what this one has written later is stored again. */
  function hearGone(key: DraftKey, gone: Gone) {
    const entry = entryOf(key);
    const { copies, draft$ } = entry;
    if (isPerTab(key)) {
      const own = copies.own();
      // Another tab continues this tab's text, but this tab still shows it, so both copies are kept.
      if (gone.takenOver && own && gone.tab === tab && !isLater(own, gone))
        return void setOwn(key, { ...own, savedAt: nextTime(key) });
      copies.end(gone);
      draft$.next(copies.shown());
      if (copies.own()) void saveCopies(key, entry);
    } else if (draft$.value && isLater(draft$.value, gone)) {
      if (draft$.value.tab === tab) void save(key);
    } else draft$.next(null);
  }

  /** Later than everything known of this draft, also after the machine's clock was set back. */
  function nextTime(key: DraftKey): number {
    const known = [entryOf(key).draft$.value, dropped.get(key), ...entryOf(key).copies.list$.value];
    return known.reduce((time, copy) => Math.max(time, (copy?.savedAt ?? 0) + 1), now());
  }

  const unsubscribe = channel.listen(({ key: named, draft, gone }) => {
    const key = named as DraftKey;
    if (draft) openTabs.add(draft.tab);
    if (gone) return hearGone(key, gone);
    const entry = entryOf(key);
    if (isPerTab(key)) {
      showCopies(entry, draft, 'openTab');
      // A tab that wrote at the same moment may have stored its own text alone.
      if (draft && entry.copies.own()) void saveCopies(key, entry);
      return;
    }
    const { draft$ } = entry;
    draft$.next(draft === null ? null : laterDraft(draft$.value, draft));
    if (draft$.value === draft) vault.release('draft', key);
  });
  const late = vault.journalApplied$.subscribe(() => {
    for (const { look } of open.values()) void look();
  });
  return {
    tab,
    // A key is always written with the value type that belongs to it.
    draft: <T>(key: DraftKey) => entryOf(key).draft$ as BehaviorSubject<Draft<T> | null>,
    copies: (key: DraftKey) => entryOf(key).copies.list$,
    write: (key: DraftKey, value: unknown) => write(key, { value, savedAt: nextTime(key), tab }),
    /** Whether another open tab has written a draft since this page was opened. */
    isOpenTab: (other: string) => openTabs.has(other),
    /** The person emptied the draft in this tab: another one that shows its own text keeps it. */
    empty(key: DraftKey): void {
      void (isPerTab(key) ? setOwn(key, null) : drop(key));
    },
    /** Deletes a draft that was sent, or only the copy `upTo` if it is given: what was written since stays. */
    drop(key: DraftKey, upTo?: Copy): void {
      void drop(key, upTo);
    },
    /**
     * The draft has become a message: it leaves the screen at once, and it leaves the disk in the transaction in which
     * `keep` writes the message.
     */
    async handOver(key: DraftKey, keep: () => Promise<StoreOutcome>): Promise<StoreOutcome> {
      const gone = end(key);
      const outcome = await keep();
      // The message is sent anyway, so its text must not reappear as a draft from a storage that refused the write.
      // What was typed since may have been deleted by the transaction, so it is stored again, here and in the other tabs.
      if (outcome === 'failed' || entryOf(key).draft$.value) void save(key);
      postGone(key, gone);
      return outcome;
    },
    /** Reading a draft changes nothing: another tab may have written it. Who shows it to go on with it calls `adopt`. */
    async read<T>(key: DraftKey, shape: z.ZodMiniType<T>): Promise<T | null> {
      const { draft$, loaded, copies } = entryOf(key);
      await loaded;
      const draft = isPerTab(key) ? copies.read() : draft$.value;
      const read = shape.safeParse(draft?.value);
      return read.success ? read.data : null;
    },
    /** This tab goes on with the draft that it read: what it writes next replaces it, and what it sends deletes it. */
    adopt(key: DraftKey): void {
      if (isPerTab(key)) entryOf(key).copies.adopt();
    },
    /** The stored drafts of every tab whose value has this shape. */
    async all<T>(shape: z.ZodMiniType<T>): Promise<readonly T[]> {
      const stored = await vault.all('draft', StoredDraft);
      return stored
        .flatMap((latest) => [latest, ...(latest.others ?? [])])
        .flatMap(({ value }) => {
          const read = shape.safeParse(value);
          return read.success ? [read.data] : [];
        });
    },
    close() {
      unsubscribe();
      late.unsubscribe();
    },
  };
}

export type DraftBook = ReturnType<typeof createDraftBook>;

/** Locally stored drafts by key. `read` returns null for a draft that does not match its schema. */
export type DraftStorage = Pick<DraftBook, 'read' | 'adopt' | 'write' | 'empty' | 'drop'>;

/** Drafts of which also those are found whose key nobody names any more. */
export type SearchedDrafts = DraftStorage & Pick<DraftBook, 'all' | 'copies' | 'tab'>;

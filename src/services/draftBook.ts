import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';
import { type Draft, type DraftKey, isPerTab, laterDraft } from '../domain/drafts.ts';
import type { StoreOutcome } from '../domain/outgoing.ts';
import type { TabChannel } from './crossTab.ts';
import type { Vault } from './vault.ts';
import { withTimeout } from './withTimeout.ts';

const OneDraft = z.object({ value: z.unknown(), savedAt: z.number(), tab: z.string() });
/** `others` are copies of other tabs that nothing has saved yet. */
const StoredDraft = z.extend(OneDraft, { others: z.optional(z.array(OneDraft)) });
type StoredDraft = z.infer<typeof StoredDraft>;

/** A draft change sent to the other tabs of the same person; null means deleted, the copy of `gone` alone if it is named. */
export const DraftMessage = z.object({
  key: z.string(),
  draft: z.nullable(OneDraft),
  gone: z.optional(z.object({ tab: z.string(), savedAt: z.number() })),
});
export type DraftMessage = z.infer<typeof DraftMessage>;

type Needs = {
  readonly vault: Vault;
  readonly channel: TabChannel<DraftMessage>;
  readonly now: () => number;
  readonly tab: string;
};

/** A copy of a tab at one moment. */
type Copy = Pick<Draft, 'tab' | 'savedAt'>;

type Entry = {
  /** Copies by tab, where each tab has its own. */
  readonly copies: Map<string, Draft>;
  /** The copy of another tab, often one that was closed, with which this tab went on. */
  adopted: Copy | null;
  readonly draft$: BehaviorSubject<Draft | null>;
  readonly loaded: Promise<void>;
  readonly look: () => Promise<void>;
};

/** Drafts: each change reaches the screen, the other tabs and the disk at once. */
export function createDraftBook({ vault, channel, now, tab }: Needs) {
  const open = new Map<DraftKey, Entry>();
  const dropped = new Set<DraftKey>();

  const ended = (copy: Copy) => `${copy.tab} ${copy.savedAt}`;
  const endedCopies = new Set<string>();

  /** This tab's copy, or the latest of the others. */
  const shownOf = ({ copies }: Entry): Draft | null =>
    copies.get(tab) ?? [...copies.values()].reduce<Draft | null>(laterDraft, null);

  function showCopies(entry: Entry, kept: StoredDraft | null) {
    const stored = kept === null ? [] : [kept, ...(kept.others ?? [])];
    for (const { value, savedAt, tab: by } of stored) {
      const known = entry.copies.get(by);
      if (endedCopies.has(ended({ tab: by, savedAt })) || (known && known.savedAt >= savedAt)) continue;
      entry.copies.set(by, { value, savedAt, tab: by });
    }
    entry.draft$.next(shownOf(entry));
  }

  /** Removes a copy, unless its tab has written on since. */
  function endCopy({ copies }: Entry, copy: Copy) {
    endedCopies.add(ended(copy));
    const known = copies.get(copy.tab);
    if (known && known.savedAt <= copy.savedAt) copies.delete(copy.tab);
  }

  /** Replaces this tab's copy, and with it the one that it went on from. */
  function setOwn(key: DraftKey, draft: Draft | null) {
    const entry = entryOf(key);
    const own = entry.copies.get(tab) ?? null;
    const gone = [...(entry.adopted ? [entry.adopted] : []), ...(own && draft === null ? [own] : [])];
    for (const copy of gone) {
      endCopy(entry, copy);
      channel.post({ key, draft: null, gone: { tab: copy.tab, savedAt: copy.savedAt } });
    }
    entry.adopted = null;
    if (draft) {
      entry.copies.set(tab, draft);
      channel.post({ key, draft });
    }
    entry.draft$.next(shownOf(entry));
    const kept = [...entry.copies.values()].toSorted((a, b) => b.savedAt - a.savedAt);
    const [latest, ...others] = kept;
    void (latest === undefined ? vault.remove('draft', key) : vault.put('draft', key, { ...latest, others }));
  }

  function entryOf(key: DraftKey): Entry {
    const known = open.get(key);
    if (known) return known;
    const draft$ = new BehaviorSubject<Draft | null>(null);
    const copies = new Map<string, Draft>();
    const show = (kept: StoredDraft | null) => {
      if (isPerTab(key)) return showCopies(entry, kept);
      // A draft sent or deleted while it was being read must not come back.
      if (!dropped.has(key)) draft$.next(laterDraft(draft$.value, kept));
    };
    // It runs only after the entry exists, because reading is asynchronous.
    const look = () => vault.read('draft', key, StoredDraft).then(show);
    // Nothing waits for a storage that hangs, but its late answer may still contain the doctor's text.
    const loaded = withTimeout(look()).catch(() => {});
    const entry: Entry = { draft$, loaded, look, copies, adopted: null };
    open.set(key, entry);
    return entry;
  }

  /** Writes on every keystroke. */
  function save(key: DraftKey) {
    const draft = open.get(key)?.draft$.value ?? null;
    void (draft === null ? vault.remove('draft', key) : vault.put('draft', key, draft));
  }

  function show(key: DraftKey, draft: Draft | null) {
    if (draft === null) dropped.add(key);
    entryOf(key).draft$.next(draft);
    channel.post({ key, draft });
  }
  function set(key: DraftKey, draft: Draft | null) {
    if (isPerTab(key)) return setOwn(key, draft);
    show(key, draft);
    save(key);
  }

  const unsubscribe = channel.listen(({ key, draft, gone }) => {
    const entry = entryOf(key as DraftKey);
    if (gone) {
      endCopy(entry, gone);
      return entry.draft$.next(shownOf(entry));
    }
    if (isPerTab(key as DraftKey)) return showCopies(entry, draft);
    const { draft$ } = entry;
    draft$.next(draft === null ? null : laterDraft(draft$.value, draft));
  });
  const late = vault.journalApplied$.subscribe(() => {
    for (const { look } of open.values()) void look();
  });
  return {
    tab,
    // A key is always written with the value type that belongs to it.
    draft: <T>(key: DraftKey) => entryOf(key).draft$ as BehaviorSubject<Draft<T> | null>,
    write: (key: DraftKey, value: unknown) => set(key, { value, savedAt: now(), tab }),
    drop: (key: DraftKey) => set(key, null),
    /**
     * The draft has become a message: it leaves the screen at once, and it leaves the disk in the transaction in which
     * `keep` writes the message.
     */
    async handOver(key: DraftKey, keep: () => Promise<StoreOutcome>): Promise<StoreOutcome> {
      show(key, null);
      const outcome = await keep();
      // The message is sent anyway, so its text must not reappear as a draft from a storage that refused the write.
      if (outcome === 'failed') save(key);
      return outcome;
    },
    async read<T>(key: DraftKey, shape: z.ZodMiniType<T>): Promise<T | null> {
      const entry = entryOf(key);
      const { draft$, loaded } = entry;
      await loaded;
      const found = draft$.value;
      if (isPerTab(key) && found && found.tab !== tab) entry.adopted = { tab: found.tab, savedAt: found.savedAt };
      const read = shape.safeParse(draft$.value?.value);
      return read.success ? read.data : null;
    },
    close() {
      unsubscribe();
      late.unsubscribe();
    },
  };
}

export type DraftBook = ReturnType<typeof createDraftBook>;

/** Locally stored drafts by key. `read` returns null for a draft that does not match its schema. */
export type DraftStorage = Pick<DraftBook, 'read' | 'write' | 'drop'>;

import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';
import { type Draft, type DraftKey, laterDraft } from '../domain/drafts.ts';
import type { StoreOutcome } from '../domain/outgoing.ts';
import type { TabChannel } from './crossTab.ts';
import type { Vault } from './vault.ts';
import { withTimeout } from './withTimeout.ts';

const StoredDraft = z.object({ value: z.unknown(), savedAt: z.number(), tab: z.string() });

/** A draft change sent to the other tabs of the same person; null means deleted. */
export const DraftMessage = z.object({ key: z.string(), draft: z.nullable(StoredDraft) });
export type DraftMessage = z.infer<typeof DraftMessage>;

type Needs = {
  readonly vault: Vault;
  readonly channel: TabChannel<DraftMessage>;
  readonly now: () => number;
  readonly tab: string;
};

type Entry = {
  readonly draft$: BehaviorSubject<Draft | null>;
  readonly loaded: Promise<void>;
  readonly look: () => Promise<void>;
};

/** Drafts: each change reaches the screen, the other tabs and the disk at once. */
export function createDraftBook({ vault, channel, now, tab }: Needs) {
  const open = new Map<DraftKey, Entry>();
  const dropped = new Set<DraftKey>();

  function entryOf(key: DraftKey) {
    const known = open.get(key);
    if (known) return known;
    const draft$ = new BehaviorSubject<Draft | null>(null);
    const show = (kept: Draft | null) => {
      // A draft sent or deleted while it was being read must not come back.
      if (!dropped.has(key)) draft$.next(laterDraft(draft$.value, kept));
    };
    const look = () => vault.read('draft', key, StoredDraft).then(show);
    // Nothing waits for a storage that hangs, but its late answer may still contain the doctor's text.
    const loaded = withTimeout(look()).catch(() => {});
    const entry = { draft$, loaded, look };
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
    show(key, draft);
    save(key);
  }

  const unsubscribe = channel.listen(({ key, draft }) => {
    const { draft$ } = entryOf(key as DraftKey);
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
      const { draft$, loaded } = entryOf(key);
      await loaded;
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

import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';
import { type Draft, type DraftKey, laterDraft } from '../domain/drafts.ts';
import type { TabChannel } from './crossTab.ts';
import type { Vault } from './vault.ts';

const Kept = z.object({ value: z.unknown(), savedAt: z.number(), tab: z.string() });

/** What the tabs of one person tell each other about drafts; null means dropped. */
export const DraftNews = z.object({ key: z.string(), draft: z.nullable(Kept) });
export type DraftNews = z.infer<typeof DraftNews>;

type Needs = {
  readonly vault: Vault;
  readonly channel: TabChannel<DraftNews>;
  readonly now: () => number;
  readonly tab: string;
};

/** Unfinished texts: at once on the screen, in the other tabs and on the disk. */
export function draftBook({ vault, channel, now, tab }: Needs) {
  const open = new Map<DraftKey, { readonly draft$: BehaviorSubject<Draft | null>; readonly loaded: Promise<void> }>();
  const writing = new Set<DraftKey>();
  const behind = new Set<DraftKey>();
  const dropped = new Set<DraftKey>();

  function entryOf(key: DraftKey) {
    const known = open.get(key);
    if (known) return known;
    const draft$ = new BehaviorSubject<Draft | null>(null);
    const loaded = vault.get('draft', key, Kept).then((kept) => {
      // Sent or thrown away while it was being read: it does not come back.
      if (!dropped.has(key)) draft$.next(laterDraft(draft$.value, kept));
    });
    const entry = { draft$, loaded };
    open.set(key, entry);
    return entry;
  }

  /** Written as it is typed, the next time as soon as the last writing is done: a reload loses no more than a key. */
  async function save(key: DraftKey) {
    if (writing.has(key)) return void behind.add(key);
    writing.add(key);
    do {
      behind.delete(key);
      const draft = open.get(key)?.draft$.value ?? null;
      await (draft === null ? vault.remove('draft', key) : vault.put('draft', key, draft));
    } while (behind.has(key));
    writing.delete(key);
  }

  function set(key: DraftKey, draft: Draft | null) {
    if (draft === null) dropped.add(key);
    entryOf(key).draft$.next(draft);
    channel.post({ key, draft });
    void save(key);
  }

  const deaf = channel.listen(({ key, draft }) => {
    const { draft$ } = entryOf(key as DraftKey);
    draft$.next(draft === null ? null : laterDraft(draft$.value, draft));
  });
  return {
    tab,
    // What is kept under a key is what was written under it.
    draft: <T>(key: DraftKey) => entryOf(key).draft$ as BehaviorSubject<Draft<T> | null>,
    write: (key: DraftKey, value: unknown) => set(key, { value, savedAt: now(), tab }),
    drop: (key: DraftKey) => set(key, null),
    async read<T>(key: DraftKey, shape: z.ZodMiniType<T>): Promise<T | null> {
      const { draft$, loaded } = entryOf(key);
      await loaded;
      const read = shape.safeParse(draft$.value?.value);
      return read.success ? read.data : null;
    },
    close: deaf,
  };
}

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
  /** The page may be gone in a moment: everything is written now. */
  readonly page: EventTarget;
};

const writeAfterMs = 300;

/** Unfinished texts: at once on the screen and in the other tabs, on the disk within half a second. */
export function draftBook({ vault, channel, now, tab, page }: Needs) {
  const open = new Map<DraftKey, { readonly draft$: BehaviorSubject<Draft | null>; readonly loaded: Promise<void> }>();
  const waiting = new Map<DraftKey, ReturnType<typeof setTimeout>>();

  function entryOf(key: DraftKey) {
    const known = open.get(key);
    if (known) return known;
    const draft$ = new BehaviorSubject<Draft | null>(null);
    const loaded = vault.get('draft', key, Kept).then((kept) => draft$.next(laterDraft(draft$.value, kept)));
    const entry = { draft$, loaded };
    open.set(key, entry);
    return entry;
  }

  function save(key: DraftKey) {
    clearTimeout(waiting.get(key));
    waiting.delete(key);
    const draft = open.get(key)?.draft$.value ?? null;
    void (draft === null ? vault.remove('draft', key) : vault.put('draft', key, draft));
  }

  function set(key: DraftKey, draft: Draft | null) {
    entryOf(key).draft$.next(draft);
    channel.post({ key, draft });
    clearTimeout(waiting.get(key));
    waiting.set(
      key,
      setTimeout(() => save(key), draft === null ? 0 : writeAfterMs),
    );
  }

  const flush = () => {
    for (const key of [...waiting.keys()]) save(key);
  };
  const deaf = channel.listen(({ key, draft }) => {
    const { draft$ } = entryOf(key as DraftKey);
    draft$.next(draft === null ? null : laterDraft(draft$.value, draft));
  });
  page.addEventListener('pagehide', flush);
  page.addEventListener('visibilitychange', flush);

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
    close() {
      flush();
      deaf();
      page.removeEventListener('pagehide', flush);
      page.removeEventListener('visibilitychange', flush);
    },
  };
}

export type DraftBook = ReturnType<typeof draftBook>;

import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';
import { formDraftKey } from '../domain/drafts.ts';
import type { DraftStorage } from './draftBook.ts';

/** The wrapper keeps what is typed from being taken for a draft of another kind. */
const Stored = z.object({ form: z.unknown() });

/** Drafts of forms. A form may be on the screen before the person's storage is open; `opened` takes that. */
export function createFormDrafts() {
  let opened: (drafts: DraftStorage) => void = () => {};
  const storage = new Promise<DraftStorage>((resolve) => {
    opened = resolve;
  });
  const open = new Map<string, BehaviorSubject<unknown>>();
  /** Forms that were typed in here, which a late answer of the storage must not change. */
  const changed = new Set<string>();

  async function restore(name: string, typed$: BehaviorSubject<unknown>) {
    const drafts = await storage;
    const stored = await drafts.read(formDraftKey(name), Stored);
    if (changed.has(name) || !stored) return;
    drafts.adopt(formDraftKey(name));
    typed$.next(stored.form);
  }
  async function store(name: string) {
    const drafts = await storage;
    const typed = open.get(name)?.value ?? null;
    // Another window that shows the same form keeps what was typed there.
    if (typed === null) drafts.empty(formDraftKey(name));
    else drafts.write(formDraftKey(name), { form: typed } satisfies z.infer<typeof Stored>);
  }
  function at(name: string): BehaviorSubject<unknown> {
    const known = open.get(name);
    if (known) return known;
    const typed$ = new BehaviorSubject<unknown>(null);
    open.set(name, typed$);
    void restore(name, typed$);
    return typed$;
  }
  return {
    opened,
    at,
    keep(name: string, typed: unknown): void {
      changed.add(name);
      at(name).next(typed);
      void store(name);
    },
  };
}

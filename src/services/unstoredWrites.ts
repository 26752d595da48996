import { type Change, keyOf } from './writeQueue.ts';

/** A key and its new value; without a value the key is deleted. */
export type Write = Pick<Change, 'kind' | 'id'> & { readonly value?: unknown };

/** A write that failed, with those of its transaction, and their sealed form if they came that far. */
export type FailedWrite = { readonly writes: readonly Write[]; readonly sealed: readonly Change[] };

type Needs = {
  /** Stores the writes of one transaction; fails like the first time or reports that they are stored. */
  readonly store: (writes: readonly Write[]) => Promise<void>;
  /** Whether a later write of this key is under way. */
  readonly isBusy: (key: string) => boolean;
  /** Opens the storage anew; rejects if that fails. */
  readonly reopen: () => Promise<unknown>;
  /** Whether the storage is still known to fail. */
  readonly isFailing: () => boolean;
};

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** A layout of panes and what only has to be deleted are worth no question when the page closes. */
const isTyped = ({ writes: [first] }: FailedWrite) => first?.value !== undefined && first.kind !== 'desk';

/** The data of a file is worth nothing in a journal, which has no room for its bytes. */
const fitsJournal = ({ kind, sealed }: Change) => sealed === null || (kind !== 'upload' && kind !== 'uploadBytes');

/** Values that only this page has, because the storage refused them. They are written again with growing pauses. */
export function createUnstoredWrites({ store, isBusy, reopen, isFailing }: Needs) {
  const failed = new Map<string, FailedWrite>();
  /** The latest request of each key; one that has been replaced does not come back when it fails late. */
  const latest = new Map<string, readonly Write[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  let closed = false;

  async function storeAll() {
    await reopen();
    for (const [key, { writes }] of [...failed]) if (!isBusy(key)) await store(writes);
  }
  async function tryAgain() {
    timer = undefined;
    // What fails again is noted and logged where it fails.
    await storeAll().catch(() => {});
    pauseMs = isFailing() ? Math.min(longestPauseMs, 2 * pauseMs) : firstPauseMs;
    plan();
  }
  function plan() {
    if (timer === undefined && !closed && isFailing()) timer = setTimeout(() => void tryAgain(), pauseMs);
  }

  return {
    plan,
    /** Notes a request; it replaces its keys wherever they came along with another, as the draft of a message does. */
    begin(requested: readonly Write[]) {
      const keys = requested.map(keyOf);
      for (const key of keys) latest.set(key, requested);
      for (const [main, { writes, sealed }] of failed) {
        const isCurrent = (one: Pick<Change, 'kind' | 'id'>) => keyOf(one) === main || !keys.includes(keyOf(one));
        failed.set(main, { writes: writes.filter(isCurrent), sealed: sealed.filter(isCurrent) });
      }
    },
    /** Notes that a request has failed. */
    add(writes: readonly Write[], sealed: readonly Change[]) {
      const isCurrent = (one: Pick<Change, 'kind' | 'id'>) => latest.get(keyOf(one)) === writes;
      const [first] = writes;
      if (first && isCurrent(first))
        failed.set(keyOf(first), { writes: writes.filter(isCurrent), sealed: sealed.filter(isCurrent) });
    },
    /** The key is stored, deleted, or was replaced by another tab. */
    forget: (key: string) => failed.delete(key),
    isEmpty: () => failed.size === 0,
    /** Whether something a person has typed or attached would be lost with this page. */
    hasTyped: () => [...failed.values()].some(isTyped),
    sealed: (): readonly Change[] => [...failed.values()].flatMap(({ sealed }) => sealed.filter(fitsJournal)),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

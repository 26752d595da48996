import type { Sealed } from './sealed.ts';

/** Kinds of values in the vault. `desk` is the name under which browsers keep the layout of the panes. */
export const kinds = ['outgoing', 'draft', 'desk', 'upload', 'uploadBytes'] as const;
export type Kind = (typeof kinds)[number];

/** The new value of one key; null deletes it. */
export type Change = { readonly kind: Kind; readonly id: string; readonly sealed: Sealed | null };

/** Changes that are written in one transaction. `changes` is null until all of them are sealed. */
export type QueuedWrite = {
  readonly order: number;
  readonly keys: readonly string[];
  changes: readonly Change[] | null;
};

export const keyOf = ({ kind, id }: Pick<Change, 'kind' | 'id'>) => `${kind}|${id}`;

/**
 * The writes that are not on the disk yet. Sealing is asynchronous and may finish in another order than the writes were
 * made in; per key the latest write wins.
 */
export function createWriteQueue() {
  let count = 0;
  const open = new Set<QueuedWrite>();
  /** Order of the latest write passed to storage, by key. */
  const latestOrder = new Map<string, number>();
  let waiting: (() => void)[] = [];
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const notify = () => {
    const notified = waiting;
    waiting = [];
    for (const resolve of notified) resolve();
  };
  const openWrites = (key: string) => [...open].filter(({ keys }) => keys.includes(key));

  return {
    add(keys: readonly string[]): QueuedWrite {
      count += 1;
      const write: QueuedWrite = { order: count, keys, changes: null };
      open.add(write);
      return write;
    },
    sealed(write: QueuedWrite, changes: readonly Change[]) {
      write.changes = changes;
      notify();
    },
    /**
     * Waits until the previous version of a text is written, so that fast typing does not pile up writes. False once a
     * newer version is sealed, which makes this one unnecessary. Writes of several keys never wait.
     */
    async turn({ order, keys }: QueuedWrite): Promise<boolean> {
      const [key = ''] = keys;
      const versions = () => openWrites(key).filter((one) => one.keys.length === 1);
      const before = versions().find((one) => one.order < order && latestOrder.get(key) === one.order);
      if (keys.length > 1 || !before) return true;
      const isSuperseded = () => versions().some((one) => one.order > order && one.changes !== null);
      await until(() => isSuperseded() || !open.has(before));
      return !isSuperseded();
    },
    /** Changes that are still the latest for their key. */
    latest({ order, changes }: QueuedWrite): readonly Change[] {
      const current = (changes ?? []).filter((change) => (latestOrder.get(keyOf(change)) ?? 0) < order);
      for (const change of current) latestOrder.set(keyOf(change), order);
      return current;
    },
    end(write: QueuedWrite) {
      open.delete(write);
      for (const key of write.keys) if (openWrites(key).length === 0) latestOrder.delete(key);
      notify();
    },
    /** What would be lost if the page closed now: the latest sealed change of each key. */
    unfinished(): readonly Change[] {
      const changes = [...open].flatMap((write) => write.changes ?? []);
      return [...new Map(changes.map((change) => [keyOf(change), change])).values()];
    },
    /** Whether a write of this key is not finished. */
    isOpen: (key: string): boolean => openWrites(key).length > 0,
    idle: () => until(() => open.size === 0),
  };
}

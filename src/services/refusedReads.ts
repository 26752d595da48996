type RefusedRead = {
  readonly key: string;
  tries: number;
  readonly repeat: () => Promise<void>;
  readonly giveUp: () => void;
};

/** A read, and its result if the value is damaged. */
type Reading<T> = {
  readonly key: string;
  readonly work: () => Promise<T>;
  readonly missing: T;
  /** The storage has refused it for the first time. */
  readonly refused: (cause: unknown) => void;
};

/** After this many tries a value is taken for damaged, if the storage gives others back. */
const mostTries = 3;

/** Whether the browser allows this page no storage at all, so that nothing is stored that could be read later. */
const isForbidden = (cause: unknown) => cause instanceof DOMException && cause.name === 'SecurityError';

type Needs = {
  /** Reads something that is never damaged; fails while the storage gives nothing back. */
  readonly probe: () => Promise<unknown>;
  /** The storage has begun to refuse a read, or has answered all of them. */
  readonly changed: () => void;
};

/**
 * Reads that the storage refused. They are repeated until it answers, as if it were only slow, so that nobody takes a
 * value that cannot be read now for one that is missing.
 */
export function createRefusedReads({ probe, changed }: Needs) {
  const refused = new Set<RefusedRead>();

  async function repeatOne(one: RefusedRead, canRead: boolean) {
    try {
      await one.repeat();
    } catch {
      if (!canRead) return;
      one.tries += 1;
      if (one.tries < mostTries) return;
      one.giveUp();
    }
    refused.delete(one);
  }

  return {
    isEmpty: () => refused.size === 0,
    /** Whether the stored value of this key is not known yet. */
    has: (key: string) => [...refused].some((one) => one.key === key),
    /** Resolves once the storage answers, and with `missing` if the value is damaged. */
    async read<T>({ key, work, missing, refused: noteRefused }: Reading<T>): Promise<T> {
      try {
        return await work();
      } catch (cause) {
        noteRefused(cause);
        if (isForbidden(cause)) return missing;
        return new Promise<T>((resolve) => {
          const repeat = async () => resolve(await work());
          refused.add({ key, tries: 1, repeat, giveUp: () => resolve(missing) });
          changed();
        });
      }
    },
    async repeat(): Promise<void> {
      if (refused.size === 0) return;
      const canRead = await probe().then(
        () => true,
        () => false,
      );
      await Promise.all([...refused].map((one) => repeatOne(one, canRead)));
      changed();
    },
  };
}

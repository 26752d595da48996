import { BehaviorSubject, catchError, defer, map, type Observable, of, type Subscription } from 'rxjs';
import type { Answer, Failure } from '../../contract/operation.ts';
import type { Live } from './live.ts';

/** Something read from the platform: what is known of it, and whether a newer answer is on its way. */
export type Reading<T> = {
  readonly data: T | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  readonly loadedAt: number | null;
};

/** Answers kept by key, so that opening the same thing again shows it at once. */
export type Resource<Input, T> = {
  /** The latest answer; it is asked for when there is none, or when it is older than `staleMs`. */
  get(input: Input): Live<Reading<T>>;
  /** Asks again now. */
  refresh(input: Input): void;
  /** Something changed it: whoever looks gets a new answer, others ask again when they look. */
  invalidate(input: Input): void;
};

type Needs<Input, T> = {
  readonly key: (input: Input) => string;
  readonly load: (input: Input) => Observable<Answer<T>>;
  readonly staleMs: number;
  readonly now: () => number;
  /** How many answers are kept; the one not looked at for longest goes first. */
  readonly keep: number;
};

const unread = { data: null, failure: null, loading: false, loadedAt: null } as const;

type Entry<Input, T> = {
  readonly input: Input;
  readonly reading: BehaviorSubject<Reading<T>>;
  asked: Subscription | null;
};

const failedAnswer = (cause: unknown): Answer<never> => ({
  ok: false,
  failure: { kind: 'network', code: null, message: cause instanceof Error ? cause.message : '', data: null },
});

/** Cached reads of one kind. A failed answer keeps what was known before it. */
export function createResource<Input, T>(needs: Needs<Input, T>, scope: Subscription): Resource<Input, T> {
  const { key, load, staleMs, now, keep } = needs;
  const entries = new Map<string, Entry<Input, T>>();

  function ask(entry: Entry<Input, T>) {
    entry.asked?.unsubscribe();
    entry.reading.next({ ...entry.reading.value, loading: true });
    entry.asked = defer(() => load(entry.input))
      .pipe(
        catchError((cause: unknown) => of(failedAnswer(cause))),
        map(
          (answer): Reading<T> =>
            answer.ok
              ? { data: answer.data, failure: null, loading: false, loadedAt: now() }
              : { ...entry.reading.value, failure: answer.failure, loading: false },
        ),
      )
      .subscribe((reading) => entry.reading.next(reading));
  }

  const isStale = ({ reading: { value } }: Entry<Input, T>) =>
    !value.loading && (value.loadedAt === null || now() - value.loadedAt >= staleMs);

  /** Moves an entry to the end of the map, and lets go of those at its front that nobody looks at. */
  function used(name: string, entry: Entry<Input, T>) {
    entries.delete(name);
    entries.set(name, entry);
    for (const [old, { reading, asked }] of entries) {
      if (entries.size <= keep) return;
      if (reading.observed || old === name) continue;
      asked?.unsubscribe();
      entries.delete(old);
    }
  }

  function entryOf(input: Input): Entry<Input, T> {
    const name = key(input);
    const entry = entries.get(name) ?? { input, reading: new BehaviorSubject<Reading<T>>(unread), asked: null };
    used(name, entry);
    return entry;
  }

  scope.add(() => {
    for (const { asked } of entries.values()) asked?.unsubscribe();
    entries.clear();
  });

  return {
    get(input) {
      const entry = entryOf(input);
      if (isStale(entry)) ask(entry);
      return entry.reading;
    },
    refresh: (input) => ask(entryOf(input)),
    invalidate(input) {
      const entry = entries.get(key(input));
      if (entry === undefined) return;
      if (entry.reading.observed) ask(entry);
      else entry.reading.next({ ...entry.reading.value, loadedAt: null });
    },
  };
}

import { isWithin } from '../db/elapsed.ts';

/** Resolves to true when this part can serve; false or an exception when it cannot. */
type Check = () => boolean | Promise<boolean>;

const waitMs = 2_000;

function answersInTime(check: Check): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), waitMs).unref();
  });
  return Promise.race([Promise.resolve().then(check), timeout]);
}

/** How long a result in the background counts, so that probes cost the checked part nothing. */
const recheckMs = 10_000;

/** Repeats a check in the background when its result is asked for; the part counts as working until a check fails. */
function inBackground(check: () => Promise<boolean>, now: () => number): () => boolean {
  let [works, isRunning] = [true, false];
  let checkedAt: number | null = null;
  return () => {
    if (!isRunning && (checkedAt === null || !isWithin(now(), checkedAt, recheckMs))) {
      isRunning = true;
      void check().then((result) => {
        [works, isRunning, checkedAt] = [result, false, now()];
      });
    }
    return works;
  };
}

/** How long the result of a probe counts, so that however many ask it is made about once a second. */
const reuseMs = 1_000;

/** Repeats a result for a while; callers meanwhile wait for the same one. */
function reused(check: () => Promise<boolean>, now: () => number): () => Promise<boolean> {
  let last: { result: Promise<boolean>; endedAt: number | null } | null = null;
  return () => {
    if (last !== null && (last.endedAt === null || isWithin(now(), last.endedAt, reuseMs))) return last.result;
    const running = { result: check(), endedAt: null as number | null };
    last = running;
    void running.result.then(() => {
      running.endedAt = now();
    });
    return running.result;
  };
}

/** What the platform needs to serve: each part adds its check under the name that operators read. */
export function createReadiness(now: () => number, onFault: (name: string, cause: unknown) => void) {
  const checks = new Map<string, () => Promise<boolean>>();
  const watched = new Map<string, () => boolean>();

  async function isReady([name, check]: [string, Check]): Promise<boolean> {
    try {
      return await answersInTime(check);
    } catch (cause) {
      onFault(name, cause);
      return false;
    }
  }

  return {
    /** Adds a part without which the process must get no requests. It is asked each time. */
    add(name: string, check: Check): void {
      checks.set(name, () => isReady([name, check]));
    },
    /** Adds a part whose check costs something: its result is reused for a second. */
    probe(name: string, check: Check): void {
      checks.set(
        name,
        reused(() => isReady([name, check]), now),
      );
    },
    /** Adds a part without which the platform still serves, with less. */
    watch(name: string, check: Check): void {
      watched.set(
        name,
        inBackground(() => isReady([name, check]), now),
      );
    },
    /** The names of the watched parts that do not work, as of their last check. */
    degraded: (): string[] => [...watched].flatMap(([name, works]) => (works() ? [] : [name])),
    /** The watched parts, and whether each works. */
    watched: (): [string, boolean][] => [...watched].map(([name, works]) => [name, works()]),
    /** The names of the parts that cannot serve. */
    async failing(): Promise<string[]> {
      const all = await Promise.all([...checks].map(async ([name, isReady]) => ({ name, isReady: await isReady() })));
      return all.flatMap(({ name, isReady }) => (isReady ? [] : [name]));
    },
  };
}

export type Readiness = ReturnType<typeof createReadiness>;

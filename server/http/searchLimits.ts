import { Code } from '../../contract/envelope.ts';
import { pageAudit } from '../../contract/extension/audit.ts';
import { pageOrders } from '../../contract/extension/consult.ts';
import { awaitList } from '../../contract/http/consult.ts';
import { pageDiseases } from '../../contract/http/disease.ts';
import { searchDrugs } from '../../contract/http/drugs.ts';
import { listPrescriptions } from '../../contract/http/prescription.ts';
import type { Operation } from '../../contract/operation.ts';
import { type Outcome, refused } from '../db/outcome.ts';

type Limits = {
  /** Searches that run at the same time, of all people. */
  maxRunning: number;
  maxPerPerson: number;
  /** Searches of one person that wait to start; more are refused. */
  maxWaiting: number;
};

type Waiting = { person: string; start: () => void };

/** Limits how many searches run at the same time, per person and in total. Waiting searches start in order of arrival. */
export function createFairLimiter({ maxRunning, maxPerPerson, maxWaiting }: Limits) {
  const queue: Waiting[] = [];
  const running = new Map<string, number>();
  const runningOf = (person: string) => running.get(person) ?? 0;
  const mayStart = ({ person }: Waiting) => runningOf(person) < maxPerPerson;

  function startNext(): void {
    const sum = [...running.values()].reduce((all, one) => all + one, 0);
    const at = sum < maxRunning ? queue.findIndex(mayStart) : -1;
    if (at < 0) return;
    for (const next of queue.splice(at, 1)) {
      running.set(next.person, runningOf(next.person) + 1);
      next.start();
    }
    startNext();
  }

  function release(person: string): void {
    const left = runningOf(person) - 1;
    if (left > 0) running.set(person, left);
    else running.delete(person);
    startNext();
  }

  /** Resolves to true when this search may start, and to false when `signal` aborts. */
  const waitForStart = (person: string, signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const stop = () => {
        queue.splice(queue.indexOf(waiting), 1);
        resolve(false);
      };
      const start = () => {
        signal.removeEventListener('abort', stop);
        resolve(true);
      };
      const waiting = { person, start };
      queue.push(waiting);
      signal.addEventListener('abort', stop);
      startNext();
    });

  return async <T>(person: string, signal: AbortSignal, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const ownWaiting = queue.filter((one) => one.person === person).length;
    if (signal.aborted || ownWaiting >= maxWaiting) return refused(Code.tooManyRequests);
    if (!(await waitForStart(person, signal))) return refused(Code.tooManyRequests);
    try {
      return await work();
    } finally {
      release(person);
    }
  };
}

/** Calls that search names in memory, and calls that read many rows of the database when a keyword is given. */
const nameSearches = new Set<Operation>([searchDrugs, pageDiseases]);
const rowSearches = new Set<Operation>([awaitList, pageOrders, listPrescriptions, pageAudit]);

const hasKeyword = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'keyword' in input &&
  typeof input.keyword === 'string' &&
  input.keyword.trim() !== '';

/**
 * Limits the searches of each person, so that one person's typing does not delay others. A search that its client gives up
 * while it waits never reaches the database. The embedded database runs one statement at a time, so only two searches that
 * read many rows run at once.
 */
export function createSearchLimits() {
  const names = createFairLimiter({ maxRunning: Number.POSITIVE_INFINITY, maxPerPerson: 2, maxWaiting: 16 });
  const rows = createFairLimiter({ maxRunning: 2, maxPerPerson: 1, maxWaiting: 16 });

  return <T>(
    operation: Operation,
    { input, person, signal }: { input: unknown; person: string | null; signal: () => AbortSignal },
    work: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    if (person === null) return work();
    if (nameSearches.has(operation)) return names(person, signal(), work);
    return rowSearches.has(operation) && hasKeyword(input) ? rows(person, signal(), work) : work();
  };
}

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
  /** Searches under way for all persons together. */
  inAll: number;
  perPerson: number;
  /** Searches of one person that wait for their turn; more are refused. */
  waiting: number;
};

type Waiting = { person: string; start: () => void };

/** Lets searches begin in the order in which they came, only so many of one person and of all at once. */
export function createTurns({ inAll, perPerson, waiting: mostWaiting }: Limits) {
  const queue: Waiting[] = [];
  const running = new Map<string, number>();
  const runningOf = (person: string) => running.get(person) ?? 0;
  const mayStart = ({ person }: Waiting) => runningOf(person) < perPerson;

  function startNext(): void {
    const sum = [...running.values()].reduce((all, one) => all + one, 0);
    const at = sum < inAll ? queue.findIndex(mayStart) : -1;
    if (at < 0) return;
    for (const next of queue.splice(at, 1)) {
      running.set(next.person, runningOf(next.person) + 1);
      next.start();
    }
    startNext();
  }

  function leave(person: string): void {
    const left = runningOf(person) - 1;
    if (left > 0) running.set(person, left);
    else running.delete(person);
    startNext();
  }

  /** True once it is this search's turn; false when nobody waits for its answer any more. */
  const turn = (person: string, gone: AbortSignal) =>
    new Promise<boolean>((begin) => {
      const stop = () => {
        queue.splice(queue.indexOf(waiting), 1);
        begin(false);
      };
      const start = () => {
        gone.removeEventListener('abort', stop);
        begin(true);
      };
      const waiting = { person, start };
      queue.push(waiting);
      gone.addEventListener('abort', stop);
      startNext();
    });

  return async <T>(person: string, gone: AbortSignal, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const ownWaiting = queue.filter((one) => one.person === person).length;
    if (gone.aborted || ownWaiting >= mostWaiting) return refused(Code.tooManyRequests);
    if (!(await turn(person, gone))) return refused(Code.tooManyRequests);
    try {
      return await work();
    } finally {
      leave(person);
    }
  };
}

/** Calls that search names in memory, and calls that read many rows of the database where a keyword is given. */
const nameSearches = new Set<Operation>([searchDrugs, pageDiseases]);
const rowSearches = new Set<Operation>([awaitList, pageOrders, listPrescriptions, pageAudit]);

const hasKeyword = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'keyword' in input &&
  typeof input.keyword === 'string' &&
  input.keyword.trim() !== '';

/**
 * Bounds the searches of each person, so that nobody's typing keeps others waiting. A search that is given up while it
 * waits never reaches the database. The embedded database answers one statement after the other, so of those that read
 * many rows only two are under way at once.
 */
export function createSearchTurns() {
  const names = createTurns({ inAll: Number.POSITIVE_INFINITY, perPerson: 2, waiting: 16 });
  const rows = createTurns({ inAll: 2, perPerson: 1, waiting: 16 });

  return <T>(
    operation: Operation,
    { input, person, gone }: { input: unknown; person: string | null; gone: () => AbortSignal },
    work: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    if (person === null) return work();
    if (nameSearches.has(operation)) return names(person, gone(), work);
    return rowSearches.has(operation) && hasKeyword(input) ? rows(person, gone(), work) : work();
  };
}

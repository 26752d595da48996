import { type Log, nameOfStatement } from '../log.ts';
import { inSpan, type Tracing } from './tracing.ts';

/** Runs a statement and observes it. */
export type WatchStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>;

const maxLength = 2_000;

/** The text of a statement. Values are sent beside it; a quoted one would be a constant of our own, and is left out as well. */
export const withoutValues = (text: string): string => text.replace(/'(?:[^']|'')*'/g, "'?'").slice(0, maxLength);

/** Observes statements by spans if tracing is on, and in the log at level `debug`; null if neither is wanted. */
export function createStatementWatch(log: Log, isDebug: boolean, tracing: Tracing | null): WatchStatement | null {
  if (tracing === null && !isDebug) return null;

  const traced: WatchStatement = (text, run) => {
    if (tracing === null) return run();
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) };
    return inSpan(tracing, { name: nameOfStatement(text), kind: 'client', attributes }, run);
  };
  return async (text, run) => {
    const start = performance.now();
    try {
      return await traced(text, run);
    } finally {
      log.debug('statement', { statement: nameOfStatement(text), ms: Math.round(performance.now() - start) });
    }
  };
}

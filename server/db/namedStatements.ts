import { hash } from 'node:crypto';
import pg from 'pg';

type Config = { text: string };

/** More are not told apart, and longer ones are lists of values that are seldom asked twice. */
const mostKnown = 300;
const longestKnown = 5_000;
/** A plan is made for the tables as they were; tables grow, so no connection, and no plan with it, is older. */
export const planSeconds = 60;

/** What a server says who knows another client's statements, as poolers in front of it do. */
const notKnown = new Set(['26000', '42P05']);

/**
 * Names statements by their text, so that a connection has each read, and mostly planned, once: the plan of a list costs
 * as much as the list (measured: 1.6 of 3.2 ms). Where names do not hold, statements go without from then on.
 */
export function createKnown() {
  const names = new Map<string, string | null>();
  let holds = true;

  return {
    /** The name of a statement that was asked before; none for what is asked for the first time. */
    nameOf(text: string): string | undefined {
      if (!holds || text.length > longestKnown) return undefined;
      const known = names.get(text);
      if (known === null) names.set(text, hash('sha1', text, 'hex'));
      else if (known === undefined && names.size < mostKnown) names.set(text, null);
      return known ?? undefined;
    },
    /** Whether this failure came of the name: nothing was done yet, so it can be asked again without. */
    wasNameless(cause: unknown): boolean {
      const isIt = notKnown.has(String((cause as { code?: unknown } | null)?.code));
      if (isIt) holds = false;
      return isIt;
    },
  };
}

type Known = ReturnType<typeof createKnown>;

const isConfig = (config: unknown): config is Config =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);

type Done = (cause: unknown, result?: unknown) => void;
type Query = (this: pg.Client, config: unknown, values?: unknown, done?: Done) => Promise<unknown> | undefined;

/** A connection that asks by name what it has asked before. */
export function clientWith(known: Known): typeof pg.Client {
  class KnowingClient extends pg.Client {}
  // It has a dozen overloads, of which drizzle and the pool use these two.
  const ask = pg.Client.prototype.query as Query;

  const query: Query = function (config, values, done) {
    const name = isConfig(config) && Array.isArray(values) ? known.nameOf(config.text) : undefined;
    if (!isConfig(config) || name === undefined) return ask.call(this, config, values, done);
    const byName = { ...config, name };
    if (done)
      return ask.call(this, byName, values, (cause, result) => {
        if (cause && known.wasNameless(cause)) void ask.call(this, config, values, done);
        else done(cause, result);
      });
    return ask.call(this, byName, values)?.catch((cause: unknown) => {
      if (known.wasNameless(cause)) return ask.call(this, config, values);
      throw cause;
    });
  };
  KnowingClient.prototype.query = query as never;
  return KnowingClient;
}

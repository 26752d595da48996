import { hash } from 'node:crypto';
import pg from 'pg';
import type { WatchStatement } from '../observe/statements.ts';
import type { Scope } from './connection.ts';
import { ScopedQuery } from './scopedQuery.ts';
import type { SilenceWatch } from './silence.ts';

type Config = { text: string; scope?: Scope };

/** Statements beyond these limits get no name; longer ones are lists of values that seldom repeat. */
const maxNames = 300;
const maxNamedLength = 5_000;
/** Plans become outdated as tables grow, so connections, with their plans, live no longer than this. */
export const planSeconds = 60;

/** SQL states of a server connection behind a pooler, which has other clients' statements. */
const unknownStatement = new Set(['26000', '42P05']);

/**
 * Names statements by their text, so that a connection parses, and mostly plans, each only once: planning a list takes as
 * long as running it (docs/decisions.md has the figures). After a failure caused by a name, statements are sent without names.
 */
export function createStatementNames() {
  const names = new Map<string, string | null>();
  let isSupported = true;

  return {
    isSupported: () => isSupported,
    /** The name of a repeated statement; undefined for one that is new. */
    nameOf(text: string): string | undefined {
      if (!isSupported || text.length > maxNamedLength) return undefined;
      const known = names.get(text);
      if (known === null) names.set(text, hash('sha1', text, 'hex'));
      else if (known === undefined && names.size < maxNames) names.set(text, null);
      return known ?? undefined;
    },
    /** Whether the failure was caused by the name: the statement did not run, so it can be repeated without. */
    isUnknownName(cause: unknown): boolean {
      const isUnknown = unknownStatement.has(String((cause as { code?: unknown } | null)?.code));
      if (isUnknown) isSupported = false;
      return isUnknown;
    },
  };
}

type StatementNames = ReturnType<typeof createStatementNames>;

const isConfig = (config: unknown): config is Config =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);

type Done = (cause: unknown, result?: unknown) => void;
type Query = (this: pg.Client, config: unknown, values?: unknown, done?: Done) => Promise<unknown> | undefined;

/** A pg client that sends repeated statements by name, each with its scope. */
export function createNamingClient(
  names: StatementNames,
  { watchStatement = null, silence = null }: { watchStatement?: WatchStatement | null; silence?: SilenceWatch | null },
): typeof pg.Client {
  class NamingClient extends pg.Client {}
  // Of its dozen overloads drizzle and the pool use these two.
  const send = pg.Client.prototype.query as Query;

  function sendOnce(client: pg.Client, config: Config, values: unknown, done: Done): void {
    const { scope, ...query } = config;
    const ended = silence?.begin(client);
    const finish: Done = (cause, result) => {
      ended?.();
      done(cause, result);
    };
    if (scope === undefined) void send.call(client, query, values, finish);
    else void send.call(client, new ScopedQuery(query, values, { scope, isNamed: names.isSupported() }, finish));
  }

  /** Sends a statement by its name, and once more without if the server does not know the name. */
  function sendNamed(client: pg.Client, config: Config, values: unknown[], done: Done): void {
    const name = names.nameOf(config.text);
    const query = name === undefined ? config : { ...config, name };
    sendOnce(client, query, values, (cause, result) => {
      if (cause && names.isUnknownName(cause)) sendOnce(client, config, values, done);
      else done(cause, result);
    });
  }

  const query: Query = function (config, values, done) {
    if (!isConfig(config) || !Array.isArray(values)) return send.call(this, config, values, done);
    if (done) return void sendNamed(this, config, values, done);
    return new Promise((resolve, reject) => {
      sendNamed(this, config, values, (cause, result) => (cause ? reject(cause) : resolve(result)));
    });
  };
  // The pool passes a callback, and is observed itself: a statement that waits for a connection would lose its request here.
  const watched: Query = function (config, values, done) {
    const run = () => query.call(this, config, values, done);
    if (watchStatement === null || done || !isConfig(config)) return run();
    return watchStatement(config.text, async () => run());
  };
  NamingClient.prototype.query = watched as never;
  return NamingClient;
}

/** Observes the statements that are sent to the pool instead of to one of its connections. */
export function watchPool(pool: pg.Pool, watchStatement: WatchStatement): void {
  const send = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const query = (config: unknown, ...given: unknown[]) =>
    isConfig(config) ? watchStatement(config.text, () => send(config, ...given)) : send(config, ...given);
  pool.query = query as never;
}

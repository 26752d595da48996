import pg from 'pg';
import type { Scope } from './connection.ts';

/** The part of pg's connection and query that is used here; its types leave it out. */
type Connection = {
  parsedStatements: Record<string, string>;
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  execute(message: object): void;
};
type Internals = {
  name: string | undefined;
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};
type QueryConfig = { text: string; name?: string };
type Done = (cause: unknown, result?: unknown) => void;

const PgQuery = pg.Query as unknown as new (config: QueryConfig, values: unknown, done: Done) => Internals;

/**
 * A query whose scope is sent before it in the same round trip. Both are one transaction, in which the scope takes effect and
 * ends: a connection, or a pooler's server, keeps nothing of it for the next query.
 */
export class ScopedQuery extends PgQuery {
  readonly #scope: Scope;
  readonly #isNamed: boolean;
  readonly #queryName: string | undefined;
  #isScoping = false;

  constructor(
    config: QueryConfig,
    values: unknown,
    { scope, isNamed }: { scope: Scope; isNamed: boolean },
    done: Done,
  ) {
    super(config, values, done);
    this.#scope = scope;
    this.#isNamed = isNamed;
    this.#queryName = config.name;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Connection): void {
    const { name, text, values } = this.#scope;
    const statement = this.#isNamed ? name : '';
    if (connection.parsedStatements[statement] === undefined) {
      connection.parse({ text, name: statement });
      if (statement !== '') connection.parsedStatements[statement] = text;
    }
    connection.bind({ statement, values });
    connection.execute({});
    super.prepare(connection);
    // pg files the next parsed statement under this name, and the first one may be the scope.
    this.name = undefined;
    this.#isScoping = true;
  }

  override handleDataRow(message: unknown): void {
    if (!this.#isScoping) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isScoping) {
      this.#isScoping = false;
      this.name = this.#queryName;
    } else super.handleCommandComplete(message, connection);
  }
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Database, type Db, scopedTo } from '../../server/db/connection.ts';
import { shareConnection } from '../../server/db/embedded/client.ts';
import { createStatements } from '../../server/db/embedded/statements.mjs';
import { prepareEmbedded, takeRole } from '../../server/db/open.ts';
import { createUnitOfWork } from '../../server/db/unitOfWork.ts';
import { createBus, type Published } from '../../server/events/bus.ts';
import { cache } from './dataFolder.ts';

const db = join(import.meta.dirname, '..', '..', 'server', 'db');
const migrations = join(db, 'migrations');
const asText = Object.fromEntries([20, 1082, 1114, 1184, 1186].map((oid) => [oid, (value: string) => value]));

/** Identifies the schema and the rights that the current sources produce. */
export function schemaFingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(db, 'applicationRole.ts')));
  for (const name of readdirSync(migrations).sort())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

const scopedOf = (run: Run) => shareConnection(run, { watched: false }).scoped;

/** A third of the files belongs to databases that only CREATE DATABASE reads. */
const dropTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
];

/** Creating a database takes two seconds and copying one half a second, so the prepared one is cached. */
async function prepared(): Promise<PGlite> {
  const kept = join(cache, `prepared-${schemaFingerprint()}.tar`);
  if (existsSync(kept)) return PGlite.create({ loadDataDir: new Blob([readFileSync(kept)]), parsers: asText });
  const pg = await PGlite.create({ parsers: asText });
  await prepareEmbedded(scopedOf(inTurn(pg)));
  // It is opened again as its owner, and with statements of the same names.
  await pg.exec('set role none; deallocate all');
  for (const statement of dropTemplates) await pg.exec(statement);
  const whole = Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer());
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, whole);
  renameSync(`${kept}.${process.pid}`, kept);
  return pg;
}

type Run = ReturnType<typeof createStatements>;

/** Statements of one connection, one after the other, as the thread of the embedded database runs them. */
function inTurn(pg: PGlite): Run {
  const run = createStatements(pg);
  let last: Promise<unknown> = Promise.resolve();
  return (...statement) => {
    const result = last.then(() => run(...statement));
    last = result.catch(() => {});
    return result;
  };
}

/**
 * The database as the platform has it, which also takes queries of its own: those run as the owner of the tables, who sees
 * and changes everything. `owner` takes only those.
 */
export type TestDb = Db & Database & { owner: Db };

const asOwner = { name: 'test_owner', text: `select set_config('role', 'none', true)`, values: [] };

export function withOwner(database: Database): TestDb {
  const owner = scopedTo(database, asOwner);
  return Object.assign(Object.create(owner) as Db, database, { owner });
}

/** A database whose statements a file has not changed by altering its tables, rights or roles. */
type Reusable = { pg: PGlite; run: Run };

/** Emptied databases, which the next file of this worker takes: opening another one takes a second. */
const idle: Reusable[] = [];
const alters = /\b(alter|create|drop|grant|revoke)\b/i;
/** Statements that store nothing: a process that is killed after one leaves what it would have left before it. */
const storesNothing = /^(begin$|select ")/i;

const rememberChanges = 'create temporary table first_changes as select * from catalogue_change';

/** Removes every row that was added since the migrations, as the owner, and starts all numbers again. */
const emptied = `do $$
declare
  name text;
  has_rows boolean;
  filled text[] := '{}';
begin
  set local session_replication_role = replica;
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('select exists(select from %I)', name) into has_rows;
    if has_rows and name <> 'application_right' then filled := filled || name; end if;
  end loop;
  execute 'truncate ' || array_to_string(filled, ', ') || ' cascade';
  insert into catalogue_change select * from first_changes;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;
end $$`;

async function newDatabase(): Promise<Reusable> {
  const pg = await prepared();
  const run = inTurn(pg);
  await run(rememberChanges);
  return { pg, run };
}

/** An empty migrated in-memory database that records published events. One per test file is enough. */
export async function openTestDatabase({ now = () => Date.now() }: { now?: () => number } = {}) {
  const { pg, run } = idle.pop() ?? (await newDatabase());
  let isOpen = true;
  let isAltered = false;
  let interrupting: { sent: string[]; lostAfter: number } | null = null;
  const ofThisFile: Run = async (text, ...rest) => {
    if (!isOpen) throw new Error('The test database is closed.');
    if (interrupting) {
      const { sent, lostAfter } = interrupting;
      const count = sent.push(text);
      // What a database does with the connection of a process that was killed.
      if (count === lostAfter + 1) await run('rollback');
      if (count > lostAfter) throw new Error('The connection is lost.');
    }
    isAltered ||= alters.test(text);
    return run(text, ...rest);
  };
  /**
   * Runs `work` until it has sent so many statements, as if its process were killed then; resolves to the numbers of
   * statements after which a kill may leave something different.
   */
  async function interrupted(statements: number, work: () => Promise<unknown>): Promise<number[]> {
    const sent: string[] = [];
    interrupting = { sent, lostAfter: statements };
    try {
      await work();
    } finally {
      interrupting = null;
    }
    return [...sent.keys()].filter((n) => n === 0 || !storesNothing.test(sent[n - 1] ?? ''));
  }
  const db = withOwner(await takeRole(scopedOf(ofThisFile)));
  async function close() {
    isOpen = false;
    if (isAltered) return pg.close();
    await run('rollback');
    await run('set role none');
    await run(emptied);
    idle.push({ pg, run });
  }
  return { ...around(db, now), interrupted, close };
}

/** The unit of work over a database, recording published events. */
export function around(db: TestDb, now: () => number) {
  const faults: unknown[] = [];
  const published: Published[] = [];
  const bus = createBus((cause) => faults.push(cause));
  bus.subscribe((event) => published.push(event));
  return { db, bus, published, faults, uow: createUnitOfWork({ db, bus, now }) };
}

import { createHash } from 'node:crypto';
import pg from 'pg';
import { faultOf, type Log } from '../log.ts';
import { reasonOf, StartFailure } from '../startFailure.ts';
import { withoutSecrets } from './open.ts';

/** Arbitrary ids of advisory locks. */
const [entryLock, processLock] = [7_402_116, 7_402_117];
/** The process that holds it runs the jobs; tests hold it to have none. @internal */
export const jobsLock = 7_402_118;

const checkMs = 1_000;
/** The connection of a killed process may outlive it for a moment, and the lost one of this process for longer. */
const [killedProcessMs, lostConnectionMs] = [5_000, 60_000];

/** A number of 31 bits for the bus; 0 for none. */
const keyOf = (bus: string | null) =>
  bus === null ? 0 : 1 + (createHash('sha256').update(bus).digest().readUInt32BE(0) >>> 2);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const nameOf = (bus: string | null) => `cloudroom ${bus ?? 'alone'}`.slice(0, 63);

const lockHolders = `
select l.objid::bigint as key, a.application_name as name from pg_locks l left join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objsubid = 2
  and l.database = (select oid from pg_database where datname = current_database())`;

const connectAll = 'give all of them the same REDIS_URL';

function refusalOf(bus: string | null, name: string): string {
  const used = name.replace(/^cloudroom /, '');
  if (bus === null) return `This database is in use by another process. Stop that one, or ${connectAll}.`;
  if (used === 'alone') return `This database is in use by a process that is alone. Stop that one, or ${connectAll}.`;
  return `This database is in use by processes that are connected by ${used}, and this one would use ${bus}. Stop those, or ${connectAll}.`;
}

type Needs = {
  url: string;
  /** The address of what connects the processes; null for a process that is alone. */
  bus: string | null;
  log: Log;
  /** Called with the reason when the connection was lost and another process has taken the database. */
  onRefused: (reason: string) => void;
  /** How long to wait at the start for another process to end. */
  patienceMs?: number;
};

/**
 * Claims the database for this process as long as it runs: alone, or together with others on the same bus. Among those it
 * also elects the one that runs the jobs. Both are locks of one session, so they end with the process however it ends.
 */
export async function claimDatabase({ url, bus, log, onRefused, patienceMs = killedProcessMs }: Needs) {
  const key = keyOf(bus);
  let client: pg.Client | null = null;
  let [leads, isClosed] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  /** Takes the lock; returns why it is refused. One process decides at a time. */
  async function claim(opened: pg.Client): Promise<string | null> {
    await opened.query('select pg_advisory_lock($1)', [entryLock]);
    try {
      const { rows } = await opened.query<{ key: string; name: string | null }>(lockHolders, [processLock]);
      const foreign = rows.find((row) => bus === null || Number(row.key) !== key);
      if (foreign) return refusalOf(bus, foreign.name ?? '');
      await opened.query('select pg_advisory_lock_shared($1, $2)', [processLock, key]);
      return null;
    } finally {
      await opened.query('select pg_advisory_unlock($1)', [entryLock]);
    }
  }

  async function connect(waitMs: number): Promise<string | null> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: nameOf(bus),
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    opened.on('error', () => {});
    await opened.connect();
    const since = performance.now();
    try {
      for (;;) {
        const refusal = await claim(opened);
        if (refusal === null) break;
        if (performance.now() - since > waitMs) {
          await opened.end();
          return refusal;
        }
        await pause(200);
      }
    } catch (cause) {
      // A session that is left behind could get the lock later and keep it.
      void opened.end().catch(() => {});
      throw cause;
    }
    if (isClosed) await opened.end();
    else client = opened;
    return null;
  }

  async function check() {
    if (client === null) {
      const refusal = await connect(lostConnectionMs);
      if (refusal !== null) return onRefused(refusal);
      log.warn('the database is claimed again');
    }
    const question = leads ? 'select true as leads' : 'select pg_try_advisory_lock($1) as leads';
    const found = await client?.query<{ leads: boolean }>(question, leads ? [] : [jobsLock]);
    if (!leads && found?.rows[0]?.leads === true) log.info('this process runs the jobs');
    leads = !isClosed && found?.rows[0]?.leads === true;
  }

  async function run() {
    try {
      await check();
    } catch (cause) {
      leads = false;
      // A connection that this process closes itself fails the question that is under way.
      if (client !== null && !isClosed) log.warn('the claim of the database was lost', faultOf(cause));
      void client?.end().catch(() => {});
      client = null;
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      turn = run();
    }, checkMs).unref();
  }

  const refusal = await connect(patienceMs).catch((cause: unknown) => {
    throw new StartFailure(`The database ${withoutSecrets(url)} cannot be used: ${reasonOf(cause)}`);
  });
  if (refusal !== null) throw new StartFailure(refusal);
  await run();
  return {
    /** Whether this process runs the jobs now. */
    leads: () => leads,
    async close() {
      isClosed = true;
      leads = false;
      clearTimeout(timer);
      if (client === null) return;
      await client.end().catch(() => {});
      await turn;
    },
  };
}

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect } from 'vitest';
import { runVerifyTrail } from '../../server/admin/verifyTrail.ts';
import { openPostgresStore } from '../../server/db/open.ts';
import { jobsLock } from '../../server/db/processLock.ts';
import type { Request } from './callRequests.ts';
import { startPlatform } from './platform.ts';
import { startPostgres } from './postgres.ts';

const preload = new URL('./killAtStatement.mjs', import.meta.url).href;
/** Tables that count, record or seal what happens. */
const apart = [
  ...['audit_trail', 'trail_seal', 'trail_sealer', 'rate_counter', 'password_failure', 'captcha', 'job_run'],
  ...['domain_event', 'idempotency_key', 'client_report', 'recount_request'],
];

/**
 * A platform on PostgreSQL that can be killed at a statement, with a connection of its own to the database. It runs no
 * jobs, so that only calls change what is stored.
 */
export async function openKillable() {
  const server = await startPostgres();
  const databaseUrl = await server.database();
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  const control = join(folder, 'control');
  const env = {
    DATABASE_URL: databaseUrl,
    LIMIT_FACTOR: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: `--import ${preload}`,
    KILL_SOCKET: control,
  };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [jobsLock]);
  const platform = await startPlatform({ env });
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const digests = tables
    .filter(({ name }) => !apart.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, coalesce(sum(hashtext(t::text)), 0)::text || ' ' || count(*) as digest from "${name}" t`,
    );

  async function send({ method, url, headers, payload }: Request, ip = '10.9.9.9'): Promise<string> {
    const body = typeof payload === 'string' || payload === undefined ? payload : new Uint8Array(payload);
    const reply = await fetch(`${platform.url}${url}`, {
      method,
      headers: { ...headers, 'x-forwarded-for': ip, connection: 'close' },
      ...(body === undefined ? {} : { body }),
    });
    return reply.text();
  }

  return {
    platform,
    send,
    /** Sets where the platform dies; resolves to the statements that it has sent since it was asked last. */
    async ask(what: string): Promise<number> {
      const socket = connect(control);
      await once(socket, 'connect');
      socket.write(what);
      return Number(await text(socket));
    },
    /** The content of each table that calls change. */
    async contents() {
      const { rows } = await client.query<{ name: string; digest: string }>(digests.join(' union all '));
      return new Map(rows.map((row) => [row.name, row]));
    },
    /** Whether every row of the trail is as it was written, hospital by hospital. */
    async verifyTrail() {
      const store = await openPostgresStore(databaseUrl, () => {});
      const verified = await runVerifyTrail({ db: store.db, now: Date.now }, []);
      await store.close();
      return verified;
    },
    async end() {
      await client.end();
      await platform.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The content once two readings are the same: the database may still end the work of a process that was killed. */
export async function settled({ contents }: Killable): Promise<Contents> {
  let last = await contents();
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await contents()];
        last = now;
        return changedBetween(before, now);
      },
      { interval: 50, timeout: 30_000 },
    )
    .toEqual([]);
  return last;
}

export type Killable = Awaited<ReturnType<typeof openKillable>>;
type Contents = Awaited<ReturnType<Killable['contents']>>;

/** The tables whose content differs. */
export const changedBetween = (before: Contents, after: Contents): string[] =>
  [...after.values()].filter(({ name, digest }) => before.get(name)?.digest !== digest).map(({ name }) => name);

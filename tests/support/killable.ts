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
import type { Request } from './callRequests.ts';
import { startPlatform } from './platform.ts';
import { startPostgres } from './postgres.ts';

const preload = new URL('./killAtStatement.mjs', import.meta.url).href;
/** Tables that count, record or seal what happens, and those that background work changes at any time. */
const apart = [
  ...['audit_trail', 'trail_seal', 'trail_sealer', 'rate_counter', 'password_failure', 'captcha', 'job_run'],
  ...['domain_event', 'idempotency_key', 'client_report'],
];
/** Columns that jobs write at any time: what is found by a recount, and the duty that follows the plans. */
const byJobs: Readonly<Record<string, readonly string[]>> = {
  prescription: ['present', 'counted_time', 'priority', 'update_time'],
  staff: ['duty_state', 'duty_message', 'duty_source', 'duty_time'],
};

/** A platform on PostgreSQL that can be killed at a statement, with a connection of its own to the database. */
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
  const platform = await startPlatform({ env });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const digests = tables
    .filter(({ name }) => !apart.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as count, coalesce(sum(hashtext((to_jsonb(t) - array[${(byJobs[name] ?? []).map((column) => `'${column}'`).join(',')}]::text[])::text)), 0)::text as digest from "${name}" t`,
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
    /** The content of each table that only calls change. */
    async contents() {
      const { rows } = await client.query<{ name: string; count: number; digest: string }>(digests.join(' union all '));
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

/** The content once the work that follows a call or a start is done: nothing is to be counted, and two readings are the same. */
export async function settled({ contents }: Killable): Promise<Contents> {
  let last = await contents();
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await contents()];
        last = now;
        const isCounted = now.get('recount_request')?.count === 0;
        return isCounted ? changedBetween(before, now) : ['recount_request'];
      },
      { interval: 300, timeout: 30_000 },
    )
    .toEqual([]);
  return last;
}

export type Killable = Awaited<ReturnType<typeof openKillable>>;
type Contents = Awaited<ReturnType<Killable['contents']>>;

/** The tables whose content differs. */
export const changedBetween = (before: Contents, after: Contents): string[] =>
  [...after.values()].filter(({ name, digest }) => before.get(name)?.digest !== digest).map(({ name }) => name);

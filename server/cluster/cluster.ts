import { createHash } from 'node:crypto';
import type { Database } from '../db/connection.ts';
import { findOrCreateSecret } from '../db/secrets.ts';
import { faultOf, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { type Link, openLink } from './link.ts';
import { openPostgresTransport } from './postgresTransport.ts';
import { openRedisTransport } from './redisTransport.ts';

/** How the processes of one database reach each other; null for a process that is alone. */
export type ClusterBus = { kind: 'redis' | 'postgres'; address: string } | null;

/** The bus that the settings name. The embedded database belongs to one process, so there it has none. */
export function busOf({
  databaseUrl,
  redisUrl,
  cluster,
}: Pick<Settings, 'databaseUrl' | 'redisUrl' | 'cluster'>): ClusterBus {
  if (databaseUrl === null) return null;
  if (redisUrl === null) return cluster ? { kind: 'postgres', address: 'postgres' } : null;
  const { hostname, port, pathname } = new URL(redisUrl);
  return {
    kind: 'redis',
    address: `redis://${hostname}:${port || '6379'}${pathname === '/' ? '/0' : pathname || '/0'}`,
  };
}

type Needs = { db: Database; settings: Settings; log: Log };

/** Joins the cluster of this database over its bus; null for a process that is alone. */
export async function openCluster({ db, settings, log }: Needs): Promise<Link | null> {
  const bus = busOf(settings);
  const { databaseUrl, redisUrl } = settings;
  if (bus === null || databaseUrl === null) return null;
  // The name keeps databases apart that share one Redis, and does not reveal the secret.
  const secret = await findOrCreateSecret(db, 'cluster');
  const name = createHash('sha256').update(secret).digest('hex').slice(0, 16);
  const open =
    bus.kind === 'redis' && redisUrl !== null
      ? openRedisTransport({ url: redisUrl, name })
      : openPostgresTransport({ url: databaseUrl, name });
  return openLink({
    open,
    warn: log.warn,
    onFault: (cause) => log.error('an event of another process failed', faultOf(cause)),
  });
}

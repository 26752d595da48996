import { createHash } from 'node:crypto';
import type { Database } from '../db/connection.ts';
import { findOrCreateSecret } from '../db/secrets.ts';
import type { BucketStore } from '../limits/bucketStore.ts';
import { createDatabaseBuckets } from '../limits/databaseBuckets.ts';
import { createRedisBuckets } from '../limits/redisBuckets.ts';
import { faultOf, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { createDatabaseFacts } from './databaseFacts.ts';
import type { FactStore } from './factStore.ts';
import { type Link, openLink } from './link.ts';
import { openPostgresTransport } from './postgresTransport.ts';
import { connectRedis, createRedisConnection } from './redisConnection.ts';
import { createRedisFacts } from './redisFacts.ts';
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

/** What the processes of a cluster share besides their database: the link, what each states, and the limits. */
export type Cluster = { link: Link; facts: FactStore; buckets: BucketStore };
type OpenedCluster = Cluster & { close(): Promise<void> };

type Needs = { db: Database; settings: Pick<Settings, 'databaseUrl' | 'redisUrl' | 'cluster' | 'pool'>; log: Log };

/** Facts and limits in the database, for a cluster without Redis. */
export const inDatabase = (db: Database): Pick<Cluster, 'facts' | 'buckets'> => ({
  facts: createDatabaseFacts(db),
  buckets: createDatabaseBuckets(db),
});

async function inRedis(url: string, name: string) {
  const redis = createRedisConnection(url);
  await connectRedis(redis, url);
  return {
    facts: createRedisFacts(redis, `cloudroom:${name}:facts`),
    buckets: createRedisBuckets(redis, `cloudroom:${name}:limits`),
    close: () => redis.disconnect(),
  };
}

/** Joins the cluster of this database over its bus; null for a process that is alone. */
export async function openCluster({ db, settings, log }: Needs): Promise<OpenedCluster | null> {
  const bus = busOf(settings);
  const { databaseUrl, redisUrl } = settings;
  if (bus === null || databaseUrl === null) return null;
  // The name keeps databases apart that share one Redis, and does not reveal the secret.
  const secret = await findOrCreateSecret(db, 'cluster');
  const name = createHash('sha256').update(secret).digest('hex').slice(0, 16);
  const url = bus.kind === 'redis' ? redisUrl : null;
  const { silenceMs } = settings.pool;
  const open =
    url === null ? openPostgresTransport({ url: databaseUrl, name, silenceMs }) : openRedisTransport({ url, name });
  const onFault = (cause: unknown) => log.error('an event of another process failed', faultOf(cause));
  const stores = url === null ? { ...inDatabase(db), close: () => {} } : await inRedis(url, name);
  const link = await openLink({ open, warn: log.warn, onFault }).catch((cause: unknown) => {
    stores.close();
    throw cause;
  });
  return {
    ...stores,
    link,
    async close() {
      await link.close();
      stores.close();
    },
  };
}

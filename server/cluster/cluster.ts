import { createHash } from 'node:crypto';
import type { Database } from '../db/connection.ts';
import { findOrCreateSecret } from '../db/secrets.ts';
import type { BucketStore } from '../limits/bucketStore.ts';
import { createRedisBuckets } from '../limits/redisBuckets.ts';
import { faultOf, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { FactStore } from './factStore.ts';
import { type Link, openLink } from './link.ts';
import { connectRedis, createRedisConnection } from './redisConnection.ts';
import { createRedisFacts } from './redisFacts.ts';
import { openRedisTransport } from './redisTransport.ts';

type Addresses = Pick<Settings, 'databaseUrl' | 'redisUrl'>;

/**
 * The address of the Redis that connects the processes of one database; null for a process that is alone. The embedded
 * database belongs to one process.
 */
export function busOf({ databaseUrl, redisUrl }: Addresses): string | null {
  if (databaseUrl === null || redisUrl === null) return null;
  const { hostname, port, pathname } = new URL(redisUrl);
  return `redis://${hostname}:${port || '6379'}${pathname === '/' ? '/0' : pathname || '/0'}`;
}

/** What the processes of a cluster share besides their database: the link, what each states, and the limits. */
export type Cluster = { link: Link; facts: FactStore; buckets: BucketStore };
type OpenedCluster = Cluster & { close(): Promise<void> };

type Needs = { db: Database; settings: Addresses; log: Log };

/** Joins the cluster of this database over Redis; null for a process that is alone. */
export async function openCluster({ db, settings, log }: Needs): Promise<OpenedCluster | null> {
  const { databaseUrl, redisUrl: url } = settings;
  if (databaseUrl === null || url === null) return null;
  // The name keeps databases apart that share one Redis, and does not reveal the secret.
  const secret = await findOrCreateSecret(db, 'cluster');
  const name = createHash('sha256').update(secret).digest('hex').slice(0, 16);
  const redis = createRedisConnection(url);
  await connectRedis(redis, url);
  const onFault = (cause: unknown) => log.error('an event of another process failed', faultOf(cause));
  const open = openRedisTransport({ url, name });
  const link = await openLink({ open, warn: log.warn, onFault }).catch((cause: unknown) => {
    redis.disconnect();
    throw cause;
  });
  return {
    link,
    facts: createRedisFacts(redis, `cloudroom:${name}:facts`),
    buckets: createRedisBuckets(redis, `cloudroom:${name}:limits`),
    async close() {
      await link.close();
      redis.disconnect();
    },
  };
}

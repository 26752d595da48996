import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { killUnderLoad, restartOneByOne } from '../../support/talkingCluster.ts';

describe.skipIf(!hasPostgres)('three processes that PostgreSQL alone connects', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ over: 'postgres' });
  }, 300_000);
  afterAll(() => cluster?.stop(), 60_000);

  test('lose, repeat, reorder and misdirect nothing when one after the other is killed under load', async () => {
    await killUnderLoad(cluster, 2);
  }, 400_000);

  test('refuse no message and no call while they restart one by one', async () => {
    await restartOneByOne(cluster);
  }, 400_000);
});

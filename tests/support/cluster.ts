import { startBalancer } from '../../scripts/balancer.ts';
import { freePort } from '../../scripts/services.ts';
import { UserType } from '../../server/accounts/caller.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import { openPostgresStore } from '../../server/db/open.ts';
import { insertHospital } from './consultations.ts';
import { around, withOwner } from './database.ts';
import { type Platform, startPlatform } from './platform.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

const metricsToken = 'figures of the tests';

/** Processes of the platform on one PostgreSQL database, connected by Redis where there are several, behind a balancer, with a hospital whose people have signed in. */
export async function startCluster({ processes = 3 } = {}) {
  const postgres = await startPostgres();
  const redis = processes > 1 ? await startRedis() : null;
  const databaseUrl = await postgres.database();
  const env = {
    DATABASE_URL: databaseUrl,
    SEED: '0',
    METRICS_TOKEN: metricsToken,
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
  const platforms: Platform[] = [];
  for (let n = 0; n < processes; n += 1)
    platforms.push(await startPlatform({ env: { ...env, PORT: String(await freePort()) } }));
  const balancer = await startBalancer({
    port: 0,
    host: '127.0.0.1',
    ports: platforms.map(({ url }) => Number(new URL(url).port)),
  });
  const store = await openPostgresStore(databaseUrl, () => {});
  const db = withOwner(store.db);
  const { uow } = around(db, Date.now);
  const hospital = await insertHospital(db, { at: Date.now() });
  const { hospitalId } = hospital;

  async function tokenOf(userType: number, userId: string): Promise<string> {
    const from = { ip: '127.0.0.1', userAgent: 'test' };
    const { accessToken } = await uow.run(hospitalId, (tx) => openSession(tx, { userType, userId }, from, Date.now()));
    return accessToken;
  }

  return {
    platforms,
    balancer,
    redis,
    env,
    db,
    hospital,
    hospitalId,
    /** The sum of the figures of each process whose name and labels begin so. */
    figures: (name: string): Promise<number[]> =>
      Promise.all(
        platforms.map(async ({ url }) => {
          const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
          const lines = (await reply.text()).split('\n').filter((line) => line.startsWith(name));
          return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
        }),
      ),
    doctorToken: (id: string) => tokenOf(UserType.staff, id),
    patientToken: (id: string) => tokenOf(UserType.patient, id),
    async stop() {
      balancer.close();
      await Promise.all(platforms.map((platform) => platform.kill()));
      await store.close();
      await redis?.stop();
      await postgres.stop();
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

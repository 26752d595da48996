import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { UserType } from '../../server/accounts/caller.ts';
import { createPasswords } from '../../server/accounts/passwords.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import { openCluster } from '../../server/cluster/cluster.ts';
import { openEmbeddedStore, openPostgresStore } from '../../server/db/open.ts';
import { listen } from '../../server/listen.ts';
import { createLog } from '../../server/log.ts';
import { createPlatform } from '../../server/platform.ts';
import { readSettings } from '../../server/settings.ts';
import { insertHospital } from '../../tests/support/consultations.ts';
import { withOwner } from '../../tests/support/database.ts';
import { fill } from './fill.ts';
import { fillCatalogue } from './fillCatalogue.ts';

/** The real platform in its own process, without rate limits on writing. */
const people = Number(process.env.PEOPLE ?? 0);
const dataDir = mkdtempSync(join(tmpdir(), 'cloudroom-bench-'));
const url = process.env.DATABASE_URL;
const store = url ? await openPostgresStore(url, () => {}) : await openEmbeddedStore(dataDir, () => process.exit(1));
const settings = readSettings(
  { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: url, REDIS_URL: process.env.REDIS_URL },
  [],
);
const log = createLog('error');
const cluster = await openCluster({ db: store.db, settings, log });
const platform = await createPlatform({
  db: store.db,
  now: Date.now,
  log,
  cluster,
  print: () => {},
  passwords: createPasswords(),
  settings: { ...settings, dataDir },
  rate: { burst: Number.POSITIVE_INFINITY, perSecond: 1 },
});
const hospital = await insertHospital(withOwner(store.db), { at: Date.now() });
const from = { ip: '127.0.0.1', userAgent: 'bench' };

async function tokenOf(userType: number, userId: string) {
  const { accessToken } = await platform.uow.run(hospital.hospitalId, (tx) =>
    openSession(tx, { userType, userId }, from, Date.now()),
  );
  return accessToken;
}

const places = await Promise.all(Array.from({ length: people }, () => hospital.order(OrderStatus.active)));
const pairs = await Promise.all(
  places.map(async ({ conversationId, id: orderId, doctor, patient }) => ({
    conversationId,
    orderId,
    doctorToken: await tokenOf(UserType.staff, doctor?.id ?? ''),
    patientToken: await tokenOf(UserType.patient, patient.id),
  })),
);
const [first] = places;
const orders = Number(process.env.ORDERS ?? 0);
if (orders > 0 && first) {
  const doctorId = first.doctor?.id ?? '';
  // Writing years of orders takes longer than a statement of the platform may.
  const unlimited = url
    ? await openPostgresStore(url, () => {}, { limits: { ...settings.pool, statementTimeoutMs: 0 } })
    : null;
  await fill(withOwner((unlimited ?? store).db), { orders, hospitalId: hospital.hospitalId, doctorId });
  await unlimited?.close();
}
const warehouseId = process.env.CATALOGUE ? await fillCatalogue(withOwner(store.db), hospital.hospitalId) : null;
const address = await listen(platform.app, { port: 0, host: '127.0.0.1' });
const working = platform.startJobs();
process.send?.({ url: address, hospitalId: hospital.hospitalId, pairs, warehouseId });
process.once('disconnect', async () => {
  await working.stop();
  process.exit(0);
});

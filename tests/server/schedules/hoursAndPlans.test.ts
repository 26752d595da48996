import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Staff } from '../../../server/accounts/caller.ts';
import { updateHospitalProfile } from '../../../server/administration/hospital.ts';
import { platformWide } from '../../../server/db/connection.ts';
import { schedule } from '../../../server/db/schema/schedules.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { dictData, tenant } from '../../../server/db/schema/tenants.ts';
import { createUnitOfWork, type Transaction, type UnitOfWork } from '../../../server/db/unitOfWork.ts';
import { createBus } from '../../../server/events/bus.ts';
import { storeWeek } from '../../../server/schedules/changePlan.ts';
import { createDutySync } from '../../../server/schedules/dutySync.ts';
import { jobActor } from '../../../server/trail/trail.ts';
import { callContext } from '../../support/callContext.ts';
import { engines } from '../../support/engines.ts';
import { hasPostgres } from '../../support/postgres.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Nine in the morning of a Wednesday, in the hospital. */
const nine = Date.UTC(2026, 4, 6, 1);
const later = {
  morning: { from: 600, to: 720 },
  afternoon: { from: 720, to: 1080 },
  evening: { from: 1080, to: 1320 },
};
const slot = { weekday: 3, period: 'morning', consultType: 1, quota: 8 } as const;

// The embedded database runs one transaction at a time.
describe.runIf(hasPostgres)('changes at the same moment as a change of the parts of the day', () => {
  let store: Awaited<ReturnType<NonNullable<(typeof engines)[number]>['open']>>;
  let uow: UnitOfWork;
  let by: Staff;
  beforeAll(async () => {
    const postgres = engines.find(({ engine }) => engine === 'PostgreSQL');
    if (!postgres) throw new Error('no PostgreSQL');
    store = await postgres.open();
    uow = createUnitOfWork({ db: store.db, bus: createBus(() => {}), now: () => nine });
    await store.db.insert(tenant).values({ name: '甲' });
    await uow.read('1').add(dictData, { dictType: 'consult_type', value: '1', label: '图文', labelEn: 'Text' });
    const { id } = await uow.read('1').add(staff, {
      ...{ username: 'bob', passwordHash: '', name: 'Bob', mobile: '13800000001', createTime: 1 },
    });
    const flags = { isAuditor: false, isAdministrator: false };
    by = { ...jobActor('test'), ...flags, id, hospitalId: '1', name: 'Bob', language: 'en' };
  }, 120_000);
  afterAll(() => store?.end());
  beforeEach(async () => {
    await uow.read('1').remove(schedule);
    await store.db.update(tenant).set({ settings: {} });
    await uow.read('1').change(staff, { dutyState: 'away', dutySource: 'schedule', dutyTime: 0 });
  });

  const duty = async () => (await uow.read('1').first(staff, eq(staff.id, by.id)))?.dutyState;
  async function changeHours(tx: Transaction) {
    const [found] = await tx.db.select().from(tenant).where(eq(tenant.id, '1'));
    const { version = 0 } = found ?? {};
    const request = { version, name: '甲', nameEn: '', contact: '', logo: null, settings: { scheduleHours: later } };
    const links = { localKeyOf: () => null, unsigned: (url: string) => url };
    const context = callContext(uow, by, nine);
    const attempt: typeof context.store.attempt = (work) => work(tx);
    const changed = await updateHospitalProfile({ links })(request, {
      ...context,
      store: { ...context.store, attempt },
    });
    expect(changed.ok).toBe(true);
  }
  /** Starts other work while the hours have changed but are not committed, and commits once it waits or is done. */
  async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
    const { running } = await uow.run('1', async (tx) => {
      await changeHours(tx);
      let isDone = false;
      const running = work().finally(() => {
        isDone = true;
      });
      const waits = async () => {
        const { rows } = await tx.db.execute<{ n: number }>(
          sql`select count(*)::int n from pg_locks where not granted`,
        );
        return Number(rows[0]?.n) > 0;
      };
      while (!isDone && !(await waits()));
      return { running };
    });
    return running;
  }

  test('a plan stored meanwhile follows the new hours', async () => {
    const stored = await meanwhile(() => storeWeek({ list: [slot] }, callContext(uow, by, nine)));
    expect(stored.ok).toBe(true);
    expect(await duty()).toBe('away');
  });

  test('the beginning of planned hours seen meanwhile follows the new ones', async () => {
    await uow.read('1').add(schedule, { ...slot, doctorId: by.id });
    expect(await meanwhile(createDutySync({ db: store.db, uow, now: () => nine }))).toBe(0);
    expect(await duty()).toBe('away');
  });

  test('rows that name the hospital are added without waiting', async () => {
    await uow.run('1', async (tx) => {
      await changeHours(tx);
      const other = platformWide(store.db).transaction((db) =>
        db.execute(sql`select id from tenant where id = 1 for key share nowait`),
      );
      await expect(other).resolves.toMatchObject({ rows: [{ id: '1' }] });
    });
  });
});

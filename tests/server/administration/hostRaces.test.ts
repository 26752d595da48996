import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addOwnHost, removeOwnHost } from '../../../server/administration/hosts.ts';
import { tenant, tenantHost } from '../../../server/db/schema/tenants.ts';
import { createUnitOfWork, type UnitOfWork } from '../../../server/db/unitOfWork.ts';
import { createBus } from '../../../server/events/bus.ts';
import { callContext } from '../../support/callContext.ts';
import { engines } from '../../support/engines.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Neither hospital has an address of the same name when its administrator asks. */
const needs = { hospitals: { sameNames: async () => [] }, testHospitalHost: 'localhost' };
const rounds = Array.from({ length: 20 }, (_, n) => n);

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let uow: UnitOfWork;
  beforeAll(async () => {
    store = await open();
    uow = createUnitOfWork({ db: store.db, bus: createBus(() => {}), now: () => 1 });
    await store.db.insert(tenant).values([{ name: '甲' }, { name: '乙' }]);
  }, 120_000);
  afterAll(() => store?.end());
  beforeEach(async () => {
    await store.db.delete(tenantHost);
  });

  const administratorOf = (hospitalId: string) => callContext(uow, { id: '1', hospitalId, language: 'en' }, 1);
  const add = (hospitalId: string, host: string) => addOwnHost(needs)({ host }, administratorOf(hospitalId));
  const remove = (hospitalId: string, host: string) =>
    removeOwnHost(needs)({ host, website: 'elsewhere.example' }, administratorOf(hospitalId));

  test('one of two hospitals gets an address that both add at the same moment', async () => {
    for (const n of rounds) {
      const host = `both${n}.example`;
      await store.db.delete(tenantHost);
      const answers = await Promise.all([add('1', host), add('2', host)]);
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    }
  });

  test('one address remains when two administrators remove both at the same moment', async () => {
    for (const n of rounds) {
      await store.db.delete(tenantHost);
      const [one, other] = [`one${n}.example`, `other${n}.example`];
      await store.db.insert(tenantHost).values([
        { host: one, tenantId: '1' },
        { host: other, tenantId: '1' },
      ]);
      const answers = await Promise.all([remove('1', one), remove('1', other)]);
      expect([n, answers.map(({ ok }) => ok).sort()]).toEqual([n, [false, true]]);
    }
  });

  test('the same address is added once, and removed once, by two administrators at the same moment', async () => {
    await store.db.insert(tenantHost).values({ host: 'kept.example', tenantId: '1' });
    const added = await Promise.all([add('1', 'twice.example'), add('1', 'twice.example')]);
    const removed = await Promise.all([remove('1', 'twice.example'), remove('1', 'twice.example')]);
    const changes = [...added, ...removed].map((answer) => (answer.ok ? Object.values(answer.data)[1] : answer));
    expect([changes.slice(0, 2).sort(), changes.slice(2).sort()]).toEqual([
      [false, true],
      [false, true],
    ]);
  });
});

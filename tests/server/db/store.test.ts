import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { drug, drugInventory, warehouse } from '../../../server/db/schema/drugs.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { auditTrail, domainEvent } from '../../../server/db/schema/trail.ts';
import { around } from '../../support/database.ts';
import { engines } from '../../support/engines.ts';

vi.setConfig({ testTimeout: 30_000 });

const aMedicine = {
  code: 'A1',
  genericCode: 'amoxicillin',
  name: '阿莫西林胶囊',
  specification: '0.25g*24',
  dosageForm: 'capsule',
  manufacturer: 'M',
  minUnit: 'cap',
  packUnit: 'box',
  packFactor: 24,
};

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    store = await open();
    for (const name of ['A', 'B']) await store.db.insert(tenant).values({ name });
  }, 60_000);
  afterAll(() => store?.end());

  const setUp = () => around(store.db, () => 1_000);
  const hospitals = () => ({ a: hospitalStore(store.db, '1'), b: hospitalStore(store.db, '2') });

  test('ids are strings and times numbers, and both are read as they were written', async () => {
    const { a } = hospitals();
    const row = await a.add(auditTrail, {
      time: 1_790_000_000_123,
      action: 'read',
      outcome: 'ok',
      userId: '9007199254740993',
    });
    expect(row).toMatchObject({ tenantId: '1', time: 1_790_000_000_123, userId: '9007199254740993', detail: null });
    expect(row.id).toMatch(/^\d+$/);
  });

  test("a hospital can neither read nor change another hospital's rows", async () => {
    const { a, b } = hospitals();
    const mine = await a.add(warehouse, { name: 'Main' });
    expect(await b.first(warehouse, eq(warehouse.id, mine.id))).toBeNull();
    expect(await b.change(warehouse, { name: 'Taken' }, eq(warehouse.id, mine.id))).toEqual([]);
    expect(await b.remove(warehouse, eq(warehouse.id, mine.id))).toEqual([]);
    expect(await a.first(warehouse, eq(warehouse.id, mine.id))).toEqual(mine);
  });

  test.each(['abc', '', '-5', '1e3', '99999999999999999999999'])(
    'the id %j finds nothing and causes no fault',
    async (id) => {
      expect(await hospitals().a.first(warehouse, eq(warehouse.id, id))).toBeNull();
    },
  );

  test('an announced event is stored with its change and published after it', async () => {
    const { uow, published } = setUp();
    const event = { type: 'stock.changed', warehouseId: '7', drugIds: ['1', '2'] } as const;
    await uow.run('1', async (tx) => {
      tx.announce({ ...event, drugIds: [...event.drugIds] });
      await tx.add(warehouse, { name: 'Announced' });
      expect(published).toEqual([]);
    });
    const [stored] = await store.db.select().from(domainEvent).where(eq(domainEvent.type, 'stock.changed'));
    expect(stored).toEqual({
      id: stored?.id,
      tenantId: '1',
      type: 'stock.changed',
      payload: { warehouseId: '7', drugIds: ['1', '2'] },
      createTime: 1_000,
    });
    expect(published).toEqual([{ ...event, hospitalId: '1', eventId: stored?.id, at: 1_000 }]);
  });

  test('a failed transaction leaves no row and no event, and publishes nothing', async () => {
    const { uow, published } = setUp();
    const before = await store.db.$count(domainEvent);
    const failing = uow.run('1', async (tx) => {
      await tx.add(warehouse, { name: 'Never' });
      tx.announce({ type: 'stock.changed', warehouseId: '8', drugIds: [] });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await uow.read('1').rows(warehouse, eq(warehouse.name, 'Never'))).toEqual([]);
    expect(await store.db.$count(domainEvent)).toBe(before);
    expect(published).toEqual([]);
  });

  test('stock never falls below zero, however many take from it at once', async () => {
    const { uow } = setUp();
    const place = await uow.read('1').add(warehouse, { name: 'Stock' });
    const product = await uow.read('1').add(drug, aMedicine);
    const shelf = await uow
      .read('1')
      .add(drugInventory, { warehouseId: place.id, drugId: product.id, stock: 5, price: 100 });
    const take = () =>
      uow.run('1', (tx) =>
        tx.change(drugInventory, { stock: sql`${drugInventory.stock} - 1` }, eq(drugInventory.id, shelf.id)),
      );
    const taken = await Promise.allSettled(Array.from({ length: 12 }, take));
    expect(taken.filter((one) => one.status === 'fulfilled')).toHaveLength(5);
    expect(await uow.read('1').first(drugInventory, eq(drugInventory.id, shelf.id))).toMatchObject({ stock: 0 });
  });

  test('a violated constraint can be recognised by its name', async () => {
    const { a } = hospitals();
    await a.add(drug, { ...aMedicine, code: 'B1' });
    await expect(a.add(drug, { ...aMedicine, code: 'B1' })).rejects.toMatchObject({
      cause: { code: '23505', constraint: 'drug_tenant_id_code_index' },
    });
  });

  test('rows of the trail cannot be changed or deleted', async () => {
    const { a } = hospitals();
    await a.add(auditTrail, { time: 1, action: 'read', outcome: 'ok' });
    await expect(a.change(auditTrail, { action: 'nothing' })).rejects.toMatchObject({ cause: { code: '42501' } });
    await expect(a.remove(auditTrail)).rejects.toMatchObject({ cause: { code: '42501' } });
    await expect(store.db.execute(sql`truncate audit_trail`)).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('forty concurrent transactions all commit', async () => {
    const { uow } = setUp();
    await Promise.all(Array.from({ length: 40 }, (_, n) => uow.run('2', (tx) => tx.add(warehouse, { name: `W${n}` }))));
    expect(await uow.read('2').count(warehouse)).toBe(40);
  });
});

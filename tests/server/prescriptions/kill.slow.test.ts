import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { getDrugInventory } from '../../../contract/http/drugs.ts';
import {
  cancelPrescription,
  createPrescription,
  getPrescription,
  listPrescriptions,
} from '../../../contract/http/prescription.ts';
import { RequestId } from '../../../contract/ids.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { Refused } from '../../../simulator/calls.ts';
import { type Desk, openConsultations } from '../../support/openConsultations.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';
import { seededRandom } from '../../support/random.ts';

type Database = { env: Record<string, string>; end: () => Promise<void> };
type Created = ReplyOf<typeof createPrescription>;

const databases: { on: string; kills: number; open: () => Promise<Database> }[] = [
  { on: 'the embedded database', kills: 50, open: async () => ({ env: {}, end: async () => {} }) },
  ...(hasPostgres ? [{ on: 'PostgreSQL', kills: 20, open: onPostgres }] : []),
];

async function onPostgres(): Promise<Database> {
  const server = await startPostgres();
  return { env: { DATABASE_URL: await server.database() }, end: () => server.stop() };
}

let platform: Platform;

async function packsLeft({ call, content }: Desk): Promise<number> {
  const { warehouseId, lines } = content;
  const [found] = await call(getDrugInventory, { warehouseId, drugIds: lines.map(({ drugId }) => drugId) });
  return found?.stock ?? Number.NaN;
}

const storedFor = async ({ call, order }: Desk) =>
  (await call(listPrescriptions, { orderId: order.id, pageNo: 1, pageSize: 200 })).list.filter(
    ({ status }) => status === PrescriptionStatus.pending,
  );

describe.each(databases)('on $on', ({ kills, open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const seeded = database.env.DATABASE_URL === undefined ? { beginsWith: inject('seededFolder') } : {};
    platform = await startPlatform({ env: database.env, ...seeded });
  });
  afterAll(async () => {
    await platform?.stop();
    await database?.end();
  });

  test(`kill -9 inside the write ${kills} times loses no acknowledged prescription and doubles none`, async () => {
    const random = seededRandom(14);
    const desks = await openConsultations(platform.url, 6);
    expect(desks).toHaveLength(6);
    const [any] = desks as [Desk];
    const atStart = await packsLeft(any);
    let [lost, storedUnanswered] = [0, 0];

    for (let round = 0; round < kills; round += 1) {
      const answered = new Map<Desk, Created>();
      const keys = new Map(desks.map((desk) => [desk, RequestId.parse(crypto.randomUUID())]));
      const create = async (desk: Desk) => {
        const clientRequestId = keys.get(desk) as RequestId;
        answered.set(desk, await desk.call(createPrescription, { ...desk.content, clientRequestId }));
      };
      const sending = desks.map((desk) =>
        create(desk).catch((cause: unknown) => {
          // A refusal would be a fault of this test; a lost connection is what it is about.
          if (cause instanceof Refused) throw cause;
        }),
      );
      const enough = Math.floor(random() * 4);
      await expect.poll(() => answered.size, { interval: 1 }).toBeGreaterThanOrEqual(1 + enough);
      await platform.kill();
      await platform.restart();
      await Promise.all(sending);

      const acknowledged = new Map(answered);
      let stored = 0;
      for (const desk of desks) {
        const found = await storedFor(desk);
        const known = acknowledged.get(desk);
        expect(found.length).toBeLessThanOrEqual(1);
        if (known) expect(found.map(({ id }) => id)).toEqual([known.id]);
        else if (found.length === 1) storedUnanswered += 1;
        else lost += 1;
        stored += found.length;
      }
      expect(await packsLeft(any)).toBe(atStart - stored);

      await Promise.all(desks.map(create));
      expect(await packsLeft(any)).toBe(atStart - desks.length);
      for (const desk of desks) {
        const made = answered.get(desk) as Created;
        expect(acknowledged.get(desk) ?? made).toEqual(made);
        expect((await storedFor(desk)).map(({ id }) => id)).toEqual([made.id]);
        const rx = await desk.call(getPrescription, { id: made.id });
        expect(rx).toMatchObject({
          version: 1,
          lines: [{ quantity: 1 }],
          signatures: [{ role: 'doctor', state: 'valid' }],
        });
        expect(rx.logs?.map(({ action }) => action)).toEqual(['submitted']);
        await desk.call(cancelPrescription, { id: made.id, version: 1, reason: 'The next round' });
      }
      expect(await packsLeft(any)).toBe(atStart);
    }
    // Some kills must fall inside a write, or the test would prove nothing.
    expect(lost + storedUnanswered).toBeGreaterThan(kills);
    process.stderr.write(`${kills} kills: ${lost} not stored, ${storedUnanswered} stored without an answer\n`);
  }, 1_800_000);
});

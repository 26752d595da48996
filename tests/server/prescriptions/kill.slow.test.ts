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
import { type OpenConsultation, openConsultations } from '../../support/openConsultations.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';
import { seededRandom } from '../../support/random.ts';

type Database = { env: Record<string, string>; end: () => Promise<void> };
type Created = ReplyOf<typeof createPrescription>;

const databases: { on: string; kills: number; open: () => Promise<Database> }[] = [
  { on: 'the embedded database', kills: 12, open: async () => ({ env: {}, end: async () => {} }) },
  ...(hasPostgres ? [{ on: 'PostgreSQL', kills: 8, open: onPostgres }] : []),
];

async function onPostgres(): Promise<Database> {
  const server = await startPostgres();
  return { env: { DATABASE_URL: await server.database() }, end: () => server.stop() };
}

let platform: Platform;

async function packsLeft({ call, content }: OpenConsultation): Promise<number> {
  const { warehouseId, lines } = content;
  const [found] = await call(getDrugInventory, { warehouseId, drugIds: lines.map(({ drugId }) => drugId) });
  return found?.stock ?? Number.NaN;
}

const storedFor = async ({ call, order }: OpenConsultation) =>
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
    const consultations = await openConsultations(platform.url, 6);
    expect(consultations).toHaveLength(6);
    const [any] = consultations as [OpenConsultation];
    const atStart = await packsLeft(any);
    let [lost, storedUnanswered] = [0, 0];

    for (let round = 0; round < kills; round += 1) {
      const answered = new Map<OpenConsultation, Created>();
      const keys = new Map(consultations.map((consultation) => [consultation, RequestId.parse(crypto.randomUUID())]));
      const create = async (consultation: OpenConsultation) => {
        const clientRequestId = keys.get(consultation) as RequestId;
        answered.set(
          consultation,
          await consultation.call(createPrescription, { ...consultation.content, clientRequestId }),
        );
      };
      const sending = consultations.map((consultation) =>
        create(consultation).catch((cause: unknown) => {
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
      for (const consultation of consultations) {
        const found = await storedFor(consultation);
        const known = acknowledged.get(consultation);
        expect(found.length).toBeLessThanOrEqual(1);
        if (known) expect(found.map(({ id }) => id)).toEqual([known.id]);
        else if (found.length === 1) storedUnanswered += 1;
        else lost += 1;
        stored += found.length;
      }
      expect(await packsLeft(any)).toBe(atStart - stored);

      await Promise.all(consultations.map(create));
      expect(await packsLeft(any)).toBe(atStart - consultations.length);
      for (const consultation of consultations) {
        const made = answered.get(consultation) as Created;
        expect(acknowledged.get(consultation) ?? made).toEqual(made);
        expect((await storedFor(consultation)).map(({ id }) => id)).toEqual([made.id]);
        const rx = await consultation.call(getPrescription, { id: made.id });
        expect(rx).toMatchObject({
          version: 1,
          lines: [{ quantity: 1 }],
          signatures: [{ role: 'doctor', state: 'valid' }],
        });
        expect(rx.logs?.map(({ action }) => action)).toEqual(['submitted']);
        await consultation.call(cancelPrescription, { id: made.id, version: 1, reason: 'The next round' });
      }
      expect(await packsLeft(any)).toBe(atStart);
    }
    // Some kills must fall inside a write, or the test would prove nothing.
    expect(lost + storedUnanswered).toBeGreaterThan(kills);
    process.stderr.write(`${kills} kills: ${lost} not stored, ${storedUnanswered} stored without an answer\n`);
  }, 1_800_000);
});

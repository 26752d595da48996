import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { platformWide } from '../../server/db/connection.ts';
import { openEmbeddedStore } from '../../server/db/open.ts';
import { consultOrder } from '../../server/db/schema/orders.ts';
import { patient } from '../../server/db/schema/patients.ts';
import { prescription } from '../../server/db/schema/prescriptions.ts';
import { startPlatform } from '../../tests/support/platform.ts';

const atOnce = 500;
const dayMs = 86_400_000;

/** Copies a prescription that waits for review, with its patient and its consultation, which is over, until this many wait. */
async function fillQueue(dataDir: string, count: number): Promise<void> {
  const { db: database, close } = await openEmbeddedStore(dataDir, () => process.exit(1));
  const db = platformWide(database);
  const waiting = await db.select().from(prescription).where(eq(prescription.status, PrescriptionStatus.pending));
  const [first] = waiting.filter(({ tenantId: hospitalId, rxType }) => hospitalId === '1' && rxType === 0);
  if (!first) throw new Error('no prescription waits in the demonstration hospital');
  const [order] = await db.select().from(consultOrder).where(eq(consultOrder.id, first.orderId));
  const [person] = await db.select().from(patient).where(eq(patient.id, first.patientId));
  if (!order || !person) throw new Error('the prescription belongs to nobody');
  const now = Date.now();
  const copied = async (from: number, to: number) => {
    const numbers = Array.from({ length: to - from }, (_, n) => String(from + n).padStart(8, '0'));
    const people = await db
      .insert(patient)
      .values(numbers.map((number) => ({ ...person, id: undefined, mobile: `199${number}`, idNo: null })))
      .returning();
    const orders = await db
      .insert(consultOrder)
      .values(
        people.map(({ id: patientId }, n) => ({
          ...order,
          id: undefined,
          orderNo: `CO9${numbers[n]}`,
          patientId,
          conversationId: null,
          // A doctor may have few consultations at once.
          status: OrderStatus.finished,
          endTime: now,
        })),
      )
      .returning();
    await db.insert(prescription).values(
      orders.map(({ id: orderId, patientId }, n) => ({
        ...first,
        id: undefined,
        patientId,
        orderId,
        prescriptionNo: `RX9000${numbers[n]}`,
        clientRequestId: randomUUID(),
        verifyCode: null,
        submitTime: now - from - n,
        updateTime: now - from - n,
        expireTime: now + dayMs,
      })),
    );
  };
  for (let from = 0; from < count; from += atOnce) await copied(from, Math.min(count, from + atOnce));
  await close();
}

/** The real platform as a process, with the demonstration hospital, in whose review queue this many more wait. */
export async function openBusyHospital(count: number) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cloudroom-bench-'));
  const seeding = await startPlatform({ dataFolder });
  await seeding.stop();
  await fillQueue(dataFolder, count);
  const platform = await startPlatform({ dataFolder });
  return {
    url: platform.url,
    async close() {
      await platform.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

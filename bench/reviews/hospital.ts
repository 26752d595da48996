import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { platformWide } from '../../server/db/connection.ts';
import { openEmbeddedStore } from '../../server/db/open.ts';
import { prescription } from '../../server/db/schema/prescriptions.ts';
import { startPlatform } from '../../tests/support/platform.ts';

const atOnce = 500;
const dayMs = 86_400_000;

/** Copies a prescription that waits for review until this many wait. */
async function fillQueue(dataDir: string, count: number): Promise<void> {
  const { db: database, close } = await openEmbeddedStore(dataDir, () => process.exit(1));
  const db = platformWide(database);
  const waiting = await db.select().from(prescription).where(eq(prescription.status, PrescriptionStatus.pending));
  const [first] = waiting.filter(({ tenantId, rxType }) => tenantId === '1' && rxType === 0);
  if (!first) throw new Error('no prescription waits in the demonstration hospital');
  const { id: _, ...like } = first;
  const now = Date.now();
  const copies = Array.from({ length: count }, (_, n) => ({
    ...like,
    prescriptionNo: `RX9${String(n).padStart(11, '0')}`,
    clientRequestId: randomUUID(),
    verifyCode: null,
    submitTime: now - n,
    updateTime: now - n,
    expireTime: now + dayMs,
  }));
  for (let at = 0; at < count; at += atOnce) await db.insert(prescription).values(copies.slice(at, at + atOnce));
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

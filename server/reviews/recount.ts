import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import { grouped } from '../db/keyedReader.ts';
import { prescription, recountRequest } from '../db/schema/prescriptions.ts';
import { isOneOf } from '../db/textSearch.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { type ClinicalReader, createClinicalReader } from '../prescriptions/clinicalQueries.ts';
import { isChild, priorityOf, withFindings } from '../prescriptions/compose.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { type PrescriptionRow, type Present, patientOf } from '../prescriptions/storedPrescription.ts';
import { countPresent, recountAfterMs } from './presentFindings.ts';
import { isPending, oldestRequests, pendingOf } from './recountQueries.ts';

type Needs = PrescriptionNeeds & { db: Database };

const requestsAtOnce = 1_000;
/** Prescriptions that are read, checked and stored together: few, because no call is answered while they are checked. */
const rowsAtOnce = 25;

type Counted = { present: Present; priority: number };

/** What a prescription has now, and its place in the queue, which depends on the findings and the hospital's settings. */
async function countOne(reader: ClinicalReader, needs: Needs, row: PrescriptionRow): Promise<Counted> {
  const found = await countPresent(reader, needs, row);
  // As the database keeps it, without fields that are undefined.
  const present = JSON.parse(JSON.stringify(found)) as Present;
  const order = await reader.order(row.orderId);
  const child = isChild(patientOf(row).birthday, row.submitTime ?? reader.at, await reader.settings());
  const base = order ? priorityOf(order, row.rxType, child) : 0;
  return { present, priority: withFindings(base, present.findings) };
}

/** Stores new findings of a prescription that is still the same, and pushes them to the screens that show it. */
async function storePresent(tx: Transaction, row: PrescriptionRow, counted: Counted, at: number): Promise<void> {
  const { present, priority } = counted;
  const isSame = and(eq(prescription.id, row.id), eq(prescription.version, row.version), isPending);
  const to = {
    present: { ...present },
    countedTime: at,
    priority,
    updateTime: sql`greatest(${prescription.updateTime} + 1, ${at}::bigint)`,
  };
  const [stored] = await tx.change(prescription, to, isSame);
  if (!stored) return;
  const { id: prescriptionId, orderId, doctorId, status, auditStatus, version, updateTime } = stored;
  const change = { prescriptionId, orderId, doctorId, status, auditStatus, version, updateTime, remark: null };
  tx.announce({ type: 'review.changed', prescriptionId, updateTime, removal: null });
  tx.announce({ type: 'prescription.changed', ...change });
}

/** Counts these prescriptions of one hospital. Only new findings are stored and announced. */
async function countTogether(needs: Needs, hospitalId: string, rows: readonly PrescriptionRow[], at: number) {
  const reader = createClinicalReader(needs, needs.uow.read(hospitalId), at);
  const counted = await Promise.allSettled(rows.map((row) => countOne(reader, needs, row)));
  await needs.uow.run(hospitalId, async (tx) => {
    const unchanged: string[] = [];
    for (const [n, row] of rows.entries()) {
      const one = counted[n];
      if (one?.status !== 'fulfilled') continue;
      const { present, priority } = one.value;
      const isSame = priority === row.priority && isDeepStrictEqual(present, row.present);
      if (!isSame) await storePresent(tx, row, one.value, at);
      else if (Math.abs(at - (row.countedTime ?? 0)) > recountAfterMs / 2) unchanged.push(row.id);
    }
    if (unchanged.length > 0) await tx.change(prescription, { countedTime: at }, isOneOf(prescription.id, unchanged));
  });
  const failed = counted.find((one) => one.status === 'rejected');
  return failed?.reason;
}

/** Counts in batches. What cannot be counted keeps no other from it; the first such failure is returned. */
async function countAll(needs: Needs, hospitalId: string, rows: readonly PrescriptionRow[]): Promise<unknown> {
  const failures: unknown[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    failures.push(await countTogether(needs, hospitalId, rows.slice(from, from + rowsAtOnce), needs.now()));
  return failures.find((one) => one !== undefined);
}

async function answerRequests(needs: Needs, hospitalId: string): Promise<void> {
  const store = needs.uow.read(hospitalId);
  const requests = await oldestRequests(store, requestsAtOnce);
  // The requests are read first, so that what is read afterwards includes their changes.
  const rows = await pendingOf(
    store,
    requests.map(({ patientId }) => patientId),
  );
  const ids = requests.map(({ id }) => id);
  const failure = await countAll(needs, hospitalId, rows);
  await needs.uow.run(hospitalId, (tx) => tx.remove(recountRequest, isOneOf(recountRequest.id, ids)));
  if (failure !== undefined) throw failure;
}

/** Counts the findings of prescriptions under review that something has changed. Returns how many hospitals had some. */
export async function answerRecountRequests(needs: Needs): Promise<number> {
  // This query covers all hospitals; each count is bound to its own.
  const asked = await platformWide(needs.db).selectDistinct({ tenantId: recountRequest.tenantId }).from(recountRequest);
  for (const { tenantId: hospitalId } of asked) await answerRequests(needs, hospitalId);
  return asked.length;
}

/** Counts what was not counted for a long time, because days pass and facts grow old without any change. */
export async function recountOld(needs: Needs): Promise<number> {
  const { countedTime } = prescription;
  const at = needs.now();
  // A count that lies ahead is from before the clock was set back.
  const isOld = or(isNull(countedTime), lt(countedTime, at - recountAfterMs), gt(countedTime, at + skewMs));
  // This query covers all hospitals; each count is bound to its own.
  const old = await platformWide(needs.db).select().from(prescription).where(and(isPending, isOld));
  const rowsOf = grouped(old, (row) => row.tenantId);
  for (const hospitalId of new Set(old.map((row) => row.tenantId))) {
    const failure = await countAll(needs, hospitalId, rowsOf(hospitalId));
    if (failure !== undefined) throw failure;
  }
  return old.length;
}

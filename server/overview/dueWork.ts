import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { dueWork } from '../../contract/extension/overview.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { NameOf } from '../patients/factNames.ts';
import { readSummaries, type Sight } from '../patients/knownPatient.ts';
import { patientBrief } from '../patients/patientBrief.ts';
import { signWithinMs } from '../records/records.ts';
import { appendTrail, type TrailEntry } from '../trail/trail.ts';

type Seeing = Pick<CallContext, 'by' | 'store' | 'language'> & Sight;

const expiresWithinMs = 24 * 3_600_000;
const shownAtOnce = 10;

/** Prescriptions that expire within a day before they were dispensed. */
async function expiring({ by, at, store, language, nameOf }: Seeing) {
  const isDue = store.own(
    prescription,
    eq(prescription.doctorId, by.id),
    inArray(prescription.status, [PrescriptionStatus.pending, PrescriptionStatus.approved]),
    gt(prescription.expireTime, at),
    lte(prescription.expireTime, at + expiresWithinMs),
  );
  const rows = await store.db
    .select({ rx: prescription, ill: patient })
    .from(prescription)
    .innerJoin(patient, and(eq(patient.id, prescription.patientId), store.own(patient)))
    .where(isDue)
    .orderBy(asc(prescription.expireTime))
    .limit(shownAtOnce);
  const known = await readSummaries(
    store,
    rows.map(({ ill }) => ill),
    { at, nameOf },
  );
  const list = rows.map(({ rx: { id, prescriptionNo, status, expireTime }, ill }) => ({
    id,
    prescriptionNo,
    status,
    expireTime,
    patient: patientBrief(ill, known(ill), at, language),
  }));
  return { total: await store.db.$count(prescription, isDue), list };
}

/** Ended consultations whose record is not signed and can still be signed. */
async function unsigned({ by, at, store, language, nameOf }: Seeing) {
  const isDue = store.own(
    consultOrder,
    eq(consultOrder.doctorId, by.id),
    eq(consultOrder.status, OrderStatus.finished),
    gt(consultOrder.endTime, at - signWithinMs),
    or(isNull(caseInfo.id), isNull(caseInfo.signTime)),
  );
  const ofOrder = and(eq(caseInfo.orderId, consultOrder.id), store.own(caseInfo));
  const rows = await store.db
    .select({ order: consultOrder, ill: patient, total: sql<number>`count(*) over ()::int` })
    .from(consultOrder)
    .innerJoin(patient, and(eq(patient.id, consultOrder.patientId), store.own(patient)))
    .leftJoin(caseInfo, ofOrder)
    .where(isDue)
    .orderBy(asc(consultOrder.endTime))
    .limit(shownAtOnce);
  const known = await readSummaries(
    store,
    rows.map(({ ill }) => ill),
    { at, nameOf },
  );
  const list = rows.map(({ order: { id: orderId, orderNo, endTime }, ill }) => ({
    orderId,
    orderNo,
    endTime: endTime ?? at,
    signUntil: (endTime ?? at) + signWithinMs,
    patient: patientBrief(ill, known(ill), at, language),
  }));
  return { total: rows[0]?.total ?? 0, list };
}

/** What lapses unless the doctor acts; the patients that the answer names are on the trail. */
export const readDueWork =
  ({ nameOf }: { nameOf: NameOf }) =>
  async (_: unknown, context: CallContext): Promise<Outcome<ReplyInputOf<typeof dueWork>>> => {
    const { by, at, store } = context;
    const seeing = { ...context, nameOf };
    const due = { expiring: await expiring(seeing), unsigned: await unsigned(seeing) };
    const shown = (list: readonly { patient: { id: string | number } }[], detail: Record<string, unknown>) => ({
      ...({ action: 'list', entityId: null, patientId: null, purpose: null, outcome: 'ok' } as const),
      patientIds: list.map(({ patient: { id } }) => String(id)),
      detail,
    });
    const [prescriptions, records] = [due.expiring.list, due.unsigned.list];
    const ids = prescriptions.map(({ id }) => id);
    const orderIds = records.map(({ orderId }) => orderId);
    const append = (entry: TrailEntry) => appendTrail(store, by, at, entry);
    await append({ ...shown(prescriptions, { ids }), entity: 'prescription' });
    if (records.length > 0) await append({ ...shown(records, { orderIds }), entity: 'record' });
    return done(due);
  };

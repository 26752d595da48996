import { desc, eq, isNotNull } from 'drizzle-orm';
import { fieldsOf } from '../../clinical/facts/brief.ts';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import type { electronicMedicalRecords, getPersonalHistory, medicalRecordList } from '../../contract/http/consult.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Staff } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { isDoctor } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { hisRecord, patient } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { pageOf } from '../db/textSearch.ts';
import { readSummaries, type Sight } from '../patients/knownPatient.ts';
import { findReadableOrder, forDoctor, recordRead } from './orderAccess.ts';
import { countOwnVisits, listOwnVisits, readOwnVisit } from './ownVisits.ts';

/** Whether an order or prescription gives this person a reason to read about the patient. */
async function isInvolved(store: Tenanted, by: Staff, patientId: string): Promise<boolean> {
  const ofPatient = eq(consultOrder.patientId, patientId);
  const waits = [ofPatient, eq(consultOrder.status, OrderStatus.awaiting), forDoctor(by.id)];
  if (isDoctor(by) && (await store.count(consultOrder, ...waits)) > 0) return true;
  if ((await store.count(consultOrder, ofPatient, eq(consultOrder.doctorId, by.id))) > 0) return true;
  if (!by.isAuditor) return false;
  return (
    (await store.count(prescription, eq(prescription.patientId, patientId), isNotNull(prescription.submitTime))) > 0
  );
}

/** The patient, where this person may read about them; the attempt is recorded on the trail either way. */
async function findReadablePatient(store: Tenanted, by: Staff, patientId: string, at: number) {
  const who = await store.first(patient, eq(patient.id, patientId));
  if (!who) return null;
  const isAllowed = await isInvolved(store, by, patientId);
  await recordRead(store, by, at, { entity: 'patient', entityId: who.id, patientId: who.id, purpose: null }, isAllowed);
  return isAllowed ? who : null;
}

type History = ReplyInputOf<typeof getPersonalHistory>;

/** The patient's medical history as the patient and earlier doctors gave it, by order or by patient. */
export async function readHistory(
  store: Tenanted,
  by: Staff,
  which: RequestOf<typeof getPersonalHistory>,
  seen: Sight,
): Promise<Outcome<History>> {
  const { orderId, patientId } = which;
  if (orderId === undefined && patientId === undefined) return refused(Code.badRequest, { field: 'orderId' });
  const order = orderId === undefined ? null : await findReadableOrder(store, by, { id: orderId }, seen.at);
  if (orderId !== undefined && (!order || (patientId ?? order.patientId) !== order.patientId))
    return refused(Code.notFound);
  const who = order
    ? await store.first(patient, eq(patient.id, order.patientId))
    : await findReadablePatient(store, by, patientId ?? '', seen.at);
  if (!who) return refused(Code.notFound);
  const { past, family, personal, surgery } = who;
  const known = fieldsOf((await readSummaries(store, [who], seen))(who), by.language === 'en' ? 'en' : 'zh');
  const { allergy, pregnant, lactating, liver, kidney } = known;
  return done({ past, allergy: allergy ?? '', family, personal, surgery, pregnant, lactating, liver, kidney });
}

type Visits = ReplyInputOf<typeof medicalRecordList>;

/** The patient's finished consultations here, the latest first, then the visits in the hospital's information system. */
export async function listVisits(
  store: Tenanted,
  by: Staff,
  query: RequestOf<typeof medicalRecordList>,
  at: number,
): Promise<Outcome<Visits>> {
  const who = await findReadablePatient(store, by, query.patientId, at);
  if (!who) return refused(Code.notFound);
  const { limit, offset } = pageOf(query);
  const here = await countOwnVisits(store, who.id);
  const own = await listOwnVisits(store, by, who.id, { limit: Math.max(0, Math.min(limit, here - offset)), offset });
  const ofPatient = eq(hisRecord.patientId, who.id);
  const rows = await store.db
    .select()
    .from(hisRecord)
    .where(store.own(hisRecord, ofPatient))
    .orderBy(desc(hisRecord.visitTime), desc(hisRecord.id))
    .limit(limit - own.length)
    .offset(Math.max(0, offset - here));
  const list = rows.map(({ visitNo, visitTime, hospital, dept, doctor, diagnosis }) => ({
    visitNo,
    visitTime,
    hospital,
    dept,
    doctor,
    diagnosis,
  }));
  return done({ list: [...own, ...list], total: here + (await store.count(hisRecord, ofPatient)) });
}

type Visit = ReplyInputOf<typeof electronicMedicalRecords>;

/** The record of one of those visits. */
export async function readVisit(
  store: Tenanted,
  by: Staff,
  query: RequestOf<typeof electronicMedicalRecords>,
  at: number,
): Promise<Outcome<Visit>> {
  const who = await findReadablePatient(store, by, query.patientId, at);
  const own = who && (await readOwnVisit(store, by, query, at));
  if (own) return done(own);
  const isIt = [eq(hisRecord.patientId, query.patientId), eq(hisRecord.visitNo, query.visitNo)];
  const row = who ? await store.first(hisRecord, ...isIt) : null;
  if (!row) return refused(Code.notFound);
  const { visitNo, sections, orders, reports } = row;
  return done({ visitNo, sections, orders, reports });
}

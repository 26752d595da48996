import { fieldsOf } from '../../clinical/facts/specifiedFields.ts';
import { Code } from '../../contract/envelope.ts';
import type { electronicMedicalRecords, getPersonalHistory, medicalRecordList } from '../../contract/http/consult.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { pageOf } from '../db/textSearch.ts';
import { findPatient, readSummaries } from '../patients/queries.ts';
import { listedFor } from '../records/queries.ts';
import { findReadableOrder, recordRead } from './orderAccess.ts';
import { ownRecordFor } from './ownVisits.ts';
import { mayReadPatient } from './policy.ts';
import { tiesTo } from './queries.ts';
import {
  countHisVisits,
  countOwnVisits,
  findHisVisit,
  findOwnRecord,
  hisVisitsOf,
  ownVisitsOf,
} from './visitQueries.ts';
import { hisRecordOnWire, hisVisitOnWire, ownVisitOnWire, type Visit } from './visitWire.ts';
import type { OrderNeeds, PatientRow } from './wire.ts';

const patientRead = (id: string) => ({ entity: 'patient', entityId: id, patientId: id, purpose: null }) as const;

/** The patient, and whether this person may read about them. */
async function findWithAccess(id: string, { by, store }: CallContext) {
  const who = await findPatient(store, id);
  return who && { who, isAllowed: mayReadPatient(by, await tiesTo(store, by, id)) };
}

/** The patient, where this person may read about them; the attempt is recorded on the trail either way. */
async function findReadablePatient(id: string, context: CallContext): Promise<PatientRow | null> {
  const found = await findWithAccess(id, context);
  if (!found) return null;
  await recordRead(patientRead(id), context, found.isAllowed);
  return found.isAllowed ? found.who : null;
}

/** The patient of an order that this person may read; null if somebody else is named beside it. */
async function findPatientOfOrder(orderId: string, patientId: string | undefined, context: CallContext) {
  const order = await findReadableOrder(orderId, context);
  if (!order || (patientId ?? order.patientId) !== order.patientId) return null;
  return findPatient(context.store, order.patientId);
}

/** The patient's medical history as the patient and earlier doctors gave it, by order or by patient. */
export const readMedicalHistory =
  ({ nameOf }: Pick<OrderNeeds, 'nameOf'>) =>
  async (
    { orderId, patientId }: RequestOf<typeof getPersonalHistory>,
    context: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof getPersonalHistory>>> => {
    if (orderId === undefined && patientId === undefined) return refused(Code.badRequest, { field: 'orderId' });
    const who =
      orderId === undefined
        ? await findReadablePatient(patientId ?? '', context)
        : await findPatientOfOrder(orderId, patientId, context);
    if (!who) return refused(Code.notFound);
    const { at, store, language } = context;
    const { past, family, personal, surgery } = who;
    const summaryOf = await readSummaries(store, [who], { at, nameOf });
    const known = fieldsOf(summaryOf(who), language === 'en' ? 'en' : 'zh');
    const { allergy, pregnant, lactating, liver, kidney } = known;
    return done({ past, allergy: allergy ?? '', family, personal, surgery, pregnant, lactating, liver, kidney });
  };

/** The patient's finished consultations here, the latest first, then the visits in the hospital's information system. */
export async function pageVisits(
  query: RequestOf<typeof medicalRecordList>,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof medicalRecordList>>> {
  const { store, language } = context;
  const who = await findReadablePatient(query.patientId, context);
  if (!who) return refused(Code.notFound);
  const { limit, offset } = pageOf(query);
  const here = await countOwnVisits(store, who.id);
  const ownLimit = Math.max(0, Math.min(limit, here - offset));
  const own = await ownVisitsOf(store, who.id, { limit: ownLimit, offset });
  const inHis = { limit: limit - own.length, offset: Math.max(0, offset - here) };
  const other = await hisVisitsOf(store, who.id, inHis);
  const records = own.map(({ record }) => record);
  const listed = await listedFor(store, records);
  const list = [...own.map((visit) => ownVisitOnWire(visit, listed, language)), ...other.map(hisVisitOnWire)];
  return done({ list, total: here + (await countHisVisits(store, who.id)) });
}

/** The record of one of those visits. The row on the trail names the record where it is one of this hospital. */
export const readEarlierVisit =
  ({ links }: Pick<OrderNeeds, 'links'>) =>
  async (query: RequestOf<typeof electronicMedicalRecords>, context: CallContext): Promise<Outcome<Visit>> => {
    const { patientId } = query;
    const found = await findWithAccess(patientId, context);
    if (!found) return refused(Code.notFound);
    const own = found.isAllowed ? await findOwnRecord(context.store, query) : null;
    const ofRecord = own && { entityId: own.record.id, purpose: `order:${own.order.id}` };
    const subject = ofRecord ? ({ ...ofRecord, entity: 'record', patientId } as const) : patientRead(patientId);
    await recordRead(subject, context, found.isAllowed);
    const his = found.isAllowed && !own ? await findHisVisit(context.store, query) : null;
    const visit = own ? await ownRecordFor(own, context) : his && hisRecordOnWire(his);
    if (!visit) return refused(Code.notFound);
    const reports = visit.reports?.map((report) => ({ ...report, url: links.renew(report.url, context.by) }));
    return done({ ...visit, reports });
  };

import { and, asc, desc, eq, isNotNull, notInArray } from 'drizzle-orm';
import { getTemplate } from '../../contract/extension/templates.ts';
import { getPrescription } from '../../contract/http/prescription.ts';
import { getCase } from '../../contract/http/record.ts';
import type { Operation } from '../../contract/operation.ts';
import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { catalogueImport } from '../../server/db/schema/catalogues.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import { caseInfo, consultOrder } from '../../server/db/schema/orders.ts';
import { hisRecord, patientFact, patient as patientTable } from '../../server/db/schema/patients.ts';
import { prescription } from '../../server/db/schema/prescriptions.ts';
import { staff } from '../../server/db/schema/staff.ts';
import { template } from '../../server/db/schema/templates.ts';
import { dictData, tenant } from '../../server/db/schema/tenants.ts';
import type { Input } from './callRequests.ts';
import type { CallWorld } from './callWorld.ts';
import type { TestDb } from './database.ts';
import type { Others } from './foreignObjects.ts';

const anHourMs = 3_600_000;

/** The objects of the people of the call world, and those that its calls lack. */
export async function addOwnedObjects(db: TestDb, world: CallWorld) {
  const store = hospitalStore(db, '1');
  const exampleId = (name: string, operation: Operation) =>
    String(world.inputsOf(name, operation, () => 'words')[0]?.query.id);
  const idOf = async (username: string) => (await store.first(staff, eq(staff.username, username)))?.id ?? '';
  const [message] = await db.select({ id: imEvent.id }).from(imEvent).orderBy(desc(imEvent.id)).limit(1);
  const order = await store.first(consultOrder, eq(consultOrder.conversationId, world.conversationId));
  const ofSubmitted = db
    .select({ id: prescription.patientId })
    .from(prescription)
    .where(isNotNull(prescription.submitTime));
  const unreviewed = await store.first(patientTable, notInArray(patientTable.id, ofSubmitted));
  const others: Others = {
    message: message?.id ?? '',
    auditor: await idOf('auditor01'),
    prescription: exampleId('getPrescription', getPrescription),
    order: order?.id ?? '',
    patient: unreviewed?.id ?? '',
    record: exampleId('getCase', getCase),
  };

  // The lease lasts as long as the test.
  const isLeased = and(eq(prescription.leaseHolderId, others.auditor), isNotNull(prescription.leaseId));
  const [review] = await store.change(prescription, { leaseUntil: Date.now() + anHourMs }, isLeased);
  const reviewed = review ? await store.first(consultOrder, eq(consultOrder.id, review.orderId)) : null;
  const record = review ? await store.first(caseInfo, eq(caseInfo.orderId, review.orderId)) : null;
  const advice = await store.first(template, eq(template.id, exampleId('getTemplate', getTemplate)));
  const [hospital] = await db.select({ version: tenant.version }).from(tenant).where(eq(tenant.id, '1'));
  if (!review || !reviewed?.conversationId || !record || !order || !advice || !hospital)
    throw new Error('the world lacks an object');

  const visited = { visitNo: 'of-the-tests', visitTime: 0, hospital: '', dept: '', doctor: '', diagnosis: '' };
  const visit = await store.add(hisRecord, { patientId: review.patientId, ...visited });
  const stated = { value: { kind: 'weight', kg: 60 }, confirmed: false, origin: 'patient', createTime: 0 } as const;
  const fact = await store.add(patientFact, { patientId: order.patientId, ...stated });
  const dryRun = { kind: 'diagnoses', fileHash: '', revision: 0, plan: [], createTime: Date.now() } as const;
  const planned = await store.add(catalogueImport, { ...dryRun, staffId: await idOf('admin01') });
  const entries = await store.db
    .select({ id: dictData.id })
    .from(dictData)
    .where(store.own(dictData, eq(dictData.dictType, 'hosp_level')))
    .orderBy(asc(dictData.id));

  /** What the reviewer reviews, by field name. */
  const ofReviewer: Input = {
    ...{ orderId: review.orderId, orderNo: reviewed.orderNo, patientId: review.patientId, visitNo: visit.visitNo },
    ...{ conversationId: reviewed.conversationId, cursors: { [reviewed.conversationId]: 0 } },
    prescriptionId: review.id,
  };
  /** The ids of what the reviewer reviews, by call. */
  const idsOfReviewer: Input = {
    ...{ orderDetail: review.orderId, getCase: record.id },
    ...{ getPrescription: review.id, prescriptionVersions: review.id, listReviewQuestions: review.id },
  };
  return {
    ...{ others, ofReviewer: ofReviewer, idsOfReviewer: idsOfReviewer, factId: fact.id, importId: planned.id },
    entries: entries.map(({ id }) => id),
    recordTemplate: { id: advice.id, version: advice.version },
    hospitalVersion: hospital.version,
  };
}

export type OwnedObjects = Awaited<ReturnType<typeof addOwnedObjects>>;

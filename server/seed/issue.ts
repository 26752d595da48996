import { frequencyOf } from '../../clinical/frequency.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import type { imEvent } from '../db/schema/messages.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import { prescription, prescriptionLog } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { patientBrief } from '../patients/patientBrief.ts';
import { type Cast, uuidOf } from './cast.ts';
import type { Hired, Shelves } from './furnish.ts';
import type { SeedOrder, SeedPrescription } from './orders.ts';
import type { SeedLine } from './prescriptions.ts';
import type { Admitted } from './seedPatients.ts';

type Issue = {
  order: SeedOrder;
  row: typeof consultOrder.$inferSelect;
  who: NonNullable<ReturnType<Admitted['get']>>;
  doctor: NonNullable<ReturnType<Hired['get']>>;
  caseId: string | null;
  cast: Cast;
};
type Card = Omit<typeof imEvent.$inferInsert, 'tenantId' | 'conversationId' | 'seq'>;

const perDay = (code: string): number | null => {
  const frequency = frequencyOf(code);
  return frequency?.kind === 'regular' ? Number(frequency.timesPerDay.n) / Number(frequency.timesPerDay.d) : null;
};

function lineOf({ product, dose, frequency, ...line }: SeedLine, { drugs, inventory, warehouseId }: Shelves) {
  const item = drugs.get(product);
  if (!item) throw new Error(`the demonstration prescribes ${product}, which is not on its shelves`);
  const { id: drugId, specification, dosageForm, manufacturer, packUnit, minUnit, packFactor } = item;
  const place = inventory.find((row) => row.drugId === drugId && row.warehouseId === warehouseId);
  return {
    ...line,
    drugId,
    specification,
    dosageForm,
    manufacturer,
    packUnit,
    minUnit,
    packFactor,
    frequency,
    specificationEn: item.specificationEn,
    manufacturerEn: item.manufacturerEn,
    drugName: item.name,
    drugNameEn: item.nameEn,
    tradeName: item.tradeName,
    tradeNameEn: item.tradeNameEn ?? '',
    inventoryId: place?.id ?? null,
    onceDose: dose.value,
    onceDoseUnit: dose.unit,
    timesPerDay: perDay(frequency),
  };
}

/** What was done with a prescription, one line each. */
function logOf(told: SeedPrescription, { doctor, cast }: Issue) {
  const { status, submitTime, auditTime, auditor, auditRemark, cancelReason, createTime, expireTime } = told;
  const reviewer = auditor === null ? null : (cast.hired.get(auditor) ?? null);
  const by = (who: { id: string; name: string } | null) => ({
    operatorId: who?.id ?? null,
    operatorName: who?.name ?? '',
  });
  const isRejected = status === PrescriptionStatus.rejected;
  return [
    { action: 'drafted', time: createTime, remark: null, ...by(doctor) },
    ...(submitTime === null ? [] : [{ action: 'submitted', time: submitTime, remark: null, ...by(doctor) }]),
    ...(auditTime === null
      ? []
      : [{ action: isRejected ? 'rejected' : 'approved', time: auditTime, remark: auditRemark, ...by(reviewer) }]),
    ...(cancelReason === null
      ? []
      : [{ action: 'cancelled', time: createTime + 120_000, remark: cancelReason, ...by(doctor) }]),
    ...(status === PrescriptionStatus.expired
      ? [{ action: 'expired', time: expireTime, remark: null, ...by(null) }]
      : []),
  ];
}

/** Enters a story's prescription; answers the message by which its doctor showed it, if it was submitted. */
export async function issue(store: Tenanted, story: Issue, at: number): Promise<Card | null> {
  const { order, row, who, doctor, caseId, cast } = story;
  if (!order.prescription) return null;
  const { diagnosis: code, lines, auditor, findings, overrides, ...told } = order.prescription;
  const found = cast.shelves.diagnoses.get(code);
  const written = await store.add(prescription, {
    ...told,
    caseId,
    orderId: row.id,
    orderNo: row.orderNo,
    patientId: who.id,
    doctorId: doctor.id,
    deptName: doctor.deptName,
    deptNameEn: doctor.deptNameEn,
    prescriptionNo: order.orderNo.replace(/^C/, 'RX'),
    warehouseId: cast.shelves.warehouseId,
    patient: {
      ...patientBrief(who, told.createTime, who.language === 'en' ? 'en' : 'zh-CN'),
      guardianConfirmed: order.guardianPresent,
    },
    diagnosisList: found ? [{ id: found.id, code, name: found.name, nameEn: found.nameEn, main: true }] : [],
    lines: lines.map((line) => lineOf(line, cast.shelves)),
    overrides,
    findings,
    priority: told.rxType === 1 ? 4 : 0,
    clientRequestId: uuidOf(`${order.key} prescription`),
    auditorId: auditor === null ? null : (cast.hired.get(auditor)?.id ?? null),
    updateTime: told.auditTime ?? told.submitTime ?? Math.min(told.createTime, at),
  });
  const log = logOf(order.prescription, story);
  await store.addAll(
    prescriptionLog,
    log.map((step) => ({ ...step, prescriptionId: written.id, version: 1 })),
  );
  if (told.submitTime === null) return null;
  const content = JSON.stringify({ prescriptionId: written.id, prescriptionNo: written.prescriptionNo });
  const from = { senderType: SenderType.doctor, senderId: doctor.id, type: MessageType.prescriptionCard };
  return { kind: 'message', ...from, content, sendTime: told.submitTime };
}

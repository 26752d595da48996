import { timesPerDayOf } from '../../clinical/doses/frequency.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { isUrgent, reviewPriority } from '../../clinical/lifecycle/review.ts';
import { ageInMonths } from '../../clinical/patient/age.ts';
import { countsAsChild, defaultSettings } from '../../clinical/settings/settings.ts';
import { MessageType, SenderType } from '../../contract/im.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import type { imEvent } from '../db/schema/messages.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import { prescription, prescriptionLog } from '../db/schema/prescriptions.ts';
import { registeredSummary } from '../patients/registeredFacts.ts';
import { patientBrief } from '../patients/wire.ts';
import type { PharmacyRows, StaffRows } from './insertHospital.ts';
import type { PatientRows } from './insertPatients.ts';
import type { SeedOrder, SeedPrescription } from './orders.ts';
import type { SeedLine } from './prescriptions.ts';
import { type SeededRows, uuidOf } from './seededRows.ts';

type Source = {
  order: SeedOrder;
  row: typeof consultOrder.$inferSelect;
  who: NonNullable<ReturnType<PatientRows['get']>>;
  doctor: NonNullable<ReturnType<StaffRows['get']>>;
  caseId: string | null;
  rows: SeededRows;
};
type Card = Omit<typeof imEvent.$inferInsert, 'tenantId' | 'conversationId' | 'seq'>;

function lineOf(
  { product, dose, frequency, ...line }: SeedLine,
  { drugs: medicines, inventory, warehouseId }: PharmacyRows,
) {
  const item = medicines.get(product);
  if (!item) throw new Error(`the demonstration prescribes ${product}, which is not in its pharmacy`);
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
    timesPerDay: timesPerDayOf(frequency),
  };
}

/** The log of a prescription. */
function logOf(seeded: SeedPrescription, { doctor, rows }: Source) {
  const { status, submitTime, auditTime, auditor, auditRemark, cancelReason, createTime, expireTime } = seeded;
  const reviewer = auditor === null ? null : (rows.staff.get(auditor) ?? null);
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

/** Inserts a prescription; returns the message with its card if it was submitted. */
export async function insertPrescription(store: HospitalStore, source: Source, at: number): Promise<Card | null> {
  const { order, row, who, doctor, caseId, rows } = source;
  if (!order.prescription) return null;
  const { diagnosis: code, lines, auditor, findings, overrides, ...seeded } = order.prescription;
  const found = rows.pharmacy.diagnoses.get(code);
  const written = await store.add(prescription, {
    ...seeded,
    caseId,
    orderId: row.id,
    orderNo: row.orderNo,
    patientId: who.id,
    doctorId: doctor.id,
    deptName: doctor.deptName,
    deptNameEn: doctor.deptNameEn,
    prescriptionNo: order.orderNo.replace(/^C/, 'RX'),
    warehouseId: rows.pharmacy.warehouseId,
    patient: {
      ...patientBrief(
        who,
        registeredSummary(who, { at: seeded.createTime, nameOf: rows.nameOf }, at),
        seeded.createTime,
        who.language === 'en' ? 'en' : 'zh-CN',
      ),
      guardianConfirmed: order.guardianPresent,
    },
    diagnosisList: found ? [{ id: found.id, code, name: found.name, nameEn: found.nameEn, main: true }] : [],
    lines: lines.map((line) => lineOf(line, rows.pharmacy)),
    overrides,
    findings,
    priority: reviewPriority({
      urgent: isUrgent(seeded.rxType, row.priority),
      child: countsAsChild(who.birthday ? ageInMonths(who.birthday, hospitalDay(at)) : null, defaultSettings),
      findings: findings.some(({ level }) => level !== 'info'),
    }),
    clientRequestId: uuidOf(`${order.key} prescription`),
    auditorId: auditor === null ? null : (rows.staff.get(auditor)?.id ?? null),
    updateTime: seeded.auditTime ?? seeded.submitTime ?? Math.min(seeded.createTime, at),
  });
  const log = logOf(order.prescription, source);
  await store.addAll(
    prescriptionLog,
    log.map((step) => ({ ...step, prescriptionId: written.id, version: 1 })),
  );
  if (seeded.submitTime === null) return null;
  const content = JSON.stringify({ prescriptionId: written.id, prescriptionNo: written.prescriptionNo });
  const from = { senderType: SenderType.doctor, senderId: doctor.id, type: MessageType.prescriptionCard };
  return { kind: 'message', ...from, content, sendTime: seeded.submitTime };
}

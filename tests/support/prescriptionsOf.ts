import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { DiseaseId, DoctorId, DrugId, OrderId, PrescriptionId, WarehouseId } from '../../contract/ids.ts';
import { order, startOfTest } from './fakeApp.tsx';

/** A submitted prescription for a patient, with the test's changes. */
export const rx = (id: string, name: string, patch: Partial<Rx> = {}): Rx => ({
  id: id as PrescriptionId,
  prescriptionNo: `RX${id}`,
  orderId: 'o1' as OrderId,
  patient: order(id, name).patient,
  rxType: 0,
  status: PrescriptionStatus.pending,
  auditStatus: 0,
  diagnosisList: [{ id: '1' as DiseaseId, code: 'J20.9', name: 'Acute bronchitis', main: true }],
  lineCount: 1,
  amount: 980,
  createTime: startOfTest,
  submitTime: startOfTest + 60_000,
  version: 3,
  warehouseId: '1' as WarehouseId,
  lines: [
    {
      drugId: '1' as DrugId,
      drugName: 'Carbocisteine syrup',
      specification: '20 mg/ml',
      dosageForm: 'syrup',
      onceDose: 120,
      onceDoseUnit: 'mg',
      frequency: 'tid',
      route: 'po',
      days: 5,
      quantity: 1,
      packUnit: 'bottle',
      price: 980,
    },
  ],
  doctor: { id: '1' as DoctorId, name: 'Lin Yue' },
  logs: [{ time: startOfTest, operator: 'Lin Yue', action: 'drafted' }],
  ...patch,
});

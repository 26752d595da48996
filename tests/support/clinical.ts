import type { Drug } from '../../contract/http/drugs.ts';
import { Rx } from '../../contract/http/prescription.ts';
import { DiseaseId, DrugId, InventoryId, RequestId, WarehouseId } from '../../contract/ids.ts';
import { emptyDraft, lineFor, type RxDraft } from '../../src/domain/rxDraft.ts';

/** Amoxicillin capsules as a warehouse lists them: 0.25 g, 24 in a box. */
export const amoxicillin: Drug = {
  id: InventoryId.parse('11'),
  drugId: DrugId.parse('1'),
  name: 'Amoxicillin',
  specification: '0.25 g × 24',
  dosageForm: 'capsule',
  manufacturer: 'Example Pharma',
  minUnit: 'capsule',
  packUnit: 'box',
  packFactor: 24,
  strength: 0.25,
  strengthUnit: 'g',
  defaultDose: 0.5,
  defaultDoseUnit: 'g',
  defaultFrequency: 'tid',
  defaultRoute: 'po',
  price: 1_280,
  stock: 40,
};

export const bronchitis = { id: DiseaseId.parse('1'), code: 'J20.9', name: 'Acute bronchitis', main: true };

export const requestId = RequestId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f');

/** A complete prescription. */
export const completeDraft: RxDraft = {
  ...emptyDraft(requestId),
  warehouseId: WarehouseId.parse('1'),
  diagnosisList: [bronchitis],
  lines: [lineFor(amoxicillin, 'a')],
};

/** A stored prescription as the platform returns it. */
export const issuedRx = (status: number, version: number) =>
  Rx.parse({
    id: '9',
    prescriptionNo: 'RX0009',
    orderId: '7',
    patient: { id: '3', name: 'Li Wei', gender: 1, age: 40, ageText: '40', mobile: '139****0001' },
    rxType: 0,
    status,
    auditStatus: 0,
    diagnosisList: [bronchitis],
    lineCount: 1,
    createTime: 1,
    version,
    warehouseId: '1',
    lines: [],
    doctor: { id: '1', name: 'Dr Chen' },
  });

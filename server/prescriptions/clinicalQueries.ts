import type { PatientSummary } from '../../clinical/facts/summaryShape.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { byKey, createKeyedReader, grouped } from '../db/keyedReader.ts';
import { diagnosis, drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import { caseInfo, consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import { isOneOf } from '../db/textSearch.ts';
import { clinicalSettings } from '../hospitals/clinicalSettings.ts';
import type { NameOf } from '../patients/factNames.ts';
import { readKnownFacts } from '../patients/queries.ts';
import { readTaken } from './queries.ts';

/**
 * Reads what the checks of one piece of work need, as it is now: several prescriptions together take as many statements as
 * one.
 */
export function createClinicalReader({ nameOf }: { nameOf: NameOf }, store: HospitalStore, at: number) {
  const rowsOf = <T extends Parameters<HospitalStore['named']>[0]>(table: T) =>
    createKeyedReader(async (ids) => byKey(await store.named(table, ids), ({ id }) => String(id)));
  let settings: ReturnType<typeof clinicalSettings> | null = null;
  return {
    at,
    nameOf,
    order: rowsOf(consultOrder),
    patient: rowsOf(patient),
    warehouse: rowsOf(warehouse),
    drug: rowsOf(drug),
    diagnosis: rowsOf(diagnosis),
    person: rowsOf(staff),
    /** The record of an order. */
    record: createKeyedReader(async (ids) =>
      byKey(await store.rows(caseInfo, isOneOf(caseInfo.orderId, ids)), ({ orderId }) => orderId),
    ),
    /** A product in each warehouse that has it. */
    items: createKeyedReader(async (ids) =>
      grouped(await store.rows(drugInventory, isOneOf(drugInventory.drugId, ids)), ({ drugId }) => drugId),
    ),
    /** What holds about a patient. */
    facts: createKeyedReader((ids) => readKnownFacts(store, ids)),
    /** Prescriptions of a patient that may still be taken. */
    taken: createKeyedReader(async (ids) => grouped(await readTaken(store, ids, at), (row) => row.patientId)),
    /** What is known about the patient of an order, which several prescriptions of the order share. */
    summaries: new Map<string, Promise<PatientSummary>>(),
    settings: () => {
      settings ??= clinicalSettings(store);
      return settings;
    },
  };
}

export type ClinicalReader = ReturnType<typeof createClinicalReader>;

/** The rows that were found for these keys, by key. */
export async function foundFor<Row>(read: (key: string) => Promise<Row | null>, keys: readonly string[]) {
  const unique = [...new Set(keys)];
  const rows = await Promise.all(unique.map(read));
  return new Map(unique.flatMap((key, n): [string, Row][] => (rows[n] ? [[key, rows[n]]] : [])));
}

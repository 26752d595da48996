import type { CatalogueKind } from '../../contract/extension/catalogueFiles.ts';
import type { DiagnosisFields } from '../../contract/extension/diagnoses.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { Language } from '../accounts/caller.ts';
import { diagnosis, drug } from '../db/schema/drugs.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { diagnosisProblems, fieldsOfDiagnosis, normalisedDiagnosis } from './diagnosisFields.ts';
import { fieldsOf, type Generics, medicineProblems, normalised } from './medicineFields.ts';
import { createFamilies, type Sibling, siblingProblems } from './medicineSiblings.ts';
import type { Rules, Stored } from './planImport.ts';
import { pricesOf } from './readMedicines.ts';

const byCode = (rows: readonly Stored[]) => new Map(rows.map((row) => [String(row.fields.code), row]));

/** Every row of a catalogue, in the order of its codes. */
export async function storedRows(store: Tenanted, kind: CatalogueKind): Promise<Stored[]> {
  if (kind === 'diagnoses') {
    const rows = await store.rows(diagnosis);
    return rows
      .map((row) => ({ id: row.id, fields: { ...fieldsOfDiagnosis(row), retired: row.disabled } }))
      .sort((a, b) => (a.fields.code < b.fields.code ? -1 : 1));
  }
  const [rows, prices] = await Promise.all([store.rows(drug), pricesOf(store, null)]);
  return rows
    .map((row) => ({ id: row.id, fields: { ...fieldsOf(row, prices.get(row.id) ?? 0), retired: row.disabled } }))
    .sort((a, b) => (a.fields.code < b.fields.code ? -1 : 1));
}

const emptyMedicine = {
  nameEn: '',
  tradeName: '',
  tradeNameEn: '',
  specificationEn: '',
  manufacturerEn: '',
  approvalNo: '',
  strength: null,
  strengthUnit: '',
  defaultDose: null,
  defaultDoseUnit: '',
  defaultFrequency: '',
  defaultRoute: '',
  prescriptionOnly: true,
  highAlert: false,
  antibioticLevel: 0,
} satisfies Partial<MedicineFields>;

const emptyDiagnosis = { nameEn: '', words: [] } satisfies Partial<DiagnosisFields>;

/** The rules of medicines: by themselves, by their generic, and beside the hospital's other products of it. */
function medicineRules(stored: readonly Stored[], generics: Generics): Pick<Rules, 'problems' | 'accept'> {
  // `storedRows` made these rows from medicines.
  const families = createFamilies(stored.map(({ fields }) => fields as unknown as Sibling));
  return {
    problems: (fields: MedicineFields) => [
      ...medicineProblems(fields, generics),
      ...siblingProblems(fields, families.of(fields)),
    ],
    accept: families.put,
  };
}

/** The rules by which a file of this kind is compared with the catalogue. */
export const rulesOf = (
  kind: CatalogueKind,
  stored: readonly Stored[],
  generics: Generics,
  language: Language,
): Rules =>
  kind === 'medicines'
    ? {
        kind,
        language,
        stored: byCode(stored),
        defaults: emptyMedicine,
        normalise: normalised,
        ...medicineRules(stored, generics),
      }
    : {
        kind,
        language,
        stored: byCode(stored),
        defaults: emptyDiagnosis,
        normalise: normalisedDiagnosis,
        problems: diagnosisProblems,
      };

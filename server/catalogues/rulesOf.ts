import type { CatalogueKind } from '../../contract/extension/catalogueFiles.ts';
import type { DiagnosisFields } from '../../contract/extension/diagnoses.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { Language } from '../accounts/caller.ts';
import { diagnosisProblems, normalisedDiagnosis } from './diagnosisFields.ts';
import { type KnownMedicines, medicineProblems, normalised } from './medicineFields.ts';
import { createFamilies, type Sibling, siblingProblems } from './medicineSiblings.ts';
import type { Rules, Stored } from './planImport.ts';

const byCode = (rows: readonly Stored[]) => new Map(rows.map((row) => [String(row.fields.code), row]));

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
function medicineRules(stored: readonly Stored[], known: KnownMedicines): Pick<Rules, 'problems' | 'accept'> {
  // `storedRows` made these rows from medicines.
  const families = createFamilies(stored.map(({ fields }) => fields as unknown as Sibling));
  return {
    problems: (fields: MedicineFields) => [
      ...medicineProblems(fields, known),
      ...siblingProblems(fields, families.of(fields)),
    ],
    accept: families.put,
  };
}

/** The rules by which a file of this kind is compared with the catalogue. */
export const rulesOf = (
  kind: CatalogueKind,
  stored: readonly Stored[],
  known: KnownMedicines,
  language: Language,
): Rules =>
  kind === 'medicines'
    ? {
        kind,
        language,
        stored: byCode(stored),
        defaults: emptyMedicine,
        normalise: normalised,
        ...medicineRules(stored, known),
      }
    : {
        kind,
        language,
        stored: byCode(stored),
        defaults: emptyDiagnosis,
        normalise: normalisedDiagnosis,
        problems: diagnosisProblems,
      };

import { beginsWithOne } from '../diagnoses/icd10.ts';
import { isMeant } from './changes.ts';
import { isLocal } from './exposure.ts';
import type { CheckInput, MedicineIdentity } from './facts.ts';
import type { ElderDisease } from './tables.ts';

/**
 * The criteria that name a medicine for old age together with a disease of this visit. A medicine that makes it safe, on the
 * prescription or taken already, answers a criterion that asks for it.
 */
export function elderDiseasesOf(
  medicine: MedicineIdentity,
  { diagnoses, lines, active }: Pick<CheckInput, 'diagnoses' | 'lines' | 'active'>,
  rows: readonly ElderDisease[],
): readonly ElderDisease[] {
  const beside = [...lines.flatMap((line) => line.medicine ?? []), ...(active ?? [])];
  return rows.filter(
    (row) =>
      row.medicines.some((one) => isMeant(medicine, one)) &&
      (row.inhaled || !isLocal(medicine.dosageForm)) &&
      diagnoses.some((code) => code !== null && beginsWithOne(code, row.diagnoses)) &&
      !row.unlessWith.some((one) => beside.some((other) => isMeant(other, one))),
  );
}

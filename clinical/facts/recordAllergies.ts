import { allergyStatements, readAllergyText } from '../allergies/allergyText.ts';
import { isBlank } from '../words/writtenReason.ts';
import { allergiesEntry, writtenClaims } from './allergies.ts';
import { nonMedicineAllergen } from './patientFacts.ts';
import type { Claim, PatientSummary } from './summaryShape.ts';

/** The summary with another text of this consultation's record, such as one that is being written. */
export function withRecord(summary: PatientSummary, inRecord: string): PatientSummary {
  const others = summary.flatMap(({ kind, claims }) => (kind === 'allergies' ? claims : []));
  const statements = allergyStatements({ onFile: null, inRecord, histories: [], complaints: [] });
  const kept = others.filter(({ origin }) => origin !== 'record');
  const repeated = (text: string) => kept.some(({ value }) => value.kind === 'allergy' && value.text === text);
  const written = writtenClaims(statements.filter(({ text }) => !repeated(text)));
  return [...allergiesEntry([...kept, ...written]), ...summary.filter(({ kind }) => kind !== 'allergies')];
}

/** An allergy to a medicine; a text that only denies others, such as food, is none. */
const isOfMedicine = ({ value }: Pick<Claim, 'value'>) =>
  value.kind === 'allergy' &&
  value.code !== nonMedicineAllergen &&
  (value.code !== null || readAllergyText(value.text) !== 'deniedInPart');

/**
 * The allergies to medicines that a record leaves out: without any word about allergies all that are known, and with a
 * denial those that a doctor confirmed.
 */
export function leftOut<One extends Pick<Claim, 'value' | 'confirmed'>>(
  inRecord: string,
  known: readonly One[],
): readonly One[] {
  const ofMedicine = known.filter(isOfMedicine);
  if (isBlank(inRecord)) return ofMedicine;
  return deniesAllergies(inRecord) ? ofMedicine.filter(({ confirmed }) => confirmed) : [];
}

/** Whether a record says that the patient has no drug allergy. */
export const deniesAllergies = (inRecord: string): boolean => readAllergyText(inRecord) === 'denied';

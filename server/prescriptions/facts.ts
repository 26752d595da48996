import type { PatientSummary } from '../../clinical/facts/summaryShape.ts';
import type { ClinicalSettings } from '../../clinical/settings/settings.ts';
import type { LocalText } from '../../clinical/words/localText.ts';
import type { drug } from '../db/schema/drugs.ts';
import type { patient } from '../db/schema/patients.ts';
import type { Finding, StoredDiagnosis, StoredLine } from './storedPrescription.ts';

type Medicine = typeof drug.$inferSelect;

/** Why a line, a diagnosis or the prescription as a whole is not accepted. */
export const lineProblemReasons = [
  'unreadable',
  'unknownWarehouse',
  'unknownDrug',
  'faultyDrug',
  'retiredDrug',
  'notOnSale',
  'wrongUnit',
  'unknownRoute',
  'unknownFrequency',
  'taperNotRegular',
  'noLoadingDose',
  'tooFewMoments',
  'momentTwice',
  'momentsNotFrequency',
  'notLargestDose',
  'loadingWithMoments',
  'unknownDiagnosis',
  'noLines',
  'blank',
  'stockShort',
] as const;

/** Why one field of one line is not accepted. */
export type LineProblem = {
  index: number;
  field: string;
  why: (typeof lineProblemReasons)[number];
  stock?: number;
  /** The text of a blank that was not filled in. */
  blank?: string;
  /** The medicine or the diagnosis. */
  name?: LocalText;
};

/** The data of a refusal of lines; `withLineErrors` adds the texts in the doctor's language. */
export type LineRefusal = { problems: LineProblem[]; ruleHits: Finding[] };

/** The input of the safety checks. */
export type RxFacts = {
  at: number;
  patient: typeof patient.$inferSelect;
  /** What is known about the patient, in the consultation too. */
  summary: PatientSummary;
  diagnoses: StoredDiagnosis[];
  /** The medicine is null if the hospital's list does not have it, the stock if the pharmacy does not. */
  lines: { line: StoredLine; medicine: Medicine | null; stock: number | null }[];
  /** What prevents lines and diagnoses from being prescribed as they are written. */
  problems: readonly LineProblem[];
  /** What the patient already takes: lines whose packs are not used up; the medicine is null when it is no longer listed. */
  running: { line: StoredLine; prescriptionNo: string; medicine: Medicine | null; daysLeft: number }[];
  /** Stored lines of those prescriptions that cannot be read, by their number on the prescription. */
  unreadable: { prescriptionNo: string; line: number }[];
  /** When the prescription was submitted; now if it was not. */
  prescribedAt: number;
  /** Title of the doctor whose prescription it is, by its number; null for none. */
  prescriberTitle: number | null;
  rxType: number;
  guardianConfirmed: boolean;
  settings: ClinicalSettings;
};

/** Runs the safety checks; `available` is false when they could not run. */
export type Check = (facts: RxFacts) => { available: boolean; hits: Finding[] };

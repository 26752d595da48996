import type { Amount, Packing } from '../dose.ts';
import type { ClinicalSettings } from '../settings.ts';
import type { Finding } from './finding.ts';
import type { LocalText, RuleTables } from './tables.ts';

/** Whom a drug does not suit: not at all, or only with care; null where nothing is known against it. */
export type Suitability = 'forbidden' | 'caution' | null;

/** The patients' states against which a drug may speak. */
export type SpecialState = 'pregnancy' | 'lactation' | 'liver' | 'kidney';

/** What a drug is made of and belongs to; enough to compare it with another. */
export type DrugIdentity = {
  name: LocalText;
  genericCode: string;
  ingredients: readonly string[];
  classes: readonly string[];
};

/** What the checks must know of a product. */
export type DrugFacts = DrugIdentity & {
  dosageForm: string;
  packing: Packing;
  controlType: number;
  suitability: Readonly<Record<SpecialState | 'child' | 'elder', Suitability>>;
  minAgeMonths: number | null;
  /** The dose that the drug list proposes for this product. */
  usualDose: Amount | null;
  maxSingleDose: Amount | null;
  maxDailyDose: Amount | null;
  childMaxDailyPerKg: Amount | null;
  skinTest: boolean;
};

/** A line as the checks see it. `drug` is null when nothing is known of the product, `stock` when it could not be asked. */
export type CheckLine = {
  drug: DrugFacts | null;
  dose: Amount;
  frequency: string;
  route: string;
  days: number;
  quantity: number;
  stock: number | null;
};

/** What the checks must know of the patient. */
export type PatientFacts = {
  ageMonths: number | null;
  weightKg: number | null;
  female: boolean;
  states: Readonly<Record<SpecialState, 'yes' | 'no' | 'unknown'>>;
  /** Codes of ingredients or allergy groups; other words are reported as not checkable. */
  allergens: readonly string[];
  /** Whether allergies were asked for at all: "none known" differs from "not recorded". */
  allergiesAsked: boolean;
  /** Words about allergies that no code covers, so that no rule can compare them with a drug. */
  uncodedAllergies: readonly string[];
};

/** A prescription about to be issued, with everything the rules need. */
export type CheckInput = {
  patient: PatientFacts;
  /** 0 ordinary, 1 emergency, 2 paediatric, 3 chronic disease. */
  rxType: number;
  diagnosisCount: number;
  guardianConfirmed: boolean;
  lines: readonly CheckLine[];
  /** What the patient takes by other prescriptions in force; null when it could not be asked. */
  active: readonly DrugIdentity[] | null;
  /** What the patient takes besides, of which nothing but the name is known. */
  activeUnknown: readonly LocalText[];
};

/** One safety rule. */
export type Rule = (input: CheckInput, tables: RuleTables, settings: ClinicalSettings) => Finding[];

/** The lines whose product is known, with their place on the prescription. */
export const knownLines = (input: CheckInput): { line: CheckLine; drug: DrugFacts; lineIndex: number }[] =>
  input.lines.flatMap((line, lineIndex) => (line.drug ? [{ line, drug: line.drug, lineIndex }] : []));

import type { Amount, Packing } from '../doses/dose.ts';
import type { Regimen } from '../doses/regimen.ts';
import type { PreventionAnswers } from '../patient/contraception.ts';
import type { Sex } from '../patient/sex.ts';
import type { ClinicalSettings } from '../settings/settings.ts';
import type { LocalText } from '../words/localText.ts';
import type { ChildFigure } from './childFigure.ts';
import type { Finding } from './finding.ts';
import type { RuleTables } from './tables.ts';

/** Whether a medicine is forbidden for a group or needs care; null if nothing is known against it. */
export type Suitability = 'forbidden' | 'caution' | null;
/** `unknown`: nobody has read a text about breastfeeding with it. */
export type LactationSuitability = Suitability | 'unknown';

/** States of a patient that may exclude a medicine. */
export type SpecialState = 'pregnancy' | 'lactation' | 'liver' | 'kidney';

/** A medicine's ingredients and classes; enough to compare it with another. */
export type MedicineIdentity = {
  name: LocalText;
  genericCode: string;
  ingredients: readonly string[];
  classes: readonly string[];
  dosageForm: string;
};

/**
 * A medicine the patient already takes: how long its packs still last and how it is taken, absent where that is not known.
 */
export type ActiveMedicine = MedicineIdentity & {
  daysLeft?: number;
  course?: Regimen & { packing: Packing; route?: string };
};

/** Most that patients of one age may have; null where the label gives no such limit. */
export type AgeBand = {
  fromMonths: number;
  toMonths: number;
  maxSingle: Amount | null;
  maxDaily: Amount | null;
};

/**
 * Most in a day below a kidney function, in the medicine's own measure of it; `maxDaily` null forbids the medicine. With `everyDays`
 * that much is the most in so many days.
 */
export type KidneyLimit = { belowEgfr: number; maxDaily: Amount | null; everyDays?: number | null };

/** What a label's kidney limits are written in: eGFR (ml/min/1.73 m²) or creatinine clearance (ml/min). */
export type KidneyMeasure = 'egfr' | 'clearance';

/**
 * What a maximum counts: one dose, a day, either for each kilogram, the start of a treatment, one dose of those taken on
 * single days of a week, for children by kilogram, a period of `days`, applications a day, or days of a course. `minAge` is
 * the least age in months for these forms or routes, where it differs from that of the medicine.
 */
export const limitKinds = [
  'dose',
  'day',
  'dosePerKg',
  'dayPerKg',
  'loadingDose',
  'loadingDay',
  'intermittentDose',
  'intermittentPerKg',
  'period',
  'times',
  'course',
  'minAge',
] as const;
export type LimitKind = (typeof limitKinds)[number];

/**
 * One maximum with its own source, for some routes and dosage forms (none named: all) and ages (`toMonths` excluded, null
 * without end); `days` is how long a loading may last, the length of a period, or the least days between intermittent
 * doses. `isRead` is whether a public text that allows as much was read: an unread value per kilogram allows no more than
 * the adult maximum by weight, or than what a text was found to allow (`listed`).
 */
export type DoseLimit = {
  per: LimitKind;
  routes: readonly string[];
  forms: readonly string[];
  fromMonths: number;
  toMonths: number | null;
  value: number;
  unit: string;
  days: number | null;
  source: string;
  isRead: boolean;
  /** What a public text allows, in the same unit; absent where nobody found one. */
  listed?: number;
};

/** Product data that the checks need. */
export type MedicineFacts = MedicineIdentity & {
  /** The product in its medicine list; null where only the medicine is known. */
  productId: string | null;
  packing: Packing;
  controlType: number;
  suitability: Readonly<Record<Exclude<SpecialState, 'lactation'> | 'child' | 'elder', Suitability>> & {
    readonly lactation: LactationSuitability;
  };
  minAgeMonths: number | null;
  /** Completed weeks of pregnancy from which it is forbidden; null if its suitability holds in every week. */
  forbiddenFromWeek: number | null;
  /** The product's usual dose in the medicine list. */
  usualDose: Amount | null;
  maxSingleDose: Amount | null;
  maxDailyDose: Amount | null;
  childMaxDailyPerKg: Amount | null;
  childMaxSinglePerKg: Amount | null;
  ageBands: readonly AgeBand[];
  kidneyLimits: readonly KidneyLimit[];
  kidneyMeasure: KidneyMeasure;
  /** The public source of the kidney limits; null if the tables name none. */
  kidneySource: string | null;
  /** The public text in which the adult maxima were read; null if nobody has read one. */
  maximaText: string | null;
  /** Public lists with a maximum per day for adults, each with its figure: "FDA 2008: 10 mg". */
  listedMaxima: readonly string[];
  /** Whether its label names no maximum, so that the one here is our own. */
  hasNoPublishedMaximum: boolean;
  /** Public figures for children. */
  childFigures: readonly ChildFigure[];
  /** Maxima by route, age and kind beyond the fields above, each with its source. */
  limits: readonly DoseLimit[];
  /** Weight that the adult maxima assume; null for the usual one. */
  adultKg: number | null;
  /** Days between two doses, for medicines taken weekly or monthly. */
  everyDays: number | null;
  skinTest: boolean;
  /** Of antibacterials and antifungals: 1 unrestricted, 2 restricted, 3 special; 0 for everything else. */
  antibioticLevel: number;
};

/** A line as the checks see it. `medicine` is null if the product is unknown, `stock` if it could not be read. */
export type CheckLine = Regimen & {
  medicine: MedicineFacts | null;
  route: string;
  quantity: number;
  stock: number | null;
  /** Days of the treatment before this step of a taper; absent at its beginning. */
  daysBefore?: number;
};

/** Patient data that the checks need. */
export type PatientFacts = {
  ageMonths: number | null;
  weightKg: number | null;
  /** Estimated glomerular filtration rate in ml/min/1.73 m²; null if it was not measured. */
  egfr: number | null;
  /** Serum creatinine in µmol/l; null if it was not measured. */
  creatinine: number | null;
  /** Height in cm. */
  heightCm: number | null;
  sex: Sex;
  states: Readonly<Record<SpecialState, 'yes' | 'no' | 'unknown'>>;
  /** Completed weeks of pregnancy; null if there is none or nobody knows. */
  pregnancyWeek: number | null;
  /** What was answered about pregnancy and contraception for this prescription. */
  prevention: PreventionAnswers;
  /** Codes of ingredients or allergy groups; other words are reported as not checkable. */
  allergens: readonly string[];
  /** Whether the patient was asked about allergies: "none known" differs from "not recorded". */
  allergiesAsked: boolean;
  /** Statements about allergies that no code covers, so that no rule can compare them with a medicine. */
  uncodedAllergies: readonly string[];
};

/** A prescription before issue, with everything the rules need. */
export type CheckInput = {
  patient: PatientFacts;
  /** The number of its type, as `rxTypes` lists them. */
  rxType: number;
  /** Codes of the diagnoses; null for one that has no code. */
  diagnoses: readonly (string | null)[];
  /** Title of the prescribing doctor, by the dictionary member_doctor_title; null for none. */
  prescriberTitle: number | null;
  /** Whether the patient is treated outside the hospital, as in every online consultation. */
  outpatient: boolean;
  guardianConfirmed: boolean;
  lines: readonly CheckLine[];
  /** Medicines of the patient's other prescriptions in force; null if they could not be read. */
  active: readonly ActiveMedicine[] | null;
  /** Other medicines the patient takes, known by name only. */
  activeUnknown: readonly LocalText[];
};

/** One safety rule. */
export type Rule = (input: CheckInput, tables: RuleTables, settings: ClinicalSettings) => Finding[];

/** A line whose product is known, with its index on the prescription. */
export type KnownLine = { line: CheckLine; medicine: MedicineFacts; lineIndex: number };

export const knownLines = (input: CheckInput): KnownLine[] =>
  input.lines.flatMap((line, lineIndex) => (line.medicine ? [{ line, medicine: line.medicine, lineIndex }] : []));

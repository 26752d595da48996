import { checkBounds } from '../../contract/settingBounds.ts';
import type { RuleCode } from '../checks/finding.ts';
import type { Level } from '../checks/level.ts';
import type { IndicationChange } from '../diagnoses/indicationChange.ts';
import { defaultFactDays, type FactDays } from '../facts/ageing.ts';
import { nationalLevels } from './antibacterialRights.ts';

/**
 * Prescribing rules that each hospital may change. The hospital must confirm these defaults; they are not legal advice.
 */
export type ClinicalSettings = {
  /** Maximum number of medicines on one western prescription (Prescription Management Measures, art. 6). */
  maxDrugs: number;
  /**
   * Days of supply. Above the limit of the prescription's type a reason is required; above `longest` the prescription
   * is blocked (same, art. 19).
   */
  supplyDays: { ordinary: number; emergency: number; paediatric: number; chronic: number; longest: number };
  /** Whether the days of supply include what the patient still has of the same medicine. */
  supplyCountsRest: boolean;
  /** Packs beyond the course's need that require no reason. */
  sparePacks: number;
  /** Validity of a prescription in days, and the longest extension by its doctor (same, art. 18). */
  validityDays: number;
  maxValidityDays: number;
  diagnosisRequired: boolean;
  /** Below this age a guardian must be present (Rules for online diagnosis and treatment, art. 19). */
  guardianBelowMonths: number;
  childBelowMonths: number;
  /** Ages in completed years, both included, at which a woman may become pregnant. */
  childbearingYears: { from: number; to: number };
  /** Highest level of antibacterials that each title may prescribe, by its number; a title that is missing has the lowest. */
  antibacterialLevels: Readonly<Record<string, number>>;
  /** What the hospital adds to the diagnoses that a medicine is for, and takes from them, by generic code. */
  indications: Readonly<Record<string, IndicationChange>>;
  elderFromMonths: number;
  /** After how many days facts about a patient are outdated. */
  factDays: FactDays;
  /** Whether a prescription not reviewed in time counts as approved. If false, only a review makes it valid. */
  passesUnreviewed: boolean;
  auditorMayReviewOwn: boolean;
  pendingMayBeEdited: boolean;
  /** Ingredients that this hospital does not prescribe online, besides those of the national list. */
  alsoBanned: readonly string[];
  /** Severity by rule where the hospital differs from the table; `off` disables the rule. */
  rules: Readonly<Partial<Record<RuleCode, Level | 'off'>>>;
};

/** Settings of a hospital that has changed nothing. */
export const defaultSettings: ClinicalSettings = {
  maxDrugs: 5,
  supplyDays: { ordinary: 7, emergency: 3, paediatric: 7, chronic: 30, longest: 84 },
  supplyCountsRest: true,
  sparePacks: 1,
  validityDays: 1,
  maxValidityDays: checkBounds.validityDays.max,
  diagnosisRequired: true,
  guardianBelowMonths: 72,
  childBelowMonths: 216,
  childbearingYears: { from: 12, to: 55 },
  antibacterialLevels: nationalLevels,
  indications: {},
  elderFromMonths: 780,
  factDays: defaultFactDays,
  passesUnreviewed: false,
  auditorMayReviewOwn: false,
  pendingMayBeEdited: true,
  alsoBanned: [],
  rules: {},
};

/** Whether a patient counts as a child; one of unknown age does. */
export const countsAsChild = (
  ageMonths: number | null,
  { childBelowMonths }: Pick<ClinicalSettings, 'childBelowMonths'>,
): boolean => ageMonths === null || ageMonths < childBelowMonths;

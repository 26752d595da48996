import type { RuleCode } from './checks/finding.ts';
import type { Level } from './checks/tables.ts';

/** What each hospital may decide about prescribing. These are defaults to be confirmed by the hospital, not legal advice. */
export type ClinicalSettings = {
  /** Drugs on one western prescription (Prescription Management Measures, art. 6). */
  maxDrugs: number;
  /** Days of supply before a reason is due, by type of prescription, and beyond which nothing helps (same, art. 19). */
  supplyDays: { ordinary: number; emergency: number; paediatric: number; chronic: number; longest: number };
  /** Packs above what the course needs before a reason is due. */
  sparePacks: number;
  /** Days a prescription is valid, and how far its doctor may extend that (same, art. 18). */
  validityDays: number;
  maxValidityDays: number;
  diagnosisRequired: boolean;
  /** Below this age a guardian has to be there (Rules for online diagnosis and treatment, art. 19). */
  guardianBelowMonths: number;
  childBelowMonths: number;
  elderFromMonths: number;
  /** Whether a prescription that nobody reviewed in time counts as approved. Off: only a review makes it valid. */
  passesUnreviewed: boolean;
  auditorMayReviewOwn: boolean;
  pendingMayBeEdited: boolean;
  /** The level of a rule where the hospital wants another one than the table's; `off` silences it. */
  rules: Readonly<Partial<Record<RuleCode, Level | 'off'>>>;
};

/** The settings of a hospital that has not decided anything yet. */
export const defaultSettings: ClinicalSettings = {
  maxDrugs: 5,
  supplyDays: { ordinary: 7, emergency: 3, paediatric: 7, chronic: 30, longest: 84 },
  sparePacks: 1,
  validityDays: 1,
  maxValidityDays: 3,
  diagnosisRequired: true,
  guardianBelowMonths: 72,
  childBelowMonths: 216,
  elderFromMonths: 780,
  passesUnreviewed: false,
  auditorMayReviewOwn: false,
  pendingMayBeEdited: true,
  rules: {},
};

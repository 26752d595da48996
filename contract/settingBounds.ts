/** Bounds of a time of day in minutes after midnight. */
export const minuteOfDay = { min: 0, max: 1_440 } as const;

/** Least and most of a number. */
export type Bounds = { readonly min: number; readonly max: number };

/** What an administrator may set for the hospital; times in minutes, prices in cents. */
export const settingBounds = {
  idleLockMin: { min: 1, max: 120 },
  overdueMin: { min: 1, max: 1_440 },
  awaitingMin: { min: 10, max: 10_080 },
  durationMin: { min: 5, max: 10_080 },
  maxActive: { min: 1, max: 100 },
  maxOpenOrders: { min: 1, max: 20 },
  price: { min: 0, max: 10_000_000 },
} as const;

/**
 * What a hospital may set for the checks of prescriptions: days, ages in months, ages of women in completed years, and days
 * after which facts are outdated.
 */
export const checkBounds = {
  maxDrugs: { min: 1, max: 5 },
  supplyDays: {
    ordinary: { min: 1, max: 7 },
    emergency: { min: 1, max: 3 },
    paediatric: { min: 1, max: 7 },
    chronic: { min: 1, max: 84 },
    longest: { min: 1, max: 84 },
  },
  sparePacks: { min: 0, max: 10 },
  validityDays: { min: 1, max: 3 },
  guardianBelowMonths: { min: 72, max: 216 },
  childBelowMonths: { min: 144, max: 216 },
  elderFromMonths: { min: 720, max: 900 },
  antibacterialLevel: { min: 0, max: 3 },
  childbearingYears: { from: { min: 8, max: 15 }, to: { min: 50, max: 65 } },
  factDays: {
    weightInfant: { min: 7, max: 60 },
    weightToddler: { min: 14, max: 180 },
    weightMinor: { min: 30, max: 365 },
    weightAdult: { min: 90, max: 1_825 },
    heightMinor: { min: 30, max: 365 },
    heightAdult: { min: 365, max: 7_300 },
    pregnancy: { min: 1, max: 56 },
    lactation: { min: 1, max: 56 },
    liver: { min: 30, max: 365 },
    kidney: { min: 7, max: 365 },
  },
} as const;

/** Numbers that can be stored about a patient: kg, cm, ml/min/1.73 m², µmol/l, completed weeks. */
export const measureBounds = {
  weight: { min: 0.3, max: 500 },
  height: { min: 20, max: 260 },
  egfr: { min: 1, max: 250 },
  creatinine: { min: 5, max: 3_000 },
  week: { min: 0, max: 44 },
} as const;

/** A line of a prescription: most of one dose in any unit, days of one step, packs, most steps of a taper after the first. */
export const lineBounds = {
  dose: 100_000,
  days: { min: 1, max: 365 },
  packs: { min: 1, max: 10_000 },
  steps: 12,
} as const;

/** Lines of one prescription or template, and diagnoses of one record or prescription, that can be stored at most. */
export const mostEntries = 30;

/** Terms that a doctor sets for a kind of consultation. */
export const termBounds = {
  durationMin: { min: 1, max: 10_080 },
  msgLimit: { min: 1, max: 10_000 },
  maxConcurrent: { min: 1, max: 100 },
  dailyQuota: { min: 1, max: 1_000 },
} as const;

/** Patients of one part of a day, and weeks to which a plan is copied at once. */
export const scheduleBounds = { quota: { min: 0, max: 500 }, weeks: { min: 1, max: 12 } } as const;

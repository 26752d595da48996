import type { RuleCode } from '../checks/finding.ts';
import type { Level } from '../checks/level.ts';

type Setting = Level | 'off';

const any: readonly Setting[] = ['off', 'info', 'warn', 'block'];
/** Only stricter than the tables: lowering would let through what harms a patient or what the law forbids. */
const raisedOnly: readonly Setting[] = ['block'];
const neverSilent: readonly Setting[] = ['info', 'warn', 'block'];

/** The levels that a hospital may give each check, besides leaving it as the tables have it. */
export const allowedLevels: Readonly<Record<RuleCode, readonly Setting[]>> = {
  diagnosisRequired: raisedOnly,
  tooManyDrugs: raisedOnly,
  supplyDays: ['warn', 'block'],
  excessPacks: any,
  tooFewPacks: neverSilent,
  onlineBan: raisedOnly,
  minimumAge: raisedOnly,
  child: raisedOnly,
  elder: any,
  guardianMissing: raisedOnly,
  pregnancy: raisedOnly,
  lactation: raisedOnly,
  liver: raisedOnly,
  kidney: raisedOnly,
  allergy: raisedOnly,
  allergyRelated: ['warn', 'block'],
  repeatedLine: raisedOnly,
  duplicateIngredient: neverSilent,
  duplicateClass: ['warn', 'block'],
  interaction: raisedOnly,
  maxSingleDose: raisedOnly,
  maxDailyDose: raisedOnly,
  childDailyDose: raisedOnly,
  childSingleDose: raisedOnly,
  periodDose: raisedOnly,
  timesPerDay: ['warn', 'block'],
  courseDays: ['warn', 'block'],
  kidneyDose: raisedOnly,
  leastInterval: raisedOnly,
  asNeededMaximum: ['warn', 'block'],
  portion: raisedOnly,
  unusualDose: any,
  routeMismatch: raisedOnly,
  skinTest: neverSilent,
  antibacterialLevel: raisedOnly,
  sexMismatch: ['warn', 'block'],
  // Its level of the tables asks every woman who may become pregnant, and refuses in pregnancy.
  pregnancyPrevention: raisedOnly,
  indication: any,
  stock: raisedOnly,
};

/** Checks that a hospital can only make stricter. */
export const isProtected = (code: RuleCode): boolean => allowedLevels[code] === raisedOnly;

/**
 * The level of a finding at a hospital. What a check refuses by itself (a supply beyond the longest, more than twice the
 * applications a day, two medicines of a class that exclude each other) stays refused, unless the hospital may make the
 * check silent or a mere information as well.
 */
export const levelAt = (code: RuleCode, own: Level, wanted: Setting | undefined): Level =>
  wanted === undefined || wanted === 'off' || (own === 'block' && !allowedLevels[code].includes('info')) ? own : wanted;

/** Whether a hospital may set this level; an unknown check has none. */
export const isAllowedLevel = (code: string, level: unknown): boolean =>
  Object.hasOwn(allowedLevels, code) && allowedLevels[code as RuleCode].some((one) => one === level);

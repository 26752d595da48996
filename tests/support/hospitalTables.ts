import { readTable } from '../../server/clinicalTables/tables.ts';
import type { Generic } from '../../server/prescriptions/checks.ts';
import { inert } from '../clinical/checks/sample.ts';

const amoxicillin: Generic = {
  code: 'amoxicillin',
  ingredients: ['amoxicillin'],
  classes: ['penicillin'],
  controlType: 0,
  suitability: { pregnancy: null, lactation: null, child: null, elder: null, liver: null, kidney: null },
  minAgeMonths: null,
  forbiddenFromWeek: null,
  maxSingleDose: { value: 1, unit: 'g' },
  maxDailyDose: { value: 4, unit: 'g' },
  childMaxDailyPerKg: null,
  childMaxSinglePerKg: null,
  ageBands: [{ fromMonths: 0, toMonths: 144, maxSingle: { value: 1, unit: 'g' }, maxDaily: { value: 4, unit: 'g' } }],
  kidneyLimits: [],
  kidneyMeasure: 'egfr',
  kidneySource: null,
  maximaText: null,
  listedMaxima: [],
  hasNoPublishedMaximum: false,
  childFigures: [
    { per: 'dose', fromMonths: 0, toMonths: 144, value: 1, unit: 'g', name: 'a formulary: 1 g' },
    { per: 'day', fromMonths: 0, toMonths: 144, value: 4, unit: 'g', name: 'a formulary: 4 g' },
  ],
  limits: [],
  adultKg: null,
  everyDays: null,
  skinTest: false,
  antibioticLevel: 1,
};

/** The medicines that a test hospital prescribes. */
export const generics: readonly Generic[] = [
  amoxicillin,
  {
    ...amoxicillin,
    antibioticLevel: 0,
    code: 'ibuprofen',
    ingredients: ['ibuprofen'],
    classes: ['nsaid'],
    maxDailyDose: { value: 2.4, unit: 'g' },
  },
  {
    ...amoxicillin,
    antibioticLevel: 0,
    code: 'morphine',
    ingredients: ['morphine'],
    classes: ['opioid'],
    controlType: 1,
  },
  {
    ...amoxicillin,
    antibioticLevel: 0,
    code: 'paracetamol',
    ingredients: ['paracetamol'],
    classes: ['analgesic'],
    childMaxDailyPerKg: { value: 75, unit: 'mg' },
    childFigures: [
      { per: 'dayPerKg', fromMonths: 0, toMonths: null, value: 96, unit: 'mg', name: 'a formulary: 96 mg/kg' },
    ],
    ageBands: [],
  },
];

/** Two anticoagulants, of which the second may replace the first. */
export const anticoagulants = ['warfarin', 'apixaban'].map((code) => ({
  ...amoxicillin,
  ...{ code, ingredients: [code], classes: ['anticoagulant'], antibioticLevel: 0 },
}));
const ingredient = (code: string) => ({ kind: 'ingredient' as const, code });

/** The rules that those medicines meet. */
export const tables = {
  version: 1,
  interactions: [
    {
      ...{ code: 'warfarin-apixaban', a: ingredient('warfarin'), b: ingredient('apixaban'), level: 'block' as const },
      ...{ text: { en: 'Together they bleed.', zh: '合用可致出血。' }, source: 'label', settles: [] },
    },
  ],
  properties: ['amoxicillin', 'ibuprofen', 'paracetamol', 'morphine', 'warfarin', 'apixaban'].map(inert),
  effects: [],
  combinations: [],
  elderCriteria: [],
  elderDiseases: [],
  pregnancyPrevention: [],
  sexBound: [],
  indications: ['amoxicillin', 'ibuprofen', 'paracetamol', 'morphine', 'warfarin', 'apixaban'].map((code) => ({
    ...{ code, routes: [], groups: [], any: true, source: 'label' },
  })),
  crossAllergy: [],
  onlineBans: [
    {
      code: 'narcotic',
      covers: { kind: 'control' as const, controlType: 1 },
      level: 'block' as const,
      text: { en: 'Not online', zh: '禁止线上开具' },
      source: 'List of drugs banned from online sale',
    },
  ],
  duplicateClasses: [],
  changes: [
    {
      ...{ code: 'warfarin-apixaban', from: ingredient('warfarin'), to: ingredient('apixaban'), keepsRefusal: false },
      how: { en: 'Stop warfarin and begin below an INR of 2.', zh: '停用华法林，INR低于2后开始。' },
      ...{ source: 'label', date: '2026-11-27' },
    },
  ],
  shares: [],
  growth: readTable('growth').rows,
  names: {
    amoxicillin: { en: 'Amoxicillin', zh: '阿莫西林' },
    ibuprofen: { en: 'Ibuprofen', zh: '布洛芬' },
    paracetamol: { en: 'Paracetamol', zh: '对乙酰氨基酚' },
  },
};

import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import type { CheckInput, CheckLine, MedicineFacts, PatientFacts } from '../../../clinical/checks/facts.ts';
import type { IngredientProperties } from '../../../clinical/checks/properties.ts';
import type { RuleTables } from '../../../clinical/checks/tables.ts';
import { supplyOf } from '../../../clinical/doses/supply.ts';
import { type ClinicalSettings, defaultSettings } from '../../../clinical/settings/settings.ts';

export const text = (en: string) => ({ en, zh: en });

/** A grown man without anything special, about whom everything was asked. */
export const patient: PatientFacts = {
  ageMonths: 40 * 12,
  weightKg: 70,
  egfr: null,
  creatinine: null,
  heightCm: null,
  sex: 'male',
  states: { pregnancy: 'no', lactation: 'no', liver: 'no', kidney: 'no' },
  pregnancyWeek: null,
  prevention: { contraception: null, deniesPregnancy: false },
  allergens: [],
  allergiesAsked: true,
  uncodedAllergies: [],
};

/** Tablets of 500 mg of something harmless. */
export const harmless: MedicineFacts = {
  name: text('Harmless'),
  productId: null,
  genericCode: 'harmless',
  ingredients: ['harmless'],
  classes: ['harmless-class'],
  dosageForm: 'tablet',
  packing: { minUnit: 'tablet', strength: { value: 500, unit: 'mg' }, packUnit: 'box', packFactor: 24 },
  controlType: 0,
  suitability: { pregnancy: null, lactation: null, child: null, elder: null, liver: null, kidney: null },
  minAgeMonths: null,
  forbiddenFromWeek: null,
  usualDose: null,
  maxSingleDose: null,
  maxDailyDose: null,
  childMaxDailyPerKg: null,
  childMaxSinglePerKg: null,
  ageBands: [],
  kidneyLimits: [],
  kidneyMeasure: 'egfr',
  kidneySource: null,
  maximaText: null,
  listedMaxima: [],
  hasNoPublishedMaximum: false,
  childFigures: [],
  limits: [],
  adultKg: null,
  everyDays: null,
  skinTest: false,
  antibioticLevel: 0,
};

export const medicine = (code: string, over: Partial<MedicineFacts> = {}): MedicineFacts => ({
  ...harmless,
  name: text(code),
  genericCode: code,
  ingredients: [code],
  classes: [`${code}-class`],
  ...over,
});

/** A line with the packs that it needs, unless they are given. */
export function line(of: MedicineFacts | null = harmless, over: Partial<CheckLine> = {}): CheckLine {
  const written = {
    medicine: of,
    dose: { value: 500, unit: 'mg' },
    frequency: 'tid',
    route: 'po',
    days: 3,
    quantity: 1,
    stock: 10,
    ...over,
  };
  const needed = of && supplyOf(written, of.packing, of.maxDailyDose)?.needed;
  return { ...written, quantity: over.quantity ?? Math.max(1, Math.min(needed ?? 1, 10)) };
}

export const input = (over: Partial<CheckInput> = {}): CheckInput => ({
  patient,
  rxType: 0,
  diagnoses: ['Z71.9'],
  prescriberTitle: 1,
  outpatient: true,
  guardianConfirmed: false,
  lines: [line()],
  active: [],
  activeUnknown: [],
  ...over,
});

/** Small tables with one row of each kind. */
export const tables: RuleTables = {
  version: 1,
  interactions: [
    {
      code: 'x-y',
      a: { kind: 'class', code: 'x' },
      b: { kind: 'ingredient', code: 'y' },
      level: 'block',
      text: text('x and y'),
      source: 'test',
      settles: [],
    },
  ],
  crossAllergy: [
    {
      code: 'penicillins',
      text: text('Penicillins'),
      ingredients: ['pen-a', 'pen-b'],
      related: ['cephs'],
      source: 't',
    },
    { code: 'cephs', text: text('Cephalosporins'), ingredients: ['ceph-a'], related: ['penicillins'], source: 't' },
  ],
  pregnancyPrevention: [
    {
      ...{ code: 'harms-child', exemptRoutes: ['top'], refusesPregnancy: true, unlessFor: [] },
      ...{ text: text('contraception'), source: 'authority', date: '2020' },
    },
    {
      ...{ code: 'may-harm-child', exemptRoutes: [], refusesPregnancy: false, unlessFor: [] },
      ...{ text: text('contraception'), source: 'label', date: null },
    },
  ],
  sexBound: [
    {
      code: 'pv',
      covers: { kind: 'route', code: 'pv' },
      notFor: 'male',
      unlessFor: [],
      text: text('vaginal'),
      source: 'form',
    },
    {
      code: 'for-men',
      covers: { kind: 'ingredient', code: 'for-men' },
      notFor: 'female',
      unlessFor: ['I27'],
      text: text('for men'),
      source: 'label',
    },
  ],
  indications: [
    { code: 'harmless', routes: [], groups: [], any: true, source: 'label' },
    { code: 'cough-medicine', routes: [], groups: ['J20-J22', 'J40'], any: false, source: 'label' },
    { code: 'two-ways', routes: ['top'], groups: ['L20-L30'], any: false, source: 'label' },
    { code: 'two-ways', routes: [], groups: ['J45'], any: false, source: 'label' },
  ],
  onlineBans: [
    { code: 'n', covers: { kind: 'control', controlType: 1 }, level: 'block', text: text('narcotic'), source: 'law' },
    {
      code: 'i',
      covers: { kind: 'injection', exceptClasses: ['insulin'] },
      level: 'block',
      text: text('i'),
      source: 'law',
    },
    { code: 'w', covers: { kind: 'ingredient', code: 'warfarin' }, level: 'warn', text: text('w'), source: 'law' },
    { code: 'v', covers: { kind: 'class', code: 'vaccine' }, level: 'block', text: text('v'), source: 'law' },
  ],
  properties: [],
  effects: [],
  combinations: [],
  elderCriteria: [],
  elderDiseases: [],
  changes: [],
  shares: [],
  duplicateClasses: [{ code: 'nsaid', classes: ['nsaid'], level: 'warn', text: text('NSAIDs'), source: 'test' }],
  names: { 'pen-a': text('Pen A'), harmless: text('Harmless'), latex: text('Latex') },
};

/** An ingredient without any property that interacts. */
export const inert = (code: string): IngredientProperties => ({
  code,
  substrates: {},
  narrow: false,
  excluded: [],
  excludedInducers: [],
  excludedEffects: [],
  sensitiveTo: [],
  inhibits: {},
  induces: {},
  effects: {},
  reducedBy: {},
  reduces: {},
  absorbedLocally: false,
  unknown: [],
  source: 'test',
});

/** The tables, with every ingredient of the prescription known as inert unless they say otherwise. */
function withInert({ lines, active }: CheckInput, of: RuleTables): RuleTables {
  if (of.properties === null) return of;
  const known = new Set(of.properties.map(({ code }) => code));
  const medicines = [...lines.flatMap((one) => one.medicine ?? []), ...(active ?? [])];
  const missing = [...new Set(medicines.flatMap(({ ingredients }) => ingredients))].filter((code) => !known.has(code));
  return { ...of, properties: [...of.properties, ...missing.map(inert)] };
}

export const check = (over: Partial<CheckInput> = {}, settings: Partial<ClinicalSettings> = {}, of = tables) =>
  checkPrescription(input(over), withInert(input(over), of), { ...defaultSettings, ...settings });

/** The findings as short words: "block interaction 1". */
export const said = (...of: Parameters<typeof check>) =>
  check(...of).hits.map(({ level, ruleCode, lineIndex }) => [level, ruleCode, lineIndex ?? '-'].join(' '));

/** What could not be checked, as short words: "stock stockUnknown 0". */
export const unsaid = (...of: Parameters<typeof check>) =>
  check(...of).unavailable.map(({ ruleCode, why, lineIndex }) => [ruleCode, why, lineIndex ?? '-'].join(' '));

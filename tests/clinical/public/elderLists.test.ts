import { expect, test } from 'vitest';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import { gravity, type Level } from '../../../clinical/checks/level.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import { patient } from '../checks/sample.ts';
import { formulary, lineOf } from '../formulary/scan.ts';

/**
 * Ingredients of the formulary in two public lists, in our own words. `beers`: the value sets of CMS measure 156 for 2026,
 * which follow the AGS Beers Criteria of 2023 (canvas-medical/canvas-plugins, commit 344f0bcb). `chinese`: the Chinese
 * criteria of 2017 as reprinted in BMJ Open 2021; 11: e046942, supplement, eTable 1, by their degree of risk.
 */
const lists: Readonly<Record<string, { readonly atLeast: Level; readonly ingredients: readonly string[] }>> = {
  beers: {
    atLeast: 'warn',
    ingredients: [
      ...['amitriptyline', 'clomipramine', 'doxepin', 'imipramine', 'paroxetine', 'trihexyphenidyl', 'atropine'],
      ...['chlorphenamine', 'cyproheptadine', 'diphenhydramine', 'hydroxyzine', 'promethazine', 'phenobarbital'],
      ...['aripiprazole', 'chlorpromazine', 'clozapine', 'haloperidol', 'lurasidone', 'olanzapine', 'paliperidone'],
      ...['perphenazine', 'quetiapine', 'risperidone', 'ziprasidone', 'alprazolam', 'clonazepam', 'diazepam'],
      ...['estazolam', 'lorazepam', 'midazolam', 'oxazepam', 'eszopiclone', 'zaleplon', 'zolpidem'],
      ...['estradiol-valerate', 'indometacin', 'chlorzoxazone', 'cyclobenzaprine', 'methocarbamol'],
      ...['glibenclamide', 'glimepiride', 'dipyridamole', 'megestrol', 'pethidine'],
    ],
  },
  chineseHigh: {
    atLeast: 'warn',
    ingredients: ['amitriptyline', 'chlorpromazine', 'doxepin', 'clozapine', 'clonidine', 'doxazosin'],
  },
  chineseLow: {
    atLeast: 'info',
    ingredients: [
      ...['fluoxetine', 'risperidone', 'olanzapine', 'quetiapine', 'perphenazine', 'haloperidol', 'aripiprazole'],
      ...['fluvoxamine', 'sulpiride', 'baclofen', 'chlorzoxazone', 'glibenclamide', 'megestrol', 'theophylline'],
      ...['digoxin', 'amiodarone', 'amikacin', 'gentamicin', 'clindamycin', 'chlorphenamine', 'promethazine'],
      ...['diphenhydramine', 'spironolactone', 'tolterodine'],
    ],
  },
};

/** In the value sets only with a condition that a prescription does not show, so that care is said: a note. */
const conditional = {
  digoxin: 'above 0.125 mg a day',
  nifedipine: 'immediate release',
  nitrofurantoin: 'above 90 days',
};

const tables = readRuleTables();

/** The gravest finding about old age for a product that acts in the whole body; 0 without one, null without a product. */
function foundFor(ingredient: string): number | null {
  const one = formulary.find(
    ({ medicine, product }) =>
      medicine.ingredients.includes(ingredient) && /^(po|iv|im|ivgtt|pr|sc)$/.test(product.defaultRoute),
  );
  if (!one) return null;
  const line = lineOf(one, { dose: one.product.defaultDose, frequency: 'qd', days: 3 });
  const { hits } = checkPrescription(
    {
      patient: { ...patient, ageMonths: 70 * 12 },
      rxType: 3,
      diagnoses: ['Z71.9'],
      prescriberTitle: 1,
      outpatient: true,
      guardianConfirmed: true,
      lines: [line],
      active: [],
      activeUnknown: [],
    },
    tables,
    defaultSettings,
  );
  return Math.max(0, ...hits.filter(({ ruleCode }) => ruleCode === 'elder').map(({ level }) => gravity[level]));
}

test.each(Object.entries(lists))(
  'every medicine of the list "%s" is found at its level',
  (_, { atLeast, ingredients }) => {
    const found = ingredients.map((ingredient) => ({ ingredient, at: foundFor(ingredient) }));
    expect(found.filter(({ at }) => at === null).map(({ ingredient }) => ingredient)).toEqual([]);
    expect(found.filter(({ at }) => (at ?? 0) < gravity[atLeast]).map(({ ingredient }) => ingredient)).toEqual([]);
  },
);

test.each(Object.entries(conditional))('%s (%s) is shown with care', (ingredient) => {
  expect(foundFor(ingredient)).toBeGreaterThanOrEqual(gravity.info);
});

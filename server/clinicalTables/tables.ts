import type { Indication } from '../../clinical/checks/patientTables.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { tableReader } from '../tableFile.ts';
import * as row from './tableSchemas.ts';

const rowSchemas = {
  generics: row.Generic,
  'dose-limits': row.DoseLimit,
  'label-bases': row.LabelBasis,
  'maxima-lists': row.MaximaList,
  'public-maxima': row.PublicMaximum,
  'public-child-maxima': row.PublicChildMaximum,
  frequencies: row.Labelled,
  routes: row.Labelled,
  'dosage-forms': row.Labelled,
  units: row.Labelled,
  classes: row.Labelled,
  ingredients: row.Labelled,
  diagnoses: row.Diagnosis,
  interactions: row.Interaction,
  'ingredient-properties': row.IngredientProperties,
  effects: row.EffectRule,
  combinations: row.Combination,
  'cross-allergy': row.CrossAllergyGroup,
  'allergen-words': row.AllergenWords,
  'online-bans': row.OnlineBan,
  'duplicate-classes': row.DuplicateClass,
  'elder-criteria': row.ElderCriterion,
  'elder-diseases': row.ElderDisease,
  'medicine-changes': row.MedicineChange,
  'ingredient-shares': row.IngredientShare,
  growth: row.Growth,
  'pregnancy-prevention': row.PreventionDuty,
  'sex-bound': row.SexBound,
  'indication-groups': row.IndicationGroup,
  indications: row.Indication,
} as const;

/** The names of the clinical tables in `data/`, without their extension, for a test. @internal */
export const tableNames = Object.keys(rowSchemas) as (keyof typeof rowSchemas)[];

/** One clinical table with its version. */
export const readTable = tableReader(new URL('./data/', import.meta.url), rowSchemas);

/**
 * What each generic is for: its own rows, and for routes without one the rows of the longest part of its ATC code that
 * has any.
 */
function readIndications(): { version: number; rows: Indication[] } {
  const own = readTable('indications');
  const groups = readTable('indication-groups');
  const rows = readTable('generics').rows.flatMap(({ code, atc }): Indication[] => {
    const mine = own.rows.filter((row) => row.code === code);
    const covered = new Set(mine.map(({ routes }) => routes.join()));
    const longest = groups.rows
      .filter((row) => atc.startsWith(row.atc))
      .reduce((most, { atc }) => Math.max(most, atc.length), 0);
    const byClass = groups.rows.filter((row) => row.atc.length === longest && atc.startsWith(row.atc));
    const rest = byClass.filter(({ routes }) => !covered.has(routes.join()));
    return [...mine, ...rest.map(({ atc: _, ...row }) => ({ ...row, code }))];
  });
  return { version: Math.max(own.version, groups.version), rows };
}

/** The tables that the clinical checks read. */
export function readRuleTables(): RuleTables {
  const tables = {
    interactions: readTable('interactions'),
    properties: readTable('ingredient-properties'),
    effects: readTable('effects'),
    combinations: readTable('combinations'),
    crossAllergy: readTable('cross-allergy'),
    onlineBans: readTable('online-bans'),
    duplicateClasses: readTable('duplicate-classes'),
    elderCriteria: readTable('elder-criteria'),
    elderDiseases: readTable('elder-diseases'),
    changes: readTable('medicine-changes'),
    shares: readTable('ingredient-shares'),
    growth: readTable('growth'),
    pregnancyPrevention: readTable('pregnancy-prevention'),
    sexBound: readTable('sex-bound'),
    indications: readIndications(),
  };
  return {
    version: Math.max(...Object.values(tables).map((table) => table.version)),
    interactions: tables.interactions.rows,
    properties: tables.properties.rows,
    effects: tables.effects.rows,
    combinations: tables.combinations.rows,
    crossAllergy: tables.crossAllergy.rows,
    onlineBans: tables.onlineBans.rows,
    duplicateClasses: tables.duplicateClasses.rows,
    elderCriteria: tables.elderCriteria.rows,
    elderDiseases: tables.elderDiseases.rows,
    changes: tables.changes.rows,
    shares: tables.shares.rows,
    growth: tables.growth.rows,
    pregnancyPrevention: tables.pregnancyPrevention.rows,
    sexBound: tables.sexBound.rows,
    indications: tables.indications.rows,
    names: Object.fromEntries(readTable('ingredients').rows.map(({ code, label }) => [code, label])),
  };
}

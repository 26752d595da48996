import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Indication } from '../../clinical/checks/patientTables.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import * as row from './tableSchemas.ts';

const rowSchemas = {
  generics: row.Generic,
  'dose-limits': row.DoseLimit,
  'label-bases': row.LabelBasis,
  products: row.Product,
  frequencies: row.Labelled,
  routes: row.Labelled,
  'dosage-forms': row.Labelled,
  units: row.Labelled,
  classes: row.Labelled,
  ingredients: row.Labelled,
  diagnoses: row.Diagnosis,
  dictionaries: row.Dictionary,
  'quick-replies': row.QuickReply,
  phrases: row.Phrase,
  templates: row.Template,
  icons: row.Icon,
  warehouses: row.Warehouse,
  names: row.NamePart,
  scenarios: row.Scenario,
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

/** The names of the seed files in `data/`, without their extension. */
export type TableName = keyof typeof rowSchemas;
export const tableNames = Object.keys(rowSchemas) as TableName[];

const Envelope = z.strictObject({
  notice: z.literal('demonstration data, not for care'),
  version: z.int().positive(),
  /** Where rows without a source of their own come from. Every clinical table has one. */
  source: z.string().min(1).optional(),
  /** When the table was last gone through as a whole; rows may have later dates of their own. */
  date: z.iso.date().optional(),
  rows: z.array(z.unknown()).min(1),
});

type Row<Name extends TableName> = z.infer<(typeof rowSchemas)[Name]>;

/** One seed table with its version, validated row by row; an invalid file is a fault and throws. */
export function readTable<Name extends TableName>(name: Name): { version: number; rows: Row<Name>[] } {
  const text = readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8');
  const { version, rows } = Envelope.parse(JSON.parse(text));
  return { version, rows: rows.map((row) => z.parse(rowSchemas[name], row) as Row<Name>) };
}

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

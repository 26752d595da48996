import { tableReader } from '../tableFile.ts';
import * as row from './tableSchemas.ts';

const rowSchemas = {
  products: row.Product,
  'quick-replies': row.QuickReply,
  templates: row.Template,
  warehouses: row.Warehouse,
  names: row.NamePart,
  scenarios: row.Scenario,
} as const;

/** The names of the demonstration's tables in `data/`, without their extension, for a test. @internal */
export const demoTableNames = Object.keys(rowSchemas) as (keyof typeof rowSchemas)[];

/** One table of the demonstration with its version. */
export const readDemoTable = tableReader(new URL('./data/', import.meta.url), rowSchemas);

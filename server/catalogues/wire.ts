import type { LocalText } from '../../clinical/words/localText.ts';
import type { checkImport } from '../../contract/extension/catalogueFiles.ts';
import type { pageDiagnoses } from '../../contract/extension/diagnoses.ts';
import type { listDictionaries } from '../../contract/extension/dictionaries.ts';
import type { getMedicine } from '../../contract/extension/medicines.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { stockCorrection } from '../db/schema/catalogues.ts';
import type { diagnosis, drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import type { dictData } from '../db/schema/tenants.ts';
import { fieldsOfDiagnosis } from './diagnosisFields.ts';
import { fieldsOf } from './medicineFields.ts';
import type { Plan, Planned } from './planImport.ts';
import { fixedReason } from './policy.ts';

type MedicineReply = ReplyInputOf<typeof getMedicine>;
type Named = { readonly name: string; readonly nameEn: string };

/** A medicine of the formulary with its price. */
export const medicineOnWire = (row: typeof drug.$inferSelect, price: number): MedicineReply['medicine'] => ({
  ...fieldsOf(row, price),
  id: row.id,
  revision: row.revision,
  retired: row.disabled,
});

/** A warehouse with its packs of a medicine; where it has none yet, the price is the hospital's. */
export const placeOnWire = (
  { place, item }: { place: typeof warehouse.$inferSelect; item: typeof drugInventory.$inferSelect | null },
  price: number,
  language: Language,
): MedicineReply['warehouses'][number] => ({
  warehouseId: place.id,
  name: inLanguage(language, place.name, place.nameEn),
  stock: item?.stock ?? 0,
  price: item?.price ?? price,
});

/** A correction of the stock with the name of its author. */
export const correctionOnWire = (
  { correction, name, nameEn }: Named & { correction: typeof stockCorrection.$inferSelect },
  language: Language,
): MedicineReply['corrections'][number] => ({ ...correction, by: inLanguage(language, name, nameEn) });

/** A diagnosis of the hospital's list. */
export const diagnosisOnWire = (
  row: typeof diagnosis.$inferSelect,
): ReplyInputOf<typeof pageDiagnoses>['list'][number] => ({
  ...fieldsOfDiagnosis(row),
  id: row.id,
  revision: row.revision,
  retired: row.disabled,
});

/** The name of a dictionary in both languages. */
export type DictionaryName = { readonly type: string; readonly name: LocalText };

/** A dictionary with those of the entries that are its own. */
export const dictionaryOnWire = (
  { type, name }: DictionaryName,
  entries: readonly (typeof dictData.$inferSelect)[],
  language: Language,
): ReplyInputOf<typeof listDictionaries>[number] => ({
  dictType: type,
  name: inLanguage(language, name.zh, name.en),
  fixed: fixedReason(type),
  entries: entries
    .filter(({ dictType }) => dictType === type)
    .map(({ id, value, label, labelEn, disabled }) => ({ id, value, label, labelEn, retired: disabled })),
});

/** Rows of each kind that the answer of a dry run lists. */
const listed = 500;

const lineOf = ({ line, fields }: Planned) => ({ line, code: String(fields.code), name: String(fields.name) });

/** What a file would change; `id` names the stored plan. */
export function dryRunOnWire(
  { planned, unchanged, refused }: Plan,
  id: string | null,
): ReplyInputOf<typeof checkImport> {
  const [added, changed] = [planned.filter((row) => row.id === null), planned.filter((row) => row.id !== null)];
  const refusedRows = new Set(refused.map(({ line }) => line)).size;
  return {
    id,
    counts: { added: added.length, changed: changed.length, unchanged, refused: refusedRows },
    added: added.slice(0, listed).map(lineOf),
    changed: changed.slice(0, listed).map((row) => ({ ...lineOf(row), changes: [...row.changes] })),
    refused: refused.slice(0, listed),
  };
}

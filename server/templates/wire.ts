import { isBlank } from '../../clinical/words/writtenReason.ts';
import type { listFavouriteDrugs, listTemplates, TemplateContent } from '../../contract/extension/templates.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language, Staff } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { drug, drugInventory } from '../db/schema/drugs.ts';
import type { template, templateUse } from '../db/schema/templates.ts';
import { medicineOnWire } from '../medicines/wire.ts';
import { isChangeableBy } from './policy.ts';

export type TemplateRow = typeof template.$inferSelect;
type Use = typeof templateUse.$inferSelect;
type Named = { readonly id: string; readonly name: string; readonly nameEn: string };

export type TemplateBrief = ReplyInputOf<typeof listTemplates>[number];

/** Today's names in the reader's language. */
function namesFor(known: readonly Named[], language: Language) {
  const names = new Map(known.map(({ id, name, nameEn }) => [id, inLanguage(language, name, nameEn)]));
  return (id: string, written: string): string => names.get(id) ?? written;
}

/** How templates are shown to a reader. What is gone has the name it was saved with. */
export function templatesFor(by: Staff, known: { medicines: readonly Named[]; authors: readonly Named[] }) {
  const medicineName = namesFor(known.medicines, by.language);
  const authorName = namesFor(known.authors, by.language);

  /** A template for a row of a list. */
  const brief = (row: TemplateRow, use: Use | null): TemplateBrief => ({
    id: row.id,
    kind: row.kind,
    scope: row.deptId === null ? 'personal' : 'department',
    name: row.name,
    version: row.version,
    own: isChangeableBy(by, row),
    author: authorName(row.authorId, ''),
    drugs:
      row.content.kind === 'prescription' ? row.content.lines.map((one) => medicineName(one.drugId, one.drugName)) : [],
    sections: writtenIn(row.content),
    uses: use?.uses ?? 0,
    usedTime: use?.usedTime ?? null,
    updateTime: row.updateTime,
  });

  /** The content with today's names of medicines and diagnoses. */
  function content(stored: TemplateContent, diagnoses: readonly Named[]) {
    const diagnosisName = namesFor(diagnoses, by.language);
    const diagnosisList = stored.diagnosisList.map((one) => ({ ...one, name: diagnosisName(one.id, one.name) }));
    if (stored.kind === 'record') return { ...stored, diagnosisList };
    const lines = stored.lines.map((one) => ({ ...one, drugName: medicineName(one.drugId, one.drugName) }));
    return { ...stored, diagnosisList, lines };
  }

  return { brief, content };
}

const writtenIn = (content: TemplateContent): string[] =>
  content.kind === 'record'
    ? Object.entries(content.sections).flatMap(([name, text]) => (isBlank(text) ? [] : [name]))
    : [];

/** A favourite medicine; `item` is null where the pharmacy does not list it. */
export type Favourite = { product: typeof drug.$inferSelect; item: typeof drugInventory.$inferSelect | null };

/** A doctor's favourites; those that the pharmacy lists come with stock and price. */
export const favouritesOnWire = (
  favourites: readonly Favourite[],
  language: Language,
): ReplyInputOf<typeof listFavouriteDrugs> => ({
  drugIds: favourites.map(({ product }) => product.id),
  drugs: favourites.flatMap(({ product, item }) =>
    item && !product.disabled ? [medicineOnWire({ product, item }, language)] : [],
  ),
});

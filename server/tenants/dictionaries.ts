import { asc, eq } from 'drizzle-orm';
import type { getIcons } from '../../contract/http/auth.ts';
import type { getDictByType } from '../../contract/http/tenant.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { dictData, icon } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';

/** The entries of a dictionary in their order, in the reader's language. */
export async function readDictionary(
  store: Tenanted,
  dictType: string,
  language: Language,
): Promise<ReplyInputOf<typeof getDictByType>> {
  const rows = await store.db
    .select()
    .from(dictData)
    .where(store.own(dictData, eq(dictData.dictType, dictType)))
    .orderBy(asc(dictData.sort), asc(dictData.id));
  return rows.map(({ label, labelEn, value, colorType, cssClass, sort, disabled }) => ({
    label: language === 'en' ? labelEn : label,
    value,
    colorType,
    cssClass,
    sort,
    retired: disabled,
  }));
}

/** The hospital's icons in their order, named in the reader's language. */
export async function readIcons(store: Tenanted, language: Language): Promise<ReplyInputOf<typeof getIcons>> {
  const rows = await store.db.select().from(icon).where(store.own(icon)).orderBy(asc(icon.sort), asc(icon.id));
  return rows.map((row) => ({ ...row, name: inLanguage(language, row.name, row.nameEn) }));
}

import { asc, eq } from 'drizzle-orm';
import type { getIcons } from '../../contract/http/auth.ts';
import type { getDictByType } from '../../contract/http/tenant.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { department, dictData, icon } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';

/** The hospital's departments as a dictionary. */
async function departmentEntries({ db, own }: Tenanted, language: Language) {
  const rows = await db
    .select()
    .from(department)
    .where(own(department))
    .orderBy(asc(department.sort), asc(department.id));
  return rows.map(({ id, name, nameEn, sort, retired }) => ({
    label: inLanguage(language, name, nameEn),
    value: id,
    sort,
    retired,
  }));
}

/** The entries of a dictionary in their order, in the reader's language. */
export async function readDictionary(
  store: Tenanted,
  dictType: string,
  language: Language,
): Promise<ReplyInputOf<typeof getDictByType>> {
  if (dictType === 'hosp_standard_dept') return departmentEntries(store, language);
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

import type { HospitalStore } from '../db/hospitalStore.ts';
import { dictData, icon } from '../db/schema/tenants.ts';
import { readStandardTable } from './standardTables.ts';

/** Inserts the dictionaries and icons that every hospital has. */
export async function insertDictionaries(store: HospitalStore): Promise<void> {
  const entries = readStandardTable('dictionaries').rows.flatMap(({ type, entries }) =>
    entries.map(({ value, label, colorType, sort }) => ({
      dictType: type,
      value,
      colorType,
      sort,
      label: label.zh,
      labelEn: label.en,
    })),
  );
  await store.addAll(dictData, entries);
  const icons = readStandardTable('icons').rows.map(({ code, name, url, sort }) => ({
    code,
    url,
    sort,
    name: name.zh,
    nameEn: name.en,
  }));
  await store.addAll(icon, icons);
}

import { eq } from 'drizzle-orm';
import { isRowId } from './columns.ts';
import type { HospitalStore } from './hospitalStore.ts';
import { diagnosis } from './schema/drugs.ts';
import { department, dictData } from './schema/tenants.ts';

type Kept = readonly (string | number | null)[];

const isKept = (kept: Kept, value: string) => kept.some((one) => one !== null && String(one) === value);

/** The hospital's department of this number: one in use, or a retired one among those that were stored before. */
export async function findDepartment(store: Pick<HospitalStore, 'first'>, id: number, kept: Kept) {
  const found = await store.first(department, eq(department.id, String(id)));
  return found && (!found.retired || isKept(kept, found.id)) ? found : null;
}

/** Whether this department may be stored: one in use, or one that was stored before, also if it exists no more. */
export const isDepartment = async (store: Pick<HospitalStore, 'first'>, id: number, kept: Kept): Promise<boolean> =>
  isKept(kept, String(id)) || (await findDepartment(store, id, [])) !== null;

/** Whether this value may be stored: one in use in the dictionary, or one that was stored before, also if it exists no more. */
export async function isInDictionary(store: Pick<HospitalStore, 'first'>, dictType: string, value: number, kept: Kept) {
  const found = await store.first(dictData, eq(dictData.dictType, dictType), eq(dictData.value, String(value)));
  return isKept(kept, String(value)) || (found !== null && !found.disabled);
}

/** The first of these diagnoses that neither the hospital's list has, retired ones included, nor was stored before. */
export async function findUnknownDiagnosis<T extends { readonly id: string }>(
  store: Pick<HospitalStore, 'named'>,
  given: readonly T[],
  kept: readonly { readonly id: string }[],
): Promise<{ index: number; diagnosis: T } | null> {
  const rows = await store.named(diagnosis, [...new Set(given.map(({ id }) => id))].filter(isRowId));
  const known = new Set([...rows, ...kept].map(({ id }) => id));
  const index = given.findIndex(({ id }) => !known.has(id));
  const unknown = given[index];
  return unknown === undefined ? null : { index, diagnosis: unknown };
}

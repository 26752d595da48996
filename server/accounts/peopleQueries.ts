import { inArray } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { staff } from '../db/schema/staff.ts';
import type { Language } from './caller.ts';

/** A doctor or reviewer, as others see them. */
export type Person = { id: string; name: string; signUrl: string | null };

/** Loads staff by their ids; an unknown id gives a person without a name. `renewLink` makes their pictures' links valid. */
export async function loadPeople(
  store: HospitalStore,
  ids: readonly (string | null)[],
  language: Language,
  renewLink = (url: string) => url,
) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = wanted.length === 0 ? [] : await store.rows(staff, inArray(staff.id, wanted));
  const byId = new Map(
    found.map(({ id, name, nameEn, signUrl }) => [
      id,
      { id, name: inLanguage(language, name, nameEn), signUrl: signUrl && renewLink(signUrl) },
    ]),
  );
  return (id: string): Person => byId.get(id) ?? { id, name: '', signUrl: null };
}

/** A member of staff with the name in both languages. */
export async function inBothLanguages(store: HospitalStore, { id, name }: Pick<Person, 'id' | 'name'>) {
  const person = await loadPeople(store, [id], 'en');
  return { id, name, nameEn: person(id).name };
}

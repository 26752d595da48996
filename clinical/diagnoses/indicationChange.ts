import { isInGroups, readGroups } from './icd10.ts';

/** What a hospital changes about the diagnoses of a medicine: groups of ICD-10 as written, such as "J20-J22, J40". */
export type IndicationChange = { readonly added: string; readonly removed: string };

/** Whether both lists are groups of ICD-10, and one of them says something. */
export const isIndicationChange = ({ added, removed }: IndicationChange): boolean =>
  readGroups(added) !== null && readGroups(removed) !== null && `${added}${removed}`.trim() !== '';

/** What a medicine is for: groups of ICD-10, or every diagnosis. */
export type Use = { readonly groups: readonly string[]; readonly any: boolean };

/** Whether a diagnosis is one that the medicine is for; what the hospital decided comes before the tables. */
export function isFor(category: string, use: Use | null, change: IndicationChange | null): boolean {
  if (isInGroups(category, readGroups(change?.added ?? '') ?? [])) return true;
  if (isInGroups(category, readGroups(change?.removed ?? '') ?? [])) return false;
  return use !== null && (use.any || isInGroups(category, use.groups));
}

/** The groups that a medicine is for, with those that the hospital added and without those that it removed as a whole. */
export function groupsOf(use: Use | null, change: IndicationChange | null): readonly string[] {
  const removed = readGroups(change?.removed ?? '') ?? [];
  const own = use?.groups ?? [];
  return [...own.filter((group) => !removed.includes(group)), ...(readGroups(change?.added ?? '') ?? [])];
}

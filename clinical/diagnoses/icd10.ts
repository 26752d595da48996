/** A code of ICD-10 begins with its category; national extensions such as "J20.900x001" follow the dot. */
const codeForm = /^([A-Z]\d{2})(\.|$)/;
const groupForm = /^([A-Z]\d{2})(?:-([A-Z]\d{2}))?$/;

/** The category of a diagnosis, such as "J20"; null for a code of another kind. */
export const categoryOf = (code: string): string | null => codeForm.exec(code.trim().toUpperCase())?.[1] ?? null;

/** Whether the text is one group: a category such as "J45", or a range such as "J40-J47". */
function isGroup(text: string): boolean {
  const [, from, to] = groupForm.exec(text) ?? [];
  return from !== undefined && (to === undefined || from <= to);
}

/** Reads groups as a person writes them: "J20-J22, J40"; null if one of them is no group. */
export function readGroups(text: string): string[] | null {
  const groups = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/ {0,9}[-–—~] {0,9}/g, '-')
    .split(/[\s,;、]+/)
    .filter(Boolean);
  return groups.every(isGroup) ? groups : null;
}

/** The first and the last category of a group. */
const bounds = (group: string): readonly [from: string, to: string] => {
  const [from = '', to = from] = group.split('-');
  return [from, to];
};

/** Whether a diagnosis belongs to one of the groups. Categories sort like ICD-10 itself, by letter and number. */
export function isInGroups(code: string, groups: readonly string[]): boolean {
  const category = categoryOf(code);
  if (category === null) return false;
  return groups.map(bounds).some(([from, to]) => category >= from && category <= to);
}

/** Whether a diagnosis is one of these codes or a finer one: "E87.500x001" is "E87.5" and "E87". */
export function beginsWithOne(code: string, starts: readonly string[]): boolean {
  const known = categoryOf(code) === null ? '' : code.trim().toUpperCase();
  return starts.some((start) => known.startsWith(start));
}

/** Whether some category belongs to both lists of groups. */
export const shareCategory = (some: readonly string[], others: readonly string[]): boolean =>
  some.map(bounds).some(([from, to]) => others.map(bounds).some(([start, end]) => from <= end && start <= to));

/** Levels of antibacterials: 1 unrestricted, 2 restricted, 3 special. */
export const specialLevel = 3;
const lowestLevel = 1;

/**
 * Highest level by title (numbers of the dictionary member_doctor_title): senior doctors 3, attending doctors 2, residents
 * 1; a pharmacist has none. Source: Measures for the clinical use of antibacterials (Ministry of Health order 84, in force
 * since 2012-08-01), article 24.
 */
export const nationalLevels: Readonly<Record<string, number>> = {
  1: 3,
  2: 3,
  3: 2,
  4: 1,
  11: 0,
  12: 0,
  13: 0,
  14: 0,
};

/** The highest level that a hospital may give a title: the national one, and any for a title of its own. */
export const mostFor = (title: string): number =>
  Object.hasOwn(nationalLevels, title) ? (nationalLevels[title] ?? lowestLevel) : specialLevel;

/** The highest level that a doctor of this title may prescribe; without a title, or with an undecided one, the lowest. */
export function levelOf(title: number | null, decided: Readonly<Record<string, number>>): number {
  const key = String(title);
  if (title === null || !Object.hasOwn(decided, key)) return lowestLevel;
  return Math.min(decided[key] ?? lowestLevel, mostFor(key));
}

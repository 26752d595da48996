import type { patientFact } from '../db/schema/patients.ts';

const dayMs = 86_400_000;
const daysPerMonth = 30.4375;

/** The age in months with fractions at a time in milliseconds; null without a birthday. */
export const ageMonthsOf = (birthday: string | null, at: number): number | null =>
  birthday === null ? null : Math.max(0, (at - Date.parse(birthday)) / dayMs / daysPerMonth);

/** How many days ago a statement was confirmed, or else made. */
export const daysSince = (
  { createTime, confirmTime }: Pick<typeof patientFact.$inferSelect, 'createTime' | 'confirmTime'>,
  at: number,
): number => (at - (confirmTime ?? createTime)) / dayMs;

import type { Amount } from '../dose.ts';
import { isSystemicSite, siteOf } from '../route.ts';
import type { DoseLimit, KnownLine, LimitKind, MedicineFacts } from './facts.ts';

/** A maximum with the table that it comes from. */
export type Maximum = Amount & { source: string };

/** From this age the adult maximum holds, reduced by weight for light patients only. */
export const adultFromMonths = 144;

/** Infants below this age clear most medicines more slowly; values for children hold from here unless a row says otherwise. */
const childValuesFromMonths = 3;

/** The source of a maximum from the fields of the generic. Public lists have only maxima per day. */
function tableSource({ maximaText, listedMaxima }: MedicineFacts, per: LimitKind): string {
  if (per === 'day' && listedMaxima.length > 0) return `Drug table; compared with ${listedMaxima.join(', ')}`;
  return maximaText ? 'Drug table' : 'Drug table; the label was not read';
}

const row = (
  source: string,
  per: LimitKind,
  { value, unit }: Amount,
  fromMonths: number,
  toMonths: number | null,
): DoseLimit => ({
  per,
  value,
  unit,
  fromMonths,
  toMonths,
  routes: [],
  days: null,
  source,
  isRead: true,
});

/** The maxima in the fields of the generic, as rows. */
function rowsOfFields(medicine: MedicineFacts): DoseLimit[] {
  const some = (per: LimitKind, amount: Amount | null, from = 0, to: number | null = null) =>
    amount ? [row(tableSource(medicine, from === 0 && to === null ? per : 'dose'), per, amount, from, to)] : [];
  return [
    ...medicine.ageBands.flatMap(({ fromMonths, toMonths, maxSingle, maxDaily }) => [
      ...some('dose', maxSingle, fromMonths, toMonths),
      ...some('day', maxDaily, fromMonths, toMonths),
    ]),
    ...some('dose', medicine.maxSingleDose),
    ...some('day', medicine.maxDailyDose),
    ...some('dosePerKg', medicine.childMaxSinglePerKg),
    ...some('dayPerKg', medicine.childMaxDailyPerKg),
  ];
}

const span = ({ fromMonths, toMonths }: DoseLimit) => (toMonths ?? Number.POSITIVE_INFINITY) - fromMonths;
const includesAge = ({ fromMonths, toMonths }: DoseLimit, ageMonths: number | null) =>
  ageMonths === null
    ? fromMonths === 0 && toMonths === null
    : ageMonths >= fromMonths && (toMonths === null || ageMonths < toMonths);

/** Rows that hold for a route and an age: those of the route before those of every route, narrower ages first. */
function limitsFor({ line, medicine }: KnownLine, ageMonths: number | null): DoseLimit[] {
  const own = medicine.limits.filter(({ routes }) => routes.length === 0 || routes.includes(line.route));
  return [...own, ...rowsOfFields(medicine)]
    .filter((one) => includesAge(one, ageMonths))
    .toSorted((a, b) => Number(b.routes.length > 0) - Number(a.routes.length > 0) || span(a) - span(b));
}

/** The maximum of a kind for this line and age; null if the tables have none. */
export const limitOf = (known: KnownLine, ageMonths: number | null, per: LimitKind): DoseLimit | null =>
  limitsFor(known, ageMonths).find((one) => one.per === per) ?? null;

const byKg: readonly LimitKind[] = ['dosePerKg', 'dayPerKg'];

/** What is limited: what is taken at once, or in a day. */
export type Per = 'dose' | 'day';

/** Kinds that limit it: a maximum of a day also limits each dose of it, one of a dose says nothing of a day. */
const limiting: Readonly<Record<Per, readonly LimitKind[]>> = {
  dose: ['dose', 'day', ...byKg],
  day: ['day', 'dayPerKg'],
};

/**
 * Whether the tables have a dose for a child of this age, or what it may have in a day: a row with ages of its own, below
 * three months one that ends within the first year, or a value per kilogram, which holds from the medicine's minimum age, else
 * from three months.
 */
export function hasChildDose(known: KnownLine, ageMonths: number, per: Per = 'dose'): boolean {
  const usualFrom = known.medicine.minAgeMonths ?? childValuesFromMonths;
  return limitsFor(known, ageMonths).some(({ per: kind, fromMonths, toMonths }) => {
    if (!limiting[per].includes(kind)) return false;
    if (byKg.includes(kind)) return toMonths !== null || fromMonths > 0 || ageMonths >= usualFrom;
    return toMonths !== null && (ageMonths >= childValuesFromMonths || toMonths <= 12);
  });
}

/** Whether the line acts in the whole body, so that its dose depends on the weight. */
export const isSystemic = ({ line, medicine }: KnownLine): boolean =>
  isSystemicSite(siteOf(medicine.dosageForm, line.route));

import type { Amount } from '../doses/dose.ts';
import { isSystemicSite, siteOf } from '../doses/route.ts';
import { isSameUnit } from '../doses/unit.ts';
import type { DoseLimit, KnownLine, LimitKind, MedicineFacts } from './facts.ts';

/** A maximum with the table that it comes from. */
export type Maximum = Amount & { source: string };

/** From this age the adult maximum holds, reduced by weight for light patients only. */
export const adultFromMonths = 144;

/** Infants below this age clear most medicines more slowly; values for children hold from here unless a row says otherwise. */
const childValuesFromMonths = 3;

/** The source of a maximum of the medicine table that nobody has recorded as read in a published text. */
export const uncomparedSource = 'Medicine table; not compared with a published text';

/** The source of a maximum that no label names. */
const unpublishedSource = 'Medicine table; no maximum is published';

/** The source of an adult maximum from the fields of the generic. Public lists have only maxima per day, and so do most texts. */
function adultSource({ maximaText, listedMaxima, hasNoPublishedMaximum }: MedicineFacts, per: LimitKind): string {
  if (hasNoPublishedMaximum) return unpublishedSource;
  if (per === 'day' && listedMaxima.length > 0) return `Medicine table; compared with ${listedMaxima.join(', ')}`;
  if (!maximaText) return uncomparedSource;
  return per === 'day' ? 'Medicine table; compared with a published text' : 'Medicine table';
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
  forms: [],
  days: null,
  source,
  isRead: true,
});

/** How much above a figure a value may be and still say the same, because lists round. */
const slack = 1.05;

/** The value for children of some ages, with what a public text allows them; a text about adults says nothing of it. */
function childRow(
  { childFigures, hasNoPublishedMaximum }: MedicineFacts,
  per: LimitKind,
  amount: Amount,
  fromMonths: number,
  toMonths: number | null,
): DoseLimit {
  const figure = childFigures.find(
    (one) =>
      one.per === per &&
      one.fromMonths === fromMonths &&
      one.toMonths === toMonths &&
      isSameUnit(one.unit, amount.unit),
  );
  if (!figure) {
    const source = hasNoPublishedMaximum ? unpublishedSource : uncomparedSource;
    return { ...row(source, per, amount, fromMonths, toMonths), isRead: false };
  }
  const source = `Medicine table; compared with ${figure.name}`;
  const isRead = amount.value <= figure.value * slack;
  return { ...row(source, per, amount, fromMonths, toMonths), isRead, listed: figure.value };
}

/** The maxima in the fields of the generic, as rows. */
function rowsOfFields(medicine: MedicineFacts): DoseLimit[] {
  const adult = (per: LimitKind, amount: Amount | null) =>
    amount ? [row(adultSource(medicine, per), per, amount, 0, null)] : [];
  const child = (per: LimitKind, amount: Amount | null, from = 0, to: number | null = null) =>
    amount ? [childRow(medicine, per, amount, from, to)] : [];
  return [
    ...medicine.ageBands.flatMap(({ fromMonths, toMonths, maxSingle, maxDaily }) => [
      ...child('dose', maxSingle, fromMonths, toMonths),
      ...child('day', maxDaily, fromMonths, toMonths),
    ]),
    ...adult('dose', medicine.maxSingleDose),
    ...adult('day', medicine.maxDailyDose),
    ...child('dosePerKg', medicine.childMaxSinglePerKg),
    ...child('dayPerKg', medicine.childMaxDailyPerKg),
  ];
}

const span = ({ fromMonths, toMonths }: DoseLimit) => (toMonths ?? Number.POSITIVE_INFINITY) - fromMonths;
const includesAge = ({ fromMonths, toMonths }: DoseLimit, ageMonths: number | null) =>
  ageMonths === null
    ? fromMonths === 0 && toMonths === null
    : ageMonths >= fromMonths && (toMonths === null || ageMonths < toMonths);

const holdsFor = (named: readonly string[], one: string): boolean => named.length === 0 || named.includes(one);
/** How many of route and form a row names; the label of a prolonged form speaks before that of the others. */
const named = ({ routes, forms }: DoseLimit): number => Number(routes.length > 0) + Number(forms.length > 0);

/** Rows that hold for a route, a dosage form and an age: those that name route or form first, then narrower ages. */
function limitsFor({ line, medicine }: KnownLine, ageMonths: number | null): DoseLimit[] {
  const own = medicine.limits.filter(
    ({ routes, forms }) => holdsFor(routes, line.route) && holdsFor(forms, medicine.dosageForm),
  );
  return [...own, ...rowsOfFields(medicine)]
    .filter((one) => includesAge(one, ageMonths))
    .toSorted((a, b) => named(b) - named(a) || span(a) - span(b));
}

/** The maximum of a kind for this line and age; null if the tables have none. */
export const limitOf = (known: KnownLine, ageMonths: number | null, per: LimitKind): DoseLimit | null =>
  limitsFor(known, ageMonths).find((one) => one.per === per) ?? null;

const byKg: readonly LimitKind[] = ['dosePerKg', 'dayPerKg'];

/** The least age for this form and route, in months, with its source; null if the tables have none. */
export function minAgeOf(known: KnownLine): { readonly months: number; readonly source: string } | null {
  const own = limitOf(known, null, 'minAge');
  if (own) return { months: own.value, source: own.source };
  const { minAgeMonths } = known.medicine;
  return minAgeMonths === null ? null : { months: minAgeMonths, source: 'Medicine table' };
}

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
  const usualFrom = minAgeOf(known)?.months ?? childValuesFromMonths;
  return limitsFor(known, ageMonths).some(({ per: kind, fromMonths, toMonths }) => {
    if (!limiting[per].includes(kind)) return false;
    if (byKg.includes(kind)) return toMonths !== null || fromMonths > 0 || ageMonths >= usualFrom;
    return toMonths !== null && (ageMonths >= childValuesFromMonths || toMonths <= 12);
  });
}

/** Whether the line acts in the whole body, so that its dose depends on the weight. */
export const isSystemic = ({ line, medicine }: KnownLine): boolean =>
  isSystemicSite(siteOf(medicine.dosageForm, line.route));

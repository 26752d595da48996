import { readTypedNumber } from '../../clinical/doses/typedNumber.ts';
import type { Period, ScheduleSlot } from '../../contract/extension/schedule.ts';
import { scheduleBounds } from '../../contract/settingBounds.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export const periods = ['morning', 'afternoon', 'evening'] as const satisfies readonly Period[];
export const quotaBounds = { min: 0, max: scheduleBounds.quota.max } as const;

type Weekday = (typeof weekdays)[number];

/** One field of the week: number of patients of one consultation type in one period of one day. */
export type CellKey = `${number} ${Weekday} ${Period}`;
export const cellKey = (consultType: number, weekday: Weekday, period: Period): CellKey =>
  `${consultType} ${weekday} ${period}`;

/** A week as typed: numbers as text, empty for periods without work. */
export type Week = Readonly<Partial<Record<CellKey, string>>>;

/** All fields of one consultation type. */
export const cellsOf = (consultType: number): readonly CellKey[] =>
  weekdays.flatMap((weekday) => periods.map((period) => cellKey(consultType, weekday, period)));

const keyOf = ({ consultType, weekday, period }: ScheduleSlot) => `${consultType} ${weekday} ${period}` as CellKey;

/** The stored week for the form, with every field of these consultation types. */
export const weekOf = (slots: readonly ScheduleSlot[], consultTypes: readonly number[]): Week =>
  Object.fromEntries([
    ...consultTypes.flatMap(cellsOf).map((key) => [key, '']),
    ...slots.filter(({ quota }) => quota > 0).map((slot) => [keyOf(slot), String(slot.quota)]),
  ]);

/** Parses a field; null if it is not a valid number of patients. */
export function quotaIn(typed: string | undefined): number | null {
  const read = readTypedNumber(typed ?? '', { whole: true });
  if (read.kind === 'empty') return 0;
  return read.kind === 'number' && read.value <= quotaBounds.max ? read.value : null;
}

/** Fields that are no number of patients. */
export const invalidIn = <Key extends string>(typed: Readonly<Partial<Record<Key, string>>>): readonly Key[] =>
  // The keys of a week or a day are all of its fields.
  (Object.keys(typed) as Key[]).filter((key) => quotaIn(typed[key]) === null);

/** The week to store, without invalid fields. */
export const slotsOf = (week: Week): readonly ScheduleSlot[] =>
  Object.entries(week).flatMap(([key, typed]) => {
    const quota = quotaIn(typed) ?? 0;
    const [consultType, weekday, period] = key.split(' ');
    return quota > 0
      ? [{ consultType: Number(consultType), weekday: Number(weekday), period: period as Period, quota }]
      : [];
  });

/** Patients of a whole week; invalid fields do not count. */
export const totalOf = (week: Week, consultType: number): number =>
  weekdays
    .flatMap((weekday) => periods.map((period) => quotaIn(week[cellKey(consultType, weekday, period)]) ?? 0))
    .reduce((sum, quota) => sum + quota, 0);

/** Copies one day's numbers of a consultation type to other days. */
export function withDayCopied(week: Week, consultType: number, from: Weekday, to: readonly Weekday[]): Week {
  const copied = to.flatMap((weekday) =>
    periods.map((period) => [cellKey(consultType, weekday, period), week[cellKey(consultType, from, period)] ?? '']),
  );
  return { ...week, ...Object.fromEntries(copied) };
}

/** Removes all numbers of a consultation type. */
export const withoutType = (week: Week, consultType: number): Week =>
  Object.fromEntries(Object.entries(week).filter(([key]) => !key.startsWith(`${consultType} `)));

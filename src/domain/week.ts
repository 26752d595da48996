import type { ScheduleSlot } from '../../contract/extension/settings.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export const periods = ['morning', 'afternoon', 'evening'] as const;
export const mostPatients = 500;

type Weekday = (typeof weekdays)[number];
type Period = (typeof periods)[number];

/** One field of the week: how many patients of one kind of consultation, in one part of one day. */
export type CellKey = `${number} ${Weekday} ${Period}`;
export const cellKey = (consultType: number, weekday: Weekday, period: Period): CellKey =>
  `${consultType} ${weekday} ${period}`;

/** A week as it is typed: numbers as text, nothing for parts of a day without work. */
export type Week = Readonly<Record<CellKey, string>>;

const keyOf = ({ consultType, weekday, period }: ScheduleSlot) => `${consultType} ${weekday} ${period}` as CellKey;

/** The week as it is kept, for typing in. */
export const weekOf = (slots: readonly ScheduleSlot[]): Week =>
  Object.fromEntries(slots.filter(({ quota }) => quota > 0).map((slot) => [keyOf(slot), String(slot.quota)]));

/** How many patients a field names; null when it is not a number that can be kept. */
export function quotaIn(typed: string | undefined): number | null {
  const text = (typed ?? '').normalize('NFKC').trim();
  if (text === '') return 0;
  const quota = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return quota <= mostPatients ? quota : null;
}

/** The week to be kept; null while a field cannot be read. */
export function slotsOf(week: Week): readonly ScheduleSlot[] | null {
  const slots: ScheduleSlot[] = [];
  for (const [key, typed] of Object.entries(week)) {
    const quota = quotaIn(typed);
    if (quota === null) return null;
    const [consultType, weekday, period] = key.split(' ');
    if (quota > 0)
      slots.push({ consultType: Number(consultType), weekday: Number(weekday), period: period as Period, quota });
  }
  return slots;
}

/** Whether two weeks say the same, however it was typed. */
export function sameWeek(one: Week, other: Week): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<CellKey>;
  return [...keys].every((key) => quotaIn(one[key]) !== null && quotaIn(one[key]) === quotaIn(other[key]));
}

/** The patients of a whole week; fields that cannot be read do not count. */
export const totalOf = (week: Week, consultType: number): number =>
  weekdays
    .flatMap((weekday) => periods.map((period) => quotaIn(week[cellKey(consultType, weekday, period)]) ?? 0))
    .reduce((sum, quota) => sum + quota, 0);

/** Puts one day's numbers of a kind of consultation into other days. */
export function withDayCopied(week: Week, consultType: number, from: Weekday, to: readonly Weekday[]): Week {
  const copied = to.flatMap((weekday) =>
    periods.map((period) => [cellKey(consultType, weekday, period), week[cellKey(consultType, from, period)] ?? '']),
  );
  return { ...week, ...Object.fromEntries(copied) };
}

/** Takes all numbers of a kind of consultation away. */
export const withoutType = (week: Week, consultType: number): Week =>
  Object.fromEntries(Object.entries(week).filter(([key]) => !key.startsWith(`${consultType} `)));

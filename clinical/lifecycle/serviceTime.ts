import { hospitalOffsetMs } from '../../contract/limits.ts';

/** A span of each day in minutes after midnight in the hospitals' time zone. */
export type ServiceSpan = { readonly from: number; readonly to: number };

/** The spans of each day in which somebody is there to act, in order and without overlap; never empty. */
export type ServiceHours = readonly [ServiceSpan, ...ServiceSpan[]];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The hours of a platform that names none. */
export const wholeDay: ServiceHours = [{ from: 0, to: 24 * 60 }];

/** Joins spans that touch or overlap; without a usable one the whole day counts. */
export function serviceHoursOf(spans: readonly ServiceSpan[]): ServiceHours {
  const joined: ServiceSpan[] = [];
  for (const { from, to } of spans.filter((span) => span.from < span.to).sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else joined.push({ from, to });
  }
  const [first, ...rest] = joined;
  return first ? [first, ...rest] : wholeDay;
}

const lengthOf = ({ from, to }: ServiceSpan) => (to - from) * minuteMs;
const perDayOf = (hours: ServiceHours) => hours.reduce((sum, span) => sum + lengthOf(span), 0);

/** The service time from a midnight long ago until `at`. */
function servedUntil(hours: ServiceHours, at: number): number {
  const days = Math.floor((at + hospitalOffsetMs) / dayMs);
  const inDay = at + hospitalOffsetMs - days * dayMs;
  const today = hours.reduce(
    (sum, span) => sum + Math.min(lengthOf(span), Math.max(0, inDay - span.from * minuteMs)),
    0,
  );
  return days * perDayOf(hours) + today;
}

/** How much of the time from `from` to `to` lies within the service hours. */
export const serviceMsBetween = (hours: ServiceHours, from: number, to: number): number =>
  Math.max(0, servedUntil(hours, to) - servedUntil(hours, from));

/** When `ms` of service time have passed since `from`; it lies within the service hours. */
export const afterServiceMs = (hours: ServiceHours, from: number, ms: number): number =>
  whenServed(hours, servedUntil(hours, from) + ms);

/**
 * From when a clock counts that ran from `since` to `stopped` and goes on at `resumed`: at that moment it shows what it showed
 * when it stopped, whatever closing time lies between.
 */
export const countedSince = (hours: ServiceHours, since: number, stopped: number, resumed: number): number =>
  whenServed(hours, servedUntil(hours, resumed) - serviceMsBetween(hours, since, stopped));

/** When the service time since a midnight long ago is `target`; it lies within the service hours. */
function whenServed(hours: ServiceHours, target: number): number {
  const perDay = perDayOf(hours);
  // A whole number of days ends with the last span of the day before.
  const days = Math.ceil(target / perDay) - 1;
  let rest = target - days * perDay;
  for (const span of hours) {
    if (rest <= lengthOf(span)) return days * dayMs + span.from * minuteMs + rest - hospitalOffsetMs;
    rest -= lengthOf(span);
  }
  return (days + 1) * dayMs - hospitalOffsetMs;
}

/**
 * Hours without sound. `from` and `to` are `HH:MM` in the hospital's time zone; `days` are the weekdays on which they
 * begin, 1 (Monday) to 7.
 */
export type QuietHours = {
  readonly on: boolean;
  readonly from: string;
  readonly to: string;
  readonly days: readonly number[];
};

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(zone, made);
  return made;
}

/** Weekday and minute of the day in a time zone. */
function wallClock(at: number, zone: string): { day: number; minute: number } {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { day: weekdays.indexOf(parts.weekday ?? '') + 1, minute: Number(parts.hour) * 60 + Number(parts.minute) };
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

const dayBefore = (day: number) => (day === 1 ? 7 : day - 1);

/** Whether it is quiet now. Hours that end before they begin continue after midnight; equal ones last the whole day. */
export function isQuiet({ on, from, to, days }: QuietHours, at: number, zone: string): boolean {
  if (!on) return false;
  const { day, minute } = wallClock(at, zone);
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  if (begin < end) return days.includes(day) && minute >= begin && minute < end;
  return (days.includes(day) && minute >= begin) || (days.includes(dayBefore(day)) && minute < end);
}

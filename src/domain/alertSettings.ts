import * as z from 'zod/mini';
import type { AlertKind } from './alerts.ts';

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

export const soundChoices = ['off', 'once', 'repeat'] as const;
/** Choices for repeating a sound, in seconds. */
export const repeatChoices = [15, 30, 60, 120, 300] as const;
const repeatBounds = { min: 10, max: 300 } as const;

/** Which alerts one person wants, and how. */
export type AlertSettings = {
  readonly sound: (typeof soundChoices)[number];
  readonly repeatEveryS: number;
  /** 0 to 100. */
  readonly volume: number;
  readonly kinds: Readonly<Record<AlertKind, boolean>>;
  readonly notices: boolean;
  /** Whether a desktop notification shows the sender's name and the text. */
  readonly showText: boolean;
  readonly quiet: QuietHours;
};

export const usualAlertSettings: AlertSettings = {
  sound: 'once',
  repeatEveryS: 30,
  volume: 60,
  kinds: { message: true, waiting: true, rejected: true, question: true, urgentReview: true, review: true },
  notices: true,
  showText: false,
  quiet: { on: false, from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 6, 7] },
};

const usual = usualAlertSettings;
const flag = (otherwise: boolean) => z.catch(z.boolean(), otherwise);
const time = (otherwise: string) => z.catch(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)), otherwise);
const within = (min: number, max: number, otherwise: number) =>
  z.catch(z.int().check(z.minimum(min), z.maximum(max)), otherwise);

const Kinds = z.object({
  message: flag(true),
  waiting: flag(true),
  rejected: flag(true),
  question: flag(true),
  urgentReview: flag(true),
  review: flag(true),
});
const Quiet = z.object({
  on: flag(usual.quiet.on),
  from: time(usual.quiet.from),
  to: time(usual.quiet.to),
  days: z.catch(z.array(z.int().check(z.minimum(1), z.maximum(7))), [...usual.quiet.days]),
});

/** The stored settings; each missing or invalid field falls back to its default. */
export const StoredAlertSettings = z.catch(
  z.object({
    sound: z.catch(z.enum(soundChoices), usual.sound),
    repeatEveryS: within(repeatBounds.min, repeatBounds.max, usual.repeatEveryS),
    volume: within(0, 100, usual.volume),
    kinds: z.catch(Kinds, usual.kinds),
    notices: flag(usual.notices),
    showText: flag(usual.showText),
    quiet: z.catch(Quiet, { ...usual.quiet, days: [...usual.quiet.days] }),
  }),
  { ...usual, quiet: { ...usual.quiet, days: [...usual.quiet.days] } },
);

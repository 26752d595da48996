import { z } from 'zod';
import { type ServiceHours, serviceHoursOf } from '../../clinical/lifecycle/serviceTime.ts';
import type { PeriodHours } from '../../contract/extension/schedule.ts';

/** Default parts of the day in minutes after midnight, which each hospital should confirm. */
const defaultHours: PeriodHours = {
  morning: { from: 8 * 60, to: 12 * 60 },
  afternoon: { from: 12 * 60, to: 18 * 60 },
  evening: { from: 18 * 60, to: 22 * 60 },
};

const minute = z.int().min(0).max(1440);
const Span = z.object({ from: minute, to: minute }).refine(({ from, to }) => from < to);
const Decided = z.object({ morning: Span, afternoon: Span, evening: Span });

/** A hospital's parts of the day from its settings (`scheduleHours`); the defaults replace invalid ones. */
export const hoursFrom = (settings: Record<string, unknown> | undefined): PeriodHours =>
  Decided.safeParse(settings?.scheduleHours).data ?? defaultHours;

/** When somebody is there to act: the parts of the day together. Waits count towards their limits only then. */
export const serviceHoursFrom = (settings: Record<string, unknown> | undefined): ServiceHours =>
  serviceHoursOf(Object.values(hoursFrom(settings)));

import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Int, Int4, Json, text } from '../values.ts';

/** The country's regions, as a tree; `id` is the administrative code. */
export type Area = { id: number; name: string; children?: Area[] | undefined };
const Area: z.ZodMiniType<Area> = z.object({
  id: z.int(),
  name: z.string(),
  children: z.optional(z.array(z.lazy(() => Area))),
});

export const getAreaTree = operation({
  method: 'GET',
  path: '/system/area/tree',
  source: 'inherited',
  access: 'public',
  reply: z.array(Area),
});

/** A person's screen settings, stored on the platform so that they apply on every device. */
const UiSetting = z.record(text(60), Json);

export const getUiSetting = operation({
  method: 'GET',
  path: '/doctor/ui-setting',
  source: 'ours',
  access: 'staff',
  reply: UiSetting,
});

/**
 * With `merge` the given settings are added to the stored ones, so that two devices of one person lose none; otherwise
 * they replace them.
 */
export const putUiSetting = operation({
  method: 'PUT',
  path: '/doctor/ui-setting',
  source: 'ours',
  access: 'staff',
  body: z.object({ setting: UiSetting, merge: z.optional(z.boolean()) }),
  reply: z.literal(true),
});

/** `weekday` 1 (Monday) to 7; `period` morning, afternoon or evening; `quota` patients. */
const ScheduleSlot = z.object({
  weekday: Int.check(z.minimum(1), z.maximum(7)),
  period: z.enum(['morning', 'afternoon', 'evening']),
  consultType: Int4,
  quota: Int.check(z.minimum(0), z.maximum(500)),
});
export type ScheduleSlot = z.infer<typeof ScheduleSlot>;

export const getSchedule = operation({
  method: 'GET',
  path: '/doctor/schedule',
  source: 'ours',
  access: 'doctor',
  reply: z.array(ScheduleSlot),
});

export const putSchedule = operation({
  method: 'PUT',
  path: '/doctor/schedule',
  source: 'ours',
  access: 'doctor',
  body: z.object({ list: z.array(ScheduleSlot).check(z.maxLength(200)) }),
  reply: z.literal(true),
});

import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Json, text } from '../values.ts';

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

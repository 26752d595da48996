import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Ms, text } from '../values.ts';

/** Whether a doctor takes new patients: online, busy with those they have, or away. */
export const dutyStates = ['online', 'busy', 'away'] as const;
export type DutyState = (typeof dutyStates)[number];

/** A doctor's duty state, with the message that patients read beside it; set by the doctor or by their schedule. */
export const Duty = z.object({
  state: z.enum(dutyStates),
  message: z.string(),
  source: z.enum(['person', 'schedule']),
  time: Ms,
});
export type Duty = z.infer<typeof Duty>;

export const getDuty = operation({
  method: 'GET',
  path: '/doctor/duty',
  source: 'ours',
  access: 'doctor',
  reply: Duty,
});

/** Sets the caller's own state; without `message` none is shown. */
export const setDuty = operation({
  method: 'PUT',
  path: '/doctor/duty',
  source: 'ours',
  access: 'doctor',
  body: z.object({ state: z.enum(dutyStates), message: z.optional(text(200)) }),
  reply: Duty,
});

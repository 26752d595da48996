import * as z from 'zod/mini';
import { minuteOfDay, settingBounds } from '../settingBounds.ts';
import { Int, Ms, wholeBetween } from '../values.ts';

const minute = wholeBetween(minuteOfDay);
const Span = z.object({ from: minute, to: minute });

/**
 * A change of a hospital's settings; settings that are left out stay as they are. Numbers are minutes or amounts, prices are
 * cents by kind of consultation.
 */
export const HospitalSettingChange = z.object({
  /** Minutes without use after which a workstation locks. */
  idleLockMin: z.optional(wholeBetween(settingBounds.idleLockMin)),
  /** The parts of the day, one after the other. */
  scheduleHours: z.optional(z.object({ morning: Span, afternoon: Span, evening: Span })),
  overdueMin: z.optional(wholeBetween(settingBounds.overdueMin)),
  awaitingMin: z.optional(wholeBetween(settingBounds.awaitingMin)),
  durationMin: z.optional(wholeBetween(settingBounds.durationMin)),
  maxActive: z.optional(wholeBetween(settingBounds.maxActive)),
  maxOpenOrders: z.optional(wholeBetween(settingBounds.maxOpenOrders)),
  prices: z.optional(
    z.record(z.string().check(z.regex(/^[1-9]\d?$/, 'is not a kind')), wholeBetween(settingBounds.price)),
  ),
  auditorsReadMessages: z.optional(z.boolean()),
  prescribesDuringReview: z.optional(z.boolean()),
});
export type HospitalSettingChange = z.infer<typeof HospitalSettingChange>;

const StoredSpan = z.object({ from: Int, to: Int });

/** The settings in effect. The operator may have stored some that are outside the bounds of administrators. */
export const HospitalSettings = z.object({
  idleLockMin: z.number(),
  scheduleHours: z.object({ morning: StoredSpan, afternoon: StoredSpan, evening: StoredSpan }),
  overdueMin: Int,
  awaitingMin: Int,
  durationMin: Int,
  maxActive: Int,
  maxOpenOrders: Int,
  prices: z.record(z.string(), Int),
  auditorsReadMessages: z.boolean(),
  prescribesDuringReview: z.boolean(),
});
export type HospitalSettings = z.infer<typeof HospitalSettings>;

const Value = z.nullable(z.union([z.number(), z.boolean()]));

/** One setting that a change gave another value, such as `scheduleHours.morning.from`. */
export const SettingValueChange = z.object({ setting: z.string(), before: Value, after: Value });
export type SettingValueChange = z.infer<typeof SettingValueChange>;

/** A change of the settings: who, when, and from what to what. */
export const HospitalSettingVersion = z.object({
  version: Int,
  time: Ms,
  by: z.string(),
  changes: z.array(SettingValueChange),
});
export type HospitalSettingVersion = z.infer<typeof HospitalSettingVersion>;

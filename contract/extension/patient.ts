import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Device, OneTimeCode, Tokens } from '../http/auth.ts';
import { ConversationId, DoctorId, OrderId, PatientId } from '../ids.ts';
import { passwordLength } from '../limits.ts';
import { measureBounds } from '../settingBounds.ts';
import { Cents, Int, Int4, Mobile, Ms, reasonText, someText, text } from '../values.ts';
import { Duty } from './duty.ts';

/**
 * Proof of work, which a program provides instead of solving a puzzle. It is in the data of a `captchaRequired`
 * refusal: find a `nonce` such that the SHA-256 of `<challenge>:<nonce>` begins with `bits` zero bits.
 */
export const WorkDemand = z.object({ work: z.object({ challenge: z.string(), bits: z.int() }) });
export type WorkDemand = z.infer<typeof WorkDemand>;

/**
 * Signs a patient in with a mobile number; this platform's minimal patient side. After a few wrong passwords it
 * requires a puzzle's proof or work; after some more, an SMS code (scene 1) beside the password.
 */
export const patientLogin = operation({
  method: 'POST',
  path: '/patient/auth/signin',
  source: 'ours',
  access: 'public',
  body: z.object({
    mobile: Mobile,
    password: someText(passwordLength.max),
    captchaVerification: z.optional(text(2000)),
    work: z.optional(z.object({ challenge: text(300), nonce: text(40) })),
    code: z.optional(OneTimeCode),
    device: z.optional(Device),
  }),
  reply: z.extend(Tokens, { patientId: PatientId, name: z.string(), birthday: z.nullish(z.string()) }),
});

/** An order as its patient sees it. */
export const PatientOrder = z.object({
  id: OrderId,
  conversationId: ConversationId,
  orderNo: z.string(),
  status: Int,
  consultType: Int,
  doctorName: z.nullish(z.string()),
  createTime: Ms,
  version: Int,
});
export type PatientOrder = z.infer<typeof PatientOrder>;

/**
 * Creates and pays an order; it waits for a doctor at once. Refused with the reason if the chosen doctor has no place left
 * today or now, or without a chosen doctor if no doctor of the hospital has one left today.
 */
export const patientCreateOrder = operation({
  method: 'POST',
  path: '/patient/order/create',
  source: 'ours',
  access: 'patient',
  body: z.object({
    consultType: Int4,
    /** The doctor whom the patient chose; without one any doctor of the hospital may accept the order. */
    doctorId: z.optional(DoctorId),
    chiefComplaint: someText(500),
    images: z.optional(z.array(text(1000)).check(z.maxLength(9))),
    priority: z.optional(Int.check(z.minimum(0), z.maximum(2))),
    /** What the patient states about themselves in the form; a doctor confirms it. Weight in kg. */
    intake: z.optional(
      z.object({
        allergies: z.optional(text(300)),
        medicines: z.optional(z.array(someText(200)).check(z.maxLength(20))),
        weightKg: z.optional(
          z.number().check(z.minimum(measureBounds.weight.min), z.maximum(measureBounds.weight.max)),
        ),
      }),
    ),
  }),
  reply: PatientOrder,
});

/** The doctors who offer a kind of consultation, with their terms; those with a free place first. */
export const patientDoctors = operation({
  method: 'GET',
  path: '/patient/doctor/list',
  source: 'ours',
  access: 'patient',
  query: z.object({ consultType: Int4 }),
  reply: z.array(
    z.object({
      doctorId: DoctorId,
      name: z.string(),
      deptName: z.string(),
      titleCode: z.nullish(Int),
      goodAt: z.string(),
      duty: z.pick(Duty, { state: true, message: true }),
      price: Cents,
      durationMin: Int,
      msgLimit: z.nullish(Int),
      /** Places of today that are left; null without a daily limit. */
      placesToday: z.nullable(Int),
      /** Consultations that the doctor can still take beside the running ones; null without a limit. */
      placesNow: z.nullable(Int),
    }),
  ),
});

export const patientOrders = operation({
  method: 'GET',
  path: '/patient/order/list',
  source: 'ours',
  access: 'patient',
  reply: z.array(PatientOrder),
});

export const patientCancelOrder = operation({
  method: 'POST',
  path: '/patient/order/cancel',
  source: 'ours',
  access: 'patient',
  body: z.object({ id: OrderId }),
  reply: z.literal(true),
});

/** The patient disputes the consultation: it ends and the payment is refunded. */
export const patientDisputeOrder = operation({
  method: 'POST',
  path: '/patient/order/dispute',
  source: 'ours',
  access: 'patient',
  body: z.object({ id: OrderId, reason: reasonText(500) }),
  reply: z.literal(true),
});

export const patientRateOrder = operation({
  method: 'POST',
  path: '/patient/order/rate',
  source: 'ours',
  access: 'patient',
  body: z.object({ id: OrderId, stars: Int.check(z.minimum(1), z.maximum(5)), comment: z.optional(text(500)) }),
  reply: z.literal(true),
});

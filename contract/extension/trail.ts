import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { RowId } from '../ids.ts';
import { Int, Ms, someText } from '../values.ts';

/** What a trail row is kept for: `record` and `staff` changes, messages, reads, sign-ins, and removals after retention. */
const trailKinds = ['record', 'staff', 'message', 'read', 'signIn', 'retention'] as const;

const TrailRow = z.object({
  id: z.string(),
  time: Ms,
  /** `nobody` had not signed in; the `platform` acts in jobs and commands of its operator. A patient's name is masked. */
  by: z.object({ kind: z.enum(['staff', 'patient', 'platform', 'nobody']), name: z.string() }),
  action: z.string(),
  entity: z.nullable(z.string()),
  /** The number of the consultation or prescription, or the name of the person, that the row is about; empty for others. */
  about: z.string(),
  /** The patient's masked name; null for none. */
  patient: z.nullable(z.string()),
  /** How many patients a list showed. */
  listed: z.int(),
  outcome: z.enum(['ok', 'refused', 'notFound', 'conflict']),
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
});
export type TrailRow = z.infer<typeof TrailRow>;

/** The hospital's trail between two times, the newest row first; `cursor` is the `next` of the page before. */
export const searchTrail = operation({
  method: 'GET',
  path: '/operations/trail',
  source: 'ours',
  access: 'administrator',
  query: z.object({
    staffId: z.optional(RowId),
    patientId: z.optional(RowId),
    kind: z.optional(z.enum(trailKinds)),
    /** The whole number of a consultation or prescription: what was done in that consultation, or with that prescription. */
    number: z.optional(someText(40)),
    from: Int,
    to: Int,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,18}$/, 'is not a cursor'))),
  }),
  reply: z.object({ list: z.array(TrailRow), next: z.nullable(z.string()) }),
});

const TrailPatient = z.object({ id: RowId, name: z.string(), mobile: z.string(), birthYear: z.string() });
export type TrailPatient = z.infer<typeof TrailPatient>;

/** Patients to search the trail for, by the whole name, mobile number or id; at most 20, with masked data. */
export const findTrailPatients = operation({
  method: 'GET',
  path: '/operations/trail/patients',
  source: 'ours',
  access: 'administrator',
  query: z.object({ keyword: someText(60) }),
  reply: z.array(TrailPatient),
});

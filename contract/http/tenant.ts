import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { HospitalId } from '../ids.ts';
import { text } from '../values.ts';

/** The hospital of a site host; null if the host is unknown. A disabled hospital has `disabled`. */
export const getTenantByWebsite = operation({
  method: 'GET',
  path: '/system/tenant/get-by-website',
  source: 'specification',
  access: 'public',
  query: z.object({ website: text(300).check(z.regex(/^[a-zA-Z0-9.\-[\]:]+$/, 'is not a host')) }),
  reply: z.nullable(
    z.pipe(
      z.object({
        name: z.string(),
        systemTenantId: z.optional(HospitalId),
        id: z.optional(HospitalId),
        logo: z.nullish(z.string()),
        /** Set by our platform if the hospital exists but is disabled. */
        disabled: z.nullish(z.boolean()),
        /** Set by our platform if the hospital's licence has ended. */
        expired: z.nullish(z.boolean()),
        idleLockMin: z.nullish(z.number()),
        /** Set by our platform: the spans of each day in which waits count towards their limits, in minutes after midnight. */
        serviceHours: z.nullish(z.array(z.object({ from: z.number(), to: z.number() }))),
      }),
      z.transform(({ systemTenantId, id, ...hospital }) => ({
        ...hospital,
        systemTenantId: systemTenantId ?? id ?? null,
      })),
    ),
  ),
});

/** One entry of a dictionary; `value` is text on the wire. */
export const DictEntry = z.object({
  label: z.string(),
  value: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  colorType: z.nullish(z.string()),
  cssClass: z.nullish(z.string()),
  sort: z.nullish(z.number()),
  /** No new choice; what has the value is still named by it. */
  retired: z.nullish(z.boolean()),
});
export type DictEntry = z.infer<typeof DictEntry>;

/** The twelve dictionary types of the specification. */
export const dictTypes = [
  'banner_position',
  'protocol_apply_type',
  'sms_client_type',
  'sms_biz_type',
  'sms_scene',
  'sms_notify_optional',
  'hosp_level',
  'member_doctor_title',
  'member_docto_academic_title',
  'consult_type',
  'prescription_status',
  'prescription_audit_status',
] as const;
export type DictType = (typeof dictTypes)[number];

/** The specification has two spellings of this path; the relative one expands to this. */
export const getDictByType = operation({
  method: 'GET',
  path: '/system/dict-data/get-by-dict-type',
  alias: '/dict-data/get-by-dict-type',
  source: 'specification',
  access: 'public',
  query: z.object({ dictType: text(100) }),
  reply: z.array(DictEntry),
});

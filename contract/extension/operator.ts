import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { DoctorId, RowId } from '../ids.ts';
import { hostsOfHospital, textLengths } from '../limits.ts';
import { Int, Int4, Mobile, Ms, nameText, PageQuery, page, reasonText, someName, text } from '../values.ts';
import { Username } from './administration.ts';

/** Open, disabled by an operator, or with a licence that has ended. */
export const hospitalStates = ['open', 'disabled', 'expired'] as const;

const names = { name: someName(textLengths.name), nameEn: nameText(textLengths.name) };

/** A hospital as the operators of the platform see it. */
const Listed = z.object({
  id: RowId,
  name: z.string(),
  nameEn: z.string(),
  state: z.enum(hospitalStates),
  /** The end of the licence; null without one. */
  expireTime: z.nullable(Ms),
  hosts: z.array(z.string()),
  /** Enabled accounts. */
  staff: z.object({ doctors: Int, auditors: Int, administrators: Int }),
  /** Whether the operator is signed in at this hospital. */
  own: z.boolean(),
  version: Int,
});
export type ListedHospital = z.infer<typeof Listed>;

/** The hospitals of the platform, found by name, pinyin, address or id. */
export const pageHospitals = operation({
  method: 'GET',
  path: '/admin/platform/hospital/page',
  source: 'ours',
  access: 'operator',
  query: z.object({
    ...PageQuery.shape,
    keyword: z.optional(text(100)),
    state: z.optional(z.enum(hospitalStates)),
  }),
  reply: page(Listed),
});

/** An address with the same name, under another port, that leads to another hospital. */
const SameName = z.object({ host: z.string(), hospitalId: RowId, name: z.string() });
export type SameName = z.infer<typeof SameName>;

const PlatformHospital = z.object({
  ...Listed.shape,
  sameNames: z.array(SameName),
  /** The address of this hospital over which the caller works; null if there is none, or without `website`. */
  currentHost: z.nullable(z.string()),
  /** Whether an administrator has ever had a password of their own; from then on only the hospital adds further ones. */
  administered: z.boolean(),
  administrators: z.array(
    z.object({
      id: DoctorId,
      username: z.string(),
      name: z.string(),
      nameEn: z.string(),
      disabled: z.boolean(),
      mustChangePassword: z.boolean(),
      operatesPlatform: z.boolean(),
    }),
  ),
});
export type PlatformHospital = z.infer<typeof PlatformHospital>;

export const getPlatformHospital = operation({
  method: 'GET',
  path: '/admin/platform/hospital',
  source: 'ours',
  access: 'operator',
  query: z.object({ id: RowId, website: z.optional(text(300)) }),
  reply: PlatformHospital,
});

/** Creates an open hospital with the standard dictionaries and one empty pharmacy. A repeat creates no other one. */
export const createHospital = operation({
  method: 'POST',
  path: '/admin/platform/hospital/create',
  source: 'ours',
  access: 'operator',
  body: z.object({
    clientRequestId: z.uuid(),
    ...names,
    hosts: z.array(text(textLengths.host)).check(z.minLength(1), z.maxLength(hostsOfHospital)),
    website: text(300),
  }),
  reply: z.object({ id: RowId, sameNames: z.array(SameName) }),
});

const Changed = z.object({ version: Int });

/** Disables a hospital, which logs everybody out within seconds, or enables it. The reason stays on the hospital's trail. */
export const setHospitalDisabled = operation({
  method: 'POST',
  path: '/admin/platform/hospital/disable',
  source: 'ours',
  access: 'operator',
  body: z.object({ id: RowId, version: Int4, disabled: z.boolean(), reason: reasonText(500) }),
  reply: Changed,
});

/** Sets the last day of the licence, in the hospitals' time zone; null removes the end. */
export const setHospitalLicence = operation({
  method: 'POST',
  path: '/admin/platform/hospital/licence',
  source: 'ours',
  access: 'operator',
  body: z.object({
    id: RowId,
    version: Int4,
    lastDay: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'is not a date'))),
  }),
  reply: Changed,
});

/** Adds an address to a hospital, also one whose name another hospital has under another port: `sameNames` names those. */
export const addHostOfHospital = operation({
  method: 'POST',
  path: '/admin/platform/hospital/host/add',
  source: 'ours',
  access: 'operator',
  body: z.object({ id: RowId, host: text(textLengths.host), website: text(300) }),
  reply: z.object({ host: z.string(), added: z.boolean(), sameNames: z.array(SameName) }),
});

/** Removes an address of a hospital, also the last one, but not the one over which the caller works. */
export const removeHostOfHospital = operation({
  method: 'POST',
  path: '/admin/platform/hospital/host/remove',
  source: 'ours',
  access: 'operator',
  body: z.object({ id: RowId, host: text(textLengths.host), website: text(300) }),
  reply: z.object({ host: z.string(), removed: z.boolean() }),
});

/**
 * Creates an administrator of a hospital in which none has chosen a password yet. The password is for one sign-in, which must
 * change it; a repeat gives the same.
 */
export const createHospitalAdministrator = operation({
  method: 'POST',
  path: '/admin/platform/hospital/administrator/create',
  source: 'ours',
  access: 'operator',
  body: z.object({ id: RowId, clientRequestId: z.uuid(), username: Username, ...names, mobile: Mobile }),
  reply: z.object({ id: RowId, password: z.string() }),
});

import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { textLengths } from '../limits.ts';
import { Int, Int4, Ms, someText, text } from '../values.ts';
import { HospitalSettingChange, HospitalSettings, HospitalSettingVersion } from './hospitalSettings.ts';

const Department = z.object({
  id: Int,
  name: z.string(),
  nameEn: z.string(),
  retired: z.boolean(),
  /** Enabled members of staff. */
  people: Int,
  version: Int,
});
export type Department = z.infer<typeof Department>;

const names = { name: someText(textLengths.name), nameEn: text(textLengths.name) };
const Changed = z.object({ version: Int });

/** The hospital's departments in their order, with those that are retired. */
export const listDepartments = operation({
  method: 'GET',
  path: '/admin/department/list',
  source: 'ours',
  access: 'administrator',
  reply: z.array(Department),
});

export const createDepartment = operation({
  method: 'POST',
  path: '/admin/department/create',
  source: 'ours',
  access: 'administrator',
  body: z.object({ clientRequestId: z.uuid(), ...names }),
  reply: z.object({ id: Int }),
});

/** Renames a department, also where its people are shown. */
export const updateDepartment = operation({
  method: 'POST',
  path: '/admin/department/update',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: Int4, version: Int4, ...names }),
  reply: Changed,
});

/** Retires a department in which nobody works, or takes it back into use. */
export const retireDepartment = operation({
  method: 'POST',
  path: '/admin/department/retire',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: Int4, version: Int4, retired: z.boolean() }),
  reply: Changed,
});

/** Stores the order of all departments. */
export const arrangeDepartments = operation({
  method: 'POST',
  path: '/admin/department/arrange',
  source: 'ours',
  access: 'administrator',
  body: z.object({ ids: z.array(Int4).check(z.maxLength(500)) }),
  reply: z.literal(true),
});

const HospitalProfile = z.object({
  name: z.string(),
  nameEn: z.string(),
  contact: z.string(),
  /** The address of the picture on the login page, which opens without a session; null without one. */
  logo: z.nullable(z.string()),
  /** The addresses under which the hospital is reached. */
  hosts: z.array(z.string()),
  /** The address over which the caller works; null if it is none of these, or without `website`, the host of the page. */
  currentHost: z.nullable(z.string()),
  /** The end of the licence; null without one. */
  expireTime: z.nullable(Ms),
  settings: HospitalSettings,
  /** The latest changes of the settings, newest first. */
  settingHistory: z.array(HospitalSettingVersion),
  version: Int,
});
export type HospitalProfile = z.infer<typeof HospitalProfile>;

export const getHospital = operation({
  method: 'GET',
  path: '/admin/hospital',
  source: 'ours',
  access: 'administrator',
  query: z.object({ website: z.optional(text(300)) }),
  reply: HospitalProfile,
});

/**
 * Changes what the hospital says about itself, and with `settings` how it works. A logo is a picture that the caller has uploaded, or the present one.
 * State and licence belong to the platform's operator.
 */
export const updateHospital = operation({
  method: 'PUT',
  path: '/admin/hospital',
  source: 'ours',
  access: 'administrator',
  body: z.object({
    version: Int4,
    ...names,
    contact: text(textLengths.contact),
    logo: z.nullable(text(1000)),
    settings: z.optional(HospitalSettingChange),
  }),
  reply: Changed,
});

/** Adds an address, `host` or `host:port`. One that the hospital has already is left as it is. */
export const addHospitalHost = operation({
  method: 'POST',
  path: '/admin/hospital/host/add',
  source: 'ours',
  access: 'administrator',
  body: z.object({ host: text(textLengths.host) }),
  reply: z.object({ host: z.string(), added: z.boolean() }),
});

/** Removes an address, but not the last one, nor the one over which the caller works: `website` is the host of the page, with its port. */
export const removeHospitalHost = operation({
  method: 'POST',
  path: '/admin/hospital/host/remove',
  source: 'ours',
  access: 'administrator',
  body: z.object({ host: text(textLengths.host), website: text(300) }),
  reply: z.object({ host: z.string(), removed: z.boolean() }),
});

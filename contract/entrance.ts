import { getAreaTree } from './extension/settings.ts';
import * as auth from './http/auth.ts';
import { getDictByType } from './http/tenant.ts';
import { getDoctorInfo } from './http/whoami.ts';

/** What the specification has of the calls before a person's work. */
export const specifiedAtEntrance = {
  login: auth.login,
  logout: auth.logout,
  sendSmsCode: auth.sendSmsCode,
  validateSmsCode: auth.validateSmsCode,
  smsLogin: auth.smsLogin,
  getCaptcha: auth.getCaptcha,
  checkCaptcha: auth.checkCaptcha,
  updatePassword: auth.updatePassword,
  getIcons: auth.getIcons,
  getDoctorInfo,
  getDictByType,
} as const;

/** What we have added to them. */
export const addedAtEntrance = { getAreaTree } as const;

/** The calls that come before a person's work, by the names of the catalogue; the others are loaded with that work. */
export const entranceCalls = { ...specifiedAtEntrance, ...addedAtEntrance } as const;

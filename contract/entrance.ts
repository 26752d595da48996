import { getAreaTree } from './extension/settings.ts';
import * as auth from './http/auth.ts';
import { getDictByType } from './http/tenant.ts';
import { getDoctorInfo } from './http/whoami.ts';

/** Specified calls needed on the sign-in pages. */
export const specifiedSignInCalls = {
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

/** Our own calls needed on the sign-in pages. */
export const addedSignInCalls = { getAreaTree } as const;

/** The calls needed before the main screens, by catalogue name; all others load with those screens. */
export const signInCalls = { ...specifiedSignInCalls, ...addedSignInCalls } as const;

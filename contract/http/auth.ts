import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { AccountId } from '../ids.ts';
import { passwordLength } from '../limits.ts';
import { Int, Int4, Mobile, Ms, someText, text } from '../values.ts';

/** Rejects blank text and the words "undefined" and "null", which faulty clients send when they have no token. */
export const Token = z.string().check(z.regex(/^(?!\s*(?:(?:undefined|null)\s*)?$)/));

/** A sign-in: `expiresTime` is when the access token expires. */
export const Tokens = z.object({
  userId: AccountId,
  accessToken: Token,
  refreshToken: Token,
  expiresTime: Ms,
});
export type Tokens = z.infer<typeof Tokens>;

const done = z.literal(true);
/** A code that a person types from an SMS. */
export const OneTimeCode = z.string().check(z.regex(/^\d{4,6}$/, 'is not a code of 4 to 6 digits'));

/**
 * A secret that a browser or program generates and stores. Where it has signed in before, other people's wrong
 * passwords do not slow it down, and only it can use the SMS codes it requested. Optional everywhere.
 */
export const Device = z.string().check(z.regex(/^[\w-]{20,100}$/, 'is not a device'));
const device = z.optional(Device);

/** Time to wait, in the data of a `tooManyRequests` refusal. */
export const RetryLater = z.object({ retryAfterMs: Ms });

/** Purpose of an SMS code; the values are the platform's scene numbers. */
export const SmsScene = { login: 1, changeMobile: 2, changePassword: 3, forgotPassword: 4 } as const;

export const login = operation({
  method: 'POST',
  path: '/doctor/auth/login',
  source: 'inherited',
  access: 'public',
  body: z.object({
    username: someText(64),
    password: someText(passwordLength.max),
    captchaVerification: z.optional(text(2000)),
    device,
  }),
  reply: Tokens,
});

/**
 * The specification puts the token into the query; the body is accepted too, so that clients can avoid tokens in URLs.
 */
export const refreshToken = operation({
  method: 'POST',
  path: '/doctor/auth/refresh-token',
  source: 'specification',
  access: 'public',
  query: z.object({ refreshToken: z.optional(text(200)) }),
  body: z.object({ refreshToken: z.optional(text(200)) }),
  reply: Tokens,
});

export const logout = operation({
  method: 'POST',
  path: '/doctor/auth/logout',
  source: 'inherited',
  access: 'public',
  reply: done,
});

export const sendSmsCode = operation({
  method: 'POST',
  path: '/doctor/auth/send-sms-code',
  source: 'inherited',
  access: 'public',
  body: z.object({ mobile: Mobile, scene: Int4, captchaVerification: z.optional(text(2000)), device }),
  reply: done,
});

export const validateSmsCode = operation({
  method: 'POST',
  path: '/doctor/auth/validate-sms-code',
  source: 'inherited',
  access: 'public',
  body: z.object({ mobile: Mobile, scene: Int4, code: OneTimeCode, device }),
  reply: done,
});

/** Not in the envelope: the caller reads the tokens from the body's `data` field. */
export const smsLogin = operation({
  method: 'POST',
  path: '/doctor/auth/sms-login',
  source: 'specification',
  access: 'public',
  wire: 'raw',
  body: z.object({ mobile: Mobile, code: OneTimeCode, device }),
  reply: z.object({ code: z.number(), msg: z.nullish(z.string()), data: z.nullish(Tokens) }),
});

/** AJ-Captcha's answer is not in the envelope. `repCode` "0000" means success. */
const captchaAnswer = <T extends z.ZodMiniType>(data: T) =>
  z.object({ repCode: z.string(), repMsg: z.nullish(z.string()), repData: z.nullish(data) });

export const getCaptcha = operation({
  method: 'POST',
  path: '/system/captcha/get',
  source: 'inherited',
  access: 'public',
  wire: 'raw',
  body: z.object({
    captchaType: z.literal('blockPuzzle'),
    clientUid: z.optional(text(100)),
    ts: z.optional(z.number()),
  }),
  reply: captchaAnswer(
    z.object({
      originalImageBase64: z.string(),
      jigsawImageBase64: z.string(),
      token: z.string(),
      secretKey: z.nullish(z.string()),
      /** Work besides the solution: a nonce such that the SHA-256 of `<token>:<nonce>` begins with so many zero bits. */
      bits: z.optional(z.int()),
    }),
  ),
});

export const checkCaptcha = operation({
  method: 'POST',
  path: '/system/captcha/check',
  source: 'inherited',
  access: 'public',
  wire: 'raw',
  body: z.object({
    captchaType: z.literal('blockPuzzle'),
    token: text(200),
    pointJson: text(1000),
    nonce: z.optional(text(20)),
  }),
  reply: captchaAnswer(z.object({ result: z.boolean() })),
});

/** Requires either the old password, or the mobile number with its code; ends every other session. */
export const updatePassword = operation({
  method: 'PUT',
  path: '/doctor/info/updatePassword',
  source: 'inherited',
  access: 'public',
  body: z.union([
    z.object({ oldPassword: someText(passwordLength.max), newPassword: someText(passwordLength.max), device }),
    z.object({ mobile: Mobile, code: OneTimeCode, password: someText(passwordLength.max), device }),
  ]),
  reply: done,
});

export const getIcons = operation({
  method: 'GET',
  path: '/admin-api/system/icon/get',
  source: 'ours',
  access: 'staff',
  reply: z.array(
    z.object({
      id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
      code: z.string(),
      name: z.string(),
      url: z.string(),
      sort: Int,
    }),
  ),
});

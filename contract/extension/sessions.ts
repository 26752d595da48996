import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { RowId } from '../ids.ts';
import { Int, Ms } from '../values.ts';

/** The browser or program as it names itself; null where it names nothing that is known. */
export const Device = z.object({
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  kind: z.nullable(z.enum(['desktop', 'tablet', 'mobile'])),
});
export type Device = z.infer<typeof Device>;

const OpenSession = z.object({
  id: RowId,
  device: Device,
  ip: z.string(),
  signInTime: Ms,
  /** The last sign of use: the last renewal of its tokens, which happens every half hour while it is used. */
  lastTime: Ms,
  /** The session that makes this call. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** Where the person is signed in now. */
export const listSessions = operation({
  method: 'GET',
  path: '/doctor/session/list',
  source: 'ours',
  access: 'staff',
  reply: z.array(OpenSession),
});

/** Why a session ended. */
export const sessionEnds = [
  'signedOut',
  'endedByPerson',
  'passwordChanged',
  'mobileChanged',
  'accountDisabled',
  'replayed',
  'expired',
  'other',
] as const;

const SignIn = z.object({
  time: Ms,
  ip: z.string(),
  /** Null for a refused attempt, which opened no session. */
  device: z.nullable(Device),
  outcome: z.enum(['ok', 'refused']),
  end: z.nullable(z.enum(sessionEnds)),
  endTime: z.nullable(Ms),
});
export type SignIn = z.infer<typeof SignIn>;

/** The person's sign-ins of the last 30 days and the refused attempts at their account, newest first, at most 100. */
export const recentSignIns = operation({
  method: 'GET',
  path: '/doctor/session/sign-ins',
  source: 'ours',
  access: 'staff',
  reply: z.array(SignIn),
});

/** Ends one of the person's sessions at once; ending it again changes nothing. */
export const endSession = operation({
  method: 'POST',
  path: '/doctor/session/end',
  source: 'ours',
  access: 'staff',
  body: z.object({ id: RowId }),
  reply: z.literal(true),
});

/** Ends all sessions of the person but the one that makes this call. */
export const endOtherSessions = operation({
  method: 'POST',
  path: '/doctor/session/end-others',
  source: 'ours',
  access: 'staff',
  reply: z.object({ ended: Int }),
});

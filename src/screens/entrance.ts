import type { signInMachine } from '../machines/signIn.ts';
import type { smsCodeMachine } from '../machines/smsCode.ts';
import type { Live } from '../streams/live.ts';

/** What the sign-in screens are given: their machines, ready to run, and what this device may remember. */
export type Entrance = {
  readonly signIn: typeof signInMachine;
  /** The same for a locked screen; nothing remembered is read for it. */
  readonly unlock: typeof signInMachine;
  readonly smsCode: typeof smsCodeMachine;
  readonly remembered: {
    /** Why nothing can be remembered here, or null. */
    readonly unavailable: 'noCrypto' | 'noStorage' | null;
    forget(): Promise<void>;
  };
  /** Whether the platform has heard of the logouts of this browser; `none` where there is nothing to say. */
  readonly logoutNews$: Live<'none' | 'waiting' | 'confirmed'>;
  /** The account that signed in last in this browser, if it was by password. */
  readonly lastAccount: () => string | null;
  /** The secret by which the platform recognises this browser, for calls that prove who one is. */
  readonly device: () => string;
};

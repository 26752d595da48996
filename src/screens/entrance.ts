import type { puzzleMachine } from '../machines/puzzle.ts';
import type { signInMachine } from '../machines/signIn.ts';
import type { smsCodeMachine } from '../machines/smsCode.ts';
import type { Live } from '../streams/live.ts';

/** The machines of the sign-in forms as they are written. The forms load them, so that the first view of the work does not. */
export type SignInMachines = {
  readonly puzzle: typeof puzzleMachine;
  readonly signIn: typeof signInMachine;
  readonly smsCode: typeof smsCodeMachine;
};

/** What the sign-in screens are given: calls for their machines, and what this device may remember. */
export type Entrance = {
  /** The machines, ready to run; `unlock` signs in at a locked screen and reads nothing remembered. */
  readonly machines: (written: SignInMachines) => {
    readonly signIn: typeof signInMachine;
    readonly unlock: typeof signInMachine;
    readonly smsCode: typeof smsCodeMachine;
  };
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
